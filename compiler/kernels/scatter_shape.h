// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a scatter looks to loops: updates one after the other, each a window of elements that are
// combined with what is there.
#pragma once
#include "compiler/kernels/index_algebra.h"
#include "mlir/IR/Region.h"

namespace spmd {

/// result k = input k, into which window s of update k is combined at a place that the indices
/// name, for s = 0, 1, ..: element c of the window with element resultIndex(s, c), where that lies
/// inside.
struct ScatterShape {
  mlir::Operation *op = nullptr;
  mlir::Region *combine = nullptr; // (current.., update..) -> (..)
  unsigned count = 0;              // operands: count inputs, the indices, count updates
  int64_t windowCount = 1, windowElements = 1;
  llvm::SmallVector<int64_t> batchSizes, windowSizes;

  mlir::Value input(unsigned k) const { return op->getOperand(k); }
  mlir::Value indices() const { return op->getOperand(count); }
  mlir::Value update(unsigned k) const { return op->getOperand(count + 1 + k); }
  Index updateIndex(IndexAlgebra &algebra, mlir::AffineExpr window, mlir::AffineExpr element) const;
  Index resultIndex(IndexAlgebra &algebra, mlir::AffineExpr window, mlir::AffineExpr element,
                    llvm::SmallVectorImpl<IndexAlgebra::Condition> &conditions) const;
};

/// Nothing where `op` is no scatter or its region is not arithmetic.
std::optional<ScatterShape> scatterShape(mlir::Operation *op);

} // namespace spmd
