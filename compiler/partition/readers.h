// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks ahead at the ops that read a value which is still a partial sum. insert-reshards decides op
// by op; what comes behind tells whether to sum up at once or later.
#pragma once
#include "compiler/placement/atoms.h"
#include "compiler/placement/reshard_planner.h"

namespace spmd {

/// Whether an op other than `reader` will ask for the sum of `value`, partial over `partial`, on
/// every device, as far as the placements tell that propagation gave to results. Other reductions
/// do not ask.
bool isWantedWhole(const AtomTable &atoms, mlir::Value value, llvm::ArrayRef<int> partial,
                   mlir::Operation *reader);

/// Whether a reader may have use for a value in parts rather than as a whole: a matmul or a
/// reduction takes parts of a sum, and two partial sums that are added up are one sum to send.
/// Looks through ops that pass partial sums on.
bool mayTakeParts(mlir::Value value);

/// Whether all readers make less than half as many elements of the value, at once or behind ops
/// that keep its size, so that nobody needs it whole for its own sake.
///   %h = gelu(x @ w), read by h @ head, of one column   ->   true
bool isMadeSmaller(mlir::Value value);

/// Whether a value will be a partial sum over an axis, as far as the placements tell that
/// propagation gave to the operands of matmuls and reductions.
bool isPartialOver(const AtomTable &atoms, mlir::Value value, int axis);

/// The cost of summing up a value that is made as `made`, partial over some axes, at the cheapest:
/// at once, or behind linear ops that are its only readers, one behind the other. Where sums over
/// the same axes are added up, each is charged its part, since they are sent as one. `manual` are
/// the axes of the manual computations around the value.
///   dot [128, 128] partial, reduce to [128]   ->   an all_reduce of 128 elements
double costOfSum(const AtomTable &atoms, ReshardPlanner &planner, mlir::Value value, Placement made,
                 llvm::ArrayRef<int> manual);

} // namespace spmd
