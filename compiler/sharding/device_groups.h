// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where devices stand in a mesh, and which devices a set of axes joins, in closed form: nothing
// here grows with the number of devices until somebody asks for the list. Axes count row-major, the
// first is major; device_ids reorders.
//
// On x=2, y=2: axes {x} join (0, 2) and (1, 3); {y} join (0, 1) and (2, 3); {y, x} join (0, 2, 1,
// 3).
#pragma once
#include "compiler/sharding/shardings.h"

namespace spmd {

/// A mesh by its sizes, for arithmetic on device numbers. Logical numbers count the mesh row-major.
struct MeshGrid {
  llvm::SmallVector<int64_t, 4> sizes;  // of each axis
  llvm::SmallVector<int64_t> deviceIds; // device at each logical number; empty: the number itself

  explicit MeshGrid(sdy::MeshAttr mesh);
  explicit MeshGrid(llvm::ArrayRef<int64_t> sizes) : sizes(sizes) {}

  int64_t deviceCount() const;
  int64_t device(int64_t logical) const { return deviceIds.empty() ? logical : deviceIds[logical]; }
  int64_t logical(int64_t device) const;
  /// Logical numbers of neighbours along the axis part differ by this: the product of everything
  /// more minor.
  int64_t stride(Axis axis) const;
  /// Position along an axis part: (logical / stride) mod size.
  int64_t coordinate(int64_t logical, Axis axis) const {
    return logical / stride(axis) % axis.size;
  }
  /// Position along a list of axes, the first major: the number of the shard that the device holds
  /// of a dim.
  int64_t position(int64_t logical, llvm::ArrayRef<Axis> axes) const;
};

/// The devices that differ only along some axes form a group; the position in the group is the
/// position along them.
struct DeviceGroups {
  struct Digit { // one axis part: `stride` logical numbers apart, `size` of them
    int64_t size, stride;
  };
  llvm::SmallVector<Digit, 4> inner; // within a group, the first major
  llvm::SmallVector<Digit, 4> outer; // from group to group
  const MeshGrid *grid;

  DeviceGroups(const MeshGrid &grid, llvm::ArrayRef<Axis> axes);
  int64_t groupSize() const;
  int64_t groupCount() const;
  /// The device at a position of a group.
  int64_t device(int64_t group, int64_t position) const;
  /// One row per group, as replica_groups lists them.
  llvm::SmallVector<llvm::SmallVector<int64_t>> list() const;
};

/// The axes and parts of axes that `axes` leaves over, in mesh order.
AxisList complementAxes(const MeshGrid &grid, llvm::ArrayRef<Axis> axes);

} // namespace spmd
