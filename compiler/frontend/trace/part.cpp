// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records parts. A part is a function of the module from its first op on, so that it has a place
// and arguments. Its ops name values of the functions around it; when it ends as a function these
// become arguments (closure conversion), and when it ends as a region they may stay.
#include "compiler/frontend/trace/part.h"
#include "compiler/frontend/trace/axis_names.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/SymbolTable.h"

namespace spmd {
inline namespace frontend {
namespace {

/// Names of parts are those of transformations, so most of them are taken.
/// NAME, or NAME_2, .. where the module has such a symbol.
std::string freeName(mlir::ModuleOp module, llvm::StringRef name) {
  std::string out = name.str();
  for (size_t i = 2; mlir::SymbolTable::lookupSymbolIn(module, out); ++i)
    out = name.str() + "_" + std::to_string(i);
  return out;
}

/// The values that ops of the function read and that are computed outside of it, each once.
llvm::SetVector<mlir::Value> valuesFromOutside(mlir::func::FuncOp function) {
  llvm::SetVector<mlir::Value> outside;
  function.getBody().walk([&](mlir::Operation *op) {
    for (mlir::Value operand : op->getOperands())
      if (!function.getBody().isAncestor(operand.getParentRegion()))
        outside.insert(operand);
  });
  return outside;
}

} // namespace

/// The function is private and stands behind the others.
Part::Part(Trace &trace, llvm::StringRef name, Where where)
    : trace(trace), location(mlirLocation(where, trace.mlirContext())),
      outside(trace.builder.saveInsertionPoint()), depth(trace.open.size()) {
  trace.builder.setInsertionPointToEnd(trace.module->getBody());
  function = mlir::func::FuncOp::create(trace.builder, location, freeName(trace.moduleOp(), name),
                                        trace.builder.getFunctionType({}, {}));
  function.setPrivate();
  trace.builder.setInsertionPointToStart(function.addEntryBlock());
  trace.open.push_back(nextTraceId());
}

/// Only a part that an exception left has a function that did not end.
/// Ops outside cannot use its values yet.
Part::~Part() {
  if (!function)
    return;
  leave();
  function.erase();
}

/// Parts inside of it have ended.
void Part::repeats() { trace.loops.push_back(depth); }

/// Ops after this one are recorded into the part around. Tensors of the part can no longer be used:
/// their id is not open (Trace::valueOf).
void Part::leave() {
  trace.open.resize(depth);
  while (!trace.loops.empty() && trace.loops.back() >= depth)
    trace.loops.pop_back();
  trace.builder.restoreInsertionPoint(outside);
}

/// The type of the function follows when it ends.
Tensor Part::addArgument(const Type &type, Where where) {
  mlir::Block &body = function.getBody().front();
  return trace.tensorOf(body.addArgument(mlirType(type, trace.mlirContext()),
                                         mlirLocation(where, trace.mlirContext())),
                        where);
}

/// Arguments have the lines where the user made their values.
void Part::addArguments(TreeRef tree) {
  replaceLeaves(tree, [&](const Tensor &leaf) {
    return leaf.hasValue() ? standingFor(leaf, addArgument(leaf.type(), leaf.value->where))
                           : Tensor();
  });
}

/// The terminator is that of a function or of a region.
void Part::end(mlir::ValueRange results, bool isFunction) {
  assert(trace.open.size() == depth + 1 && "the innermost part ends first");
  if (isFunction)
    mlir::func::ReturnOp::create(trace.builder, location, results);
  else
    stablehlo::ReturnOp::create(trace.builder, location, results);
  leave();
}

/// Uses inside of the function are replaced one by one: the value lives on outside.
mlir::func::FuncOp Part::close(mlir::ValueRange results, llvm::SmallVector<mlir::Value> &captured,
                               std::optional<size_t> at) {
  end(results, true);
  mlir::Block &body = function.getBody().front();
  size_t position = at.value_or(body.getNumArguments());
  for (mlir::Value value : valuesFromOutside(function)) {
    captured.push_back(value);
    mlir::Value argument =
        body.insertArgument(unsigned(position++), value.getType(), value.getLoc());
    value.replaceUsesWithIf(argument, [&](mlir::OpOperand &use) {
      return function.getBody().isAncestor(use.getOwner()->getParentRegion());
    });
  }
  function.setType(trace.builder.getFunctionType(body.getArgumentTypes(),
                                                 body.getTerminator()->getOperandTypes()));
  return std::exchange(function, {});
}

/// The region keeps its uses of values from outside, and the function is no longer needed.
void Part::moveInto(mlir::Region &region, mlir::ValueRange results) {
  end(results, false);
  region.takeBody(function.getBody());
  std::exchange(function, {}).erase();
}

/// The order is that of a breadth-first search, which has no meaning for a module.
/// A call and an attribute such as spmd.vjp name functions alike.
llvm::SetVector<mlir::Operation *> reachableFrom(llvm::ArrayRef<mlir::func::FuncOp> roots) {
  llvm::SetVector<mlir::Operation *> found(roots.begin(), roots.end());
  if (found.empty())
    return found;
  const mlir::SymbolTable symbols(found[0]->getParentOp());
  for (size_t i = 0; i < found.size(); ++i)
    found[i]->walk([&](mlir::Operation *op) {
      for (mlir::NamedAttribute attribute : op->getAttrs())
        if (auto name = llvm::dyn_cast<mlir::FlatSymbolRefAttr>(attribute.getValue()))
          if (auto callee = symbols.lookup<mlir::func::FuncOp>(name.getValue()))
            found.insert(callee);
    });
  return found;
}

Tensor standingFor(const Tensor &leaf, const Tensor &value) {
  return withLayout(withNames(value, leaf.value->axes), leaf.value->layout);
}

/// In the order of the walk. Throws for leaves of other traces.
llvm::SmallVector<mlir::Value> valuesOf(Trace &trace, TreeRef tree, Where where) {
  struct Collector : TreeVisitor {
    std::vector<Tensor> leaves;
    void leaf(const Path &, Tensor &tensor) override {
      if (tensor.hasValue())
        leaves.push_back(tensor);
    }
  } collector;
  tree.walk({}, collector);
  return llvm::map_to_vector(collector.leaves,
                             [&](const Tensor &leaf) { return trace.valueOf(leaf, where); });
}

/// Leaves without a value stay so. The others keep their axis names.
mlir::ValueRange replaceValues(Trace &trace, TreeRef tree, mlir::ValueRange values, Where where) {
  size_t next = 0;
  replaceLeaves(tree, [&](const Tensor &leaf) {
    return leaf.hasValue() ? standingFor(leaf, trace.tensorOf(values[next++], where)) : Tensor();
  });
  return values.drop_front(next);
}

/// The call has the user's line, and the ops of the function those of their own.
mlir::func::CallOp callIn(Trace &trace, mlir::func::FuncOp function,
                          llvm::ArrayRef<mlir::Value> operands, Where where) {
  return mlir::func::CallOp::create(trace.opBuilder(), mlirLocation(where, trace.mlirContext()),
                                    function, operands);
}

} // namespace frontend
} // namespace spmd
