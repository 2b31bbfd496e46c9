// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans the chain of collectives that takes a value from one sharding to another on the same
// devices. Separate from reshard_to_collectives.cpp because the plan is a pure function of lists of
// axes: it knows no attributes and writes no ops.
#pragma once
#include "dialects/axis.h"
#include <cstdint>
#include <vector>

namespace spmd {

/// The axes of each dim, major first.
using DimAxes = llvm::SmallVector<AxisList, 4>;

/// One collective of a chain.
struct ChainStep {
  enum Kind { Slice, Permute, AllToAll, Gather };
  Kind kind;
  /// The axes that each dim gains (Slice) or loses (AllToAll, Gather); empty lists for Permute.
  DimAxes axes;
  /// The axes of each dim afterwards, with consecutive parts merged.
  DimAxes after;
  /// The dims between which an AllToAll moves its axes.
  int64_t source = 0, target = 0;
};

/// Plans the chain from `from` to `to` for a value of this shape. It slices first, while shards are
/// large, and gathers last, so that no step holds more than the larger of both ends where this is
/// possible. `reorderDevices` says that the two meshes number their devices differently, which
/// takes a collective_permute in any case.
///   [{a, b}, {}] -> [{b}, {a}]: Permute to [{b, a}, {}], AllToAll a from dim 0 to dim 1
std::vector<ChainStep> planReshardChain(llvm::ArrayRef<int64_t> shape, const DimAxes &from,
                                        const DimAxes &to, bool reorderDevices);

} // namespace spmd
