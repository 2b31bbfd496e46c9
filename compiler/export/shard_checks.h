// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that an op computes on the shards of its operands what the global op computes, shard by
// shard. Separate from convert_global_to_local.cpp because the checks read the global program
// only. Shardy's pass takes all this for granted and writes wrong programs or ends the process.
#pragma once
#include "compiler/sharding/shardings.h"

namespace spmd {

/// Fails with an error at the op where, along a factor of its sharding rule, its operands and
/// results have different shards, or shards although the op needs the dim whole, or where partial
/// results are not combined by the collective that the op needs. `hasDeviceForm` says that the op
/// handles dims along which it moves elements.
mlir::LogicalResult checkShards(mlir::Operation *op, bool hasDeviceForm, MeshTable &meshes);

} // namespace spmd
