// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the reshards around ops on a single device. The detour over whole values lets
// sdy-resolve-single-device-sharding run the op under a condition and sum its results.
#include "compiler/export/single_device.h"
#include "compiler/export/op_reshards.h"
#include "dialects/sdy/manual.h"

using namespace mlir;

namespace spmd {
namespace {

/// The first mesh with axes, in the order of the module; -1 if there is none.
int firstOrdinaryMesh(const MeshTable &meshes) {
  for (size_t mesh = 0; mesh < meshes.size(); ++mesh)
    if (!meshes.isMaximal(mesh) && !meshes.isEmpty(mesh))
      return mesh;
  return -1;
}

/// Whether the sharding is one on a single device. A value without a sharding is on all devices.
bool isOnDevice(sdy::TensorShardingAttr sharding, MeshTable &meshes) {
  int mesh = sharding ? meshes.number(sharding.getMeshOrRef()) : -1;
  return mesh >= 0 && meshes.isMaximal(mesh);
}

} // namespace

/// Looks at the results first: they say where the op runs, and operands follow. Tokens have no
/// shards and stay. Without a mesh with axes there is nothing to move between.
SingleDevice reshardAroundDevice(Operation *op, MeshTable &meshes, bool &changed) {
  sdy::TensorShardingAttr device;
  for (sdy::TensorShardingAttr sharding : sdy::getShardings(op)) {
    if (!isOnDevice(sharding, meshes))
      continue;
    if (device && meshes.kind(meshes.number(device.getMeshOrRef())) !=
                      meshes.kind(meshes.number(sharding.getMeshOrRef()))) {
      op->emitOpError("has results on devices ")
          << device.getMesh(op).getDeviceIds()[0] << " and "
          << sharding.getMesh(op).getDeviceIds()[0] << ", but an op runs on one device";
      return SingleDevice::Conflict;
    }
    device = device ? device : sharding;
  }
  int mesh = firstOrdinaryMesh(meshes);
  if (mesh < 0)
    return device ? SingleDevice::Yes : SingleDevice::No;
  auto wholeLike = [&](Value value) {
    return meshes.write(Sharding::closed(mesh, sdy::getTensorRank(value)));
  };
  for (OpOperand &operand : op->getOpOperands()) {
    sdy::TensorShardingAttr from = sdy::getShardingInside(operand.get());
    if (!isa<RankedTensorType>(operand.get().getType()) || (device && from == device) ||
        (!device && !isOnDevice(from, meshes)))
      continue;
    changed = true;
    // A value that is whole already needs no first step.
    if (sdy::TensorShardingAttr whole = wholeLike(operand.get()); !sdy::isEquivalent(from, whole))
      reshardOperand(operand, whole);
    if (device)
      reshardOperand(operand, device);
  }
  if (!device)
    return SingleDevice::No;
  // Users see whole values. Those that are sharded otherwise are resharded when they are visited.
  OpBuilder b(op->getContext());
  b.setInsertionPointAfter(op);
  for (OpResult result : op->getResults()) {
    if (!isa<RankedTensorType>(result.getType()) || result.use_empty())
      continue;
    changed = true;
    auto whole =
        sdy::ReshardOp::create(b, op->getLoc(), result.getType(), result, wholeLike(result));
    result.replaceAllUsesExcept(whole.getResult(), whole);
  }
  return SingleDevice::Yes;
}

} // namespace spmd
