// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction (reduce, reduce_window) as code generation sees it: which dims are reduced and which
// operand element is read. Derived from the iteration space, so that it holds for both ops.
#pragma once
#include "compiler/kernels/index_algebra.h"
#include "compiler/ops/space.h"

namespace spmd {

/// results[k] = init[k] combined with the elements of operands[k] over the reduced dims. `combine`
/// takes (accumulators.., elements..).
struct ReductionShape {
  IterationSpace space;
  mlir::Region *combine = nullptr;
  // Operands 0..count-1 are reduced, count..2*count-1 are the initial values.
  unsigned count = 0;
  llvm::SmallVector<unsigned> reducedDims; // of the space, major first
  // Indices may fall outside of the operand, where the initial values apply.
  bool windowed = false;
  int64_t operandElements = 0, resultElements = 0;
  double combinations = 0; // combinations in all, counting an element once per window
  /// Whether the reduced dims of a reduction without windows are the last or the first dims of its
  /// operand. Both hold if all dims are reduced.
  bool reducesLast = false, reducesFirst = false;

  /// The operand index for a result index and values of the reduced dims. For windows, adds the
  /// conditions under which the index is inside.
  Index operandIndex(IndexAlgebra &algebra, llvm::ArrayRef<mlir::AffineExpr> result,
                     llvm::ArrayRef<mlir::AffineExpr> reduced,
                     llvm::SmallVectorImpl<IndexAlgebra::Condition> &conditions) const;
};

/// Nothing if `op` is no such reduction: it has no region, no reduced dims, or an operand without
/// an index map.
std::optional<ReductionShape> reductionShape(mlir::Operation *op);

} // namespace spmd
