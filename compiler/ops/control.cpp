// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Control flow, calls, tuples and tokens: while, case, if, optimization_barrier, composite,
// func.call, and ops that only order effects. dialects/sdy/data_flow.h defines which values share
// their placements.
#include "compiler/ops/facets.h"
#include "compiler/ops/region.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {

namespace {

/// Makes the results of a region or call the results of the op.
llvm::Error take(llvm::Expected<TensorList> results, Outputs out) {
  if (!results)
    return results.takeError();
  llvm::move(*results, out.begin());
  return llvm::Error::success();
}

/// Carried values flow from the operands and the returned values of the body into both regions and
/// the results.
struct While {
  using Op = WhileOp;
  // Runs the regions until the condition is false, however often that is.
  static llvm::Error eval(WhileOp op, Inputs in, Outputs out, EvalContext &context) {
    TensorList state(in);
    while (true) {
      auto goesOn = context.runRegion(op.getCond(), state);
      if (!goesOn)
        return goesOn.takeError();
      if (!(*goesOn)[0].integer())
        break;
      if (auto error = context.runRegion(op.getBody(), state).moveInto(state))
        return error;
    }
    llvm::move(state, out.begin());
    return llvm::Error::success();
  }
  using Facets = Has<NoRule<"placements follow the data flow">, Eval>;
};

/// Results are those of the branch that the index selects; branches capture values.
struct Case {
  using Op = CaseOp;
  /// An index out of range selects the last branch (StableHLO specification, case).
  static llvm::Error eval(CaseOp op, Inputs in, Outputs out, EvalContext &context) {
    int64_t index = in[0].integer(), count = op.getBranches().size();
    if (index < 0 || index >= count)
      index = count - 1;
    return take(context.runRegion(op.getBranches()[index], {}), out);
  }
  using Facets = Has<NoRule<"placements follow the data flow">, Eval>;
};

/// The two-way form of case.
struct If {
  using Op = IfOp;
  static llvm::Error eval(IfOp op, Inputs in, Outputs out, EvalContext &context) {
    return take(context.runRegion(in[0].integer() ? op.getTrueBranch() : op.getFalseBranch(), {}),
                out);
  }
  using Facets = Has<NoRule<"placements follow the data flow">, Eval>;
};

/// Returns its operands. It only keeps the compiler from moving ops across.
struct OptimizationBarrier {
  using Op = OptimizationBarrierOp;
  static llvm::Error eval(OptimizationBarrierOp, Inputs in, Outputs out, EvalContext &) {
    llvm::copy(in, out.begin());
    return llvm::Error::success();
  }
  using Facets = Has<NoRule<"placements follow the data flow">, Eval>;
};

/// Runs the callee. Import inlines calls, so that later stages see one function.
struct Call {
  using Op = func::CallOp;
  static llvm::Error eval(func::CallOp op, Inputs in, Outputs out, EvalContext &context) {
    return take(context.call(op, op.getCalleeAttr(), in), out);
  }
  using Facets = Has<NoRule<"placements go through the function">, Eval>;
};

/// A composite is its decomposition, which is a function.
struct Composite {
  using Op = CompositeOp;
  static llvm::Error eval(CompositeOp op, Inputs in, Outputs out, EvalContext &context) {
    return take(context.call(op, op.getDecompositionAttr(), in), out);
  }
  using Facets = Has<NoRule<"placements go through the decomposition">, Eval>;
};

/// A tuple holds its parts as tensors.
struct MakeTuple {
  using Op = TupleOp;
  static llvm::Error eval(TupleOp op, Inputs in, Outputs out, EvalContext &) {
    out[0] = Tensor(op.getResult().getType());
    out[0].parts.assign(in.begin(), in.end());
    return llvm::Error::success();
  }
  using Facets = Has<Eval>;
};

/// One part of a tuple.
struct GetTupleElement {
  using Op = GetTupleElementOp;
  static llvm::Error eval(GetTupleElementOp op, Inputs in, Outputs out, EvalContext &) {
    out[0] = in[0].parts[op.getIndex()];
    return llvm::Error::success();
  }
  using Facets = Has<Eval>;
};

/// Tokens are values without data.
template <class OpT> struct MakeToken {
  using Op = OpT;
  static llvm::Error eval(OpT op, Inputs, Outputs out, EvalContext &) {
    out[0] = Tensor(op->getResult(0).getType());
    return llvm::Error::success();
  }
  using Facets = Has<Eval>;
};

/// Running the body immediately is allowed. The future holds its results.
struct AsyncStart {
  using Op = AsyncStartOp;
  /// Runs the region immediately. Its results travel in the future, as parts of one tensor.
  static llvm::Error eval(AsyncStartOp op, Inputs in, Outputs out, EvalContext &context) {
    auto results = context.runRegion(op.getBody(), in);
    if (!results)
      return results.takeError();
    out[0] = Tensor(op.getResult().getType());
    out[0].parts.assign(results->begin(), results->end());
    return llvm::Error::success();
  }
  using Facets = Has<Eval>;
};

/// The parts of the future.
struct AsyncDone {
  using Op = AsyncDoneOp;
  static llvm::Error eval(AsyncDoneOp, Inputs in, Outputs out, EvalContext &) {
    llvm::copy(in[0].parts, out.begin());
    return llvm::Error::success();
  }
  using Facets = Has<Eval>;
};

/// send, recv, infeed, outfeed: the context provides the other end.
template <class OpT> struct Effect {
  using Op = OpT;
  static llvm::Error eval(OpT op, Inputs in, Outputs out, EvalContext &context) {
    return context.effect(op, in, out);
  }
  using Facets = Has<Eval>;
};

} // namespace

void addControlRules(RuleTable &table) {
  table.add<While, Case, If, OptimizationBarrier, Call, Composite, MakeTuple, GetTupleElement,
            MakeToken<AfterAllOp>, MakeToken<CreateTokenOp>, AsyncStart, AsyncDone, Effect<SendOp>,
            Effect<RecvOp>, Effect<InfeedOp>, Effect<OutfeedOp>>();
}

} // namespace spmd::ops
