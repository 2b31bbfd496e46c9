// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a reduction (reduce, reduce_window) looks to loops, read from its iteration space: which dims
// are reduced, what is read at which index.
#pragma once
#include "compiler/kernels/index_algebra.h"
#include "compiler/ops/space.h"

namespace spmd {

/// results[k] = init[k] combined with operands[k] over the reduced dims; `combine` takes
/// (accumulators.., elements..).
struct ReductionShape {
  IterationSpace space;
  mlir::Region *combine = nullptr;
  // Operands 0..count-1 are reduced, count..2*count-1 are the initial values.
  unsigned count = 0;
  llvm::SmallVector<unsigned> reducedDims; // of the space, major first
  // Reads may fall outside of the operand, where the initial values stand.
  bool windowed = false;
  int64_t operandElements = 0, resultElements = 0;
  double combinations = 0; // all elements that are combined: each as often as windows have it
  /// The reduced dims of a plain reduction are the last or the first of its operand; both: all of
  /// them.
  bool reducesLast = false, reducesFirst = false;

  /// The operand's index for a result index and values of the reduced dims; for windows with the
  /// conditions that it is inside.
  Index operandIndex(IndexAlgebra &algebra, llvm::ArrayRef<mlir::AffineExpr> result,
                     llvm::ArrayRef<mlir::AffineExpr> reduced,
                     llvm::SmallVectorImpl<IndexAlgebra::Condition> &conditions) const;
};

/// Nothing where `op` is no such reduction: no region, no reduced dims, an index map missing.
std::optional<ReductionShape> reductionShape(mlir::Operation *op);

} // namespace spmd
