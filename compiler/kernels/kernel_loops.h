// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops of one nest of a kernel: iterations, rows, passes over the columns of a row, steps of
// several lanes. What a step computes is in step.h. Used by expand_kernels.cpp only.
#pragma once
#include "compiler/kernels/scatter_shape.h"
#include "compiler/kernels/step.h"

namespace spmd {

class KernelLoops {
public:
  KernelLoops(mlir::func::FuncOp function, ElementCodes &codes, const Machine &machine,
              const FusionBody &body, const FusionPlan &plan, unsigned nest);
  /// Writes the loops over iterations [begin, end), which are the function's last arguments.
  void build();

private:
  using Columns = llvm::function_ref<void(unsigned lanes)>;
  /// From and to, of a part of the columns or rows.
  struct Bounds {
    mlir::Value begin, end;
  };
  mlir::Value pull(mlir::Value value, llvm::ArrayRef<mlir::AffineExpr> index) {
    return elements.at(value, index);
  }

  // kernel_loops.cpp
  void blocks(Bounds iterations);
  void rows(Bounds iterations);
  void startIteration(mlir::Value number);
  void setRowVariables(mlir::Value row);
  /// Part `number` of `size` of what has `of` in all.
  Bounds part(mlir::Value number, int64_t size, int64_t of);
  void columnDims(unsigned dim);
  /// The last dim within `bounds`, border by border.
  void betweenBorders(Bounds bounds, Columns body);
  /// The last dim from begin to end, inside of [low, high): whole steps, then what is left.
  void lastDim(Bounds bounds, int64_t low, int64_t high, Columns body);
  void setColumn(mlir::Value value, int64_t low, int64_t size, unsigned lanes);
  void lastDimOfKnownSize(int64_t low, int64_t high, Columns body);
  /// Everything that the pass computes at the element where the loops stand and at the
  /// `lanes` - 1 that follow it, in each row.
  void element(unsigned lanes);

  // non_temporal_outputs.cpp
  void alignedColumns(int64_t elements);

  // row_loops.cpp
  /// These rows, each a pass behind the one before it.
  void interleaved(llvm::ArrayRef<mlir::Value> numbers);
  bool walksColumns() const;
  const llvm::DenseMap<mlir::Value, StagedRow> &stagedRows(size_t k);
  void startTotals();
  void finishTotals();
  /// For each row that is active, or once where there is none.
  void eachRow(llvm::function_ref<void()> body);

  void tiledRows(Bounds iterations);
  void rowGroup(mlir::Value row, unsigned lanes);

  void scatter(Bounds iterations);
  void scatterElement(const ScatterShape &shape, mlir::AffineExpr window, unsigned lanes);

  LoopState s;
  LoopBuilder &b;
  Accumulators accumulators;
  PrefixScans scans;
  PartialResults partials;
  Elements elements;
  Step step;
  llvm::SmallVector<RowState, 0> active; // interleaved rows
  llvm::SmallVector<llvm::DenseMap<mlir::Value, StagedRow>, 0> staged;
};

/// After how many elements at most the outputs that this pass stores non-temporally are aligned; 1
/// where rows begin aligned, or where columns have to be taken in their usual steps.
int64_t elementsToAlign(const LoopState &s);

} // namespace spmd
