// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists the passes that make programs local, and checks the options that they share.
#include "compiler/export/partitioner_passes.h"
#include "compiler/passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace spmd {

// Ops come to agree on shardings first, then reshards become collectives, then types become those
// of one device.
void addPartitionerPasses(OpPassManager &pm, bool haloExchange, int64_t replicaCount,
                          int64_t partitionCount) {
  InsertExplicitReshardsOptions reshards;
  reshards.enableFullVersion = true;
  pm.addNestedPass<func::FuncOp>(createInsertExplicitReshards(reshards));
  ResolvePermutationFactorsOptions permutations;
  permutations.enableHaloExchange = haloExchange;
  permutations.replicaCount = replicaCount;
  permutations.partitionCount = partitionCount;
  pm.addPass(createResolvePermutationFactors(permutations));
  pm.addNestedPass<func::FuncOp>(createReshardToCollectives());
  // Refuses reshards that change the padding, so that collectives have to stand in their place.
  pm.addNestedPass<func::FuncOp>(createPadForDivisibility());
  ResolveSingleDeviceShardingOptions single;
  single.replicaCount = replicaCount;
  single.partitionCount = partitionCount;
  pm.addNestedPass<func::FuncOp>(createResolveSingleDeviceSharding(single));
  ConvertGlobalToLocalOptions local;
  local.replicaCount = replicaCount;
  local.partitionCount = partitionCount;
  pm.addPass(createConvertGlobalToLocal(local));
  pm.addPass(createDropShardingAndMesh());
}

LogicalResult checkDeviceCounts(Operation *op, int64_t replicaCount, int64_t partitionCount) {
  if (replicaCount <= 1 || partitionCount <= 1)
    return success();
  return op->emitError() << "devices are replicas or partitions, not both: replica-count="
                         << replicaCount << ", partition-count=" << partitionCount;
}

} // namespace spmd
