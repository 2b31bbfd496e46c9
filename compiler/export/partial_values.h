// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inserts the collectives that make partial values whole, and whole values partial. A value is
// partial along some axes if each device of these axes holds a summand of it (or a candidate for
// its maximum). Separate from insert_explicit_reshards.cpp, which decides where such collectives
// are needed.
#pragma once
#include "dialects/sdy/sdy.h"

namespace spmd {

/// The axes along which a value of this sharding is partial; none without a sharding.
inline llvm::ArrayRef<sdy::AxisRefAttr> unreducedAxes(sdy::TensorShardingAttr sharding) {
  return sharding ? sharding.getUnreducedAxes() : llvm::ArrayRef<sdy::AxisRefAttr>();
}
/// The unreduced axes of `to` that `value` can have, too. Different meshes have no axes in common.
llvm::ArrayRef<sdy::AxisRefAttr> unreducedAxes(sdy::TensorShardingAttr to, mlir::Value value);

/// Where a collective is inserted: before the user, or right behind the definition of the value.
enum class At { Use, Definition };

/// Reduces the unreduced axes of an operand that its user does not pass on. Every use gets its own
/// collective. Returns whether there were such axes.
///   negate {[{}], unreduced={"a", "b"}} -> {[{}], unreduced={"b"}}: all_reduce {"a"}
bool reduceOperand(mlir::OpOperand &operand, llvm::ArrayRef<sdy::AxisRefAttr> passedOn, At at);

/// Makes a value partial along the axes that are unreduced in `target` but not in the value. An
/// axis at the end of a dim that the target has on no dim turns shards into parts
/// (sharded_to_unreduced). Along the other axes, one device keeps the value and the rest gets zeros
/// (replicated_to_unreduced). `from` is the sharding of the value. Returns null if there are no
/// such axes.
///   {[{"c"}, {"a"}]} -> {[{"c"}, {}], unreduced={"a"}}: sharded_to_unreduced [{}, {"a"}]
///   {[{"a"}, {}]} -> {[{"b"}, {}], unreduced={"a"}}: reshard [{"b"}, {}], then
///                                                   replicated_to_unreduced {"a"}
mlir::Value makePartial(mlir::OpBuilder &b, mlir::Value value, sdy::TensorShardingAttr from,
                        sdy::TensorShardingAttr target);

/// Reduces a result along `axes` right behind its op; the axes along which the result is annotated
/// as partial stay.
///   dot [{}, {"c"}], [{"c"}, {}] -> {[{}, {}], unreduced={"a"}}:
///       all_reduce {"c"} -> {[{}, {}], unreduced={"a"}}
/// Returns whether it inserted a collective. It inserts none if a dim of the result has one of the
/// axes. `sharding` is that of the result; without a `kind` it tells the reduction, too.
bool reducePartialSums(mlir::OpResult result, llvm::SmallVector<sdy::AxisRefAttr> axes,
                       sdy::TensorShardingAttr sharding,
                       std::optional<sdy::ReductionKind> kind = std::nullopt);

} // namespace spmd
