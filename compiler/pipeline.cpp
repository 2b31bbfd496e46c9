// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole compiler on one screen. Stages talk only through the module. The comment of
// each function states what holds after its stage, and the last pass of the stage verifies
// it.
#include "compiler/pipeline.h"
#include "compiler/byte_count.h"
#include "compiler/kernels/loop_techniques.h"
#include "compiler/passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include <cstdlib>

using namespace mlir;

namespace spmd {
namespace {

/// Input: StableHLO, chlo and sdy as users write it. Output: one mesh symbol, no calls,
/// edges on data flow, and a trip count on counted loops.
void addImport(OpPassManager &pm, bool hasShardings, bool keepUnrolled) {
  pm.addPass(createCheckSource());
  pm.addPass(createInlineCalls());
  // Before all passes that look at every op: they see one layer of each kind then.
  if (!keepUnrolled)
    pm.addPass(createRollLayers({.onMesh = hasShardings}));
  pm.addPass(createDecompose());
  if (hasShardings) {
    pm.addPass(createLiftInlinedMeshes());
    pm.addPass(createRemoveSizeOneAxes());
    pm.addPass(createPlaceSingleDevices());
    pm.addPass(createMergeMeshes());
  }
  pm.addPass(createAnnotateTripCount());
  if (!hasShardings)
    return;
  pm.addPass(createBatchKnownIndices());
  pm.addPass(createSplitConstants());
  pm.addPass(createManualAxesCleanup());
  pm.addPass(createAddDataFlowEdges());
  pm.addPass(createMarkAnnotated());
  pm.addPass(createApplyShardingConstraints());
  pm.addPass(createShardingGroupImport());
}

/// Output: every value of main has a complete, closed sharding; constraints are reshards;
/// there are no edges and no groups. A program without shardings needs nothing, since it
/// runs on one device.
void addPropagate(OpPassManager &pm, const StageOptions &options) {
  if (!options.hasShardings)
    return;
  pm.addPass(createUserPriorityPropagate());
  pm.addNestedPass<func::FuncOp>(createConstantOrScalarMerger());
  pm.addNestedPass<func::FuncOp>(createSinkDataFlowEdges());
  pm.addPass(createRemoveShardingGroups());
  pm.addNestedPass<func::FuncOp>(createShardingConstraintToReshard());
  pm.addPass(createFitBorders({options.evenBorders}));
  pm.addPass(createCloseShardings());
  pm.addPass(createCompleteShardings());
  pm.addPass(createKeepScales());
  if (options.checkContracts)
    pm.addPass(createCheckPropagated());
}

/// Output: local shapes and collectives over mesh axes, and no sdy op. The borders of main
/// tell how global arrays are split.
void addPartition(OpPassManager &pm, const StageOptions &options) {
  if (options.hasShardings) {
    pm.addPass(createSumsBehindLoops());
    pm.addPass(createSliceBehindLoops());
    pm.addPass(createDropUnused()); // else it is placed, too, and others take what it gathered
    pm.addPass(createCutDims());
    pm.addPass(createExpandShifts());
    pm.addPass(createAlignShifts());
    pm.addPass(createPadDims({options.evenBorders}));
    pm.addPass(createRefineShardings({options.topology.str(), options.prices.str()}));
    pm.addPass(createInsertReshards({options.topology.str(), options.prices.str()}));
    if (options.verify)
      pm.addPass(createVerifyLocalForms(*options.verify));
  }
  // It refuses a type that is none also where there is nothing to sum up.
  if (options.hasShardings || !options.reduceDtype.empty())
    pm.addPass(
        createLowerReshards({options.causes, options.topology.str(), options.reduceDtype.str()}));
  pm.addPass(createLocalize());
  // Without shardings there is no collective to merge, and the CSE of optimize suffices.
  if (options.hasShardings) {
    pm.addPass(createCSEPass());
    pm.addPass(createBroadcastOwnedSums({options.topology.str()}));
    pm.addPass(createMergeExchanges());
    pm.addPass(createDropUnreadPairs());
    pm.addPass(createDropUnused());
  }
}

/// Output: main is a list of fusions, matmuls, library calls, collective pairs and control
/// flow. TidyLoops runs again after the passes that change what loops carry.
void addOptimize(OpPassManager &pm, const StageOptions &options) {
  pm.addPass(createJoinArguments());
  pm.addPass(createTidyLoops());
  pm.addPass(createSplitElements());
  pm.addPass(createSimplify({options.exact}));
  pm.addPass(createCSEPass());
  pm.addPass(createHoistInvariants());
  pm.addPass(createShrinkResiduals());
  pm.addPass(createUpdateInLoops());
  pm.addPass(createTidyLoops());
  pm.addPass(createFreshResidualBuffers());
  pm.addPass(createLowerMatmuls());
  pm.addPass(createLowerLibrary());
  pm.addPass(createDropUnused()); // what only carried values of loops needed that are gone
  pm.addPass(createStartCollectives());
  pm.addPass(createRunByBlocks());
  pm.addPass(createTabulate());
  pm.addPass(createMoveRows());
  pm.addPass(createFuse());
  pm.addPass(createOrderForMemory());
  pm.addPass(createCombineCollectives({options.topology.str()})); // asks what memory allows
  pm.addPass(createOrderForMemory());                             // where others stand than before
  if (options.overlapMemory) {
    auto part = [&](int64_t of) {
      return options.overlapMemory < 0 ? -1 : options.overlapMemory / of;
    };
    pm.addPass(createPrefetchExchanges({options.topology.str(), part(4)}));
    pm.addPass(createDeferExchanges({options.topology.str(), part(4)}));
    pm.addPass(createOverlapExchanges({options.topology.str(), part(2)}));
  }
}

// Out: the fusions are kernels.
void addKernels(OpPassManager &pm, StringRef machine) {
  pm.addPass(createCheckKernels()); // of the text
  pm.addPass(createPlanKernels());
  pm.addPass(createStageRows());
  pm.addPass(createChooseLanes());
  pm.addPass(createInterleaveRows({machine.str()}));
  pm.addPass(createAlternateBuffers());
  pm.addPass(createJoinLoops());
}

// Out: a function with the loops of each different kernel, as code generation compiles them for
// x86.
void addLoops(OpPassManager &pm, bool exact, StringRef machine) {
  pm.addPass(createExpandKernels({exact, machine.str()}));
  addLoopTechniques(pm.nest<func::FuncOp>(), machine);
}

/// The options of --spmd-pipeline.
struct PipelineOptions : PassPipelineOptions<PipelineOptions> {
  Option<bool> exact{*this, "exact", llvm::cl::desc("bf16 is rounded after each op"),
                     llvm::cl::init(false)};
  Option<Stage> stopAfter{
      *this, "stop-after", llvm::cl::desc("the last stage"), llvm::cl::init(Stage::Optimize),
      llvm::cl::values(clEnumValN(Stage::Parse, "parse", "as it was read"),
                       clEnumValN(Stage::Import, "import", "calls inlined, meshes lifted"),
                       clEnumValN(Stage::Propagate, "propagate", "every value has a sharding"),
                       clEnumValN(Stage::Partition, "partition", "one program per device"),
                       clEnumValN(Stage::Optimize, "optimize", "fusions, matmuls, exchanges"),
                       clEnumValN(Stage::Kernels, "kernels", "fusions are kernels"),
                       clEnumValN(Stage::Loops, "loops", "the loops of kernels as functions"))};
  Option<std::string> machine{*this, "machine",
                              llvm::cl::desc("numbers that differ from the reference machine's"),
                              llvm::cl::init("")};
  Option<std::string> topology{*this, "topology",
                               llvm::cl::desc("file with the links along the axes of the mesh"),
                               llvm::cl::init("")};
  Option<int64_t> overlapMemory{
      *this, "overlap-memory",
      llvm::cl::desc("bytes for exchanges that overlap with computing; -1: as many as needed"),
      llvm::cl::init(0)};
  Option<std::string> reduceDtype{*this, "reduce-dtype",
                                  llvm::cl::desc("type of partial sums on the wire"),
                                  llvm::cl::init("")};
};

/// In the order of the enum Stage.
constexpr llvm::StringLiteral kNames[] = {"parse",    "import",  "propagate", "partition",
                                          "optimize", "kernels", "loops",     "codegen"};

} // namespace

StringRef stageName(Stage stage) { return kNames[int(stage)]; }

std::optional<Stage> stageNamed(StringRef name) {
  for (auto [i, known] : llvm::enumerate(kNames))
    if (known == name)
      return Stage(i);
  return std::nullopt;
}

/// Parse and Codegen have no passes: compile.cpp does these itself.
void addStage(OpPassManager &pm, Stage stage, const StageOptions &options) {
  switch (stage) {
  case Stage::Parse:
  case Stage::Codegen:
    return;
  case Stage::Import:
    return addImport(pm, options.hasShardings, options.keepUnrolled);
  case Stage::Propagate:
    return addPropagate(pm, options);
  case Stage::Partition:
    return addPartition(pm, options);
  case Stage::Optimize:
    return addOptimize(pm, options);
  case Stage::Kernels:
    return addKernels(pm, options.machine);
  case Stage::Loops:
    return addLoops(pm, options.exact, options.machine);
  }
}

const VerifyLocalFormsOptions *verifyByEnvironment() {
  static const VerifyLocalFormsOptions options;
  return environmentAsks("SPMD_VERIFY_PARTITION") ? &options : nullptr;
}

/// Tests set such variables for all programs that they start. Users may, too: neither changes what
/// a compilation makes, only whether it ends with an error.
bool environmentAsks(const char *name) {
  const char *value = getenv(name);
  return value && *value && *value != '0';
}

/// The passes for tables that the user gives: logical axes, rules of custom calls, the extended
/// rules.
void addUserTables(OpPassManager &pm, const CompileOptions &options) {
  if (!options.logicalAxes.empty())
    pm.addPass(createResolveLogicalAxes({options.logicalAxes, options.printLogicalAxes}));
  if (!options.shardingRules.empty())
    pm.addPass(createAttachShardingRules({options.shardingRules}));
  if (options.rules == RuleSet::Extended)
    pm.addNestedPass<func::FuncOp>(createAttachExtendedRules());
}

/// Empty text asks for nothing.
llvm::Expected<int64_t> overlapBytes(StringRef text) {
  if (text.empty())
    return 0;
  if (text == "auto")
    return -1;
  return parseByteCount(text);
}

/// Unlike spmd-run, the pipeline always checks contracts and leaves no pass out.
void registerSpmdPipeline() {
  PassPipelineRegistration<PipelineOptions>(
      "spmd-pipeline", "the stages that spmd-run goes through",
      [](OpPassManager &pm, const PipelineOptions &options) {
        for (Stage stage : {Stage::Import, Stage::Propagate, Stage::Partition, Stage::Optimize,
                            Stage::Kernels, Stage::Loops})
          if (stage <= options.stopAfter)
            addStage(pm, stage,
                     {.checkContracts = true,
                      .exact = options.exact,
                      .machine = options.machine,
                      .topology = options.topology,
                      .reduceDtype = options.reduceDtype,
                      .overlapMemory = options.overlapMemory,
                      .verify = verifyByEnvironment()});
      });
}

} // namespace spmd
