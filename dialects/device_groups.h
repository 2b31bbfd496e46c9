// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes where devices stand in a mesh and which devices form groups along a set of axes. All
// answers are closed formulas: no cost grows with the number of devices until a caller asks for the
// list of groups. Axes count row-major, the first is major; device_ids reorders the devices.
//
// On x=2, y=2: axes {x} join (0, 2) and (1, 3); {y} join (0, 1) and (2, 3); {y, x} join (0, 2, 1,
// 3).
#pragma once
#include "dialects/axis.h"

namespace spmd {

/// A mesh as the sizes of its axes, for arithmetic on device numbers. The logical number of a
/// device is its row-major position in the mesh.
struct MeshGrid {
  llvm::SmallVector<int64_t, 4> sizes;  // size of each axis
  llvm::SmallVector<int64_t> deviceIds; // device at each logical number; empty: the number itself

  explicit MeshGrid(llvm::ArrayRef<int64_t> sizes, llvm::ArrayRef<int64_t> deviceIds = {})
      : sizes(sizes), deviceIds(deviceIds) {}

  /// All axes of the mesh, whole.
  AxisList axes() const;
  int64_t deviceCount() const { return shardCount(axes()); }
  int64_t device(int64_t logical) const { return deviceIds.empty() ? logical : deviceIds[logical]; }
  int64_t logical(int64_t device) const;
  /// The difference between the logical numbers of neighbours along the axis part: the product of
  /// all sizes that are more minor.
  int64_t stride(Axis axis) const;
  /// The position along an axis part: (logical / stride) mod size.
  int64_t coordinate(int64_t logical, Axis axis) const {
    return logical / stride(axis) % axis.size;
  }
  /// The position along a list of axes, the first one major. It is the number of the shard of a dim
  /// that the device holds.
  int64_t position(int64_t logical, llvm::ArrayRef<Axis> axes) const;
};

/// The groups of devices that differ only along some axes. The position of a device in its group is
/// its position along these axes.
struct DeviceGroups {
  struct Digit { // an axis part: `size` positions whose logical numbers are `stride` apart
    int64_t size, stride;
  };
  llvm::SmallVector<Digit, 4> inner; // positions within a group, the first digit major
  llvm::SmallVector<Digit, 4> outer; // numbers of groups, the first digit major
  const MeshGrid *grid;

  /// No two of the axes overlap.
  DeviceGroups(const MeshGrid &grid, llvm::ArrayRef<Axis> axes);
  int64_t groupSize() const;
  int64_t groupCount() const;
  /// The device at a position of a group.
  int64_t device(int64_t group, int64_t position) const;
  /// One row per group, in the form of StableHLO's replica_groups.
  llvm::SmallVector<llvm::SmallVector<int64_t>> list() const;
};

} // namespace spmd
