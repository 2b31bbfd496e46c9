// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass spmd-grad: copies a function, appends its backward part, and lets the copy return the
// gradients of arguments behind its results. The cotangents of results are ones of a scalar loss,
// else arguments.
#include "compiler/grad/reverse.h"
#include "compiler/grad/tidy_loops.h"
#include "compiler/passes.h"
#include "compiler/structure/unused_ops.h"
#include "dialects/chlo/chlo.h"
#include "dialects/sdy/sdy.h"
#include "dialects/sdy/values.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_GRAD
#include "compiler/passes.h.inc"
namespace {

/// Differentiates one function. Functions that it calls get halves of their own beside it.
struct Grad : impl::GradBase<Grad> {
  using GradBase::GradBase;

  void runOnOperation() override {
    // Loops tell how often they run.
    OpPassManager annotate(ModuleOp::getOperationName());
    annotate.addPass(createAnnotateTripCount());
    if (failed(runPipeline(annotate, getOperation())) || failed(differentiate()))
      return signalPassFailure();
    getOperation().walk([](Operation *op) {
      op->removeDiscardableAttr(ir::kTripCountAttr);
      op->removeDiscardableAttr(ir::kCounterAttr);
    });
  }

private:
  /// Copies the function and appends its backward part. The symbols of the module are those of one
  /// table all along, as functions are added while others are visited.
  LogicalResult differentiate() {
    // The function itself stays, unless the gradient takes its name.
    Reverse reverse(getOperation());
    auto original = reverse.symbols.lookup<func::FuncOp>(function);
    if (!original || original.isExternal())
      return getOperation().emitError("there is no function '@" + function +
                                      "' with a body to differentiate");
    for (StringRef entry : checkpoint) {
      auto [name, policy] = entry.split(':');
      auto marked = reverse.symbols.lookup<func::FuncOp>(name);
      if (!marked)
        return getOperation().emitError("there is no function '@" + name + "' to checkpoint");
      marked->setAttr(kCheckpointAttr,
                      StringAttr::get(&getContext(), policy.empty() ? "nothing" : policy));
    }
    func::FuncOp made = original.clone();
    std::string name = as.empty() ? function + "_grad" : as;
    bool replaces = name == function;
    made.setName(name);
    made.setPublic();
    Block::iterator behind = std::next(original->getIterator());
    if (replaces)
      reverse.symbols.remove(original);
    if (!replaces && reverse.symbols.lookup(name)) {
      made->erase();
      return original.emitError("cannot be differentiated to '@" + name +
                                "', since the module has such a symbol");
    }
    reverse.symbols.insert(made, behind);
    if (failed(reverse.prepare(made)) || failed(appendBackward(made, reverse)))
      return failure();
    if (replaces)
      original->erase();
    // A row that is not read any more makes others unused.
    eraseUnused(getOperation(), reverse.symbols);
    tidyLoops(getOperation());
    eraseUnused(getOperation(), reverse.symbols);
    return success();
  }

  /// The arguments whose gradients are wanted, in the order of the option; without it all that can
  /// have one.
  FailureOr<SmallVector<unsigned>> wantedArguments(func::FuncOp made) {
    SmallVector<unsigned> wanted;
    for (int64_t i : wrt) {
      if (i < 0 || i >= int64_t(made.getNumArguments()))
        return made.emitError("has ")
               << made.getNumArguments() << " arguments, but a gradient of argument " << i
               << " is wanted";
      if (!isDifferentiable(made.getArgument(i).getType()))
        return made.emitError("has no gradient in argument ")
               << i << " of type " << made.getArgument(i).getType()
               << ", which is neither floating-point nor complex";
      wanted.push_back(i);
    }
    for (auto [i, argument] : llvm::enumerate(made.getArguments()))
      if (wrt.empty() && isDifferentiable(argument.getType()))
        wanted.push_back(i);
    return wanted;
  }

  /// Gives the results their cotangents: one for a loss, otherwise arguments of the gradient.
  LogicalResult seed(func::FuncOp made, OpBuilder &b, Cotangents &c) {
    Operation *end = made.getBody().front().getTerminator();
    // Complex scalars are no loss: they have no order.
    auto isScalar = [](Value value) {
      return isDifferentiable(value.getType()) &&
             cast<RankedTensorType>(value.getType()).getRank() == 0 &&
             isa<FloatType>(getElementTypeOrSelf(value));
    };
    int64_t of = loss;
    if (of < 0 && !cotangents && end->getNumOperands() == 1 && isScalar(end->getOperand(0)))
      of = 0;
    if (of >= int64_t(end->getNumOperands()) || (of >= 0 && !isScalar(end->getOperand(of))))
      return made.emitError("has no floating-point scalar as result ") << of << " to be the loss";
    if (of >= 0) {
      Value value = end->getOperand(of);
      Value one = stablehlo::ConstantOp::create(
          b, made.getLoc(),
          DenseElementsAttr::get(cast<RankedTensorType>(value.getType()),
                                 Attribute(b.getFloatAttr(getElementTypeOrSelf(value), 1))));
      addCotangent(b, made.getLoc(), c, value, one);
      return success();
    }
    // Cotangents are placed like their results.
    for (auto [i, value] : llvm::enumerate(end->getOperands())) {
      if (!isDifferentiable(value.getType()))
        continue;
      DictionaryAttr attributes;
      if (auto sharding = sdy::getFuncResultSharding(made, i))
        attributes = b.getDictionaryAttr(b.getNamedAttr("sdy.sharding", sharding));
      unsigned at = made.getNumArguments();
      if (failed(made.insertArgument(at, value.getType(), attributes, value.getLoc())))
        return failure();
      addCotangent(b, made.getLoc(), c, value, made.getArgument(at));
    }
    return success();
  }

  /// Returns the results, then a gradient for each wanted argument; zeros where nothing depends on
  /// it.
  LogicalResult appendBackward(func::FuncOp made, Reverse &reverse) {
    // The backward part stands behind the forward one, in the same block.
    Block &body = made.getBody().front();
    FailureOr<SmallVector<unsigned>> wanted = wantedArguments(made);
    if (failed(wanted))
      return failure();
    // Everything that is not active has no cotangent, whatever asks for it.
    Cotangents c;
    for (unsigned i : *wanted)
      c.active.insert(made.getArgument(i));
    Reverse::propagate(body, c);
    SmallVector<Operation *> ops;
    for (Operation &op : body.without_terminator())
      ops.push_back(&op);
    OpBuilder b(body.getTerminator());
    if (failed(seed(made, b, c)) || failed(reverse.run(ops, b, c)))
      return failure();
    // Gradients are placed like their arguments, and take no one's memory.
    for (unsigned i : *wanted) {
      Value argument = made.getArgument(i), total = c.totals.lookup(argument);
      body.getTerminator()->insertOperands(body.getTerminator()->getNumOperands(),
                                           total ? total
                                                 : zerosOf(b, made.getLoc(), argument.getType()));
      DictionaryAttr attributes;
      if (auto sharding = sdy::getFuncArgSharding(made, i))
        attributes = b.getDictionaryAttr(b.getNamedAttr("sdy.sharding", sharding));
      if (failed(made.insertResult(made.getNumResults(), argument.getType(), attributes)))
        return failure();
    }
    for (unsigned i = 0; i < made.getNumArguments(); ++i)
      for (StringRef alias : {"tf.aliasing_output", "jax.buffer_donor"})
        made.removeArgAttr(i, alias);
    return success();
  }
};

} // namespace
} // namespace spmd
