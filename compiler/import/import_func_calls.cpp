// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns calls into sdy.named_computation with the callee's body inside, so that propagation sees
// one function. The first call of a function takes its body. Later calls copy it; after
// sdy-flatten-call-graph there are none. A function that other ops than calls name (the
// decomposition of a composite) stays. Public Shardy pass.
//   %y = call @f(%x), func private @f(%a) { .. }
//   -> %y = sdy.named_computation<"f">(%x) (%a) { .. }
#include "compiler/import/dead_symbols.h"
#include "compiler/import/edges.h"
#include "compiler/passes.h"
#include "compiler/sharding/call_graph.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_IMPORTFUNCCALLS
#include "compiler/passes.h.inc"
namespace {

struct ImportFuncCalls : impl::ImportFuncCallsBase<ImportFuncCalls> {
  using ImportFuncCallsBase::ImportFuncCallsBase;

  /// Imports callees before callers, so that every body is complete when it moves.
  void runOnOperation() override {
    CallGraph graph(getOperation());
    if (failed(graph.checkAcyclic()) || failed(graph.checkExpansion()))
      return signalPassFailure();
    llvm::SmallSetVector<func::FuncOp, 8> callees;
    // The computations that have taken the bodies of functions.
    DenseMap<func::FuncOp, sdy::NamedComputationOp> bodies;
    // All calls are collected before the first body moves, because graph walks need the bodies.
    SmallVector<std::pair<func::CallOp, func::FuncOp>> calls;
    for (func::FuncOp function : graph.postOrder())
      for (func::CallOp call : graph.callsIn(function))
        if (func::FuncOp callee = graph.calleeOf(call)) {
          if (failed(checkShardingsAt(call, callee)))
            return signalPassFailure();
          calls.push_back({call, callee});
        }
    bool found = !calls.empty();
    DenseSet<StringAttr> kept;
    if (found)
      forEachNamedSymbol(
          getOperation(), [&](StringAttr name) { kept.insert(name); }, llvm::IsaPred<func::CallOp>);
    for (auto [call, callee] : calls) {
      callees.insert(callee);
      import(call, callee, bodies[callee], kept.contains(callee.getSymNameAttr()));
    }
    for (func::FuncOp callee : callees)
      if (!kept.contains(callee.getSymNameAttr()))
        callee.erase();
    if (addDataFlowEdgesOnNamedComputations) // also on computations of the input program
      getOperation().walk([&](sdy::NamedComputationOp op) {
        found = true;
        addEdgesTo(op);
      });
    if (!found)
      markAllAnalysesPreserved();
  }

  /// Imports one call. `body` is the computation that holds the callee's body, null at the first
  /// call. `isKept` says that the function stays, so that its body is copied.
  void import(func::CallOp call, func::FuncOp callee, sdy::NamedComputationOp &body, bool isKept) {
    dissolveEdges(call.getResults());
    if (!callee.isExternal() && !isKept)
      dissolveEdges(callee.getArguments());
    OpBuilder b(call);
    auto op = sdy::NamedComputationOp::create(b, call.getLoc(), call.getResultTypes(),
                                              originalName(callee), call.getOperands(),
                                              argShardings(callee), sdy::getShardingPerValue(call));
    for (NamedAttribute attr : call->getDiscardableAttrs())
      if (attr.getName() != sdy::kShardingAttr)
        op->setDiscardableAttr(attr.getName(), attr.getValue());
    if (Attribute thread = callee->getAttr("execution_thread"))
      op->setDiscardableAttr("execution_thread", thread);
    if (!body) {
      if (isKept) {
        IRMapping values;
        callee.getBody().cloneInto(&op.getBody(), values);
        dissolveEdges(op.getBody().getArguments());
      } else {
        op.getBody().takeBody(callee.getBody());
      }
      Operation *terminator = op.getBody().front().getTerminator();
      b.setInsertionPoint(terminator);
      sdy::ReturnOp::create(b, terminator->getLoc(), terminator->getOperands());
      terminator->erase();
      body = op;
    } else {
      // One warning for each function; flattening the call graph first avoids the copies.
      if (warned.insert(callee.getSymName()).second)
        call.emitWarning() << "@" << callee.getName()
                           << " is called more than once; its body is copied for each call";
      IRMapping values;
      body.getBody().cloneInto(&op.getBody(), values);
      removeEdges(op);
    }
    if (addDataFlowEdgesOnNamedComputations)
      addEdgesTo(op);
    // The new results have their edges already, so users of the call read the edges.
    for (auto [old, result] : llvm::zip_equal(call.getResults(), op.getResults())) {
      sdy::DataFlowEdgeOp edge = sdy::getDataFlowEdge(result);
      old.replaceAllUsesWith(edge ? Value(edge.getResult()) : Value(result));
    }
    call.erase();
  }

  /// Replaces the edges between function and call on these values by constraints.
  static void dissolveEdges(ValueRange values) {
    for (Value value : values)
      for (Operation *user : llvm::make_early_inc_range(value.getUsers()))
        if (auto edge = dyn_cast<sdy::FuncDataFlowEdgeOp>(user))
          dissolve(edge);
  }

  /// Removes the edges that a copied body inherited. addEdgesTo() adds them again with this call's
  /// shardings.
  static void removeEdges(sdy::NamedComputationOp op) {
    for (BlockArgument argument : op.getBody().getArguments())
      if (sdy::DataFlowEdgeOp edge = sdy::getDataFlowEdge(argument))
        IRRewriter(edge).replaceOp(edge, argument);
  }

  llvm::StringSet<llvm::MallocAllocator> warned;
};

} // namespace
} // namespace spmd
