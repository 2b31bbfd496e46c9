// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides which values that loops carry stay partial sums until the loop has ended. A loop that
// only adds to a value, as gradient accumulation does, then sends one sum instead of one in every
// trip. Apart from insert_reshards.cpp, which decides op by op and cannot see that a carried value
// has no other use.
#pragma once
#include "compiler/placement/atoms.h"
#include "compiler/placement/reshard_planner.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spmd {

/// Marks carried values as unreduced, and with them all values on the way from the ops that make
/// partial sums, so that insert-reshards leaves them partial. A group of carried values is marked
/// if
///   - everything that flows into them is zero or a partial sum over the same axes, passed on by
///     linear ops only,
///   - inside the loops nothing else reads these sums,
///   - summing up behind the outermost loop sends fewer bytes than summing up in its trips,
///   - no device holds more bytes of the carried values than before, or all sums of the outermost
///     loop together take no more bytes than what its ops gather of values from outside. A loop
///     that holds whole weights may hold whole gradients; one that gathers one layer at a time may
///     not.
///   while: %acc' = %acc + dot(%x, %dy), contracted along "data"
///   -> %acc is unreduced={"data"}, and one all_reduce follows the loop
void deferSums(mlir::func::FuncOp func, const AtomTable &atoms, ReshardPlans &plans);

} // namespace spmd
