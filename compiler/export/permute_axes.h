// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides about the collective_permute of a chain of collectives: whether it is needed, and which
// axes it leaves on each dim. Separate from reshard_chain.cpp because it is its hardest step.
#pragma once
#include "compiler/export/remaining_axes.h"

namespace spmd {

/// Whether the other steps alone would do badly. A permute is needed if
///   an axis is at hand on a dim that wants one instead:     [{a}] -> [{b}]
///   an axis to gather can pay for an axis that is missing:  [{a}, {}] -> [{}, {b}] without room
///   axes for one target are out of order or interleaved:    [{a, b}, {}] -> [{}, {b, a}]
///   an axis to gather is behind one that moves away:        [{a, b}, {}] -> [{}, {a}]
///   an axis of this dim is behind others:                   [{a, b}] -> [{b}] for sizes 3 and 2
bool needsPermute(const RemainingAxes &axes);

/// The axes of each dim (in place of axes.in) after the permute. Every dim has as many shards as
/// before. Per dim, from major to minor: axes that are wanted there, axes to gather that come from
/// other dims, axes to gather that were on the dim, axes that move on to other dims. May split axes
/// of `axes`. Returns nothing if no such lists are found, as the sizes do not divide.
///   [{a, b}, {}] -> [{b}, {a}]: [{b, a}, {}]
///   [{x}] -> [{y}] for x of 4 and y of 2: [{y, x:(2)2}]
std::optional<DimAxes> permutedAxes(RemainingAxes &axes);

} // namespace spmd
