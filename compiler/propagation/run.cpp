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

/// What all propagation passes do with their options.
template <class Base> struct Propagate : Base {
  using Base::Base;
  LogicalResult propagateBy(function_ref<void(PropagationGraph &)> fixedPoint, StringRef dumpName,
                            bool *annotationsOnly = nullptr) {
    PropagationOptions options{this->conservativePropagation, this->keepShardingRules,
                               this->debugShardingOrigins, this->debugPropagationEdgeSharding};
    if (failed(run(this->getOperation(), options, fixedPoint, annotationsOnly)))
      return failure();
    return dump(this->getOperation(), this->moduleDumpDirectory, dumpName);
  }
};

struct BasicPropagate : Propagate<impl::BasicPropagateBase<BasicPropagate>> {
  using Propagate::Propagate;
  void runOnOperation() override {
    auto propagateAll = [](PropagationGraph &graph) {
      propagate(graph, Strategy::Basic, bothWays);
    };
    if (failed(propagateBy(propagateAll, "basic_propagation")))
      signalPassFailure();
  }
};

struct AggressivePropagate : Propagate<impl::AggressivePropagateBase<AggressivePropagate>> {
  using Propagate::Propagate;
  void runOnOperation() override {
    auto propagateAll = [&](PropagationGraph &graph) {
      propagate(graph, propagationStrategy, bothWays);
    };
    if (failed(propagateBy(propagateAll, "aggressive_propagation")))
      signalPassFailure();
  }
};

struct OpPriorityPropagate : Propagate<impl::OpPriorityPropagateBase<OpPriorityPropagate>> {
  using Propagate::Propagate;
  void runOnOperation() override {
    auto propagateAll = [&](PropagationGraph &graph) {
      runOpPriorityPropagation ? propagateByOpPriority(graph, propagationStrategy)
                               : propagate(graph, propagationStrategy, bothWays);
    };
    if (failed(propagateBy(propagateAll, "op_priority_propagation")))
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
struct UserPriorityPropagate : Propagate<impl::UserPriorityPropagateBase<UserPriorityPropagate>> {
  using Propagate::Propagate;
  // Propagates once per user priority. The priorities at places of the graph go with the first
  // write; the two loops at the end remove the others.
  void runOnOperation() override {
    auto propagateAll = [&](PropagationGraph &graph) {
      UserPriorities(graph).run([&] {
        runOpPriorityPropagation ? propagateByOpPriority(graph, propagationStrategy)
                                 : propagate(graph, propagationStrategy, bothWays);
      });
    };
    bool annotationsOnly = false;
    if (failed(propagateBy(propagateAll, "user_priority_propagation", &annotationsOnly)))
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
              shardingRuleOf(op, {.conservative = conservativePropagation});
          rule && op->getNumOperands() && op->getNumResults())
        op->setAttr(sdy::kShardingRuleAttr, rule->toAttr(&getContext()));
    });
  }
};

} // namespace
} // namespace spmd
