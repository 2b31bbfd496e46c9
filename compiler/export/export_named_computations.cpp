// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns every sdy.named_computation into a private function and a call, now with shardings. The
// inverse of sdy-import-func-calls. Public Shardy pass.
//   %y = sdy.named_computation<"f">(%x) (%a) { .. }
//   -> %y = call @f(%x), func private @f(%a) { .. }
#include "compiler/passes.h"
#include "compiler/structure/op_sets.h"
#include "dialects/sdy/values.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_EXPORTNAMEDCOMPUTATIONS
#include "compiler/passes.h.inc"
namespace {

struct ExportNamedComputations : impl::ExportNamedComputationsBase<ExportNamedComputations> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    // The walk visits inner computations first, so that every body is complete when it becomes a
    // function.
    auto computations = opsIn<sdy::NamedComputationOp>(getOperation());
    if (computations.empty())
      return markAllAnalysesPreserved();
    for (sdy::NamedComputationOp op : computations)
      exportOne(op, symbols);
  }

  /// Removes the edges on the owners. Returns the shardings of all owners as one list; values
  /// without a sharding become fully open. Null if no owner has one. The sharding of an edge comes
  /// first, because propagation updated the edge and not the op.
  static sdy::TensorShardingPerValueAttr sink(ValueRange owners,
                                              sdy::TensorShardingPerValueAttr written) {
    SmallVector<sdy::TensorShardingAttr> shardings;
    if (written)
      llvm::append_range(shardings, written.getShardings());
    shardings.resize(owners.size());
    for (auto [sharding, owner] : llvm::zip_equal(shardings, owners))
      if (sdy::DataFlowEdgeOp edge = sdy::getDataFlowEdge(owner)) {
        if (edge.getShardingAttr())
          sharding = edge.getShardingAttr();
        IRRewriter(edge).replaceOp(edge, owner);
      }
    return sdy::completeList(owners.getTypes(), shardings);
  }

  /// Moves the body into a new function, puts a call in its place, and writes the shardings on
  /// both.
  static void exportOne(sdy::NamedComputationOp op, SymbolTable &symbols) {
    MLIRContext *context = op.getContext();
    IRRewriter b(op);
    Block &body = op.getBody().front();
    SmallVector<Value> arguments(body.getArguments()), results(op.getResults());
    sdy::TensorShardingPerValueAttr in = sink(arguments, op.getInShardingsAttr()),
                                    out = sink(results, op.getOutShardingsAttr());

    auto type = FunctionType::get(context, op->getOperandTypes(), op->getResultTypes());
    auto function = func::FuncOp::create(op.getLoc(), op.getName(), type);
    function.setPrivate();
    function->setAttr(sdy::kOriginalFuncNameAttr, op.getNameAttr());
    if (Attribute thread = op->getAttr("execution_thread"))
      function->setAttr("execution_thread", thread);
    function.getBody().takeBody(op.getBody());
    Operation *terminator = function.front().getTerminator();
    OpBuilder end(terminator);
    func::ReturnOp::create(end, terminator->getLoc(), terminator->getOperands());
    terminator->erase();
    symbols.insert(function);
    if (in)
      for (auto [i, sharding] : llvm::enumerate(in.getShardings()))
        sdy::setFuncArgSharding(function, i, sharding);
    // The function's results get the shardings of the returned values (propagate-to-func-results).
    // `out` is what the caller expects, so it goes on the call.
    auto call = func::CallOp::create(b, op.getLoc(), function, op.getOperands());
    call->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    call->removeDiscardableAttr("execution_thread"); // the function has it now
    if (out)
      sdy::setShardings(call, out);
    b.replaceOp(op, call.getResults());
  }
};

} // namespace
} // namespace spmd
