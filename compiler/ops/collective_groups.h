// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which devices a collective of the program joins. Replica groups list replicas, partitions, or
// devices (StableHLO specification, "Collective ops").
#pragma once
#include "compiler/ops/eval.h"

namespace spmd::ops {

/// What the ids in replica groups count.
enum class GroupMode { CrossReplica, CrossPartition, CrossReplicaAndPartition, FlattenedIds };

/// The mode of an op, by its channel and `use_global_device_ids` as in the specification.
template <class Op> GroupMode modeOf(Op op) {
  auto channel = op.getChannelHandle();
  bool hasChannel = channel && channel->getHandle() > 0;
  if constexpr (requires { op.getUseGlobalDeviceIds(); }) {
    if (op.getUseGlobalDeviceIds())
      return GroupMode::FlattenedIds;
    return hasChannel ? GroupMode::CrossReplicaAndPartition : GroupMode::CrossReplica;
  } else {
    return hasChannel ? GroupMode::CrossPartition : GroupMode::CrossReplica;
  }
}

/// Returns how many ids the mode counts.
int64_t idCount(GroupMode mode, DevicePlace place);
/// Returns the devices (flattened ids) of a group of ids, as the device at `place` sees it.
llvm::SmallVector<int64_t> devicesOf(GroupMode mode, llvm::ArrayRef<int64_t> ids,
                                     DevicePlace place);
/// The group of this device as flattened ids; empty if it is in none.
llvm::Expected<llvm::SmallVector<int64_t>> groupOf(mlir::Operation *op, mlir::Attribute groups,
                                                   GroupMode mode, DevicePlace place);

// In the body of a manual computation, the author decides along manual axes what each device holds.
// Along free axes every device must hold the whole value, as the author wrote it, so nothing may be
// sharded where a group spans a free axis.

/// Whether the members of each group differ only along manual axes of the computations around `op`.
/// `groups` are replica groups or source-target pairs. False outside of manual computations.
///   <["a"=2, "b"=2]>, manual a:   [[0, 2], [1, 3]] -> true   [[0, 1], [2, 3]] -> false
bool joinsAlongManualAxes(mlir::Operation *op, mlir::Attribute groups);

/// The ids that chains of (source, target) pairs connect with `own` in either direction, in order.
/// Ids from `count` on do not exist.
///   (0, 1) (1, 0) (2, 3), own 1 -> 0, 1        own 4 -> 4
llvm::SmallVector<int64_t> joinedBy(llvm::ArrayRef<int64_t> pairs, int64_t own, int64_t count);

} // namespace spmd::ops
