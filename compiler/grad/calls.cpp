// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The gradient of a call. The callee is made into two functions once: the forward one returns its
// results and residuals, the backward one takes these and the cotangents of the results. Both serve
// all calls of which the same is wanted. The backward function takes the cotangents that operands
// have so far and adds to them, so that it can update rows in place.
//   %y = call @f(%x)  ->  %y, %r = call @f_fwd(%x)      %x' = call @f_bwd(%x, %r, %y')
// A function with spmd.checkpoint runs again in its backward part, and saves no more than its
// arguments and the results that its policy names. A function with spmd.vjp has its
// gradient written by the user.
#include "compiler/grad/residuals.h"
#include "compiler/grad/reverse.h"
#include "compiler/ops/rule.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {

bool isCheckpointPolicy(StringRef policy) {
  return policy.starts_with("names:") ||
         llvm::is_contained({"nothing", "dots", "dots_with_no_batch_dims", "everything"}, policy);
}

/// Whether a call with the policy saves the results of the op, which are not computed again.
static bool isSaved(Operation &op, StringRef policy) {
  if (policy.consume_front("names:")) {
    auto name = op.getAttrOfType<StringAttr>(kCheckpointNameAttr);
    return name && llvm::is_contained(llvm::split(policy, ','), name.getValue());
  }
  auto dot = dyn_cast<stablehlo::DotGeneralOp>(op);
  return dot &&
         (policy == "dots" || (policy == "dots_with_no_batch_dims" &&
                               dot.getDotDimensionNumbers().getLhsBatchingDimensions().empty()));
}

class CallGradient {
public:
  CallGradient(CallOpInterface call, func::FuncOp callee, OpBuilder &b, Cotangents &c,
               Reverse &reverse)
      : call(call), callee(callee), loc(call->getLoc()), b(b), c(c), reverse(reverse) {
    for (Value result : call->getResults())
      cts.push_back(c.totals.lookup(result));
    // A value that is passed twice gets two cotangents, which the caller adds.
    for (Value operand : call->getOperands()) {
      isActive.push_back(c.active.contains(operand));
      bool isOnce = llvm::count(call->getOperands(), operand) == 1;
      totals.push_back(isActive.back() && isOnce ? c.totals.lookup(operand) : Value());
    }
  }

  /// Finds or makes both functions, and puts calls of them in the place of this one.
  LogicalResult run() {
    if (auto vjp = callee->getAttrOfType<FlatSymbolRefAttr>(kVjpAttr))
      return runCustom(vjp);
    // Calls of which the same is wanted share both functions.
    std::string key = keyOf();
    auto found = reverse.halves.find(key);
    if (found == reverse.halves.end()) {
      if (llvm::is_contained(reverse.stack, callee.getName()))
        return call->emitOpError("has no gradient: '@" + callee.getName() + "' calls itself");
      reverse.stack.push_back(callee.getName());
      Reverse::Halves made;
      LogicalResult result = isCheckpoint() ? makeCheckpoint(made) : makeHalves(made);
      reverse.stack.pop_back();
      if (failed(result))
        return failure();
      found = reverse.halves.try_emplace(key, made).first;
    }
    useHalves(found->second);
    return success();
  }

private:
  /// What is wanted of the callee, as text.
  std::string keyOf() {
    std::string key = callee.getName().str() + " ";
    for (auto [active, total] : llvm::zip_equal(isActive, totals))
      key += total ? 't' : active ? 'a' : '.';
    for (Value ct : cts)
      key += ct ? 'c' : '.';
    return key;
  }
  bool isCheckpoint() {
    auto policy = callee->getAttrOfType<StringAttr>(kCheckpointAttr);
    return policy && policy != "everything";
  }

  /// Calls the function that the user named: (arguments, cotangents of results) -> cotangents of
  /// differentiable arguments.
  LogicalResult runCustom(FlatSymbolRefAttr name) {
    auto vjp = reverse.symbols.lookup<func::FuncOp>(name.getValue());
    // The user's function takes no symbolic zeros.
    SmallVector<Value> operands(call->getOperands()), wanted;
    for (auto [result, ct] : llvm::zip_equal(call->getResults(), cts))
      if (isDifferentiable(result.getType()))
        operands.push_back(ct ? ct : zerosOf(b, loc, result.getType()));
    for (Value operand : call->getOperands())
      if (isDifferentiable(operand.getType()))
        wanted.push_back(operand);
    if (!vjp)
      return callee.emitOpError("names '") << name << "' as its gradient, which is no function";
    auto type = b.getFunctionType(ValueRange(operands).getTypes(), ValueRange(wanted).getTypes());
    if (vjp.getFunctionType() != type) {
      auto diagnostic = callee.emitOpError("names '")
                        << name << "' as its gradient, whose type has to be " << type;
      diagnostic.attachNote(vjp.getLoc()) << "its type is " << vjp.getFunctionType();
      return diagnostic;
    }
    auto made = func::CallOp::create(b, loc, vjp, operands);
    for (auto [operand, ct] : llvm::zip_equal(wanted, made->getResults()))
      addCotangent(b, loc, c, operand, ct);
    return success();
  }

  /// The callee under another name, which the module does not have yet.
  func::FuncOp copyOfCallee(StringRef suffix) {
    func::FuncOp copy = callee.clone();
    copy->removeAttr(kCheckpointAttr);
    copy.setName((callee.getName() + suffix).str());
    copy.setPrivate();
    reverse.symbols.insert(copy, std::next(callee->getIterator()));
    return copy;
  }
  func::FuncOp newFunction(StringRef suffix) {
    auto made =
        func::FuncOp::create(loc, (callee.getName() + suffix).str(), b.getFunctionType({}, {}));
    made.setPrivate();
    reverse.symbols.insert(made, std::next(callee->getIterator()));
    return made;
  }
  /// An argument of the backward function.
  static Value addArgument(func::FuncOp function, Value like) {
    return function.getBody().front().addArgument(like.getType(), like.getLoc());
  }
  // The type of a function follows from its block, which has grown.
  static void setType(func::FuncOp function) {
    Block &body = function.getBody().front();
    function.setFunctionType(FunctionType::get(function.getContext(), body.getArgumentTypes(),
                                               body.getTerminator()->getOperandTypes()));
  }

  /// Writes the backward part of `ops`, which compute `returned` from `arguments`, into the
  /// backward function. Its further arguments are the cotangents of results and what the operands
  /// have so far.
  LogicalResult writeBackward(Reverse::Halves &made, ArrayRef<Operation *> ops,
                              ValueRange arguments, ValueRange returned, Cotangents &inner) {
    OpBuilder inside = OpBuilder::atBlockEnd(&made.backward.getBody().front());
    for (auto [i, ct] : llvm::enumerate(cts))
      if (ct)
        addCotangent(inside, loc, inner, returned[i], addArgument(made.backward, ct));
    for (auto [i, total] : llvm::enumerate(totals))
      if (total)
        addCotangent(inside, loc, inner, arguments[i], addArgument(made.backward, total));
    if (failed(reverse.run(ops, inside, inner)))
      return failure();
    // Arguments without a cotangent are not returned.
    SmallVector<Value> given;
    for (auto [i, argument] : llvm::enumerate(arguments))
      if (Value total = inner.totals.lookup(argument)) {
        made.given.push_back(i);
        given.push_back(total);
      }
    func::ReturnOp::create(inside, loc, given);
    return success();
  }

  LogicalResult makeHalves(Reverse::Halves &made) {
    // The backward function is written with values of the forward one, which then become its
    // arguments.
    made.forward = copyOfCallee("_fwd");
    made.backward = newFunction("_bwd");
    Block &body = made.forward.getBody().front();
    Block &back = *made.backward.addEntryBlock();
    Cotangents inner;
    for (auto [argument, active] : llvm::zip_equal(body.getArguments(), isActive))
      if (active)
        inner.active.insert(argument);
    Reverse::propagate(body, inner);
    SmallVector<Operation *> ops;
    for (Operation &op : body.without_terminator())
      ops.push_back(&op);
    if (failed(writeBackward(made, ops, body.getArguments(), body.getTerminator()->getOperands(),
                             inner)))
      return failure();
    SmallVector<Value> returned(body.getTerminator()->getOperands());
    for (auto [i, value] : llvm::enumerate(recomputeConstants(body, back))) {
      if (auto argument = dyn_cast<BlockArgument>(value)) {
        made.residuals.push_back({true, argument.getArgNumber()});
      } else { // a result may be read, too
        auto *known = llvm::find(returned, value);
        made.residuals.push_back({false, unsigned(known - returned.begin())});
        if (known == returned.end())
          returned.push_back(value);
      }
      replaceUsesIn(back, value, back.insertArgument(i, value.getType(), value.getLoc()));
    }
    returnFromForward(made, returned);
    return success();
  }

  /// The backward function begins with the callee's ops on barriers of its arguments, so that no
  /// pass joins them with those of the forward function. Cotangents of results go through the same
  /// barrier: nothing runs again before it is needed.
  LogicalResult makeCheckpoint(Reverse::Halves &made) {
    StringRef policy = callee->getAttrOfType<StringAttr>(kCheckpointAttr).getValue();
    if (!isCheckpointPolicy(policy))
      return callee.emitOpError("has the checkpoint policy '")
             << policy << "'; there are " << kCheckpointPolicies;
    made.forward = copyOfCallee("_fwd");
    made.backward = newFunction("_bwd");
    Block &body = made.forward.getBody().front(), &back = *made.backward.addEntryBlock();
    // All arguments are saved: they are there already, as operands of the call.
    IRMapping again;
    SmallVector<Value> inputs, returned(body.getTerminator()->getOperands());
    for (auto [i, argument] : llvm::enumerate(body.getArguments())) {
      inputs.push_back(addArgument(made.backward, argument));
      made.residuals.push_back({true, unsigned(i)});
    }
    OpBuilder inside = OpBuilder::atBlockEnd(&back);
    auto barrier = stablehlo::OptimizationBarrierOp::create(inside, loc, inputs);
    again.map(body.getArguments(), barrier->getResults());
    SmallVector<Operation *> ops;
    SmallVector<std::pair<Value, Value>> saved; // what runs again, and what was saved of it
    for (Operation &op : body.without_terminator()) {
      ops.push_back(inside.clone(op, again));
      if (!isSaved(op, policy))
        continue;
      saved.push_back({ops.back()->getResult(0), addArgument(made.backward, op.getResult(0))});
      made.residuals.push_back({false, unsigned(returned.size())});
      returned.push_back(op.getResult(0));
    }
    Cotangents inner;
    for (auto [argument, active] : llvm::zip_equal(barrier->getResults(), isActive))
      if (active)
        inner.active.insert(argument);
    Reverse::propagate(ops, inner);
    SmallVector<Value> results = llvm::map_to_vector(
        body.getTerminator()->getOperands(), [&](Value v) { return again.lookupOrDefault(v); });
    const unsigned known = back.getNumArguments();
    if (failed(writeBackward(made, ops, barrier->getResults(), results, inner)))
      return failure();
    holdBack(barrier, back.getArguments().drop_front(known));
    for (auto [value, argument] : saved)
      value.replaceAllUsesWith(argument);
    returnFromForward(made, returned);
    return success();
  }

  /// Adds those of the arguments that are cotangents of results to the barrier. They come first,
  /// and arguments of the function are known before its first op.
  void holdBack(stablehlo::OptimizationBarrierOp barrier, ArrayRef<BlockArgument> arguments) {
    auto isGiven = [](Value ct) { return bool(ct); };
    SmallVector<Value> operands(barrier->getOperands());
    llvm::append_range(operands, arguments.take_front(llvm::count_if(cts, isGiven)));
    OpBuilder before(barrier);
    auto all = stablehlo::OptimizationBarrierOp::create(before, barrier.getLoc(), operands);
    for (auto [operand, result] :
         llvm::drop_begin(llvm::zip_equal(operands, all->getResults()), barrier->getNumOperands()))
      operand.replaceAllUsesExcept(result, all);
    barrier->replaceAllUsesWith(all->getResults().take_front(barrier->getNumResults()));
    barrier->erase();
  }

  /// Lets the forward function return `returned`, which begins with its results.
  void returnFromForward(Reverse::Halves &made, ArrayRef<Value> returned) {
    Operation *end = made.forward.getBody().front().getTerminator();
    ArrayAttr attributes = made.forward.getAllResultAttrs();
    end->setOperands(returned);
    made.forward.removeResAttrsAttr();
    setType(made.forward);
    setType(made.backward);
    if (attributes) {
      SmallVector<Attribute> all(attributes.begin(), attributes.end());
      all.append(returned.size() - all.size(), b.getDictionaryAttr({}));
      made.forward.setAllResultAttrs(all);
    }
  }

  /// Replaces the call by one of the forward function, and calls the backward one.
  void useHalves(const Reverse::Halves &made) {
    // The forward call takes the place of the call, the backward one stands with the backward part.
    OpBuilder before(call);
    SmallVector<Value> operands(call->getOperands());
    auto forward = func::CallOp::create(before, loc, made.forward, operands);
    for (auto [from, to] : llvm::zip(call->getResults(), forward->getResults()))
      from.replaceAllUsesWith(to);
    SmallVector<Value> inputs;
    for (auto source : made.residuals)
      inputs.push_back(source.isOperand ? operands[source.index]
                                        : forward->getResult(source.index));
    for (ArrayRef<Value> list : {ArrayRef<Value>(cts), ArrayRef<Value>(totals)})
      llvm::append_range(inputs, llvm::make_filter_range(list, [](Value v) { return bool(v); }));
    auto backward = func::CallOp::create(b, loc, made.backward, inputs);
    for (auto [i, ct] : llvm::zip_equal(made.given, backward->getResults()))
      if (totals[i])
        c.totals[operands[i]] = ct;
      else
        addCotangent(b, loc, c, operands[i], ct);
    call->erase();
  }

  CallOpInterface call;
  func::FuncOp callee;
  Location loc;
  OpBuilder &b;
  Cotangents &c;
  Reverse &reverse;
  SmallVector<Value> cts, totals; // of results and operands; null is zero
  SmallVector<bool> isActive;
};

LogicalResult Reverse::runCall(CallOpInterface call, OpBuilder &b, Cotangents &c) {
  // Functions of other modules are known by their declarations only.
  auto name = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
  auto callee = name ? symbols.lookup<func::FuncOp>(name.getRootReference()) : func::FuncOp();
  if (!callee || callee.isExternal())
    return call->emitOpError("has no gradient: the function that it calls has no body here");
  if (failed(prepare(callee)))
    return failure();
  return CallGradient(call, callee, b, c, *this).run();
}

} // namespace spmd
