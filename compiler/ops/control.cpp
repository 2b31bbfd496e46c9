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

namespace spmd {
namespace ops {
namespace {

/// Carried values flow from the operands and the returned values of the body into both regions and
/// the results.
struct While : Flows<WhileOp> {
  // Runs the regions until the condition is false, however often that is.
  static llvm::Expected<TensorList> eval(Op op, Inputs in, EvalContext &context) {
    TensorList state(in);
    while (true) {
      auto goesOn = context.runRegion(op.getCond(), state);
      if (!goesOn)
        return goesOn.takeError();
      if (!(*goesOn)[0].integer())
        return state;
      auto next = context.runRegion(op.getBody(), state);
      if (!next)
        return next.takeError();
      state = std::move(*next);
    }
  }
};

/// Results are those of the branch that the index selects; branches capture values.
struct Case : Flows<CaseOp> {
  /// An index out of range selects the last branch (StableHLO specification, case).
  static llvm::Expected<TensorList> eval(Op op, Inputs in, EvalContext &context) {
    int64_t index = in[0].integer(), count = op.getBranches().size();
    if (index < 0 || index >= count)
      index = count - 1;
    return context.runRegion(op.getBranches()[index], {});
  }
};

/// The two-way form of case.
struct If : Flows<IfOp> {
  static llvm::Expected<TensorList> eval(Op op, Inputs in, EvalContext &context) {
    return context.runRegion(in[0].integer() ? op.getTrueBranch() : op.getFalseBranch(), {});
  }
};

/// Returns its operands. It only keeps the compiler from moving ops across.
struct OptimizationBarrier : Flows<OptimizationBarrierOp> {
  static TensorList eval(Op, Inputs in) { return TensorList(in); }
  /// The cotangents of what is differentiated go through a barrier of their own.
  static LogicalResult vjp(Op op, Backward &g) {
    SmallVector<Value> through, cts;
    for (auto [operand, result] : llvm::zip_equal(op->getOperands(), op->getResults()))
      if (Expr ct = g.total(result); ct && g.wants(operand))
        through.push_back(operand), cts.push_back(ct.value);
    auto barrier = OptimizationBarrierOp::create(g.b, g.loc, cts);
    for (auto [operand, ct] : llvm::zip_equal(through, barrier->getResults()))
      g.give(operand, g.of(ct));
    return success();
  }
  using Facets = Has<NoRule<"placements follow the data flow">, Vjp, BatchEach, Eval>;
};

/// Runs the callee. Import inlines calls, so that later stages see one function.
struct Call : Meaning<func::CallOp> {
  static llvm::Expected<TensorList> eval(Op op, Inputs in, EvalContext &context) {
    return context.call(op, op.getCalleeAttr(), in);
  }
  using Facets = Has<NoRule<"placements go through the function">, DrivenVjp, DrivenBatch, Eval>;
};

/// A composite is its decomposition, which is a function.
struct Composite : Meaning<CompositeOp> {
  static llvm::Expected<TensorList> eval(Op op, Inputs in, EvalContext &context) {
    return context.call(op, op.getDecompositionAttr(), in);
  }
  using Facets =
      Has<NoRule<"placements go through the decomposition">, DrivenVjp, DrivenBatch, Eval>;
};

/// A value of another type than a tensor, which holds its parts as tensors.
Tensor holding(Type type, Inputs parts) {
  Tensor out(type);
  out.parts.assign(parts.begin(), parts.end());
  return out;
}
struct MakeTuple : Meaning<TupleOp> {
  static Tensor eval(Op op, Inputs in) { return holding(op.getResult().getType(), in); }
  using Facets = Has<NoRule<"shardings are propagated through tensors only">,
                     NoVjp<"JAX writes no tuples">, NoBatch<"JAX writes no tuples">, Eval>;
};
/// One part of a tuple.
struct GetTupleElement : Meaning<GetTupleElementOp> {
  static Tensor eval(Op op, Inputs in) { return in[0].parts[op.getIndex()]; }
  using Facets = Has<NoRule<"shardings are propagated through tensors only">,
                     NoVjp<"JAX writes no tuples">, NoBatch<"JAX writes no tuples">, Eval>;
};
/// Tokens are values without data.
template <class OpT> struct MakeToken : Meaning<OpT> {
  static Tensor eval(OpT op, Inputs) { return Tensor(op->getResult(0).getType()); }
  using Facets = Has<NoRule<"a token has no dims">, ZeroVjp, BatchEach, Eval>;
};

/// Running the body immediately is allowed. The future holds its results.
struct AsyncStart : Meaning<AsyncStartOp> {
  static llvm::Expected<Tensor> eval(Op op, Inputs in, EvalContext &context) {
    auto results = context.runRegion(op.getBody(), in);
    if (!results)
      return results.takeError();
    return holding(op.getResult().getType(), *results);
  }
  using Facets = Has<NoRule<"shardings are propagated through tensors only">,
                     NoVjp<"JAX writes no such op">, NoBatch<"JAX writes no such op">, Eval>;
};
/// The parts of the future.
struct AsyncDone : Meaning<AsyncDoneOp> {
  static TensorList eval(Op, Inputs in) { return TensorList(Inputs(in[0].parts)); }
  using Facets = Has<NoRule<"shardings are propagated through tensors only">,
                     NoVjp<"JAX writes no such op">, NoBatch<"JAX writes no such op">, Eval>;
};

/// send, recv, infeed, outfeed: the context provides the other end.
template <class OpT> struct Effect : Meaning<OpT> {
  static llvm::Error eval(OpT op, Inputs in, Outputs out, EvalContext &context) {
    return context.effect(op, in, out);
  }
  using Facets = Has<NoRule<"its other end is outside of the program">,
                     NoVjp<"its other end is outside of the program">,
                     NoBatch<"its other end is outside of the program">, Eval>;
};

} // namespace

void addControlRules(RuleTable &table) {
  table.add<While, Case, If, OptimizationBarrier, Call, Composite, MakeTuple, GetTupleElement,
            MakeToken<AfterAllOp>, MakeToken<CreateTokenOp>, AsyncStart, AsyncDone, Effect<SendOp>,
            Effect<RecvOp>, Effect<InfeedOp>, Effect<OutfeedOp>>();
}

} // namespace ops
} // namespace spmd
