// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the axes of a mesh are cut into parts. All cuts of an axis nest: of two numbers of parts
// after which it is cut, one divides the other. An axis of 12 that is cut after 2 may be cut after
// 4, too, but not after 3. Meshes are matched, borders fitted and atoms numbered by it.
#pragma once
#include "dialects/sdy/sdy.h"

namespace spmd {

class AxisCuts {
public:
  AxisCuts() = default;
  /// The cuts of whole axes: at 1 and at the end of each.
  explicit AxisCuts(sdy::MeshAttr mesh);

  /// The sorted numbers of parts after which an axis is cut, 1 and its size included.
  llvm::ArrayRef<int64_t> of(size_t axis) const { return cuts[axis]; }
  /// The parts between the cuts: axis by axis, the major one first.
  AxisList parts() const;

  /// A cut of the axis that does not nest with one after `pre` parts.
  std::optional<int64_t> conflict(size_t axis, int64_t pre) const;
  /// The same for both ends of a part.
  std::optional<int64_t> conflict(Axis part) const;
  /// Cuts an axis after `pre` parts, unless that does not nest. Returns whether the cut is new.
  bool cutAt(size_t axis, int64_t pre);
  /// Cuts at both ends of a part, or nowhere: then it returns the cut that does not nest.
  ///   x=12 cut after 2: x:(4)3 -> cut after 4    x:(3)2 -> 2
  std::optional<int64_t> cut(Axis part);

private:
  llvm::SmallVector<llvm::SmallVector<int64_t, 4>, 4> cuts;
};

} // namespace spmd
