// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of one function that ended up with the same shardings are one function again. The first
// call decides which copy stays; with dedup-functions-fully shardings do not matter, and the copy
// with the most calls stays. Dead functions are left to symbol-dce.
#include "compiler/passes.h"
#include "compiler/sharding/call_graph.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_UNFLATTENCALLGRAPH
#include "compiler/passes.h.inc"

namespace {

struct UnflattenCallGraph : impl::UnflattenCallGraphBase<UnflattenCallGraph> {
  using UnflattenCallGraphBase::UnflattenCallGraphBase;

  /// Copies with equal keys do the same; without shardings they compute the same.
  Attribute keyOf(func::FuncOp function, bool withShardings) {
    Builder b(&getContext());
    SmallVector<Attribute> key{b.getStringAttr(originalName(function))};
    auto orUnit = [&](Attribute attr) { return attr ? attr : Attribute(b.getUnitAttr()); };
    key.push_back(orUnit(function->getAttr(sdy::kFuncManualAxesAttr)));
    if (withShardings) {
      key.push_back(orUnit(argShardings(function)));
      key.push_back(orUnit(resultShardings(function)));
    }
    return b.getArrayAttr(key);
  }

  void runOnOperation() override {
    CallGraph graph(getOperation());
    SmallVector<func::CallOp> calls;
    for (auto function : getOperation().getOps<func::FuncOp>())
      llvm::append_range(calls, graph.callsIn(function));
    // Equal copies become the first that is called. Fully, all copies become the one whose
    // shardings have the most calls: call by call, the shardings that take the lead bring the
    // callee by which they do.
    struct Leader {
      Attribute exact;
      func::FuncOp callee;
      int64_t calls = 0;
    };
    llvm::DenseMap<Attribute, Leader> leaders;
    llvm::DenseMap<Attribute, int64_t> counts; // by exact key
    for (func::CallOp call : calls)
      if (func::FuncOp callee = graph.calleeOf(call)) {
        Attribute exact = keyOf(callee, true);
        Leader &leader = leaders[keyOf(callee, !dedupFunctionsFully)];
        int64_t count = ++counts[exact];
        if (count <= leader.calls)
          continue;
        leader.calls = count;
        if (leader.exact != exact) {
          leader.exact = exact;
          leader.callee = callee;
        }
      }
    for (func::CallOp call : calls)
      if (func::FuncOp callee = graph.calleeOf(call))
        call.setCallee(leaders[keyOf(callee, !dedupFunctionsFully)].callee.getSymName());
    bool changed = !calls.empty();
    for (auto function : getOperation().getOps<func::FuncOp>())
      for (StringRef name :
           {StringRef(sdy::kOriginalFuncNameAttr), StringRef(sdy::kFuncManualAxesAttr)})
        changed |= bool(function->removeAttr(name));
    if (!changed)
      markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace spmd
