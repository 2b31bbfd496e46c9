// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Partial results of a reduction over rows: each iteration of the first nest leaves one piece in
// scratch memory, a number or a row of columns, and the nest that reads the reduction adds the
// pieces up in their order.
#pragma once
#include "compiler/kernels/accumulators.h"

namespace spmd {

class PartialResults {
public:
  PartialResults(LoopState &s, Accumulators &accumulators, IndexCode::Element element)
      : s(s), b(s.b), accumulators(accumulators), element(std::move(element)) {}

  /// Whether the loops of this nest leave partial results.
  bool exist() const;
  /// Called at the beginning of an iteration of the first nest, and at its end.
  void start();
  void finish();
  /// Adds the elements at which the loops stand, `lanes` of them per operand.
  void add(const FusionPlan::Reduction &r, llvm::ArrayRef<mlir::Value> elements, unsigned lanes);
  /// Adds the reductions of values that exist once per row.
  void addRow();
  /// The sum of the pieces that the first nest left, in their order.
  mlir::Value sum(const FusionPlan::Reduction &r, mlir::Value value,
                  llvm::ArrayRef<mlir::AffineExpr> index);

private:
  /// The pieces of operand `k`, [iteration][column].
  mlir::Value pieces(const FusionPlan::Reduction &r, unsigned k);
  void addToColumns(const FusionPlan::Reduction &r, llvm::ArrayRef<mlir::Value> elements,
                    unsigned lanes);
  void clearRow(const FusionPlan::Reduction &r, unsigned k);
  int64_t width(const FusionPlan::Reduction &r) const;

  LoopState &s;
  LoopBuilder &b;
  Accumulators &accumulators;
  IndexCode::Element element;
  llvm::DenseMap<mlir::Operation *, Totals> totals;
  llvm::DenseMap<std::pair<mlir::Operation *, unsigned>, mlir::Value> views;
};

} // namespace spmd
