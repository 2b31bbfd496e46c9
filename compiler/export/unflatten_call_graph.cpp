// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Merges copies of one function that ended up with the same shardings. The first call decides which
// copy stays. With dedup-functions-fully, copies are merged whatever their shardings are, and the
// one with the most calls stays. Dead functions are left to symbol-dce. Public Shardy pass, the
// inverse of sdy-flatten-call-graph.
//   call @f, call @f_1, where @f_1 is a copy of @f with equal shardings  ->  call @f, call @f
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

  /// Copies with equal keys are merged. The key is the original name and the manual axes, and the
  /// shardings if `withShardings`.
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

  /// Redirects every call to the copy that leads its key, then removes the attributes that mark
  /// copies.
  void runOnOperation() override {
    CallGraph graph(getOperation());
    SmallVector<func::CallOp> calls;
    for (auto function : getOperation().getOps<func::FuncOp>())
      llvm::append_range(calls, graph.callsIn(function));
    // Without full merging the first copy that is called leads its key. With full merging the calls
    // are counted by exact key, one after another. Whenever an exact key takes the lead, the
    // callee of the call that brought it there becomes the leader.
    struct Leader {
      Attribute exact;
      func::FuncOp callee;
      int64_t calls = 0;
    };
    llvm::DenseMap<Attribute, Leader> leaders;
    llvm::DenseMap<Attribute, int64_t> counts; // calls of each exact key
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
