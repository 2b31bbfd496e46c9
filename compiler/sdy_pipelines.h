// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pipelines of the Shardy project under their public names: import, propagation,
// export, partition.
#pragma once
#include "mlir/Pass/PassManager.h"

namespace spmd {

struct SdyPipelineOptions {
  bool dedupFunctionsFully = false;
  bool keepShardingRules = false;
  bool conservativePropagation = false;
  /// the program carries origins of shardings, which are removed at the end
  bool debugOrigins = false;
  bool debugEdges = false; // the same for propagation edges
  bool explicitGatherScatterBatching = false;
  std::string dumpDirectory;
  bool avoidExportForPartitioning = false;
  bool removeAllGatherReduceScatterForCmv1 = false;
  /// turns reshards into collectives
  bool insertExplicitCollectives = false;
  /// partitions single ops in place; `partitionFilter` says which
  /// (sdy-per-instruction-partitioning)
  bool perInstructionPartitioning = false;
  std::string partitionFilter;
  bool haloExchange = true;
  int64_t replicaCount = 1, partitionCount = 1;
  bool updateNonDivisible = true;
  bool inlineMeshes = true;
};

/// Each adds the passes of one pipeline. `dumpNumber` counts the modules that are saved.
void addSdyImportPipeline(mlir::OpPassManager &pm, const SdyPipelineOptions &options,
                          int &dumpNumber);
void addSdyExportPipeline(mlir::OpPassManager &pm, const SdyPipelineOptions &options,
                          int &dumpNumber);
void addSdyPropagationPipeline(mlir::OpPassManager &pm, const SdyPipelineOptions &options);
/// Adds the passes that turn an exported program into that of one device.
void addSdyPartitionerPipeline(mlir::OpPassManager &pm, const SdyPipelineOptions &options);

/// Registers the pipelines for the command line: sdy-import-pipeline,
/// sdy-propagation-pipeline, sdy-export-pipeline, sdy-partitioner-pipeline.
void registerSdyPipelines();

} // namespace spmd
