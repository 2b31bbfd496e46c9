// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The public pipelines of the sharding language: import, propagation, export.
#pragma once
#include "mlir/Pass/PassManager.h"

namespace spmd {

struct SdyPipelineOptions {
  bool dedupFunctionsFully = false;
  bool keepShardingRules = false;
  bool conservativePropagation = false;
  bool debugOrigins = false; // the program carries origins of shardings; they go at the end
  bool debugEdges = false;   // the same for propagation edges
  bool explicitGatherScatterBatching = false;
  std::string dumpDirectory;
  bool avoidExportForPartitioning = false;
  bool removeAllGatherReduceScatterForCmv1 = false;
  bool updateNonDivisible = true;
  bool inlineMeshes = true;
};

void addSdyImportPipeline(mlir::OpPassManager &pm, const SdyPipelineOptions &options,
                          int &dumpNumber);
void addSdyExportPipeline(mlir::OpPassManager &pm, const SdyPipelineOptions &options,
                          int &dumpNumber);
void addSdyPropagationPipeline(mlir::OpPassManager &pm, const SdyPipelineOptions &options);

/// Names them for the command line: sdy-import-pipeline, sdy-propagation-pipeline,
/// sdy-export-pipeline.
void registerSdyPipelines();

} // namespace spmd
