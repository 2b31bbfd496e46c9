// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hash and equality of ops for sets and maps, by name, operands, types and attributes. Locations do
// not count.
#pragma once
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/DenseMapInfo.h"

namespace spmd {

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
