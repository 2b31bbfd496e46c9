// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The state that all parts of the expansion of one kernel into loops share: the plan, the builder,
// and the place in the loops where code is inserted.
#pragma once
#include "compiler/kernels/element_access.h"
#include "compiler/kernels/element_code.h"
#include "compiler/kernels/fusion_plan.h"
#include "compiler/machine.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace spmd {

/// Totals of one reduction: per number of lanes one set, combined in the order in which they were
/// made.
struct Totals {
  struct Slots {
    llvm::SmallVector<mlir::Value> values;
    mlir::Value isEmpty; // a slot of i1; null: they began with a neutral element
  };
  mlir::Operation *op = nullptr;
  LoopScope *home = nullptr; // where they start
  bool isFolded = false;     // all lanes become one result in the end
  llvm::MapVector<unsigned, Slots> byLanes;
};

/// A value that a row keeps for later passes.
struct StagedRow {
  mlir::Value memory;
  unsigned pass = 0; // in which it is written
};

/// A row while it is done.
struct RowState {
  mlir::Value number;
  llvm::SmallVector<mlir::AffineExpr> dims;
  unsigned pass = 0;
  bool isActive = false; // in the loop over columns that is written now
  llvm::DenseMap<mlir::Value, StagedRow> staged;
  llvm::DenseMap<mlir::Operation *, Totals> totals;
  // Prefix scans up to the columns done: slots.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value>> carried;
};

struct LoopState {
  LoopState(mlir::func::FuncOp function, ElementCodes &codes, const Machine &machine,
            const FusionBody &body, const FusionPlan &plan, unsigned nest,
            IndexCode::Element element);

  /// Row-major numbers of what the loops stand at.
  mlir::AffineExpr elementNumber();
  mlir::AffineExpr columnNumber();
  mlir::AffineExpr rowNumber();
  /// Keeps `made` in `scope` as the element of `value` at `index`.
  void remember(LoopScope *scope, mlir::Value value, llvm::ArrayRef<mlir::AffineExpr> index,
                mlir::Value made);
  /// The results of op at `index`, kept in the current scope; returns that which is `value`.
  mlir::Value remember(mlir::Value value, llvm::ArrayRef<mlir::AffineExpr> index,
                       llvm::ArrayRef<mlir::Value> made);
  /// Has a result that may share the buffer of this input been written in an earlier pass or nest?
  bool mayBeOverwritten(unsigned input) const;
  bool isNonTemporal(unsigned output) const { return nonTemporal.contains(this->output(output)); }
  mlir::Value buffer(unsigned position) const { return buffers[position]; }
  mlir::Value output(unsigned number) const { return buffers[body.inputs.size() + number]; }
  mlir::Value scratch() const { return buffers[body.inputs.size() + body.outputs.size()]; }

  const FusionBody &body;
  const FusionPlan &plan;
  unsigned nest; // of the plan's kernels
  const FusionKernel &kernel;
  ElementCodes &codes;
  const Machine &machine;
  mlir::func::FuncOp function;
  LoopBuilder b;
  IndexAlgebra algebra;
  IndexCode index;
  ElementAccess access;
  ElementSources sources;
  llvm::DenseMap<mlir::Value, unsigned> inputOf;
  llvm::SmallVector<mlir::Value> buffers;          // inputs, outputs, scratch
  llvm::SmallDenseSet<mlir::Value, 2> nonTemporal; // outputs

  // Where the loops stand.
  llvm::SmallVector<mlir::AffineExpr> dims; // one per loop dim
  mlir::AffineExpr iteration;
  LoopScope *iterationScope = nullptr, *rowScope = nullptr;
  unsigned pass = 0;
  RowState noRow, *row = &noRow;
};

/// Of a buffer of `elements` of type `element`.
mlir::MemRefType bufferType(mlir::Type element, int64_t elements);

} // namespace spmd
