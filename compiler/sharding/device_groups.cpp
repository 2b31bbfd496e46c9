// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Coordinates of devices and groups of devices.
#include "compiler/sharding/device_groups.h"
#include <algorithm>
#include <numeric>

using namespace mlir;

namespace spmd {

namespace {

int64_t product(ArrayRef<DeviceGroups::Digit> digits) {
  int64_t result = 1;
  for (DeviceGroups::Digit digit : digits)
    result *= digit.size;
  return result;
}

/// The logical number of a position whose digits these are, the last one minor.
int64_t offset(ArrayRef<DeviceGroups::Digit> digits, int64_t position) {
  int64_t result = 0;
  for (DeviceGroups::Digit digit : llvm::reverse(digits)) {
    result += position % digit.size * digit.stride;
    position /= digit.size;
  }
  return result;
}

} // namespace

MeshGrid::MeshGrid(sdy::MeshAttr mesh) : deviceIds(mesh.getDeviceIds()) {
  for (sdy::MeshAxisAttr axis : mesh.getAxes())
    sizes.push_back(axis.getSize());
}

int64_t MeshGrid::deviceCount() const {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t(1), std::multiplies<>());
}

int64_t MeshGrid::logical(int64_t device) const {
  return deviceIds.empty()
             ? device
             : std::find(deviceIds.begin(), deviceIds.end(), device) - deviceIds.begin();
}

int64_t MeshGrid::stride(Axis axis) const {
  int64_t stride = sizes[axis.index] / axis.end();
  for (size_t minor = axis.index + 1; minor < sizes.size(); ++minor)
    stride *= sizes[minor];
  return stride;
}

int64_t MeshGrid::position(int64_t logical, ArrayRef<Axis> axes) const {
  int64_t position = 0;
  for (Axis axis : axes)
    position = position * axis.size + coordinate(logical, axis);
  return position;
}

AxisList complementAxes(const MeshGrid &grid, ArrayRef<Axis> axes) {
  AxisList taken = sortedMerged(axes), rest;
  const Axis *next = taken.begin();
  for (auto [index, size] : llvm::enumerate(grid.sizes)) {
    int32_t axis = index, begin = 1;
    for (; next != taken.end() && next->index == axis; begin = next->end(), ++next)
      if (begin < next->pre)
        rest.push_back({axis, begin, next->pre / begin});
    if (begin < size)
      rest.push_back({axis, begin, static_cast<int32_t>(size / begin)});
  }
  return rest;
}

DeviceGroups::DeviceGroups(const MeshGrid &grid, ArrayRef<Axis> axes) : grid(&grid) {
  auto digit = [&](Axis axis) { return Digit{axis.size, grid.stride(axis)}; };
  inner = llvm::map_to_vector<4>(axes, digit);
  outer = llvm::map_to_vector<4>(complementAxes(grid, axes), digit);
}

int64_t DeviceGroups::groupSize() const { return product(inner); }
int64_t DeviceGroups::groupCount() const { return product(outer); }

int64_t DeviceGroups::device(int64_t group, int64_t position) const {
  return grid->device(offset(outer, group) + offset(inner, position));
}

SmallVector<SmallVector<int64_t>> DeviceGroups::list() const {
  SmallVector<SmallVector<int64_t>> groups(groupCount());
  for (auto [g, group] : llvm::enumerate(groups))
    for (int64_t p = 0, size = groupSize(); p < size; ++p)
      group.push_back(device(g, p));
  return groups;
}

} // namespace spmd
