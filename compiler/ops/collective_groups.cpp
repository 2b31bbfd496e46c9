// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Translates ids of replica groups into devices in the four modes, and compares the groups with the
// free axes of the mesh.
#include "compiler/ops/collective_groups.h"
#include "dialects/sdy/axes.h"
#include "dialects/stablehlo/groups.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {

/// The flattened ids of the devices in a group of ids, as the device at `place` sees it. Device ids
/// count partitions fastest.
SmallVector<int64_t> devicesOf(GroupMode mode, ArrayRef<int64_t> ids, DevicePlace place) {
  if (mode == GroupMode::FlattenedIds)
    return SmallVector<int64_t>(ids);
  // All partitions of the listed replicas, or this device's one.
  bool isOfAll = mode == GroupMode::CrossReplicaAndPartition;
  SmallVector<int64_t> devices;
  for (int64_t p = isOfAll ? 0 : place.partition;
       p < (isOfAll ? place.partitions : place.partition + 1); ++p)
    for (int64_t id : ids)
      devices.push_back(mode == GroupMode::CrossPartition ? place.replica * place.partitions + id
                                                          : id * place.partitions + p);
  return devices;
}

int64_t idCount(GroupMode mode, DevicePlace place) {
  return mode == GroupMode::CrossPartition ? place.partitions
         : mode == GroupMode::FlattenedIds ? place.replicas * place.partitions
                                           : place.replicas;
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
  for (ArrayRef<int64_t> ids : *lists) {
    SmallVector<int64_t> devices = devicesOf(mode, ids, place);
    if (llvm::is_contained(devices, place.id()))
      return devices;
  }
  return SmallVector<int64_t>();
}

// Two devices differ only along manual axes if they have the same position along all free axes.
bool joinsAlongManualAxes(Operation *op, Attribute groups) {
  sdy::MeshAttr mesh;
  llvm::SmallDenseSet<StringAttr> manual;
  for (auto around = op->getParentOfType<sdy::ManualComputationOp>(); around;
       around = around->getParentOfType<sdy::ManualComputationOp>()) {
    // Manual axes of all enclosing manual computations count.
    manual.insert(around.getManualAxes().begin(), around.getManualAxes().end());
    for (auto shardings : {around.getInShardings(), around.getOutShardings()})
      for (sdy::TensorShardingAttr sharding : shardings.getShardings())
        if (!mesh || mesh.empty())
          mesh = sharding.getMesh(op);
  }
  SymbolTableCollection symbols;
  auto lists = stablehlo::listGroups(op, groups, symbols);
  if (!mesh || !lists)
    return false;
  // Free axes are all others.
  MeshGrid grid = sdy::gridOf(mesh);
  AxisList free;
  for (Axis axis : grid.axes())
    if (!manual.contains(StringAttr::get(op->getContext(), mesh.getAxes()[axis.index].getName())))
      free.push_back(axis);
  if (lists->empty()) // one group of all devices
    return shardCount(free) == 1;
  SmallVector<int64_t> places(mesh.getTotalSize()); // along the free axes, by device
  for (int64_t i = 0; i < mesh.getTotalSize(); ++i)
    places[grid.device(i)] = grid.position(i, free);
  // Every device of a group must have the same position as the first one.
  return llvm::all_of(*lists, [&](ArrayRef<int64_t> group) {
    return llvm::all_of(group, [&](int64_t device) {
      return device >= 0 && device < int64_t(places.size()) &&
             places[device] == places[group.front()];
    });
  });
}

/// The ids that take part in a permute with `own`, directly or through others.
///   (0, 1), (1, 2), (3, 4) around 2 -> 0, 1, 2
SmallVector<int64_t> joinedBy(ArrayRef<int64_t> pairs, int64_t own, int64_t count) {
  llvm::EquivalenceClasses<int64_t> classes;
  classes.insert(own);
  // A pair connects its two ids; the group is the connected component.
  for (size_t i = 0; i + 1 < pairs.size(); i += 2)
    if (llvm::all_of(pairs.slice(i, 2), [&](int64_t id) { return id >= 0 && id < count; }))
      classes.unionSets(pairs[i], pairs[i + 1]);
  SmallVector<int64_t> ids(classes.findLeader(own), classes.member_end());
  llvm::sort(ids);
  return ids;
}

} // namespace spmd::ops
