// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the groups of devices along axes. The expected groups are those that jaxlib's
// sdy-convert-global-to-local writes for the same meshes.
#include "dialects/device_groups.h"
#include <gtest/gtest.h>

namespace spmd {
namespace {

using Groups = llvm::SmallVector<llvm::SmallVector<int64_t>>;
constexpr Axis x{0, 1, 2}, y{1, 1, 2};

/// The first axis is major, so the groups of {y, x} list all x of y=0 first.
TEST(DeviceGroups, OfTwoByTwo) {
  MeshGrid grid({2, 2});
  EXPECT_EQ(DeviceGroups(grid, {x}).list(), (Groups{{0, 2}, {1, 3}}));
  EXPECT_EQ(DeviceGroups(grid, {y}).list(), (Groups{{0, 1}, {2, 3}}));
  EXPECT_EQ(DeviceGroups(grid, {y, x}).list(), (Groups{{0, 2, 1, 3}}));
  EXPECT_EQ(DeviceGroups(grid, {}).list(), (Groups{{0}, {1}, {2}, {3}}));
}

/// Device 3 has the logical number 0, device 0 the logical number 3.
TEST(DeviceGroups, FollowTheDeviceOrder) {
  MeshGrid grid({2, 2}, {3, 2, 1, 0});
  EXPECT_EQ(DeviceGroups(grid, {x}).list(), (Groups{{3, 1}, {2, 0}}));
  EXPECT_EQ(grid.logical(3), 0);
}

/// x:(2)2 of x=8 is the middle bit of the device number.
TEST(DeviceGroups, OfPartsOfAnAxis) {
  MeshGrid grid({8});
  EXPECT_EQ(DeviceGroups(grid, {{0, 2, 2}}).list(), (Groups{{0, 2}, {1, 3}, {4, 6}, {5, 7}}));
}

TEST(MeshGrid, PositionAlongAxes) {
  MeshGrid grid({2, 4});
  // Device 6 stands at x=1, y=2.
  EXPECT_EQ(grid.coordinate(6, {0, 1, 2}), 1);
  EXPECT_EQ(grid.coordinate(6, {1, 1, 4}), 2);
  EXPECT_EQ(grid.position(6, {{1, 1, 4}, {0, 1, 2}}), 5);
  EXPECT_EQ(grid.coordinate(6, {1, 1, 2}), 1);
}

} // namespace
} // namespace spmd
