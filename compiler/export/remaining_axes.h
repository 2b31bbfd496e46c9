// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a chain of collectives still has to change: the axes of each dim that the value has now and
// that it is to have, without the axes that are in place already. Separate from reshard_chain.h
// because its steps share it.
#pragma once
#include "compiler/export/reshard_chain.h"

namespace spmd {

struct RemainingAxes {
  DimAxes done; // per dim: the leading axes that are in place
  DimAxes in;   // per dim: the axes behind them now
  DimAxes out;  // per dim: the axes behind them at the end

  struct Place {
    size_t dim, index;
  };

  /// Cuts the axes of both ends at each other's bounds, so that two of them are equal or disjoint
  /// wherever they can coexist: x against x:(2)2 of x=8 becomes x:(1)2, x:(2)2, x:(4)2.
  RemainingAxes(const DimAxes &from, const DimAxes &to);

  size_t rank() const { return in.size(); }
  bool isEmpty() const;
  /// Where an axis is wanted; nothing for an axis that is to be gathered.
  std::optional<Place> wantedAt(Axis axis) const;
  bool isWanted(Axis axis) const { return wantedAt(axis).has_value(); }
  /// Whether the value is not sharded by the axis now.
  bool isFree(Axis axis) const;
  /// Splits an axis in all lists into its leading part of this size and the rest.
  void split(Axis axis, int64_t size);
  /// Moves the axes that both ends begin with to `done`.
  void dropCommonPrefixes();
  /// The axes of each dim now, with consecutive parts merged.
  DimAxes current() const;
};

/// The leading part of an axis.
inline Axis headOf(Axis axis, int64_t size) {
  return {axis.index, axis.pre, static_cast<int32_t>(size)};
}
/// How much of an axis a place with room for `room` shards takes: all of it if its size divides the
/// room, a leading part that fills the room if the room divides its size, otherwise nothing (1).
int64_t fittingSize(Axis axis, int64_t room);

std::optional<RemainingAxes::Place> placeOf(const DimAxes &dims, Axis axis);

} // namespace spmd
