// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of one function that ended up with the same shardings are one function again. The first call decides which copy stays; with
// dedup-functions-fully shardings do not matter, and the copy with the most calls stays. Dead functions are left to symbol-dce.
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

  /// Copies with equal keys do the same.
  Attribute keyOf(func::FuncOp function) {
    Builder b(&getContext());
    SmallVector<Attribute> key{b.getStringAttr(originalName(function))};
    auto orUnit = [&](Attribute attr) { return attr ? attr : Attribute(b.getUnitAttr()); };
    key.push_back(orUnit(function->getAttr(sdy::kFuncManualAxesAttr)));
    if (!dedupFunctionsFully) {
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
    llvm::MapVector<Attribute, llvm::MapVector<func::FuncOp, int64_t>> variants; // with their numbers of calls
    for (func::CallOp call : calls)
      if (func::FuncOp callee = graph.calleeOf(call))
        ++variants[keyOf(callee)][callee];
    llvm::DenseMap<Attribute, func::FuncOp> chosen;
    for (auto &[key, counts] : variants)
      chosen[key] = dedupFunctionsFully
                        ? llvm::max_element(counts, [](auto &l, auto &r) { return l.second < r.second; })->first
                        : counts.front().first;
    for (func::CallOp call : calls)
      if (func::FuncOp callee = graph.calleeOf(call))
        call.setCallee(chosen[keyOf(callee)].getSymName());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      function->removeAttr(sdy::kOriginalFuncNameAttr);
      function->removeAttr(sdy::kFuncManualAxesAttr);
    }
  }
};

} // namespace
} // namespace spmd
