// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions with a gradient of the user's, and the recording of functions that all transformations
// share.
//
// A custom gradient is a pair of functions: the one that is called names the other one by the
// attribute spmd.vjp. Both are closed over what they capture, so they get the same arguments.
#include "compiler/frontend/trace/traced_call.h"
#include "compiler/grad/reverse.h"

namespace spmd {
inline namespace frontend {

using mlir::func::FuncOp;

bool hasGradient(const Tensor &leaf) { return leaf.hasValue() && isInexact(leaf.elementType()); }

/// Operands are read before the leaves stand for the function's arguments.
Recorded record(Trace &trace, const TracedCall &call) {
  Values operands;
  GivenKeys keys(call.arguments);
  for (const TreeRef &tree : call.arguments)
    operands.append(valuesOf(trace, tree, call.where));
  Part part(trace, call.name, call.where);
  for (const TreeRef &tree : call.arguments)
    part.addArguments(tree);
  keys.enter();
  const TreeRef result = call.run();
  keys.leave();
  FuncOp function = part.close(valuesOf(trace, result, call.where), operands);
  return {function, std::move(operands), flatten(result), result};
}

namespace {

/// Lets the type of a function follow from its block.
void setType(FuncOp function) {
  mlir::Block &body = function.getBody().front();
  function.setType(mlir::FunctionType::get(function.getContext(), body.getArgumentTypes(),
                                           body.getTerminator()->getOperandTypes()));
}

/// The forward function is recorded when the object is made. Its tree of results holds cotangents
/// while the user's backward function runs, and the results of the call at the end.
class CustomGradient {
public:
  CustomGradient(Trace &trace, const TracedCall &call)
      : trace(trace), call(call), forward(record(trace, call)), own(forward.operands.size()) {}

  void run(const std::function<TreeRef(TreeRef result)> &backward) {
    FuncOp gradient = recordBackward(backward);
    // The function takes what only the backward one reads, too.
    for (mlir::Value value : llvm::ArrayRef(forward.operands).drop_front(own))
      forward.function.getBody().front().addArgument(value.getType(), value.getLoc());
    setType(forward.function);
    forward.function->setAttr(kVjpAttr, mlir::FlatSymbolRefAttr::get(gradient.getNameAttr()));
    auto made = callIn(trace, forward.function, forward.operands, call.where);
    replaceValues(trace, forward.tree, made->getResults(), call.where);
  }

private:
  /// Its arguments are the leaves of the user's arguments, what either function captured, then the
  /// cotangents (compiler/grad/calls.cpp). What was captured gets zeros.
  FuncOp recordBackward(const std::function<TreeRef(TreeRef result)> &backward) {
    const KeyUses uses = trace.keyUses(); // the backward function computes what has been counted
    Part part(trace, call.name + "_vjp", call.where);
    std::vector<Leaves> arguments;
    size_t leafCount = 0;
    for (const TreeRef &tree : call.arguments) {
      part.addArguments(tree);
      arguments.push_back(flatten(tree));
      for (const Leaf &leaf : arguments.back())
        leafCount += leaf.tensor.hasValue();
    }
    for (mlir::Value value : llvm::ArrayRef(forward.operands).drop_front(leafCount))
      part.addArgument(frontendType(value.getType()), call.where);
    replaceLeaves(forward.tree, [&](const Tensor &leaf) {
      return hasGradient(leaf) ? part.addArgument(leaf.type(), call.where) : Tensor();
    });
    Values gradients = gradientsOf(arguments, flatten(backward(forward.tree)));
    // The user's function saw cotangents in the place of the result's leaves.
    size_t next = 0;
    replaceLeaves(forward.tree, [&](const Tensor &) { return forward.results[next++].tensor; });
    trace.keyUses() = uses;
    FuncOp function = part.close(gradients, forward.operands, own);
    mlir::Operation *end = function.getBody().front().getTerminator();
    mlir::OpBuilder b(end);
    for (mlir::Value value : llvm::ArrayRef(forward.operands).drop_front(leafCount))
      if (isDifferentiable(value.getType()))
        gradients.push_back(zerosOf(b, function.getLoc(), value.getType()));
    end->setOperands(gradients);
    setType(function);
    return function;
  }

  /// One value per leaf that has a gradient; zeros where the user gave none.
  Values gradientsOf(const std::vector<Leaves> &arguments, const Leaves &given) {
    // The trees are compared by their leaves only: a tuple may stand for one tree, or the reverse.
    std::vector<Tensor> leaves;
    for (const Leaves &tree : arguments)
      for (const Leaf &leaf : tree)
        leaves.push_back(leaf.tensor);
    if (leaves.size() != given.size())
      fail(call.where, "customVjp: the backward function returns " + std::to_string(given.size()) +
                           " leaves, the arguments have " + std::to_string(leaves.size()));
    Values gradients;
    for (size_t i = 0; i < leaves.size(); ++i) {
      if (!hasGradient(leaves[i]))
        continue;
      const Type &type = leaves[i].type();
      Tensor gradient = given[i].tensor;
      if (!gradient.hasValue())
        gradient = zeros(type.dims, type.element, call.where);
      if (gradient.type() != type)
        fail(call.where, "customVjp: the gradient of argument leaf " + std::to_string(i) + " is " +
                             text(gradient.type()) + "; the argument is " + text(type));
      gradients.push_back(trace.valueOf(gradient, call.where));
    }
    return gradients;
  }

  Trace &trace;
  const TracedCall &call;
  Recorded forward;
  const size_t own; // operands of the forward function alone
};

} // namespace

/// Without a gradient around it, the call is one of the forward function alone.
void traceCustomGradient(const TracedCall &call,
                         const std::function<TreeRef(TreeRef result)> &backward) {
  CustomGradient(*currentTrace(), call).run(backward);
}

} // namespace frontend
} // namespace spmd
