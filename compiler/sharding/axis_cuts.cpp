// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the cuts of each axis sorted (axis_cuts.h). An axis of size 1 has the one cut 1, and no
// parts.
#include "compiler/sharding/axis_cuts.h"
#include "llvm/ADT/STLExtras.h"

namespace spmd {

AxisCuts::AxisCuts(sdy::MeshAttr mesh) {
  for (sdy::MeshAxisAttr axis : mesh.getAxes())
    if (axis.getSize() == 1)
      cuts.push_back({1});
    else
      cuts.push_back({1, axis.getSize()});
}

AxisList AxisCuts::parts() const {
  AxisList out;
  for (auto [axis, points] : llvm::enumerate(cuts))
    for (size_t i = 0; i + 1 < points.size(); ++i)
      out.push_back({int32_t(axis), int32_t(points[i]), int32_t(points[i + 1] / points[i])});
  return out;
}

std::optional<int64_t> AxisCuts::conflict(size_t axis, int64_t pre) const {
  for (int64_t other : cuts[axis])
    if (pre % other && other % pre)
      return other;
  return std::nullopt;
}

// The two ends of a part always nest with each other.
std::optional<int64_t> AxisCuts::conflict(Axis part) const {
  std::optional<int64_t> other = conflict(part.index, part.pre);
  return other ? other : conflict(part.index, part.end());
}

bool AxisCuts::cutAt(size_t axis, int64_t pre) {
  if (llvm::is_contained(cuts[axis], pre) || conflict(axis, pre))
    return false;
  cuts[axis].insert(llvm::lower_bound(cuts[axis], pre), pre);
  return true;
}

std::optional<int64_t> AxisCuts::cut(Axis part) {
  if (std::optional<int64_t> other = conflict(part))
    return other;
  cutAt(part.index, part.pre);
  cutAt(part.index, part.end());
  return std::nullopt;
}

} // namespace spmd
