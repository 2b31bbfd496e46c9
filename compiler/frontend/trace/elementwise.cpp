// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The elementwise ops of ops.h: arithmetic, comparisons, functions of one operand.
//
// Each function names its op, says which element types it takes, and builds it. Broadcasts are ops
// of their own: StableHLO's elementwise ops want operands of one shape.
#include "compiler/frontend/trace/elementwise.h"

namespace spmd {
inline namespace frontend {
namespace {

using stablehlo::ComparisonDirection;
/// The operands meet as for arithmetic; the result is boolean.
Tensor comparison(llvm::StringRef name, ComparisonDirection direction, const Operand &a,
                  const Operand &b) {
  return apply(name, {&a, &b}, OpKey(), [&](Emitter &e, Terms terms) {
    const bool isEquality =
        direction == ComparisonDirection::EQ || direction == ComparisonDirection::NE;
    const Takes takes = isEquality ? Takes::All : Takes::Ordered;
    auto values = e.meet(name, terms, typeFor(e, name, terms, takes));
    return e.compare(direction, values[0], values[1]);
  });
}

/// x rounded by Op; integers are whole already, and stay as they are.
template <class Op> Tensor rounding(llvm::StringRef name, const Operand &x, Takes takes) {
  Tensor made = apply(name, {&x}, OpKey(), [&](Emitter &e, Terms terms) -> mlir::Value {
    const ElementType type = typeFor(e, name, terms, takes);
    mlir::Value value = e.valueOf(terms[0], type);
    return isFloat(type) ? e.make<Op>(value) : value;
  });
  return withNamesOf(made, {&x});
}

} // namespace

/// The message says what to do, where there is something to do.
ElementType typeFor(Emitter &e, llvm::StringRef name, Terms terms, Takes takes) {
  const ElementType type = e.promoted(terms);
  const bool takesBooleans =
      takes != Takes::Numbers && takes != Takes::Reals && takes != Takes::Bits;
  const bool isOnBits = takes == Takes::Integers || takes == Takes::Bits;
  const bool isOnFloats = takes == Takes::Inexact || takes == Takes::Floats;
  if (!takesBooleans && type == boolean)
    e.refuse(name.str() + " of " + e.textOf(terms) + ": booleans have none; convert them first");
  if (isOnBits && isInexact(type))
    e.refuse(name.str() + " of " + e.textOf(terms) + ": floats have no bits to combine");
  if (isComplex(type) &&
      (takes == Takes::Ordered || takes == Takes::Floats || takes == Takes::Reals))
    e.refuse(name.str() + " of " + e.textOf(terms) +
             ": not defined on complex numbers; take abs, real or imag first");
  return isOnFloats && !isInexact(type) ? f32 : type;
}

/// The operands are prepared as for one op of StableHLO; then the description runs on them.
Tensor formula(llvm::StringRef name, std::initializer_list<const Operand *> operands, Takes takes,
               const OpKey &key, llvm::function_ref<Tensor(llvm::ArrayRef<Tensor>)> describe) {
  return apply(name, operands, key, [&](Emitter &e, Terms terms) {
    auto values = e.meet(name, terms, typeFor(e, name, terms, takes));
    return described(values, (*operands.begin())->where,
                     [&](llvm::ArrayRef<Tensor> in) { return std::vector{describe(in)}; })[0];
  });
}

Tensor operator+(const Operand &a, const Operand &b) {
  return binary<stablehlo::AddOp>("add", a, b, Takes::All);
}
Tensor operator-(const Operand &a, const Operand &b) {
  return binary<stablehlo::SubtractOp>("subtract", a, b, Takes::Numbers);
}
Tensor operator*(const Operand &a, const Operand &b) {
  return binary<stablehlo::MulOp>("multiply", a, b, Takes::All);
}
/// True division: integers become f32 first.
Tensor operator/(const Operand &a, const Operand &b) {
  return binary<stablehlo::DivOp>("divide", a, b, Takes::Inexact);
}
/// Integers become f32, too, so that negative exponents have a meaning for them.
Tensor power(const Operand &a, const Operand &b) {
  return binary<stablehlo::PowOp>("power", a, b, Takes::Inexact);
}
Tensor maximum(const Operand &a, const Operand &b) {
  return binary<stablehlo::MaxOp>("maximum", a, b, Takes::Ordered);
}
Tensor minimum(const Operand &a, const Operand &b) {
  return binary<stablehlo::MinOp>("minimum", a, b, Takes::Ordered);
}
Tensor atan2(const Operand &a, const Operand &b) {
  return binary<stablehlo::Atan2Op>("atan2", a, b, Takes::Floats);
}
/// Booleans are bits as well, so & and | are also the logical ops.
Tensor operator&(const Operand &a, const Operand &b) {
  return binary<stablehlo::AndOp>("and", a, b, Takes::Integers);
}
Tensor operator|(const Operand &a, const Operand &b) {
  return binary<stablehlo::OrOp>("or", a, b, Takes::Integers);
}
Tensor operator^(const Operand &a, const Operand &b) {
  return binary<stablehlo::XorOp>("xor", a, b, Takes::Integers);
}

/// StableHLO's remainder has the sign of a: b is added where the signs of remainder and b differ.
Tensor operator%(const Operand &a, const Operand &b) {
  return apply("remainder", {&a, &b}, OpKey(), [&](Emitter &e, Terms terms) {
    auto values = e.meet("remainder", terms, typeFor(e, "remainder", terms, Takes::Reals));
    mlir::Value rest = e.make<stablehlo::RemOp>(values[0], values[1]);
    mlir::Value zero = e.constantLike(int64_t(0), rest);
    mlir::Value differ =
        e.compare(ComparisonDirection::NE, e.compare(ComparisonDirection::LT, rest, zero),
                  e.compare(ComparisonDirection::LT, values[1], zero));
    mlir::Value isSet =
        e.make<stablehlo::AndOp>(differ, e.compare(ComparisonDirection::NE, rest, zero));
    return e.make<stablehlo::SelectOp>(isSet, e.make<stablehlo::AddOp>(rest, values[1]), rest);
  });
}

/// Comparisons of floats are false for NaN, but for notEqual.
Tensor operator<(const Operand &a, const Operand &b) {
  return comparison("less", ComparisonDirection::LT, a, b);
}
Tensor operator<=(const Operand &a, const Operand &b) {
  return comparison("lessEqual", ComparisonDirection::LE, a, b);
}
Tensor operator>(const Operand &a, const Operand &b) {
  return comparison("greater", ComparisonDirection::GT, a, b);
}
Tensor operator>=(const Operand &a, const Operand &b) {
  return comparison("greaterEqual", ComparisonDirection::GE, a, b);
}
Tensor equal(const Operand &a, const Operand &b) {
  return comparison("equal", ComparisonDirection::EQ, a, b);
}
Tensor notEqual(const Operand &a, const Operand &b) {
  return comparison("notEqual", ComparisonDirection::NE, a, b);
}

Tensor operator-(const Operand &x) { return unary<stablehlo::NegOp>("negate", x, Takes::Numbers); }
Tensor operator~(const Operand &x) { return unary<stablehlo::NotOp>("not", x, Takes::Integers); }

/// An unsigned number is its own absolute value; StableHLO's op takes signed ones only.
Tensor abs(const Operand &x) {
  return apply("abs", {&x}, OpKey(), [&](Emitter &e, Terms terms) -> mlir::Value {
    const ElementType type = typeFor(e, "abs", terms, Takes::Numbers);
    mlir::Value value = e.valueOf(terms[0], type);
    return type >= u8 && type <= u64 ? value : e.make<stablehlo::AbsOp>(value);
  });
}
/// StableHLO has no sign of unsigned numbers: it is 0 or 1, which a minimum gives.
Tensor sign(const Operand &x) {
  return apply("sign", {&x}, OpKey(), [&](Emitter &e, Terms terms) -> mlir::Value {
    const ElementType type = typeFor(e, "sign", terms, Takes::Numbers);
    mlir::Value value = e.valueOf(terms[0], type);
    if (type < u8 || type > u64)
      return e.make<stablehlo::SignOp>(value);
    return e.make<stablehlo::MinOp>(value, e.constantLike(int64_t(1), value));
  });
}
/// One multiplication; the operand is built once.
Tensor square(const Operand &x) {
  return apply("square", {&x}, OpKey(), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.valueOf(terms[0], typeFor(e, "square", terms, Takes::Numbers));
    return e.make<stablehlo::MulOp>(value, value);
  });
}

/// Functions of one operand. StableHLO has most of them; erf and its relatives are ops of chlo,
/// as in programs that JAX exports.
Tensor exp(const Operand &x) { return unary<stablehlo::ExpOp>("exp", x, Takes::Inexact); }
Tensor expm1(const Operand &x) { return unary<stablehlo::Expm1Op>("expm1", x, Takes::Inexact); }
Tensor log(const Operand &x) { return unary<stablehlo::LogOp>("log", x, Takes::Inexact); }
Tensor log1p(const Operand &x) { return unary<stablehlo::Log1pOp>("log1p", x, Takes::Inexact); }
Tensor sqrt(const Operand &x) { return unary<stablehlo::SqrtOp>("sqrt", x, Takes::Inexact); }
Tensor rsqrt(const Operand &x) { return unary<stablehlo::RsqrtOp>("rsqrt", x, Takes::Inexact); }
Tensor cbrt(const Operand &x) { return unary<stablehlo::CbrtOp>("cbrt", x, Takes::Floats); }
Tensor sin(const Operand &x) { return unary<stablehlo::SineOp>("sin", x, Takes::Inexact); }
Tensor cos(const Operand &x) { return unary<stablehlo::CosineOp>("cos", x, Takes::Inexact); }
Tensor tan(const Operand &x) { return unary<stablehlo::TanOp>("tan", x, Takes::Inexact); }
Tensor tanh(const Operand &x) { return unary<stablehlo::TanhOp>("tanh", x, Takes::Inexact); }
Tensor erf(const Operand &x) { return unary<chlo::ErfOp>("erf", x, Takes::Floats); }
Tensor erfc(const Operand &x) { return unary<chlo::ErfcOp>("erfc", x, Takes::Floats); }
Tensor erfInv(const Operand &x) { return unary<chlo::ErfInvOp>("erfInv", x, Takes::Floats); }
Tensor floor(const Operand &x) { return rounding<stablehlo::FloorOp>("floor", x, Takes::Ordered); }
Tensor ceil(const Operand &x) { return rounding<stablehlo::CeilOp>("ceil", x, Takes::Ordered); }
Tensor round(const Operand &x) {
  return rounding<stablehlo::RoundNearestEvenOp>("round", x, Takes::Reals);
}
/// A complex number is finite where both parts are.
Tensor isFinite(const Operand &x) {
  return apply("isFinite", {&x}, OpKey(), [&](Emitter &e, Terms terms) -> mlir::Value {
    mlir::Value value = e.inexactOf(terms[0]);
    if (!isComplex(e.elementOf(value)))
      return e.make<stablehlo::IsFiniteOp>(value);
    return e.make<stablehlo::AndOp>(
        e.make<stablehlo::IsFiniteOp>(e.make<stablehlo::RealOp>(value)),
        e.make<stablehlo::IsFiniteOp>(e.make<stablehlo::ImagOp>(value)));
  });
}
/// Only a NaN differs from itself.
Tensor isNan(const Operand &x) {
  return apply("isNan", {&x}, OpKey(), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.inexactOf(terms[0]);
    return e.compare(ComparisonDirection::NE, value, value);
  });
}

/// The condition takes part in broadcasting, but not in the promotion of types.
Tensor where(const Operand &condition, const Operand &x, const Operand &y) {
  return apply("where", {&condition, &x, &y}, OpKey(), [&](Emitter &e, Terms terms) {
    if (e.promoted(terms[0]) != boolean)
      e.refuse("where of a condition of type " + e.textOf(terms[0]) +
               "; a condition is boolean: compare it with 0");
    const Sizes dims = e.commonDims("where", terms);
    const ElementType type = e.promoted(terms.drop_front());
    mlir::Value chosen = e.broadcast(e.valueOf(terms[0]), dims);
    return e.make<stablehlo::SelectOp>(chosen, e.broadcast(e.valueOf(terms[1], type), dims),
                                       e.broadcast(e.valueOf(terms[2], type), dims));
  });
}

/// As min(max(x, low), high), which tells what happens where low is above high.
Tensor clip(const Operand &x, const Operand &low, const Operand &high) {
  return apply("clip", {&x, &low, &high}, OpKey(), [&](Emitter &e, Terms terms) {
    auto values = e.meet("clip", terms, typeFor(e, "clip", terms, Takes::Ordered));
    return e.make<stablehlo::MinOp>(e.make<stablehlo::MaxOp>(values[0], values[1]), values[2]);
  });
}

/// A number becomes a tensor of rank 0.
Tensor astype(const Operand &x, ElementType type) {
  Tensor made = apply("astype", {&x}, OpKey(int64_t(type)),
                      [&](Emitter &e, Terms terms) { return e.valueOf(terms[0], type); });
  return withNamesOf(made, {&x});
}

/// max(x, 0) in the operand's type.
Tensor relu(const Operand &x) {
  return apply("relu", {&x}, OpKey(), [&](Emitter &e, Terms terms) {
    return e.with<stablehlo::MaxOp>(e.valueOf(terms[0], typeFor(e, "relu", terms, Takes::Reals)),
                                    0);
  });
}
Tensor sigmoid(const Operand &x) {
  return unary<stablehlo::LogisticOp>("sigmoid", x, Takes::Inexact);
}
/// Also called swish.
Tensor silu(const Operand &x) {
  return apply("silu", {&x}, OpKey(), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.floatOf(terms[0]);
    return e.make<stablehlo::MulOp>(value, e.make<stablehlo::LogisticOp>(value));
  });
}

/// As jax.numpy.logaddexp(x, 0): max(x, 0) + log1p(exp(-|x|)), and x + 0 where x is NaN.
Tensor softplus(const Operand &x) {
  return apply("softplus", {&x}, OpKey(), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.floatOf(terms[0]);
    mlir::Value decay =
        e.make<stablehlo::ExpOp>(e.make<stablehlo::NegOp>(e.make<stablehlo::AbsOp>(value)));
    mlir::Value sum = e.make<stablehlo::AddOp>(e.with<stablehlo::MaxOp>(value, 0),
                                               e.make<stablehlo::Log1pOp>(decay));
    mlir::Value isNumber = e.compare(ComparisonDirection::EQ, value, value);
    return e.make<stablehlo::SelectOp>(isNumber, sum, value);
  });
}

/// The constants are those of jax.nn.gelu, rounded to the element type.
Tensor gelu(const Operand &x, Gelu kind) {
  return apply("gelu", {&x}, OpKey(int64_t(kind)), [&](Emitter &e, Terms terms) {
    mlir::Value v = e.floatOf(terms[0]);
    if (kind == Gelu::Exact) {
      mlir::Value half = e.with<stablehlo::MulOp>(v, 0.5);
      mlir::Value scaled =
          e.with<stablehlo::MulOp>(e.make<stablehlo::NegOp>(v), 0.70710678118654752440);
      return e.make<stablehlo::MulOp>(half, e.make<chlo::ErfcOp>(scaled));
    }
    mlir::Value cube = e.make<stablehlo::MulOp>(e.make<stablehlo::MulOp>(v, v), v);
    mlir::Value inner = e.make<stablehlo::AddOp>(v, e.with<stablehlo::MulOp>(cube, 0.044715));
    mlir::Value bent =
        e.make<stablehlo::TanhOp>(e.with<stablehlo::MulOp>(inner, 0.79788456080286535588));
    mlir::Value share = e.with<stablehlo::MulOp>(e.with<stablehlo::AddOp>(bent, 1), 0.5);
    return e.make<stablehlo::MulOp>(v, share);
  });
}

} // namespace frontend
} // namespace spmd
