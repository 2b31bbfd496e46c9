// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an op of any dialect tells the sdy dialect about itself: how values flow through it, and how
// the elements of its result follow from those of its operand. The sdy dialect includes no dialect
// of tensors; those declare these properties in their .td files.
#pragma once

#include "mlir/IR/OpDefinition.h"

namespace spmd::sdy {

/// How values flow through an op. A value flows into the one with the same number.
struct DataFlow {
  bool operandsToResults = false;   // while, optimization_barrier
  bool operandsToArguments = false; // computations, whose one region has a block argument for each
  bool resultsToArguments = false;  // while: the arguments of all regions go with its results
  llvm::MutableArrayRef<mlir::Region> returning; // regions whose returned values become the results
};

/// The block arguments of the op's region are its operands, and have no sharding of their own.
template <class Op>
struct ArgumentsAreOperands : mlir::OpTrait::TraitBase<Op, ArgumentsAreOperands> {};

/// The result is the operand with its dims permuted: dim i of the result is dim permutation[i] of
/// the operand. `permutation` is a DenseI64ArrayAttr.
template <class Op> struct PermutesDims : mlir::OpTrait::TraitBase<Op, PermutesDims> {};

/// The result has the elements of the operand in the same row-major order. The two types alone say
/// what the op does.
template <class Op> struct KeepsElementOrder : mlir::OpTrait::TraitBase<Op, KeepsElementOrder> {};

} // namespace spmd::sdy

#include "dialects/sdy/interfaces.h.inc"
