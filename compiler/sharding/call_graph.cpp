// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The call graph, walked without recursion on cycles.
#include "compiler/sharding/call_graph.h"
#include "dialects/sdy/verify.h"

using namespace mlir;

namespace spmd {

func::FuncOp entryFunctionOf(ModuleOp module) {
  auto functions = module.getOps<func::FuncOp>();
  if (llvm::hasSingleElement(functions))
    return *functions.begin();
  return module.lookupSymbol<func::FuncOp>("main");
}

CallGraph::CallGraph(ModuleOp module) : module(module), table(module) {
  for (auto function : module.getOps<func::FuncOp>())
    function.walk<WalkOrder::PreOrder>([&](func::CallOp call) { calls[function].push_back(call); });
}

func::FuncOp CallGraph::calleeOf(func::CallOp call) const {
  auto callee = table.lookup<func::FuncOp>(call.getCallee());
  return callee && !callee.isExternal() ? callee : func::FuncOp();
}

ArrayRef<func::CallOp> CallGraph::callsIn(func::FuncOp function) const {
  auto it = calls.find(function);
  return it == calls.end() ? ArrayRef<func::CallOp>() : ArrayRef<func::CallOp>(it->second);
}

SmallVector<func::CallOp> CallGraph::callsOf(func::FuncOp callee) const {
  SmallVector<func::CallOp> found;
  for (auto function : module.getOps<func::FuncOp>())
    for (func::CallOp call : callsIn(function))
      if (call.getCallee() == callee.getSymName())
        found.push_back(call);
  return found;
}

namespace {

struct Walk {
  const CallGraph &graph;
  llvm::SmallPtrSet<Operation *, 8> seen;
  SmallVector<func::FuncOp> order;

  void visit(func::FuncOp function) {
    if (!seen.insert(function).second)
      return;
    for (func::CallOp call : graph.callsIn(function))
      if (func::FuncOp callee = graph.calleeOf(call))
        visit(callee);
    order.push_back(function);
  }
};

} // namespace

SmallVector<func::FuncOp> CallGraph::postOrder() const {
  llvm::SmallPtrSet<Operation *, 8> called;
  for (auto function : module.getOps<func::FuncOp>())
    for (func::CallOp call : callsIn(function))
      if (func::FuncOp callee = calleeOf(call))
        called.insert(callee);
  Walk walk{.graph = *this};
  for (auto function : module.getOps<func::FuncOp>())
    if (!called.contains(function))
      walk.visit(function);
  for (auto function : module.getOps<func::FuncOp>()) // what only cycles reach
    walk.visit(function);
  return walk.order;
}

SmallVector<func::FuncOp> CallGraph::callersFirst() const {
  Walk walk{.graph = *this};
  for (auto function : module.getOps<func::FuncOp>())
    walk.visit(function);
  std::reverse(walk.order.begin(), walk.order.end());
  return walk.order;
}

LogicalResult CallGraph::checkAcyclic() const {
  // In post-order every callee stands before its callers, but for those that a cycle leads back to.
  llvm::SmallPtrSet<Operation *, 8> done;
  for (func::FuncOp function : postOrder()) {
    for (func::CallOp call : callsIn(function))
      if (func::FuncOp callee = calleeOf(call); callee && !done.contains(callee)) {
        auto diag = call.emitOpError() << "calls @" << call.getCallee()
                                       << ", which leads back to @" << function.getName()
                                       << ": recursive functions have no bounded program";
        diag.attachNote(callee.getLoc()) << "@" << callee.getName() << " is defined here";
        return diag;
      }
    done.insert(function);
  }
  return success();
}

func::FuncOp CallGraph::copyWithCallees(func::FuncOp function) {
  func::FuncOp copy = function.clone();
  copy.walk<WalkOrder::PreOrder>([&](func::CallOp call) {
    if (func::FuncOp callee = calleeOf(call))
      call.setCallee(copyWithCallees(callee).getSymName());
  });
  copy->setAttr(sdy::kOriginalFuncNameAttr, StringAttr::get(function.getContext(), originalName(function)));
  table.insert(copy);
  return copy;
}

StringRef originalName(func::FuncOp function) {
  auto name = function->getAttrOfType<StringAttr>(sdy::kOriginalFuncNameAttr);
  return name ? name.getValue() : function.getSymName();
}

std::string freeName(const SymbolTable &symbols, StringRef base) {
  std::string name = base.str();
  for (int i = 0; symbols.lookup(name); ++i)
    name = (base + "_" + Twine(i)).str();
  return name;
}

static sdy::TensorShardingPerValueAttr completeList(MLIRContext *context, TypeRange types,
                                                    ArrayRef<sdy::TensorShardingAttr> shardings) {
  auto known = llvm::find_if(shardings, [](sdy::TensorShardingAttr sharding) { return !!sharding; });
  if (known == shardings.end())
    return {};
  SmallVector<sdy::TensorShardingAttr> complete;
  for (auto [type, sharding] : llvm::zip_equal(types, shardings))
    complete.push_back(sharding ? sharding
                                : sdy::TensorShardingAttr::getFullyOpen(context, sdy::getTensorRank(type),
                                                                        known->getMeshOrRef()));
  return sdy::TensorShardingPerValueAttr::get(context, complete);
}

sdy::TensorShardingPerValueAttr argShardings(func::FuncOp function) {
  SmallVector<sdy::TensorShardingAttr> shardings;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    shardings.push_back(sdy::getFuncArgSharding(function, i));
  return completeList(function.getContext(), function.getArgumentTypes(), shardings);
}

sdy::TensorShardingPerValueAttr resultShardings(func::FuncOp function) {
  SmallVector<sdy::TensorShardingAttr> shardings;
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    shardings.push_back(sdy::getFuncResultSharding(function, i));
  return completeList(function.getContext(), function.getResultTypes(), shardings);
}

LogicalResult checkShardingsAt(func::CallOp call, func::FuncOp callee) {
  auto check = [&](sdy::TensorShardingAttr sharding, StringRef what, unsigned i) {
    return !sharding ? success() : sdy::verifyNoManualAxis(sharding, call, [&] {
      auto diag = call.emitOpError();
      diag << "calls @" << callee.getName() << ", whose " << what << " " << i << " has a sharding that ";
      return diag;
    });
  };
  for (unsigned i = 0; i < callee.getNumArguments(); ++i)
    if (failed(check(sdy::getFuncArgSharding(callee, i), "argument", i)))
      return failure();
  for (unsigned i = 0; i < callee.getNumResults(); ++i)
    if (failed(check(sdy::getFuncResultSharding(callee, i), "result", i)))
      return failure();
  return success();
}

} // namespace spmd
