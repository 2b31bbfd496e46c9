// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which devices form a collective's group, as the reference interpreter needs it. Replica groups
// list replicas, partitions, or devices (StableHLO specification, "Collective ops").
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

} // namespace spmd::ops
