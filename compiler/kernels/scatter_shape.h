// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A scatter as code generation sees it: a sequence of updates, each of which combines a window of
// elements with the current contents. It is apart from the op's facets because it needs the index
// algebra of fusions.
#pragma once
#include "compiler/kernels/index_algebra.h"
#include "mlir/IR/Region.h"

namespace spmd {

/// result k is input k, into which the windows 0, 1, .. of update k are combined in this order.
/// Element c of window s is combined with result element resultIndex(s, c), if that lies inside.
struct ScatterShape {
  mlir::Operation *op = nullptr;
  mlir::Region *combine = nullptr; // (current.., update..) -> (..)
  unsigned count = 0;              // operands: count inputs, the indices, count updates
  int64_t windowCount = 1, windowElements = 1;
  llvm::SmallVector<int64_t> batchSizes, windowSizes;
  /// An index moves windows along a dim of theirs: different elements of two windows may meet.
  bool isShifted = false;

  /// Operations: each element of a window is read, combined and written.
  double work() const { return 2.0 * double(windowCount * windowElements); }
  mlir::Value input(unsigned k) const { return op->getOperand(k); }
  mlir::Value indices() const { return op->getOperand(count); }
  mlir::Value update(unsigned k) const { return op->getOperand(count + 1 + k); }
  Index updateIndex(IndexAlgebra &algebra, mlir::AffineExpr window, mlir::AffineExpr element) const;
  Index resultIndex(IndexAlgebra &algebra, mlir::AffineExpr window, mlir::AffineExpr element,
                    llvm::SmallVectorImpl<IndexAlgebra::Condition> &conditions) const;
};

/// Nothing if `op` is no scatter or its region cannot be emitted.
std::optional<ScatterShape> scatterShape(mlir::Operation *op);

} // namespace spmd
