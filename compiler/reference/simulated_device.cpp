// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks over ops and calls functions on one device.
#include "compiler/reference/simulated_device.h"
#include "compiler/ops/rule.h"
#include "dialects/stablehlo/stablehlo.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;

namespace spmd {

/// Evaluates one op by its `eval` facet and stores the results in the frame.
llvm::Error SimulatedDevice::runOp(Operation &op) {
  TensorList in = valuesOf(op.getOperands()), out(op.getNumResults());
  if (auto error = evalOp(&op, in, out, *this))
    return error;
  for (auto [result, value] : llvm::zip_equal(op.getResults(), out))
    (*frame)[result] = std::move(value);
  return llvm::Error::success();
}

/// Runs the ops of a block and returns the operands of its terminator.
llvm::Expected<TensorList> SimulatedDevice::runBlock(Block &block, ArrayRef<Tensor> args) {
  if (block.empty() || !block.back().hasTrait<OpTrait::IsTerminator>())
    return llvm::createStringError("a block without a terminator cannot be run");
  // Checked here for regions and calls alike.
  if (block.getNumArguments() != args.size())
    return opError(block.getParentOp(), "has a block of " + Twine(block.getNumArguments()) +
                                            " arguments run with " + Twine(args.size()) +
                                            " values");
  for (auto [argument, value] : llvm::zip_equal(block.getArguments(), args))
    (*frame)[argument] = value;
  for (Operation &op : block.without_terminator())
    if (auto error = runOp(op))
      return error;
  return valuesOf(block.getTerminator()->getOperands());
}

/// A region shares the frame of its function, so its ops may use values from outside.
llvm::Expected<TensorList> SimulatedDevice::runRegion(Region &region, ArrayRef<Tensor> args) {
  if (!region.hasOneBlock())
    return opError(region.getParentOp(), "has a region of more than one block");
  return runBlock(region.front(), args);
}

/// Checks the arguments against the function's types, then runs the body in a frame of its
/// own. A dynamic dim accepts any size.
llvm::Expected<TensorList> SimulatedDevice::run(func::FuncOp function, ArrayRef<Tensor> args) {
  if (!function.getBody().hasOneBlock())
    return opError(function, "@" + function.getSymName() + " has " +
                                 (function.isExternal() ? "no body" : "more than one block") +
                                 ", so it cannot be run");
  if (args.size() != function.getNumArguments())
    return opError(function, "@" + function.getSymName() + " takes " +
                                 Twine(function.getNumArguments()) + " arguments, " +
                                 Twine(args.size()) + " are given");
  for (auto [i, arg] : llvm::enumerate(args)) {
    auto type = dyn_cast<RankedTensorType>(function.getArgumentTypes()[i]);
    if (!type || !arg.isTensor())
      continue;
    if (type.getElementType() != arg.element() ||
        failed(verifyCompatibleShape(type.getShape(), arg.shape())))
      return opError(function, "@" + function.getSymName() + " takes " + llvm::to_string(type) +
                                   " as argument " + Twine(i) + ", " + llvm::to_string(arg.type) +
                                   " is given");
  }
  // Refuses endless recursion before the stack overflows.
  if (depth >= options.maxCallDepth)
    return opError(function,
                   "@" + function.getSymName() + " is called " + Twine(depth) + " calls deep");
  Frame own;
  // A function sees its own values only; the caller's frame returns afterwards.
  Frame *caller = std::exchange(frame, &own);
  ++depth;
  auto results = runBlock(function.getBody().front(), args);
  --depth;
  frame = caller;
  return results;
}

/// Calls a function by name; see EvalContext::call.
llvm::Expected<TensorList> SimulatedDevice::call(Operation *user, SymbolRefAttr symbol,
                                                 ArrayRef<Tensor> args) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(user, symbol);
  if (!callee)
    return opError(user, "calls @" + symbol.getLeafReference().getValue() +
                             ", which is not a function here");
  return run(callee, args);
}

llvm::Expected<std::vector<TensorList>>
SimulatedDevice::exchange(Operation *op, ArrayRef<int64_t> group, TensorList mine) {
  if (grid && group.size() > 1)
    return grid->exchange(where.id(), op, group, std::move(mine));
  return EvalContext::exchange(op, group, std::move(mine));
}

/// The (source, target) pairs of a send or recv.
static SmallVector<std::pair<int64_t, int64_t>> pairsOf(std::optional<DenseIntElementsAttr> attr) {
  SmallVector<std::pair<int64_t, int64_t>> pairs;
  if (attr)
    for (auto values = attr->getValues<int64_t>();
         int64_t i : llvm::seq<int64_t>(0, attr->getNumElements() / 2))
      pairs.push_back({values[2 * i], values[2 * i + 1]});
  return pairs;
}

/// Sends and receives between devices. An op without a grid, and a host transfer, has the
/// default effect. Device ids are partitions, or replicas where there is one partition.
llvm::Error SimulatedDevice::effect(Operation *op, ArrayRef<Tensor> in,
                                    MutableArrayRef<Tensor> out) {
  int64_t self = where.partitions > 1 ? where.partition : where.replica;
  if (auto send = dyn_cast<stablehlo::SendOp>(op); send && grid && !send.getIsHostTransfer()) {
    for (auto [from, to] : pairsOf(send.getSourceTargetPairs()))
      if (from == self)
        // The last operand is the token.
        grid->post(send.getChannelHandle().getHandle(), from, to, TensorList(in.drop_back()));
    out[0] = in.back();
    return llvm::Error::success();
  }
  if (auto recv = dyn_cast<stablehlo::RecvOp>(op); recv && grid && !recv.getIsHostTransfer()) {
    for (size_t i = 0; i + 1 < out.size(); ++i)
      out[i] = Tensor(op->getResult(i).getType()); // zeros where no device sends
    for (auto [from, to] : pairsOf(recv.getSourceTargetPairs()))
      if (to == self) {
        auto values = grid->receive(op, recv.getChannelHandle().getHandle(), from, to);
        if (!values)
          return values.takeError();
        llvm::move(*values, out.begin());
      }
    out.back() = in[0];
    return llvm::Error::success();
  }
  return EvalContext::effect(op, in, out);
}

} // namespace spmd
