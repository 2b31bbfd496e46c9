// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the arithmetic on device numbers; device_groups.h shows it by example. A device number
// is a mixed-radix number whose digits are the positions along the axes.
#include "dialects/device_groups.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <algorithm>

namespace spmd {

namespace {

/// The number of positions that the digits can count.
int64_t positionCount(llvm::ArrayRef<DeviceGroups::Digit> digits) {
  int64_t result = 1;
  for (DeviceGroups::Digit digit : digits)
    result *= digit.size;
  return result;
}

/// The logical number of a position along the digits, the last digit minor: digits {2, stride 2},
/// {2, stride 1} and position 2 = (1, 0) -> 2.
int64_t offset(llvm::ArrayRef<DeviceGroups::Digit> digits, int64_t position) {
  int64_t result = 0;
  for (DeviceGroups::Digit digit : llvm::reverse(digits)) {
    result += position % digit.size * digit.stride;
    position /= digit.size;
  }
  return result;
}

} // namespace

AxisList MeshGrid::axes() const {
  AxisList all;
  for (auto [index, size] : llvm::enumerate(sizes))
    all.push_back({int32_t(index), 1, int32_t(size)});
  return all;
}

/// The inverse of device(): the place of the device in device_ids.
int64_t MeshGrid::logical(int64_t device) const {
  return deviceIds.empty()
             ? device
             : std::find(deviceIds.begin(), deviceIds.end(), device) - deviceIds.begin();
}

/// On x=2, y=4: stride(x) = 4, stride(y:(1)2) = 2, stride(y:(2)2) = 1.
int64_t MeshGrid::stride(Axis axis) const {
  int64_t stride = sizes[axis.index] / axis.end();
  for (size_t minor = axis.index + 1; minor < sizes.size(); ++minor)
    stride *= sizes[minor];
  return stride;
}

/// On x=2, y=4, logical number 6 = (1, 2): position along {y, x} = 2 * 2 + 1 = 5.
int64_t MeshGrid::position(int64_t logical, llvm::ArrayRef<Axis> axes) const {
  int64_t position = 0;
  for (Axis axis : axes)
    position = position * axis.size + coordinate(logical, axis);
  return position;
}

/// `axes` become the digits within a group in their order, which fixes the positions in the group.
DeviceGroups::DeviceGroups(const MeshGrid &grid, llvm::ArrayRef<Axis> axes) : grid(&grid) {
  auto digit = [&](Axis axis) { return Digit{axis.size, grid.stride(axis)}; };
  inner = llvm::map_to_vector<4>(axes, digit);
  outer = llvm::map_to_vector<4>(subtractAxes(grid.axes(), axes), digit);
}

int64_t DeviceGroups::groupSize() const { return positionCount(inner); }
int64_t DeviceGroups::groupCount() const { return positionCount(outer); }

/// The logical numbers of the group and of the position add up, because they use different axes.
int64_t DeviceGroups::device(int64_t group, int64_t position) const {
  return grid->device(offset(outer, group) + offset(inner, position));
}

/// The only function here whose cost grows with the number of devices.
llvm::SmallVector<llvm::SmallVector<int64_t>> DeviceGroups::list() const {
  llvm::SmallVector<llvm::SmallVector<int64_t>> groups(groupCount());
  for (auto [g, group] : llvm::enumerate(groups))
    for (int64_t p = 0, size = groupSize(); p < size; ++p)
      group.push_back(device(g, p));
  return groups;
}

} // namespace spmd
