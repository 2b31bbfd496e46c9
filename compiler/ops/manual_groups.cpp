// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/ops/manual_groups.h"
#include "compiler/sharding/device_groups.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/groups.h"

using namespace mlir;

namespace spmd::ops {

bool joinsAlongManualAxes(Operation *op, Attribute groups) {
  sdy::MeshAttr mesh;
  llvm::SmallDenseSet<StringAttr> manual;
  for (auto around = op->getParentOfType<sdy::ManualComputationOp>(); around;
       around = around->getParentOfType<sdy::ManualComputationOp>()) {
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
  MeshGrid grid(mesh);
  SmallVector<Axis> free;
  int64_t freeDevices = 1;
  for (auto [i, axis] : llvm::enumerate(mesh.getAxes()))
    if (!manual.contains(StringAttr::get(op->getContext(), axis.getName()))) {
      free.push_back({int32_t(i), 1, int32_t(axis.getSize())});
      freeDevices *= axis.getSize();
    }
  if (lists->empty()) // one group of all
    return freeDevices == 1;
  auto place = [&](int64_t device) { return grid.position(grid.logical(device), free); };
  return llvm::all_of(*lists, [&](ArrayRef<int64_t> group) {
    return llvm::all_of(group, [&](int64_t device) {
      return device < grid.deviceCount() && place(device) == place(group.front());
    });
  });
}

} // namespace spmd::ops
