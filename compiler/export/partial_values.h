// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values that are partial along some axes: each device has a summand (or a candidate for the
// maximum), and a collective makes them whole.
#pragma once
#include "dialects/sdy/sdy.h"

namespace spmd {

enum class At { Use, Definition };

/// Unreduced axes that the user does not pass on are reduced before it, for every use anew.
///   negate {[{}], unreduced={"a", "b"}} -> {[{}], unreduced={"b"}}: all_reduce {"a"}
/// Returns whether there were any.
bool reduceOperand(mlir::OpOperand &operand, llvm::ArrayRef<sdy::AxisRefAttr> passedOn, At at);

/// Takes a value to a target that is unreduced along axes that it is not: axes at the end of a dim
/// that are on no dim of the target turn from shards to parts, along the others one device keeps
/// the value and the rest gets zeros. Null where there are no such axes.
///   {[{"c"}, {"a"}]} -> {[{"c"}, {}], unreduced={"a"}}: sharded_to_unreduced [{}, {"a"}]
///   {[{"a"}, {}]} -> {[{"b"}, {}], unreduced={"a"}}: reshard [{"b"}, {}], then
///                                                   replicated_to_unreduced {"a"}
mlir::Value makePartial(mlir::OpBuilder &b, mlir::Value value, sdy::TensorShardingAttr target);

/// A result that is partial as annotated, and along `axes` besides, is reduced along these at once.
///   dot [{}, {"c"}], [{"c"}, {}] -> {[{}, {}], unreduced={"a"}}:
///       all_reduce {"c"} -> {[{}, {}], unreduced={"a"}}
/// Returns whether there was anything to reduce: nothing along axes that the result's dims have.
bool reducePartialSums(mlir::OpResult result, llvm::SmallVector<sdy::AxisRefAttr> axes);

} // namespace spmd
