// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pipelines of the Shardy project under their public names: import, propagation,
// export.
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
  bool updateNonDivisible = true;
  bool inlineMeshes = true;
};

/// Each adds the passes of one pipeline. `dumpNumber` counts the modules that are saved.
void addSdyImportPipeline(mlir::OpPassManager &pm, const SdyPipelineOptions &options,
                          int &dumpNumber);
void addSdyExportPipeline(mlir::OpPassManager &pm, const SdyPipelineOptions &options,
                          int &dumpNumber);
void addSdyPropagationPipeline(mlir::OpPassManager &pm, const SdyPipelineOptions &options);

/// Registers the pipelines for the command line: sdy-import-pipeline,
/// sdy-propagation-pipeline, sdy-export-pipeline.
void registerSdyPipelines();

} // namespace spmd
