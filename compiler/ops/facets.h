// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets an op's struct declare its facets, and checks at compile time that it defines exactly those
// that it declares. This is apart from compiler/ops/rule.h, which consumers read: only the family
// files of compiler/ops include these templates.
//
//   struct Tanh : Elementwise<stablehlo::TanhOp, Tanh> {
//     template <class T> static T eval(T x) { ... }
//     static Value emit(ScalarBuilder &b, Value x) { return b.make<math::TanhOp>(x); }
//     using Facets = Has<Space, Rule, Emit, Eval>; // Space is inherited, Rule follows from it
//   };
#pragma once
#include "compiler/elements/complex_numbers.h"
#include "compiler/ops/eval.h"
#include "compiler/ops/facet_kinds.h"
#include "compiler/ops/parts.h"
#include "compiler/ops/quantized.h"
#include "compiler/ops/rule.h"

namespace spmd::ops {

// Types and helpers that all family files use.
using Inputs = llvm::ArrayRef<Tensor>;
using Outputs = llvm::MutableArrayRef<Tensor>;
inline mlir::RankedTensorType tensorTypeOf(mlir::Value v) {
  return llvm::cast<mlir::RankedTensorType>(v.getType());
}
/// The type of the result with the shape of a slice of it.
inline mlir::RankedTensorType slicedType(mlir::Value v, llvm::ArrayRef<SliceRange> ranges) {
  return tensorTypeOf(v).clone(
      llvm::map_to_vector(ranges, [](const SliceRange &range) { return range.size(); }));
}
inline llvm::Error dynamicShapeError(mlir::Operation *op) {
  return opError(op, "has a result of dynamic shape");
}

namespace detail {
template <class R, class Op>
concept EmitsAll = requires(Op op, ScalarBuilder &b, mlir::ValueRange x) {
  { R::emit(op, b, x) } -> std::same_as<llvm::SmallVector<mlir::Value>>;
};

/// Calls R::emit in whichever form it is written: (op, builder, range), (op, builder, x..) or
/// (builder, x..), the last two with one to three operands.
template <class R, class Op>
llvm::SmallVector<mlir::Value> callEmit(Op op, ScalarBuilder &b, mlir::ValueRange x) {
  mlir::Value v;
  if constexpr (EmitsAll<R, Op>)
    return R::emit(op, b, x);
  else if constexpr (requires { R::emit(op, b, x[0]); })
    v = R::emit(op, b, x[0]);
  else if constexpr (requires { R::emit(op, b, x[0], x[1]); })
    v = R::emit(op, b, x[0], x[1]);
  else if constexpr (requires { R::emit(op, b, x[0], x[1], x[2]); })
    v = R::emit(op, b, x[0], x[1], x[2]);
  else if constexpr (requires { R::emit(b, x[0]); })
    v = R::emit(b, x[0]);
  else if constexpr (requires { R::emit(b, x[0], x[1]); })
    v = R::emit(b, x[0], x[1]);
  else if constexpr (requires { R::emit(b, x[0], x[1], x[2]); })
    v = R::emit(b, x[0], x[1], x[2]);
  else
    static_assert(sizeof(Op) == 0,
                  "Emit is declared: wanted Value emit([Op,] ScalarBuilder &, Value..) or "
                  "SmallVector<Value> emit(Op, ScalarBuilder &, ValueRange)");
  return {v};
}

template <class R>
concept EmitsUnaryComplex = requires(complex::Complex x) { R::emitComplex(x); };
template <class R>
concept EmitsReal = requires(complex::Complex x) {
  { R::emitComplex(x) } -> std::same_as<complex::Real>;
};

/// Calls R::emitComplex on one or two numbers. A real result has one part.
template <class R> PartValues callEmitComplex(ScalarBuilder &b, mlir::ValueRange x) {
  auto number = [&](unsigned i) { return complex::Complex{{x[2 * i], &b}, {x[2 * i + 1], &b}}; };
  auto partsOf = [](auto y) -> PartValues {
    if constexpr (std::same_as<decltype(y), complex::Real>)
      return {y.v};
    else
      return {y.re.v, y.im.v};
  };
  if constexpr (EmitsUnaryComplex<R>)
    return partsOf(R::emitComplex(number(0)));
  else
    return partsOf(R::emitComplex(number(0), number(1)));
}

template <class R, class Op>
concept EvaluatesTensors = requires(Op op, llvm::ArrayRef<Tensor> in,
                                    llvm::MutableArrayRef<Tensor> out, EvalContext &context) {
  { R::eval(op, in, out, context) } -> std::same_as<llvm::Error>;
};
/// Family bases define evalAll from the meaning of one element (compiler/ops/elements.h).
template <class R, class Op>
concept EvaluatesElements =
    requires(Op op, llvm::ArrayRef<Tensor> in, llvm::MutableArrayRef<Tensor> out) {
      { R::evalAll(op, in, out) } -> std::same_as<llvm::Error>;
    };

/// Whether on quantized values the op means: dequantize, do it on floats, quantize. Elementwise ops
/// do. `eval` and `parts` of such ops see no quantized values.
template <class R>
constexpr bool dequantizes =
    R::Facets::template has<Dequantized> || EvaluatesElements<R, typename R::Op>;

/// The facet `parts`: on quantized elements that of ops that dequantize, on complex ones what the
/// op defines.
template <class R>
std::optional<PartValues> callParts(mlir::Operation *op, mlir::OpBuilder &b,
                                    llvm::ArrayRef<PartValues> x) {
  if constexpr (dequantizes<R>)
    if (hasQuantized(op))
      return dequantizedOnParts(op, b, x);
  if constexpr (DefinesEmitComplex<R>)
    return functionOnParts(op, b, x);
  else if constexpr (DefinesParts<R>)
    return R::parts(llvm::cast<typename R::Op>(op), b, x);
  else
    return std::nullopt;
}

/// The facets of propagation and partition.
template <class R> void addPlacementFacets(OpRules &rules) {
  using namespace mlir;
  using Op = typename R::Op;
  using F = typename R::Facets;
  static_assert(!DefinesSpace<R> || F::template has<Space>,
                "defines space but does not declare Space");
  static_assert(!DefinesRule<R> || F::template has<Rule>, "defines rule but does not declare Rule");
  static_assert(!DefinesLocalize<R> || F::template has<Localize>,
                "defines localize but does not declare Localize");
  if constexpr (F::template has<Space>) {
    static_assert(
        requires(Op op) {
          { R::space(op) } -> std::same_as<IterationSpace>;
        }, "Space is declared: wanted static IterationSpace space(Op)");
    rules.space = [](Operation *op) { return R::space(llvm::cast<Op>(op)); };
  }
  if constexpr (F::template has<Rule>) {
    if constexpr (DefinesRule<R>) {
      static_assert(
          requires(Op op, const RuleOptions &o) {
            { R::rule(op, o) } -> std::same_as<std::optional<ShardingRule>>;
          }, "Rule is declared: wanted static std::optional<ShardingRule> rule(Op, const "
             "RuleOptions &)");
      rules.rule = [](Operation *op, const RuleOptions &o) {
        return R::rule(llvm::cast<Op>(op), o);
      };
    } else {
      static_assert(F::template has<Space>,
                    "Rule is declared but neither rule nor a space to derive it from");
      rules.rule = [](Operation *op, const RuleOptions &) -> std::optional<ShardingRule> {
        return deriveRule(R::space(llvm::cast<Op>(op)));
      };
    }
  }
  if constexpr (F::template has<Localize>) {
    static_assert(
        requires(Op op, LocalizeContext &c) {
          { R::localize(op, c) } -> std::same_as<LogicalResult>;
        }, "Localize is declared: wanted static LogicalResult localize(Op, LocalizeContext &)");
    rules.localize = [](Operation *op, LocalizeContext &c) {
      return R::localize(llvm::cast<Op>(op), c);
    };
  }
}

/// The facets that rewrites and code generation read about whole tensors.
template <class R> void addStructureFacets(OpRules &rules) {
  using namespace mlir;
  using Op = typename R::Op;
  using F = typename R::Facets;
  static_assert(!DefinesIndex<R> || F::template has<Index>,
                "defines index but does not declare Index");
  static_assert(!DefinesRestrict<R> || F::template has<Restrict>,
                "defines restrict but does not declare Restrict");
  static_assert(!DefinesKernel<R> || F::template has<Kernel>,
                "defines kernel but does not declare Kernel");
  static_assert(!DefinesCombine<R> || F::template has<Combine>,
                "defines combine but does not declare Combine");
  static_assert(!DefinesPriority<R> || F::template has<Priority>,
                "defines priority but does not declare Priority");
  rules.flow = Op::template hasTrait<sdy::DataFlowOp::Trait>();
  rules.linear = F::template has<Linear>;
  rules.keepsConstant = F::template has<KeepsConstant>;
  if constexpr (requires { R::afterBroadcast; })
    rules.afterBroadcast = R::afterBroadcast;
  if constexpr (F::template has<Index>) {
    static_assert(
        requires(Op op) {
          { R::index(op) } -> std::same_as<Movement>;
        }, "Index is declared: wanted static Movement index(Op)");
    rules.index = [](Operation *op) { return R::index(llvm::cast<Op>(op)); };
  }
  if constexpr (F::template has<Restrict>) {
    static_assert(
        requires(Op op, llvm::ArrayRef<SliceRange> r, SliceBuilder &b) {
          { R::restrict(op, r, b) } -> std::same_as<Value>;
        }, "Restrict is declared: wanted static Value restrict(Op, ArrayRef<SliceRange>, "
           "SliceBuilder &)");
    rules.restrict = [](Operation *op, llvm::ArrayRef<SliceRange> r, SliceBuilder &b) {
      return R::restrict(llvm::cast<Op>(op), r, b);
    };
  }
  if constexpr (F::template has<Kernel>) {
    static_assert(
        requires(Op op) {
          { R::kernel(op) } -> std::same_as<std::optional<KernelCall>>;
        }, "Kernel is declared: wanted static std::optional<KernelCall> kernel(Op)");
    rules.kernel = [](Operation *op) { return R::kernel(llvm::cast<Op>(op)); };
  }
  if constexpr (F::template has<Combine>) {
    static_assert(
        requires(Op op) {
          { R::combine(op) } -> std::same_as<std::optional<sdy::ReductionKind>>;
        }, "Combine is declared: wanted static std::optional<sdy::ReductionKind> combine(Op)");
    rules.combine = [](Operation *op) { return R::combine(llvm::cast<Op>(op)); };
  }
  if constexpr (F::template has<Priority>) {
    static_assert(
        requires(Op op) {
          { R::priority(op) } -> std::same_as<OpPriority>;
        }, "Priority is declared: wanted static OpPriority priority(Op)");
    rules.priority = [](Operation *op) { return R::priority(llvm::cast<Op>(op)); };
  }
}

/// The facets that compute elements.
template <class R> void addElementFacets(OpRules &rules) {
  using namespace mlir;
  using Op = typename R::Op;
  using F = typename R::Facets;
  static_assert(!DefinesEmit<R> || F::template has<Emit>, "defines emit but does not declare Emit");
  static_assert(!(DefinesParts<R> || DefinesEmitComplex<R>) || F::template has<Parts>,
                "defines parts or emitComplex but does not declare Parts");
  static_assert(!DefinesEval<R> || F::template has<Eval>, "defines eval but does not declare Eval");
  if constexpr (F::template has<Emit>) {
    static_assert(DefinesEmit<R>, "Emit is declared but emit is not defined");
    rules.emit = [](Operation *op, ScalarBuilder &b, ValueRange x) {
      return callEmit<R, Op>(llvm::cast<Op>(op), b, x);
    };
  }
  if constexpr (DefinesEmitComplex<R>) {
    rules.emitComplex = callEmitComplex<R>;
    rules.complexArguments = EmitsUnaryComplex<R> ? 1 : 2;
    rules.isRealFunction = EmitsReal<R>;
  } else if constexpr (F::template has<Parts>) {
    static_assert(
        requires(Op op, OpBuilder &b, llvm::ArrayRef<PartValues> x) {
          { R::parts(op, b, x) } -> std::convertible_to<std::optional<PartValues>>;
        }, "Parts is declared: wanted static PartValues parts(Op, OpBuilder &, "
           "ArrayRef<PartValues>), or emitComplex of one or two complex numbers");
  }
  if constexpr (F::template has<Parts> || dequantizes<R>)
    rules.parts = callParts<R>;
  if constexpr (F::template has<Eval>) {
    static_assert(DefinesEval<R>, "Eval is declared but eval is not defined");
    static_assert(
        EvaluatesTensors<R, Op> || EvaluatesElements<R, Op>,
        "Eval is declared: wanted static Error eval(Op, ArrayRef<Tensor>, MutableArrayRef<Tensor>, "
        "EvalContext &), or a family that makes it from an element's meaning");
    rules.eval = [](Operation *op, llvm::ArrayRef<Tensor> in, llvm::MutableArrayRef<Tensor> out,
                    EvalContext &c) {
      if constexpr (dequantizes<R>)
        if (hasQuantized(op))
          return evalDequantized(op, in, out, c);
      if constexpr (EvaluatesTensors<R, Op>)
        return R::eval(llvm::cast<Op>(op), in, out, c);
      else
        return R::evalAll(llvm::cast<Op>(op), in, out);
    };
  }
}
} // namespace detail

/// The table op -> facets while it is filled. Each family file adds its structs by one function,
/// which rule.cpp calls.
class RuleTable {
public:
  template <class... Rs> void add() { (addOne<Rs>(), ...); }
  llvm::StringMap<OpRules> rules;

private:
  template <class R> void addOne();
};

/// Checks the declaration of struct R and enters R under the name of its op. A declared facet
/// becomes a function pointer that casts the op to its class; the others stay null.
template <class R> void RuleTable::addOne() {
  OpRules &rules = this->rules[R::Op::getOperationName()];
  rules.known = true;
  detail::NoteAbsences<typename R::Facets>::run(rules.absences);
  detail::addPlacementFacets<R>(rules);
  detail::addStructureFacets<R>(rules);
  detail::addElementFacets<R>(rules);
}

} // namespace spmd::ops
