// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the call graph. The walks keep their own stack instead of recursing, because a text
// may nest calls deeper than the machine's stack allows.
#include "compiler/sharding/call_graph.h"
#include "dialects/notes.h"
#include "dialects/sdy/verify.h"

using namespace mlir;

namespace spmd {

func::FuncOp entryFunctionOf(ModuleOp module) {
  auto functions = module.getOps<func::FuncOp>();
  if (llvm::hasSingleElement(functions))
    return *functions.begin();
  return module.lookupSymbol<func::FuncOp>("main");
}

/// Collects the calls of every function once, so that queries do not walk the module again.
CallGraph::CallGraph(ModuleOp module) : module(module), table(module) {
  for (auto function : module.getOps<func::FuncOp>())
    function.walk<WalkOrder::PreOrder>([&](func::CallOp call) { calls[function].push_back(call); });
}

/// Calls of declarations have no callee to look into, so they count as other ops.
func::FuncOp CallGraph::calleeOf(func::CallOp call) const {
  auto callee = table.lookup<func::FuncOp>(call.getCallee());
  return callee && !callee.isExternal() ? callee : func::FuncOp();
}

ArrayRef<func::CallOp> CallGraph::callsIn(func::FuncOp function) const {
  auto it = calls.find(function);
  return it == calls.end() ? ArrayRef<func::CallOp>() : ArrayRef<func::CallOp>(it->second);
}

/// Looks through all calls of the module.
SmallVector<func::CallOp> CallGraph::callsOf(func::FuncOp callee) const {
  SmallVector<func::CallOp> found;
  for (auto function : module.getOps<func::FuncOp>())
    for (func::CallOp call : callsIn(function))
      if (call.getCallee() == callee.getSymName())
        found.push_back(call);
  return found;
}

namespace {

/// Collects functions in post-order over several roots.
struct Walk {
  const CallGraph &graph;
  llvm::SmallPtrSet<Operation *, 8> seen;
  SmallVector<func::FuncOp> order;

  // Appends `root` and everything that it calls, unless they have been visited.
  void visit(func::FuncOp root) {
    if (!seen.insert(root).second)
      return;
    // The functions on the current path, each with the number of its next call to follow.
    SmallVector<std::pair<func::FuncOp, size_t>> open{{root, 0}};
    while (!open.empty()) {
      auto &[function, next] = open.back();
      ArrayRef<func::CallOp> calls = graph.callsIn(function);
      if (next == calls.size()) {
        order.push_back(function);
        open.pop_back();
        continue;
      }
      func::FuncOp callee = graph.calleeOf(calls[next++]);
      if (callee && seen.insert(callee).second)
        open.push_back({callee, 0});
    }
  }
};

} // namespace

/// main calls f and g, g calls f -> f, g, main.
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
  for (auto function : module.getOps<func::FuncOp>()) // functions that only cycles reach
    walk.visit(function);
  return walk.order;
}

/// main calls f and g, g calls f -> main, g, f.
SmallVector<func::FuncOp> CallGraph::callersFirst() const {
  Walk walk{.graph = *this};
  for (auto function : module.getOps<func::FuncOp>())
    walk.visit(function);
  std::reverse(walk.order.begin(), walk.order.end());
  return walk.order;
}

/// In post-order every callee stands before its callers. A callee without a depth therefore closes
/// a cycle.
LogicalResult CallGraph::checkAcyclic() const {
  llvm::DenseMap<Operation *, int64_t> depths; // levels of calls below a function
  for (func::FuncOp function : postOrder()) {
    int64_t depth = 0;
    for (func::CallOp call : callsIn(function)) {
      func::FuncOp callee = calleeOf(call);
      if (!callee)
        continue;
      auto it = depths.find(callee);
      if (it == depths.end()) {
        // The callee comes later in the post-order, so it is on the path to this call.
        return call.emitOpError() << "calls @" << call.getCallee() << ", which leads back to @"
                                  << function.getName()
                                  << ": recursive functions have no bounded program"
                                  << symbolNote(callee);
      }
      depth = std::max(depth, it->second + 1);
      if (depth > kDeepestCalls)
        return call.emitOpError() << "calls @" << call.getCallee()
                                  << ", below which calls are nested " << it->second
                                  << " deep; at most " << kDeepestCalls
                                  << " calls may lie inside each other" << symbolNote(callee);
    }
    depths[function] = depth;
  }
  return success();
}

/// Adds up, callees first, the ops and calls that each function has once all calls are expanded. In
/// a chain of 21 functions, each of which calls the next one twice, the last one has 2^20 bodies.
LogicalResult CallGraph::checkExpansion() const {
  struct Size {
    int64_t ops = 0, calls = 0;
  };
  llvm::DenseMap<Operation *, Size> sizes;
  for (func::FuncOp function : postOrder()) {
    Size size;
    function.walk([&](Operation *) { ++size.ops; });
    for (func::CallOp call : callsIn(function)) {
      func::FuncOp callee = calleeOf(call);
      if (!callee)
        continue;
      Size added = sizes.lookup(callee);
      // The sums cannot overflow: the callee is within the bounds, and the loop stops beyond them.
      size.ops += added.ops;
      size.calls += added.calls + 1;
      if (size.calls <= kMostCalls && size.ops <= kMostOps)
        continue;
      // If both bounds are passed, the message is about the calls.
      bool tooManyCalls = size.calls > kMostCalls;
      return call.emitOpError() << "calls @" << call.getCallee() << ", with which @"
                                << function.getName() << " grows to "
                                << (tooManyCalls ? size.calls : size.ops)
                                << (tooManyCalls ? " calls" : " ops")
                                << "; every call gets a body of its own, of at most "
                                << (tooManyCalls ? kMostCalls : kMostOps)
                                << (tooManyCalls ? " calls" : " ops") << " in all"
                                << Note{callee.getLoc(),
                                        ("@" + callee.getName() + " has " + Twine(added.ops) +
                                         " ops and " + Twine(added.calls) +
                                         " calls with all that it calls; a loop (stablehlo.while) "
                                         "would have its body once")
                                            .str()};
    }
    sizes[function] = size;
  }
  return success();
}

/// A copy of the function in which every call has its own copy of the callee; null after kMostCalls
/// copies. The copies of callees are inserted before the copy of their caller.
func::FuncOp CallGraph::copyWithCallees(func::FuncOp function) {
  if (++copies > kMostCalls)
    return {};
  func::FuncOp copy = function.clone();
  // The calls of the copy still name the original callees, so calleeOf finds them.
  WalkResult walk = copy.walk<WalkOrder::PreOrder>([&](func::CallOp call) {
    func::FuncOp callee = calleeOf(call);
    if (!callee)
      return WalkResult::advance();
    func::FuncOp inner = copyWithCallees(callee);
    if (inner)
      call.setCallee(inner.getSymName());
    return inner ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (walk.wasInterrupted()) {
    copy.erase();
    return {};
  }
  copy->setAttr(sdy::kOriginalFuncNameAttr,
                StringAttr::get(function.getContext(), originalName(function)));
  table.insert(copy);
  return copy;
}

LogicalResult CallGraph::copyCallee(func::CallOp call) {
  if (func::FuncOp copy = copyWithCallees(calleeOf(call))) {
    call.setCallee(copy.getSymName());
    return success();
  }
  return call.emitOpError() << "calls @" << call.getCallee()
                            << ", which each call has a copy of, and of all that it calls; at most "
                            << kMostCalls << " functions are copied"
                            << symbolNotes(call, call.getCalleeAttr());
}

/// Copies carry the name of their original as the attribute sdy.original_func_name.
StringRef originalName(func::FuncOp function) {
  auto name = function->getAttrOfType<StringAttr>(sdy::kOriginalFuncNameAttr);
  return name ? name.getValue() : function.getSymName();
}

sdy::TensorShardingPerValueAttr argShardings(func::FuncOp function) {
  SmallVector<sdy::TensorShardingAttr> shardings;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    shardings.push_back(sdy::getFuncArgSharding(function, i));
  return sdy::completeList(function.getArgumentTypes(), shardings);
}

sdy::TensorShardingPerValueAttr resultShardings(func::FuncOp function) {
  SmallVector<sdy::TensorShardingAttr> shardings;
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    shardings.push_back(sdy::getFuncResultSharding(function, i));
  return sdy::completeList(function.getResultTypes(), shardings);
}

/// The messages read "calls @f, whose argument 0 has a sharding that uses axis ...".
LogicalResult checkShardingsAt(func::CallOp call, func::FuncOp callee) {
  auto check = [&](sdy::TensorShardingAttr sharding, StringRef what, unsigned i) {
    return !sharding ? success() : sdy::verifyNoManualAxis(sharding, call, [&] {
      return call.emitOpError() << "calls @" << callee.getName() << ", whose " << what << " " << i
                                << " has a sharding that " << symbolNote(callee);
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
