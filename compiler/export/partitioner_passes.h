// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes that turn an exported program into that of one device, in their order. Whole programs
// (compiler/sdy_pipelines.h) and single ops (per_instruction_partitioning.cpp) go through them.
#pragma once
#include "mlir/IR/Operation.h"
#include "mlir/Pass/PassManager.h"

namespace spmd {

/// Adds the passes to a pass manager for modules.
void addPartitionerPasses(mlir::OpPassManager &pm, bool haloExchange, int64_t replicaCount,
                          int64_t partitionCount);

/// Fails where devices would be replicas and partitions at once: ids tell them apart by one of the
/// two. The error stands at `op`.
mlir::LogicalResult checkDeviceCounts(mlir::Operation *op, int64_t replicaCount,
                                      int64_t partitionCount);

} // namespace spmd
