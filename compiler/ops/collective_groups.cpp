// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Translates ids of replica groups into devices in the four modes.
#include "compiler/ops/collective_groups.h"
#include "dialects/stablehlo/groups.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {

/// The flattened ids of the devices in a group of ids, as the device at `place` sees it.
SmallVector<int64_t> devicesOf(GroupMode mode, llvm::ArrayRef<int64_t> ids, DevicePlace place) {
  SmallVector<int64_t> devices;
  // Device ids count partitions fastest.
  auto flat = [&](int64_t r, int64_t p) { return r * place.partitions + p; };
  switch (mode) {
  case GroupMode::CrossReplica:
    for (int64_t r : ids)
      devices.push_back(flat(r, place.partition));
    break;
  case GroupMode::CrossPartition:
    for (int64_t p : ids)
      devices.push_back(flat(place.replica, p));
    break;
  // All partitions of the listed replicas.
  case GroupMode::CrossReplicaAndPartition:
    for (int64_t p = 0; p < place.partitions; ++p)
      for (int64_t r : ids)
        devices.push_back(flat(r, p));
    break;
  case GroupMode::FlattenedIds:
    devices.append(ids.begin(), ids.end());
    break;
  }
  return devices;
}

/// The number of ids in the mode.
int64_t idCount(GroupMode mode, DevicePlace place) {
  switch (mode) {
  case GroupMode::CrossPartition:
    return place.partitions;
  case GroupMode::FlattenedIds:
    return place.replicas * place.partitions;
  default:
    return place.replicas;
  }
}

// Without lists, all ids form one group.
llvm::Expected<SmallVector<int64_t>> groupOf(Operation *op, Attribute groups, GroupMode mode,
                                             DevicePlace place) {
  SymbolTableCollection symbols;
  auto lists = listGroups(op, groups, symbols);
  if (!lists)
    return opError(op, "has replica groups over a mesh that is not known");
  if (lists->empty()) // one group of all ids
    lists->push_back(llvm::to_vector(llvm::seq<int64_t>(0, idCount(mode, place))));
  // Each list is translated from the view of this device.
  for (llvm::ArrayRef<int64_t> ids : *lists) {
    SmallVector<int64_t> devices = devicesOf(mode, ids, place);
    if (llvm::is_contained(devices, place.id()))
      return devices;
  }
  return SmallVector<int64_t>();
}

} // namespace spmd::ops
