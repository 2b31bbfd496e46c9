// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an index such as x[{_, 0, slice(1, 5), ids}] means: one strided slice of the operand, and
// positions of a tensor along some dims of the slice. Reads and updates share it.
#pragma once
#include "compiler/frontend/trace/apply.h"

namespace spmd {
inline namespace frontend {

/// A slice along each dim that all items of an index together make.
struct SlicePlan {
  Sizes begins, ends, steps; // per dim of the operand
  Sizes reversed;            // dims of the operand that a negative step reverses
  Sizes shape;               // of the sliced part, in which dims of ids are still whole
  Sizes idsDims;             // dims of the part for which tensors of positions stand
};

/// Goes through the items, which stand for the operand's dims from the left. `type` stands in
/// messages.
SlicePlan planOf(Emitter &e, const Index &index, llvm::ArrayRef<int64_t> dims,
                 const std::string &type);
/// Whether the plan takes all elements in their order.
bool isWhole(const SlicePlan &plan, llvm::ArrayRef<int64_t> dims);
/// The part of the operand: one slice, one reverse, one reshape, each only where it changes
/// something.
mlir::Value sliced(Emitter &e, mlir::Value value, const SlicePlan &plan);

/// All that a plan depends on, beside the operand's type. Tensors are operands.
std::vector<int64_t> keyOf(const Index &index);
/// The tensors of positions among the items, as operands of an op.
std::vector<Operand> tensorsOf(const Index &index);

/// Tensors of positions along dims `dims` of a tensor, as one tensor of index vectors: they meet in
/// one shape S, and the result is [S, number of dims]. Negative positions count from the end.
/// Refuses what is no integer.
mlir::Value indexVectors(Emitter &e, llvm::StringRef name, llvm::ArrayRef<Term> ids,
                         mlir::Value operand, llvm::ArrayRef<int64_t> dims);
/// Refuses tensors that are no positions.
void checkPositions(Emitter &e, llvm::StringRef name, const Term &ids);

} // namespace frontend
} // namespace spmd
