// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Totals of reductions. Their order is fixed by shapes: lane l of a total adds elements l, l +
// lanes, ..; lanes are then folded; totals of other lane counts (the rest of a row) follow; the
// initial value comes first, once.
#pragma once
#include "compiler/kernels/loop_state.h"

namespace spmd {

class Accumulators {
public:
  explicit Accumulators(LoopState &s, IndexCode::Element element)
      : s(s), b(s.b), element(std::move(element)) {}

  /// The neutral element of the operation by which the region combines total k with element k.
  /// Without one it is the initial value: which of two is picked does not depend on how often that
  /// is offered, and other totals start empty.
  mlir::Value neutral(mlir::Operation *op, unsigned k);
  /// Whether totals begin with their first element, since the region has no neutral one:
  ///   a product of complex numbers, which is made of four products of parts
  bool startsEmpty(mlir::Operation *op);
  /// The elements, where totals are still empty; else what they came to.
  llvm::SmallVector<mlir::Value> unlessEmpty(mlir::Value isEmpty,
                                             llvm::ArrayRef<mlir::Value> elements,
                                             llvm::ArrayRef<mlir::Value> totals);
  mlir::Type totalType(mlir::Operation *op, unsigned k);
  /// Adds `lanes` elements per operand, each a vector or one for all lanes.
  void add(Totals &totals, llvm::ArrayRef<mlir::Value> elements, unsigned lanes);
  /// `lanes` is what the result shall have: 1 folds, else the totals are as many results side by
  /// side.
  llvm::SmallVector<mlir::Value> total(Totals &totals, bool withInitial, unsigned lanes);
  llvm::SmallVector<mlir::Value> combine(mlir::Operation *op, llvm::ArrayRef<mlir::Value> a,
                                         llvm::ArrayRef<mlir::Value> x);
  /// The totals as values of the program: those of f8, f16 and exact bf16 were kept as f32.
  llvm::SmallVector<mlir::Value> rounded(mlir::Operation *op,
                                         llvm::SmallVector<mlir::Value> totals);
  /// Is the region IEEE's maximum (true) or minimum (false) of floats?
  std::optional<bool> maxOrMin(mlir::Operation *op);

private:
  /// In which order elements may be combined: in any, by the positions that their totals keep, one
  /// after the other.
  enum class Order : uint8_t { Any, ByPosition, AsGiven };
  Order orderOf(mlir::Operation *op);
  mlir::TypedAttr identity(mlir::Operation *op, unsigned k);
  /// The one op of a reduction's body that makes result `k`, its last two operands being total and
  /// element `k`; or null.
  mlir::Operation *pairOp(mlir::Operation *op, unsigned k);
  bool picksByPosition(mlir::Operation *op);
  llvm::SmallVector<mlir::Value> join(mlir::Operation *op, llvm::ArrayRef<mlir::Value> a,
                                      llvm::ArrayRef<mlir::Value> x);
  llvm::SmallVector<mlir::Value> foldLanes(mlir::Operation *op,
                                           llvm::SmallVector<mlir::Value> values);

  LoopState &s;
  LoopBuilder &b;
  IndexCode::Element element;
  llvm::DenseMap<mlir::Operation *, Order> orders;
};

/// Rounds `value`, a register of type `element`, to that type (f8, f16, bf16), to nearest even.
mlir::Value roundTo(LoopBuilder &b, mlir::Value value, mlir::Type element);

} // namespace spmd
