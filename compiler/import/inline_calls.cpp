// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inlines all calls, because each call may need its own placement. A copied op is located at the
// call, under the name of the callee: loc(callsite("callee"(where it was written) at where it was
// called)). Shardings of a callee's arguments and results become sharding constraints. An
// sdy.func_data_flow_edge ties a function's body to its calls and is removed. An
// sdy.named_computation is a call with its callee's body in place, so it is inlined, too.
//   func private @f(%a {sharding {"x"}}) { tanh %a }, %y = call @f(%x)
//   -> %c = sdy.sharding_constraint %x {"x"}, %y = tanh %c
#include "compiler/import/dead_symbols.h"
#include "compiler/import/edges.h"
#include "compiler/passes.h"
#include "compiler/sharding/call_graph.h"
#include "compiler/structure/op_sets.h"
#include "dialects/chlo/chlo.h"
#include "dialects/nesting.h"
#include "dialects/notes.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_INLINECALLS
#include "compiler/passes.h.inc"
namespace {

/// Builds the op of chlo that a composite stands for, in front of it; null where there is none, or
/// where it would not be well-formed. Portable artifacts have no chlo, so JAX writes its ops as
/// composites of their names, with polynomials of many ops as decompositions:
///   composite "chlo.erf" %x {decomposition = @chlo.erf.impl, version = 1} -> chlo.erf %x
Operation *chloOpOf(stablehlo::CompositeOp op) {
  OperationName name(op.getName(), op->getContext());
  if (!name.isRegistered() || op.getVersion() != 1 ||
      name.getDialectNamespace() != chlo::ChloDialect::getDialectNamespace())
    return nullptr;
  NamedAttrList attributes(op.getCompositeAttributes());
  if (llvm::any_of(attributes, [&](NamedAttribute attribute) {
        return !llvm::is_contained(name.getAttributeNames(), attribute.getName());
      }))
    return nullptr;
  attributes.append(op->getDiscardableAttrs());
  // What does not fit keeps its decomposition, without a word.
  ScopedDiagnosticHandler quiet(op->getContext(), [](Diagnostic &) { return success(); });
  if (failed(name.verifyInherentAttrs(attributes, [&] { return op.emitError(); })))
    return nullptr;
  Operation *chlo = Operation::create(op.getLoc(), name, op->getResultTypes(), op->getOperands(),
                                      std::move(attributes), /*properties=*/nullptr);
  OpBuilder(op).insert(chlo);
  if (succeeded(verify(chlo)))
    return chlo;
  chlo->erase();
  return nullptr;
}

/// Replaces each composite by the op of chlo that it is named after, or else by a call of its
/// decomposition, which defines its meaning (StableHLO specification, `composite`).
void callDecompositions(ModuleOp module) {
  for (stablehlo::CompositeOp op : opsIn<stablehlo::CompositeOp>(module)) {
    IRRewriter rewriter(op);
    if (Operation *chlo = chloOpOf(op))
      rewriter.replaceOp(op, chlo);
    else
      rewriter.replaceOpWithNewOp<func::CallOp>(op, op.getDecompositionAttr(), op->getResultTypes(),
                                                op->getOperands());
  }
}

/// `value` with a constraint to `sharding`, or `value` itself if the sharding is null.
Value constrain(OpBuilder &b, Location loc, Value value, sdy::TensorShardingAttr sharding) {
  return sharding ? sdy::ShardingConstraintOp::create(b, loc, value.getType(), value, sharding)
                        .getResult()
                  : value;
}

/// Moves the ops of a named computation in front of it and puts constraints around them.
///   named_computation<"f">(%x) in_shardings=[A] out_shardings=[B] (%p) { %0 = tanh %p, return %0 }
///   -> %p = sharding_constraint %x A, %0 = tanh %p, sharding_constraint %0 B
void inlineNamed(sdy::NamedComputationOp op) {
  OpBuilder b(op);
  Block &body = op.getBody().front();
  auto shardingAt = [](sdy::TensorShardingPerValueAttr list, size_t i) {
    return list ? list.getSharding(i) : sdy::TensorShardingAttr();
  };
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    body.getArgument(i).replaceAllUsesWith(
        constrain(b, op.getLoc(), operand, shardingAt(op.getInShardingsAttr(), i)));
  Location caller = op.getLoc();
  for (Operation &inner : llvm::make_early_inc_range(body.without_terminator())) {
    inner.walk([&](Operation *each) {
      each->setLoc(CallSiteLoc::get(NameLoc::get(op.getNameAttr(), each->getLoc()), caller));
    });
    inner.moveBefore(op);
  }
  for (auto [i, returned] : llvm::enumerate(body.getTerminator()->getOperands()))
    op->getResult(i).replaceAllUsesWith(
        constrain(b, op.getLoc(), returned, shardingAt(op.getOutShardingsAttr(), i)));
  op.erase();
}

/// Inlines all calls of one module.
class Inliner {
public:
  explicit Inliner(ModuleOp module) : graph(module) {}

  /// Refuses recursion, call graphs that would expand to too much code, and callees without a body
  /// of one block.
  LogicalResult run() {
    if (failed(graph.checkAcyclic()) || failed(graph.checkExpansion()))
      return failure();
    // Callees first, so that every body is copied in its final form.
    for (func::FuncOp function : graph.postOrder()) {
      for (func::CallOp call : graph.callsIn(function)) {
        func::FuncOp callee = graph.calleeOf(call);
        if (!callee)
          return call.emitOpError() << "calls @" << call.getCallee() << ", which has no body here"
                                    << symbolNotes(call, call.getCalleeAttr());
        if (!llvm::hasSingleElement(callee.getBody()))
          return call.emitOpError()
                 << "calls @" << call.getCallee()
                 << ", whose body has several blocks; one is supported" << symbolNote(callee);
        inlineCall(call, callee);
      }
      function.walk([](sdy::FuncDataFlowEdgeOp edge) { dissolve(edge); });
      llvm::for_each(opsIn<sdy::NamedComputationOp>(function), inlineNamed);
    }
    return success();
  }

private:
  /// Copies the callee's body in front of the call, with constraints for the shardings of its
  /// arguments and results.
  static void inlineCall(func::CallOp call, func::FuncOp callee) {
    OpBuilder b(call);
    IRMapping values;
    for (auto [i, operand] : llvm::enumerate(call.getOperands()))
      values.map(callee.getArgument(i),
                 constrain(b, call.getLoc(), operand, sdy::getFuncArgSharding(callee, i)));
    auto place = [&](Location loc) {
      return CallSiteLoc::get(NameLoc::get(callee.getSymNameAttr(), loc), call.getLoc());
    };
    Block &body = callee.getBody().front();
    for (Operation &op : body.without_terminator()) {
      Operation *copy = b.clone(op, values);
      copy->walk([&](Operation *inner) { inner->setLoc(place(inner->getLoc())); });
    }
    for (auto [i, returned] : llvm::enumerate(body.getTerminator()->getOperands())) {
      Value value = constrain(b, call.getLoc(), values.lookupOrDefault(returned),
                              sdy::getFuncResultSharding(callee, i));
      call.getResult(i).replaceAllUsesWith(value);
    }
    call.erase();
  }

  CallGraph graph;
};

struct InlineCalls : impl::InlineCallsBase<InlineCalls> {
  void getDependentDialects(DialectRegistry &registry) const override {
    InlineCallsBase::getDependentDialects(registry);
    registry.insert<chlo::ChloDialect>(); // for composites
  }
  /// Nesting is checked first: inlining recursion would not end, and regions that nest too deep
  /// would overflow the stack of later walks.
  void runOnOperation() override {
    if (failed(checkNesting(getOperation(), kDeepestNesting)))
      return signalPassFailure();
    callDecompositions(getOperation());
    if (failed(Inliner(getOperation()).run()))
      return signalPassFailure();
    removeUnused(llvm::to_vector(getOperation().getOps<func::FuncOp>()));
  }

  /// Erases private functions that no attribute names any more; then those that only they named, as
  /// a function names its gradient (spmd.vjp).
  void removeUnused(SmallVector<func::FuncOp> functions) {
    auto isPublic = [](func::FuncOp function) { return !function.isPrivate(); };
    llvm::erase_if(functions, isPublic);
    for (size_t before = 0; !functions.empty() && functions.size() != before;) {
      before = functions.size();
      DenseSet<StringAttr> named;
      forEachNamedSymbol(getOperation(), [&](StringAttr name) { named.insert(name); });
      llvm::erase_if(functions, [&](func::FuncOp function) {
        if (named.contains(function.getSymNameAttr()))
          return false;
        function.erase();
        return true;
      });
    }
  }
};

} // namespace
} // namespace spmd
