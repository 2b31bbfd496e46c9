// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pipelines of the Shardy project, with the passes in the order that its users know.
// The pipeline of spmd-run (pipeline.cpp) uses the same passes, but inlines calls.
#include "compiler/sdy_pipelines.h"
#include "compiler/export/partitioner_passes.h"
#include "compiler/import/dead_symbols.h"
#include "compiler/import/patterns_only.h"
#include "compiler/passes.h"
#include "dialects/sdy/sdy.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace spmd {
namespace {

/// Saves the module as NUMBER.name.mlir where options name a folder.
void addDump(OpPassManager &pm, const SdyPipelineOptions &options, StringRef name, int &number) {
  if (options.dumpDirectory.empty())
    return;
  SaveModuleOptions save;
  save.directory = options.dumpDirectory;
  save.fileName = llvm::formatv("{0,0+2}.{1}", number++, name).str();
  pm.addPass(createSaveModule(save));
}

/// The two groups of canonicalization patterns of sdy.
enum class Canonicalized { Reshards, Collectives };

/// Whether the canonicalizer could change the op: reshards or collectives, dead ops, and control
/// flow between blocks.
bool isOfInterest(Operation *op, Canonicalized group) {
  auto hasSeveralBlocks = [](Region &region) { return !region.empty() && !region.hasOneBlock(); };
  bool isInGroup =
      group == Canonicalized::Reshards ? isa<sdy::ReshardOp>(op) : sdy::isCollective(op);
  return isInGroup || isOpTriviallyDead(op) || llvm::any_of(op->getRegions(), hasSeveralBlocks);
}

/// Runs MLIR's canonicalizer only on functions that have something to canonicalize, and simplifies
/// sdy reshards or collectives only.
struct CanonicalizeSdy : PassWrapper<CanonicalizeSdy, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CanonicalizeSdy)
  explicit CanonicalizeSdy(Canonicalized group) : group(group) {}
  StringRef getArgument() const override { return "canonicalize"; }
  StringRef getName() const override { return "Canonicalizer"; }

  /// Stops at the first op of interest; without one the function is left alone.
  void runOnOperation() override {
    WalkResult walk = getOperation().walk([&](Operation *op) {
      return isOfInterest(op, group) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (!walk.wasInterrupted())
      return markAllAnalysesPreserved();
    OpPassManager pm(func::FuncOp::getOperationName());
    std::string label = group == Canonicalized::Reshards ? "sdy-reshard" : "sdy-collective";
    pm.addPass(createCanonicalizerPass(patternsOnly(), /*disabledPatterns=*/{},
                                       /*enabledPatterns=*/{label}));
    if (failed(runPipeline(pm, getOperation())))
      signalPassFailure();
  }

  Canonicalized group;
};

/// Inserts the reshards, and what options ask for beyond them: ops partitioned one by one, or
/// collectives in place of reshards. Only then all ops get reshards.
void addReshards(OpPassManager &pm, const SdyPipelineOptions &options, int &dumpNumber) {
  // Both need ops that agree on axes; otherwise the next compiler decides about most ops.
  bool isExplicit = options.insertExplicitCollectives || options.perInstructionPartitioning;
  InsertExplicitReshardsOptions reshards;
  reshards.enableFullVersion = isExplicit;
  pm.addNestedPass<func::FuncOp>(createInsertExplicitReshards(reshards));
  if (isExplicit)
    addDump(pm, options, "after_explicit_reshards", dumpNumber);
  if (options.perInstructionPartitioning) {
    PerInstructionPartitioningOptions partition;
    partition.filter = options.partitionFilter;
    partition.enableHaloExchange = options.haloExchange;
    partition.replicaCount = options.replicaCount;
    partition.partitionCount = options.partitionCount;
    pm.addPass(createPerInstructionPartitioning(partition));
  } else if (options.insertExplicitCollectives) {
    // Two reshards in a row move data twice. Collectives would keep both.
    pm.addNestedPass<func::FuncOp>(std::make_unique<CanonicalizeSdy>(Canonicalized::Reshards));
    pm.addNestedPass<func::FuncOp>(createReshardToCollectives());
  }
  pm.addNestedPass<func::FuncOp>(std::make_unique<CanonicalizeSdy>(Canonicalized::Collectives));
  if (isExplicit)
    addDump(pm, options, "after_explicit_collectives", dumpNumber);
}

} // namespace

/// With full deduplication, constraints and groups are applied here, since functions are not
/// flattened later.
void addSdyImportPipeline(OpPassManager &pm, const SdyPipelineOptions &options, int &dumpNumber) {
  pm.addPass(createDeadSymbols());
  pm.addPass(createLiftInlinedMeshes());
  pm.addPass(createRemoveSizeOneAxes());
  pm.addPass(createPropagateShardingFromFuncToCall());
  pm.addPass(createSplitConstants());
  if (options.explicitGatherScatterBatching)
    pm.addNestedPass<func::FuncOp>(createExplicitGatherScatterBatching());
  pm.addPass(createDeadSymbols());
  pm.addPass(createManualAxesCleanup());
  // Dumps come after each main step, where a folder is given.
  addDump(pm, options, "before_propagation", dumpNumber);
  pm.addPass(createAddDataFlowEdges());
  if (options.dedupFunctionsFully) {
    pm.addPass(createApplyShardingConstraints());
    pm.addPass(createShardingGroupImport());
  }
}

/// With avoidExportForPartitioning, the groups and constraints of propagation stay in the
/// module.
void addSdyExportPipeline(OpPassManager &pm, const SdyPipelineOptions &options, int &dumpNumber) {
  bool partitions = !options.avoidExportForPartitioning;
  pm.addNestedPass<func::FuncOp>(createConstantOrScalarMerger());
  SinkDataFlowEdgesOptions sink;
  sink.sinkOrigins = options.debugOrigins;
  sink.sinkEdges = options.debugEdges;
  pm.addNestedPass<func::FuncOp>(createSinkDataFlowEdges(sink));
  if (partitions) {
    pm.addPass(createRemoveShardingGroups());
    pm.addNestedPass<func::FuncOp>(createShardingConstraintToReshard());
  }
  if (options.updateNonDivisible)
    pm.addPass(createUpdateNonDivisibleInputOutputShardings());
  if (options.updateNonDivisible)
    pm.addPass(createRemoveSubAxesInInputOutputShardings());
  pm.addPass(createCloseShardings());
  addDump(pm, options, "after_propagation", dumpNumber);
  if (partitions) {
    pm.addNestedPass<func::FuncOp>(createVerifyUnreducedAxes());
    addReshards(pm, options, dumpNumber);
  }
  if (options.removeAllGatherReduceScatterForCmv1)
    pm.addNestedPass<func::FuncOp>(createRemoveAllGatherReduceScatterForCMV1());
  // The debugging attributes have served their purpose once shardings are exported.
  if (options.debugOrigins || options.debugEdges)
    pm.addPass(createRemovePropagationDebugInfo());
  if (!options.keepShardingRules)
    // Rules are for propagation; partitioners need shardings.
    pm.addNestedPass<func::FuncOp>(createDropShardingRules());
  if (options.inlineMeshes && partitions)
    pm.addPass(createInlineMeshes());
}

/// Calls are handled in two ways. By default every call gets a copy of its function, which
/// is propagated inside of the caller and merged with equal copies afterwards. With full
/// deduplication functions stay shared, and edges connect arguments and results of their
/// calls.
void addSdyPropagationPipeline(OpPassManager &pm, const SdyPipelineOptions &options) {
  int dumpNumber = 0;
  addSdyImportPipeline(pm, options, dumpNumber);
  if (options.dedupFunctionsFully) {
    pm.addPass(createAddFuncDataFlowEdges());
  } else {
    pm.addPass(createFlattenCallGraph());
    pm.addPass(createDeadSymbols());
    pm.addPass(createImportFuncCalls());
    pm.addPass(createDeadSymbols());
    pm.addPass(createApplyShardingConstraints());
    pm.addPass(createShardingGroupImport());
  }
  pm.addPass(createPreOrderFuncs());
  UserPriorityPropagateOptions propagate;
  propagate.keepShardingRules = true;
  propagate.conservativePropagation = options.conservativePropagation;
  pm.addPass(createUserPriorityPropagate(propagate));
  if (options.dedupFunctionsFully) {
    pm.addPass(createPropagateToFuncResults());
    pm.addNestedPass<func::FuncOp>(createSinkFuncDataFlowEdges());
  } else {
    pm.addPass(createExportNamedComputations());
    pm.addPass(createPropagateToFuncResults());
  }
  pm.addPass(createUnflattenCallGraph());
  pm.addPass(createDeadSymbols());
  pm.addPass(createInsertFuncCallReshards());
  addSdyExportPipeline(pm, options, dumpNumber);
}

void addSdyPartitionerPipeline(OpPassManager &pm, const SdyPipelineOptions &options) {
  addPartitionerPasses(pm, options.haloExchange, options.replicaCount, options.partitionCount);
}

namespace {

/// The options of sdy-import-pipeline and sdy-propagation-pipeline.
struct DedupOptions : PassPipelineOptions<DedupOptions> {
  Option<bool> dedup{*this, "dedup-functions-fully", llvm::cl::init(false),
                     llvm::cl::desc("one function for all its calls, whatever their shardings")};
  /// Unlike the export pipeline, these leave meshes as symbols.
  SdyPipelineOptions get() const {
    SdyPipelineOptions options;
    options.dedupFunctionsFully = dedup;
    options.inlineMeshes = false;
    return options;
  }
};

/// The options of sdy-export-pipeline.
struct ExportOptions : PassPipelineOptions<ExportOptions> {
  template <class T> struct Flag : Option<T> {
    Flag(ExportOptions &parent, StringRef name, StringRef text, T init)
        : Option<T>(parent, name, llvm::cl::desc(text), llvm::cl::init(init)) {}
  };
  Flag<std::string> dumpDirectory{*this, "dump-directory",
                                  "folder for the module after the main steps", ""};
  Flag<bool> avoidExport{*this, "avoid-export-for-partitioning",
                         "keep what only propagation understands", false};
  Flag<bool> collectives{*this, "enable-insert-explicit-collectives",
                         "turn reshards into collectives", false};
  Flag<bool> perInstruction{*this, "enable-per-instruction-partitioning",
                            "partition single ops in place", false};
  Flag<std::string> filter{*this, "per-instruction-partitioning-filter",
                           "which ops: parts of names, selectLow=N, selectHigh=N", ""};
  Flag<bool> halo{*this, "enable-halo-exchange",
                  "exchange rows with neighbours where that is enough", true};
  Flag<int64_t> replicas{*this, "replica-count", "number of replicas", 1};
  Flag<int64_t> partitions{*this, "partition-count", "number of partitions", 1};
  Flag<bool> cmv1{*this, "remove-all-gather-reduce-scatter-for-cmv1",
                  "leave gathers around matmuls to the backend", false};
  Flag<bool> keepRules{*this, "keep-sharding-rules", "leave sharding rules on ops", false};
  Flag<bool> origins{*this, "dump-sharding-origins",
                     "the program carries origins of shardings: they go at the end", false};
  Flag<bool> edges{*this, "dump-propagation-edges",
                   "the program carries propagation edges: they go at the end", false};
  Flag<bool> avoidCallReshards{*this, "avoid-reshards-on-calls", "has no effect", false};
  Flag<bool> nonDivisible{*this, "update-non-divisible-input-output-shardings",
                          "cut border shardings to what divides", true};
  Flag<bool> inlineMeshes{*this, "inline-meshes", "put meshes into shardings", true};

  SdyPipelineOptions get() const {
    SdyPipelineOptions options;
    options.dumpDirectory = dumpDirectory;
    options.avoidExportForPartitioning = avoidExport;
    options.insertExplicitCollectives = collectives;
    options.perInstructionPartitioning = perInstruction;
    options.partitionFilter = filter;
    options.haloExchange = halo;
    options.replicaCount = replicas;
    options.partitionCount = partitions;
    options.removeAllGatherReduceScatterForCmv1 = cmv1;
    options.keepShardingRules = keepRules;
    options.debugOrigins = origins;
    options.debugEdges = edges;
    options.updateNonDivisible = nonDivisible;
    options.inlineMeshes = inlineMeshes;
    return options;
  }
};

/// The options of sdy-partitioner-pipeline.
struct PartitionerOptions : PassPipelineOptions<PartitionerOptions> {
  Option<bool> halo{*this, "enable-halo-exchange", llvm::cl::init(true),
                    llvm::cl::desc("exchange rows with neighbours where that is enough")};
  Option<int64_t> replicas{*this, "replica-count", llvm::cl::init(1),
                           llvm::cl::desc("number of replicas")};
  Option<int64_t> partitions{*this, "partition-count", llvm::cl::init(1),
                             llvm::cl::desc("number of partitions")};
  SdyPipelineOptions get() const {
    SdyPipelineOptions options;
    options.haloExchange = halo;
    options.replicaCount = replicas;
    options.partitionCount = partitions;
    return options;
  }
};

} // namespace

/// The command-line pipelines number their dumps from 0.
void registerSdyPipelines() {
  PassPipelineRegistration<DedupOptions>("sdy-import-pipeline",
                                         "prepares a program for propagation",
                                         [](OpPassManager &pm, const DedupOptions &options) {
                                           int dumpNumber = 0;
                                           addSdyImportPipeline(pm, options.get(), dumpNumber);
                                         });
  PassPipelineRegistration<DedupOptions>("sdy-propagation-pipeline",
                                         "import, propagation and export of shardings",
                                         [](OpPassManager &pm, const DedupOptions &options) {
                                           addSdyPropagationPipeline(pm, options.get());
                                         });
  PassPipelineRegistration<ExportOptions>("sdy-export-pipeline",
                                          "makes a propagated program ready for others",
                                          [](OpPassManager &pm, const ExportOptions &flags) {
                                            int dumpNumber = 0;
                                            addSdyExportPipeline(pm, flags.get(), dumpNumber);
                                          });
  PassPipelineRegistration<PartitionerOptions>(
      "sdy-partitioner-pipeline", "turns an exported program into that of one device",
      [](OpPassManager &pm, const PartitionerOptions &options) {
        addSdyPartitionerPipeline(pm, options.get());
      });
}

} // namespace spmd
