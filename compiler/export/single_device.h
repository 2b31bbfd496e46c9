// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reshards around ops that run on a single device, whose results have a maximal mesh. Separate from
// op_reshards.h because such ops have no axes to agree on.
#pragma once
#include "compiler/sharding/shardings.h"
#include "mlir/IR/Operation.h"

namespace spmd {

enum class SingleDevice { No, Yes, Conflict };

/// Brings the operands of an op on a single device there, by way of a sharding that is whole on all
/// devices of the first mesh with axes; its results are made whole on that mesh. Ops on all devices
/// get operands from there in whole. Reports two devices in one op as an error.
///   %1 = add %0, %0 {<@device_1, []>}, %0 : <@mesh, [{"a"}]>
///   becomes, for each operand: reshard %0 <@mesh, [{}]>, reshard <@device_1, []>
///            the add, then reshard %1 <@mesh, [{}]>
SingleDevice reshardAroundDevice(mlir::Operation *op, MeshTable &meshes, bool &changed);

} // namespace spmd
