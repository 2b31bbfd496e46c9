// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops collected from a piece of IR before a rewrite, which a walk would not survive, and sets of
// ops that are equal but for their locations.
#pragma once
#include "mlir/IR/Operation.h"
#include "mlir/IR/OperationSupport.h"

namespace spmd {

/// The ops of a class at and inside of `root`, inner ones first.
template <class Op> llvm::SmallVector<Op> opsIn(mlir::Operation *root) {
  llvm::SmallVector<Op> ops;
  root->walk([&](Op op) { ops.push_back(op); });
  return ops;
}
/// Those for which `isWanted` holds.
inline llvm::SmallVector<mlir::Operation *>
opsWhere(mlir::Operation *root, llvm::function_ref<bool(mlir::Operation *)> isWanted) {
  llvm::SmallVector<mlir::Operation *> ops;
  root->walk([&](mlir::Operation *op) {
    if (isWanted(op))
      ops.push_back(op);
  });
  return ops;
}

/// Hash and equality of ops by name, operands, types and attributes.
struct EqualOps : llvm::DenseMapInfo<mlir::Operation *> {
  static unsigned getHashValue(const mlir::Operation *op) {
    return mlir::OperationEquivalence::computeHash(
        const_cast<mlir::Operation *>(op), mlir::OperationEquivalence::directHashValue,
        mlir::OperationEquivalence::ignoreHashValue, mlir::OperationEquivalence::IgnoreLocations);
  }
  static bool isEqual(const mlir::Operation *l, const mlir::Operation *r) {
    auto isKey = [](const mlir::Operation *op) {
      return op == getTombstoneKey() || op == getEmptyKey();
    };
    if (l == r || isKey(l) || isKey(r))
      return l == r;
    return mlir::OperationEquivalence::isEquivalentTo(const_cast<mlir::Operation *>(l),
                                                      const_cast<mlir::Operation *>(r),
                                                      mlir::OperationEquivalence::IgnoreLocations);
  }
};

} // namespace spmd
