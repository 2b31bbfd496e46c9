// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Holds the propagation passes: basic, aggressive, by op priority and by user priority, and the
// pass that only writes the sharding rules. Names and options are those of Shardy's passes.
#include "compiler/passes.h"
#include "compiler/propagation/debug_info.h"
#include "compiler/propagation/propagate.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/verify.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_BASICPROPAGATE
#define GEN_PASS_DEF_AGGRESSIVEPROPAGATE
#define GEN_PASS_DEF_OPPRIORITYPROPAGATE
#define GEN_PASS_DEF_USERPRIORITYPROPAGATE
#define GEN_PASS_DEF_POPULATEOPSHARDINGRULES
#include "compiler/passes.h.inc"

namespace {

/// Removes the sharding rules that passes have written on ops. Rules that a user wrote stay.
void dropRules(ModuleOp module) {
  module.walk([](Operation *op) {
    auto rule = op->getAttrOfType<sdy::OpShardingRuleAttr>(sdy::kShardingRuleAttr);
    if (rule && !rule.isCustom())
      op->removeAttr(sdy::kShardingRuleAttr);
  });
}

/// Whether any value has a sharding. Without one there is nothing to propagate.
bool hasShardings(ModuleOp module) {
  // transformShardings visits all places of shardings; the callback changes none of them.
  bool found = false;
  module.walk([&](Operation *op) {
    sdy::transformShardings(op, [&](sdy::TensorShardingAttr sharding) {
      found |= bool(sharding);
      return sharding;
    });
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

/// Writes the module to DIRECTORY/sdy_module_after_NAME.mlir, unless `directory` is empty.
LogicalResult dump(ModuleOp module, StringRef directory, StringRef name) {
  if (directory.empty())
    return success();
  SmallString<128> path(directory);
  llvm::sys::path::append(path, "sdy_module_after_" + name + ".mlir");
  std::string message;
  std::unique_ptr<llvm::ToolOutputFile> file;
  if (std::error_code error = llvm::sys::fs::create_directories(directory))
    message = error.message();
  else
    file = openOutputFile(path, &message);
  if (!file)
    return module.emitError() << "the module cannot be saved in '" << directory << "': " << message;
  module.print(file->os());
  file->keep();
  return success();
}

/// Propagates with `fixedPoint` and removes dead ops. Sets `annotationsOnly` if nothing but
/// annotations has changed, and then verifies these; the pass manager need not verify the module
/// again.
LogicalResult run(ModuleOp module, const PropagationOptions &options,
                  function_ref<void(PropagationGraph &)> fixedPoint,
                  bool *annotationsOnly = nullptr) {
  if (failed(checkForPropagation(module)) || failed(entryFunction(module)))
    return failure();
  // Debug information must see the annotations before sharding groups spread them.
  std::optional<DebugInfo> debug;
  if (options.debugOrigins || options.debugEdges)
    debug.emplace(module, options);
  syncShardingGroups(module);
  bool hasGroups = false; // groups may have got constraints, which are new ops
  if (options.keepRules || hasShardings(module)) {
    PropagationGraph graph(module, options);
    hasGroups = !graph.groups.empty();
    graph.debug = debug ? &*debug : nullptr;
    fixedPoint(graph);
    graph.write();
    if (debug)
      debug->write();
  }
  // Ops that propagation has treated as dead are erased in any case, even without shardings.
  DeadOps dead(module);
  bool hasDead = !dead.empty();
  dead.erase();
  if (!options.keepRules)
    dropRules(module);
  if (!annotationsOnly || hasGroups || hasDead)
    return success();
  *annotationsOnly = true;
  WalkResult walk =
      module.walk([](Operation *op) { return WalkResult(sdy::verifyAnnotations(op)); });
  return failure(walk.wasInterrupted());
}

/// The direction of passes without op priorities.
Direction bothWays(const Node &, size_t) { return Direction::BOTH; }

struct BasicPropagate : impl::BasicPropagateBase<BasicPropagate> {
  using BasicPropagateBase::BasicPropagateBase;
  void runOnOperation() override {
    if (failed(run(getOperation(),
                   {conservativePropagation, keepShardingRules, debugShardingOrigins,
                    debugPropagationEdgeSharding},
                   [](PropagationGraph &graph) { propagate(graph, Strategy::Basic, bothWays); })) ||
        failed(dump(getOperation(), moduleDumpDirectory, "basic_propagation")))
      signalPassFailure();
  }
};

struct AggressivePropagate : impl::AggressivePropagateBase<AggressivePropagate> {
  using AggressivePropagateBase::AggressivePropagateBase;
  void runOnOperation() override {
    if (failed(run(
            getOperation(),
            {conservativePropagation, keepShardingRules, debugShardingOrigins,
             debugPropagationEdgeSharding},
            [&](PropagationGraph &graph) { propagate(graph, propagationStrategy, bothWays); })) ||
        failed(dump(getOperation(), moduleDumpDirectory, "aggressive_propagation")))
      signalPassFailure();
  }
};

struct OpPriorityPropagate : impl::OpPriorityPropagateBase<OpPriorityPropagate> {
  using OpPriorityPropagateBase::OpPriorityPropagateBase;
  void runOnOperation() override {
    if (failed(run(getOperation(),
                   {conservativePropagation, keepShardingRules, debugShardingOrigins,
                    debugPropagationEdgeSharding},
                   [&](PropagationGraph &graph) {
                     runOpPriorityPropagation ? propagateByOpPriority(graph, propagationStrategy)
                                              : propagate(graph, propagationStrategy, bothWays);
                   })) ||
        failed(dump(getOperation(), moduleDumpDirectory, "op_priority_propagation")))
      signalPassFailure();
  }
};

/// <[{"a"}p1, {?}p0]> -> <[{"a"}, {?}]>.
sdy::TensorShardingAttr withoutPriorities(sdy::TensorShardingAttr sharding) {
  return sharding.withDimShardings(llvm::map_to_vector(sharding.getDimShardings(), [](auto dim) {
    return sdy::DimensionShardingAttr::get(dim.getContext(), dim.getAxes(), dim.getIsClosed());
  }));
}

/// Removes the priorities on a function's results. Results of functions other than main have no
/// place in the graph, so propagation does not remove them.
void dropResultPriorities(func::FuncOp function) {
  for (unsigned i = 0; i < function.getNumResults(); ++i) {
    sdy::TensorShardingAttr sharding = sdy::getFuncResultSharding(function, i);
    if (sharding && llvm::any_of(sharding.getDimShardings(),
                                 [](auto dim) { return dim.getPriority().has_value(); }))
      sdy::setFuncResultSharding(function, i, withoutPriorities(sharding));
  }
}

/// Removes the priorities on the operands and results of a named computation that have no data-flow
/// edge and therefore no place in the graph.
void dropBorderPriorities(sdy::NamedComputationOp op) {
  auto drop = [](ValueRange targets, sdy::TensorShardingPerValueAttr list) {
    SmallVector<sdy::TensorShardingAttr> made(list.getShardings());
    for (auto [target, sharding] : llvm::zip_equal(targets, made))
      if (!sdy::getDataFlowEdge(target))
        sharding = withoutPriorities(sharding);
    return sdy::TensorShardingPerValueAttr::get(list.getContext(), made);
  };
  if (sdy::TensorShardingPerValueAttr in = op.getInShardingsAttr();
      in && !in.getShardings().empty())
    op.setInShardingsAttr(drop(op.getBody().getArguments(), in));
  if (sdy::TensorShardingPerValueAttr out = op.getOutShardingsAttr();
      out && !out.getShardings().empty())
    op.setOutShardingsAttr(drop(op.getResults(), out));
}

/// The pass of the default pipeline. A module in which only annotations changed keeps its analyses.
struct UserPriorityPropagate : impl::UserPriorityPropagateBase<UserPriorityPropagate> {
  using UserPriorityPropagateBase::UserPriorityPropagateBase;
  // Propagates once per user priority. The priorities at places of the graph go with the first
  // write; the two loops at the end remove the others.
  void runOnOperation() override {
    auto propagateAll = [&](PropagationGraph &graph) {
      UserPriorities(graph).run([&] {
        runOpPriorityPropagation ? propagateByOpPriority(graph, propagationStrategy)
                                 : propagate(graph, propagationStrategy, bothWays);
      });
    };
    PropagationOptions options{conservativePropagation, keepShardingRules, debugShardingOrigins,
                               debugPropagationEdgeSharding};
    bool annotationsOnly = false;
    if (failed(run(getOperation(), options, propagateAll, &annotationsOnly)) ||
        failed(dump(getOperation(), moduleDumpDirectory, "user_priority_propagation")))
      return signalPassFailure();
    // Priorities have been followed, so none may stay.
    for (auto function : getOperation().getOps<func::FuncOp>())
      dropResultPriorities(function);
    getOperation().walk(dropBorderPriorities);
    if (annotationsOnly)
      markAllAnalysesPreserved();
  }
};

/// Writes the rule of every op that has one, without propagating anything.
struct PopulateOpShardingRules : impl::PopulateOpShardingRulesBase<PopulateOpShardingRules> {
  using PopulateOpShardingRulesBase::PopulateOpShardingRulesBase;
  void runOnOperation() override {
    getOperation().walk([&](Operation *op) {
      if (std::optional<ShardingRule> rule =
              shardingRuleOf(op, {.conservative = conservativePropagation}))
        op->setAttr(sdy::kShardingRuleAttr, rule->toAttr(&getContext()));
    });
  }
};

} // namespace
} // namespace spmd
