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
#include "compiler/ops/region.h"
#include "compiler/ops/rule.h"
#include "compiler/ops/transform_facets.h"

namespace spmd::ops {

// Types and helpers that all family files use.
inline mlir::RankedTensorType tensorTypeOf(mlir::Value v) {
  return llvm::cast<mlir::RankedTensorType>(v.getType());
}
/// The type of the result with the shape of a slice of it.
inline mlir::RankedTensorType slicedType(mlir::Value v, llvm::ArrayRef<SliceRange> ranges) {
  return tensorTypeOf(v).clone(
      llvm::map_to_vector(ranges, [](const SliceRange &range) { return range.size(); }));
}

/// The base of an op's struct, and the facets of ops that are only evaluated.
template <class OpT> struct Meaning {
  using Op = OpT;
  using Facets = Has<Eval>;
};
/// Control flow whose values share placements.
template <class OpT> struct Flows : Meaning<OpT> {
  using Facets = Has<NoRule<"placements follow the data flow">, DrivenVjp, DrivenBatch, Eval>;
};
/// The loops are the dims of the result, and index all operands of its rank.
template <class OpT> struct Pointwise : Meaning<OpT> {
  static IterationSpace space(OpT op) { return IterationSpace::pointwise(op); }
};

namespace detail {
template <class R, class Op>
concept EmitsAll = requires(Op op, ScalarBuilder &b, mlir::ValueRange x) {
  { R::emit(op, b, x) } -> std::same_as<llvm::SmallVector<mlir::Value>>;
};

/// Calls R::emit on the first operands, in whichever form it is written: (op, builder, x..) or
/// (builder, x..), with one to three operands.
template <class R, class Op, class... Xs>
mlir::Value callEmitOn(Op op, ScalarBuilder &b, mlir::ValueRange all, Xs... x) {
  if constexpr (requires { R::emit(op, b, x...); })
    return R::emit(op, b, x...);
  else if constexpr (requires { R::emit(b, x...); })
    return R::emit(b, x...);
  else if constexpr (sizeof...(Xs) < 3)
    return callEmitOn<R>(op, b, all, x..., mlir::Value(all[sizeof...(Xs)]));
  else
    static_assert(sizeof(Op) == 0,
                  "Emit is declared: wanted Value emit([Op,] ScalarBuilder &, Value..) or "
                  "SmallVector<Value> emit(Op, ScalarBuilder &, ValueRange)");
}
template <class R, class Op>
llvm::SmallVector<mlir::Value> callEmit(Op op, ScalarBuilder &b, mlir::ValueRange x) {
  if constexpr (EmitsAll<R, Op>)
    return R::emit(op, b, x);
  else
    return {callEmitOn<R>(op, b, x)};
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

/// Family bases define evalAll from the meaning of one element (compiler/ops/elements.h).
template <class R, class Op>
concept EvaluatesElements = requires(Op op, Inputs in) { R::evalAll(op, in); };

/// Calls R::eval in whichever form it is written. Most return the results (deliver of eval.h).
template <class R, class Op>
llvm::Error callEval(Op op, Inputs in, Outputs out, EvalContext &context) {
  if constexpr (EvaluatesElements<R, Op>)
    return deliver(R::evalAll(op, in), out);
  else if constexpr (requires { R::eval(op, in); })
    return deliver(R::eval(op, in), out);
  else if constexpr (requires { R::eval(op, in, context); })
    return deliver(R::eval(op, in, context), out);
  else if constexpr (requires { R::eval(op, in, out, context); })
    return R::eval(op, in, out, context);
  else
    static_assert(sizeof(Op) == 0,
                  "Eval is declared: wanted static Tensor or TensorList eval(Op, Inputs[, "
                  "EvalContext &]), Expected of one, Error eval(Op, Inputs, Outputs, EvalContext "
                  "&), or a family that makes it from an element's meaning");
}

/// Whether on quantized values the op means: dequantize, do it on floats, quantize. Elementwise ops
/// do. `eval` and `parts` of such ops see no quantized values.
template <class R>
constexpr bool dequantizes = declares<R, Dequantized> || EvaluatesElements<R, typename R::Op>;

/// The facet `parts`: on quantized elements that of ops that dequantize, on complex ones what the
/// op defines.
template <class R>
std::optional<PartValues> callParts(mlir::Operation *op, mlir::OpBuilder &b,
                                    llvm::ArrayRef<PartValues> x) {
  if constexpr (dequantizes<R>)
    if (hasQuantized(op))
      return dequantizedOnParts(op, b, x);
  if constexpr (definesEmitComplex<R>)
    return functionOnParts(op, b, x);
  else if constexpr (declares<R, Parts>)
    return R::parts(llvm::cast<typename R::Op>(op), b, x);
  else
    return std::nullopt;
}

/// The facet `space`, which follows from `index` where the struct has no other.
template <class R> IterationSpace spaceOf(typename R::Op op) {
  if constexpr (!definesSpace<R> && definesIndex<R>)
    return movementSpace(op, R::index(op));
  else
    return R::space(op);
}

/// The facets of propagation and partition.
template <class R> void addPlacementFacets(OpRules &rules) {
  using namespace mlir;
  using Op = typename R::Op;
  static_assert(!definesSpace<R> || declares<R, Space>, "defines space but does not declare Space");
  static_assert(!definesRule<R> || declares<R, Rule>, "defines rule but does not declare Rule");
  static_assert(!definesLinearIn<R> || declares<R, Linear>,
                "defines linearIn but does not declare Linear");
  if constexpr (declares<R, Linear>)
    rules.linearIn = [](Operation *op, unsigned operand) {
      if constexpr (definesLinearIn<R>)
        return R::linearIn(llvm::cast<Op>(op), operand);
      else
        return true;
    };
  if constexpr (declares<R, Space>) {
    static_assert((!definesSpace<R> && definesIndex<R>) || requires(Op op) {
      { R::space(op) } -> std::same_as<IterationSpace>;
    }, "Space is declared: wanted static IterationSpace space(Op), or an index");
    rules.space = [](Operation *op) { return spaceOf<R>(llvm::cast<Op>(op)); };
  }
  if constexpr (declares<R, Rule>) {
    if constexpr (definesRule<R>)
      static_assert(
          requires(Op op, const RuleOptions &o) {
            { R::rule(op, o) } -> std::convertible_to<std::optional<ShardingRule>>;
          }, "Rule is declared: wanted static std::optional<ShardingRule> rule(Op, const "
             "RuleOptions &)");
    else
      static_assert(declares<R, Space>,
                    "Rule is declared but neither rule nor a space to derive it from");
    rules.rule = [](Operation *op, const RuleOptions &o) -> std::optional<ShardingRule> {
      if (!hasStaticShapes(op))
        return std::nullopt;
      if constexpr (definesRule<R>)
        return R::rule(llvm::cast<Op>(op), o);
      else
        return deriveRule(spaceOf<R>(llvm::cast<Op>(op)));
    };
  }
}

/// The facets of the program of one device.
template <class R> void addLocalFacets(OpRules &rules) {
  using namespace mlir;
  using Op = typename R::Op;
  static_assert(!definesLocalize<R> || declares<R, Localize>,
                "defines localize but does not declare Localize");
  static_assert(!definesGrow<R> || declares<R, Grow>, "defines grow but does not declare Grow");
  static_assert(!definesWindow<R> || declares<R, Window>,
                "defines window but does not declare Window");
  static_assert(!definesShifts<R> || declares<R, Shifts>,
                "defines shifts but does not declare Shifts");
  static_assert(!definesTaken<R> || declares<R, Taken>, "defines taken but does not declare Taken");
  if constexpr (declares<R, Localize>) {
    static_assert(
        requires(Op op, LocalizeContext &c) {
          { R::localize(op, c) } -> std::same_as<LogicalResult>;
        }, "Localize is declared: wanted static LogicalResult localize(Op, LocalizeContext &)");
    rules.localize = [](Operation *op, LocalizeContext &c) {
      return R::localize(llvm::cast<Op>(op), c);
    };
  }
  if constexpr (declares<R, Grow>) {
    static_assert(
        requires(Op op, const GrowContext &c) {
          { R::grow(op, c) } -> std::same_as<void>;
        }, "Grow is declared: wanted static void grow(Op, const GrowContext &)");
    rules.grow = [](Operation *op, const GrowContext &c) { R::grow(llvm::cast<Op>(op), c); };
  }
  if constexpr (declares<R, Window>) {
    static_assert(
        requires(Op op) {
          { R::window(op, 0u, int64_t(), int64_t()) } -> std::same_as<std::optional<RowWindow>>;
        },
        "Window is declared: wanted static std::optional<RowWindow> window(Op, unsigned operand, "
        "int64_t dim, int64_t shards)");
    rules.window = [](Operation *op, unsigned operand, int64_t dim, int64_t shards) {
      return R::window(llvm::cast<Op>(op), operand, dim, shards);
    };
  }
  if constexpr (declares<R, Shifts>) {
    static_assert(
        requires(Op op, OpBuilder &b, llvm::function_ref<bool(int64_t)> isSplit) {
          { R::shifts(op, b, isSplit) } -> std::same_as<Value>;
        }, "Shifts is declared: wanted static Value shifts(Op, OpBuilder &, "
           "function_ref<bool(int64_t)> isSplit)");
    rules.shifts = [](Operation *op, OpBuilder &b, llvm::function_ref<bool(int64_t)> isSplit) {
      return R::shifts(llvm::cast<Op>(op), b, isSplit);
    };
  }
  if constexpr (declares<R, Taken>) {
    static_assert(
        requires(Op op) {
          { R::taken(op, int64_t()) } -> std::same_as<std::optional<TakenRows>>;
        }, "Taken is declared: wanted static std::optional<TakenRows> taken(Op, int64_t dim)");
    rules.taken = [](Operation *op, int64_t dim) { return R::taken(llvm::cast<Op>(op), dim); };
  }
}

/// The facets that rewrites and code generation read about whole tensors.
template <class R> void addStructureFacets(OpRules &rules) {
  using namespace mlir;
  using Op = typename R::Op;
  static_assert(!definesIndex<R> || declares<R, Index>, "defines index but does not declare Index");
  static_assert(!definesRestrict<R> || declares<R, Restrict>,
                "defines restrict but does not declare Restrict");
  static_assert(!definesKernel<R> || declares<R, Kernel>,
                "defines kernel but does not declare Kernel");
  static_assert(!definesCombine<R> || declares<R, Combine>,
                "defines combine but does not declare Combine");
  static_assert(!definesPriority<R> || declares<R, Priority>,
                "defines priority but does not declare Priority");
  rules.flow = Op::template hasTrait<sdy::DataFlowOp::Trait>();
  rules.keepsConstant = declares<R, KeepsConstant>;
  rules.readsNoPadding = declares<R, ReadsNoPadding>;
  if constexpr (declares<R, Index>) {
    static_assert(
        requires(Op op) {
          { R::index(op) } -> std::same_as<Movement>;
        }, "Index is declared: wanted static Movement index(Op)");
    rules.index = [](Operation *op) { return R::index(llvm::cast<Op>(op)); };
  }
  if constexpr (declares<R, Restrict>) {
    static_assert(
        requires(Op op, llvm::ArrayRef<SliceRange> r, SliceBuilder &b) {
          { R::restrict(op, r, b) } -> std::same_as<Value>;
        }, "Restrict is declared: wanted static Value restrict(Op, ArrayRef<SliceRange>, "
           "SliceBuilder &)");
    rules.restrict = [](Operation *op, llvm::ArrayRef<SliceRange> r, SliceBuilder &b) {
      return R::restrict(llvm::cast<Op>(op), r, b);
    };
  }
  if constexpr (declares<R, Kernel>) {
    static_assert(
        requires(Op op) {
          { R::kernel(op) } -> std::same_as<std::optional<KernelCall>>;
        }, "Kernel is declared: wanted static std::optional<KernelCall> kernel(Op)");
    rules.kernel = [](Operation *op) { return R::kernel(llvm::cast<Op>(op)); };
  }
  if constexpr (declares<R, Combine>) {
    static_assert(
        requires(Op op) {
          { R::combine(op) } -> std::same_as<std::optional<sdy::ReductionKind>>;
        }, "Combine is declared: wanted static std::optional<sdy::ReductionKind> combine(Op)");
    rules.combine = [](Operation *op) {
      std::optional<sdy::ReductionKind> kind = R::combine(llvm::cast<Op>(op));
      return kind && combinesFromIdentity(op, *kind) ? kind : std::nullopt;
    };
  }
  if constexpr (declares<R, Priority>) {
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
  static_assert(!definesEmit<R> || declares<R, Emit>, "defines emit but does not declare Emit");
  static_assert(!(definesParts<R> || definesEmitComplex<R>) || declares<R, Parts>,
                "defines parts or emitComplex but does not declare Parts");
  static_assert(!definesEval<R> || declares<R, Eval>, "defines eval but does not declare Eval");
  if constexpr (declares<R, Emit>) {
    static_assert(definesEmit<R>, "Emit is declared but emit is not defined");
    rules.emit = [](Operation *op, ScalarBuilder &b, ValueRange x) {
      return callEmit<R, Op>(llvm::cast<Op>(op), b, x);
    };
  }
  if constexpr (definesEmitComplex<R>) {
    rules.emitComplex = callEmitComplex<R>;
    rules.complexArguments = EmitsUnaryComplex<R> ? 1 : 2;
    rules.isRealFunction = EmitsReal<R>;
  } else if constexpr (declares<R, Parts>) {
    static_assert(
        requires(Op op, OpBuilder &b, llvm::ArrayRef<PartValues> x) {
          { R::parts(op, b, x) } -> std::convertible_to<std::optional<PartValues>>;
        }, "Parts is declared: wanted static PartValues parts(Op, OpBuilder &, "
           "ArrayRef<PartValues>), or emitComplex of one or two complex numbers");
  }
  if constexpr (declares<R, Parts> || dequantizes<R>)
    rules.parts = callParts<R>;
  if constexpr (declares<R, Eval>) {
    static_assert(definesEval<R>, "Eval is declared but eval is not defined");
    rules.eval = [](Operation *op, Inputs in, Outputs out, EvalContext &context) {
      if (declares<R, StaticResult> && !tensorTypeOf(op->getResult(0)).hasStaticShape())
        return opError(op, "has a result of dynamic shape");
      if constexpr (dequantizes<R>)
        if (hasQuantized(op))
          return evalDequantized(op, in, out, context);
      return callEval<R, Op>(llvm::cast<Op>(op), in, out, context);
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
  detail::addLocalFacets<R>(rules);
  detail::addStructureFacets<R>(rules);
  detail::addElementFacets<R>(rules);
  detail::addGradientFacets<R>(rules);
  detail::addBatchFacets<R>(rules);
}

} // namespace spmd::ops
