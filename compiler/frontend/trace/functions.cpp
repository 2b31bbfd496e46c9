// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The elementwise functions of functions.h. Those that StableHLO or chlo have are one op each. The
// others are formulas of ops, the documented ones of NumPy, in the order of operations that keeps
// precision near their special points.
//
// A formula is written with the public functions of ops.h: formula() records them as parts of one
// op. Bits of floats are in bits.cpp.
#include "compiler/frontend/include/spmd/functions.h"
#include "compiler/frontend/trace/elementwise.h"
#include <cmath>
#include <limits>
#include <numbers>

namespace spmd {
inline namespace frontend {
namespace {

/// Numbers are doubles until they meet an operand, also infinities.
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The largest finite number of a float type.
double largest(ElementType type) {
  switch (type) {
  case bf16:
    return 0x1.fep127;
  case f16:
    return 65504;
  case f64:
    return std::numeric_limits<double>::max();
  default:
    return std::numeric_limits<float>::max();
  }
}

/// Both operands as booleans, joined by Op.
template <class Op> Tensor logical(llvm::StringRef name, const Operand &a, const Operand &b) {
  return apply(name, {&a, &b}, OpKey(), [&](Emitter &e, Terms terms) {
    const Sizes dims = e.commonDims(name, terms);
    auto asBoolean = [&](const Term &term) {
      return e.broadcast(e.convert(e.valueOf(term), boolean), dims);
    };
    return e.make<Op>(asBoolean(terms[0]), asBoolean(terms[1]));
  });
}

/// x times a constant, a float.
Tensor scaled(llvm::StringRef name, const Operand &x, double factor) {
  return formula(name, x, Takes::Floats, [&](Tensor v) { return v * factor; });
}

/// log(x) divided by the logarithm of the base.
Tensor logOf(llvm::StringRef name, const Operand &x, double base) {
  return formula(name, x, Takes::Inexact, [&](Tensor v) { return log(v) / std::log(base); });
}

} // namespace

/// Ops of chlo, which JAX exports as such, too. Their approximations stand in compiler/ops.
Tensor sinh(const Operand &x) { return unary<chlo::SinhOp>("sinh", x, Takes::Inexact); }
Tensor cosh(const Operand &x) { return unary<chlo::CoshOp>("cosh", x, Takes::Inexact); }
Tensor asin(const Operand &x) { return unary<chlo::AsinOp>("asin", x, Takes::Inexact); }
Tensor acos(const Operand &x) { return unary<chlo::AcosOp>("acos", x, Takes::Inexact); }
Tensor atan(const Operand &x) { return unary<chlo::AtanOp>("atan", x, Takes::Inexact); }
Tensor asinh(const Operand &x) { return unary<chlo::AsinhOp>("asinh", x, Takes::Inexact); }
Tensor acosh(const Operand &x) { return unary<chlo::AcoshOp>("acosh", x, Takes::Inexact); }
Tensor atanh(const Operand &x) { return unary<chlo::AtanhOp>("atanh", x, Takes::Inexact); }

/// StableHLO has the natural exponential and logarithm only.
Tensor exp2(const Operand &x) {
  return formula("exp2", x, Takes::Inexact, [](Tensor v) { return exp(v * std::numbers::ln2); });
}
/// The quotient is exact for powers of the base that the type holds exactly, but for rounding.
Tensor log2(const Operand &x) { return logOf("log2", x, 2); }
Tensor log10(const Operand &x) { return logOf("log10", x, 10); }
/// Below an angle of 1/2 by the series 1 - a^2/3! + a^4/5! - .., whose first term left out is below
/// the precision of f64: the derivatives of the quotient lose all digits there.
Tensor sinc(const Operand &x) {
  return formula("sinc", x, Takes::Inexact, [](Tensor v) {
    Tensor angle = v * std::numbers::pi;
    Tensor isSmall = abs(angle) < 0.5;
    Tensor squared = square(where(isSmall, angle, 0));
    Tensor series = onesLike(v);
    for (int k = 14; k > 0; k -= 2)
      series = 1 - series * squared / (k * (k + 1));
    Tensor wide = where(isSmall, 1, angle);
    return where(isSmall, series, sin(wide) / wide);
  });
}
/// A quotient, which infinities and zeros pass through as in IEEE 754.
Tensor reciprocal(const Operand &x) {
  return formula("reciprocal", x, Takes::Inexact, [](Tensor v) { return 1 / v; });
}
/// Down for positive numbers, up for negative ones.
Tensor trunc(const Operand &x) {
  return formula("trunc", x, Takes::Ordered, [](Tensor v) {
    return isFloat(v.elementType()) ? where(v < 0, ceil(v), floor(v)) : v;
  });
}
/// The factor is rounded to the type of the operand.
Tensor degrees(const Operand &x) { return scaled("degrees", x, 180 / std::numbers::pi); }
Tensor radians(const Operand &x) { return scaled("radians", x, std::numbers::pi / 180); }

/// Infinities are compared, so that integers, which have none, give false.
Tensor isInf(const Operand &x) {
  return formula("isInf", x, Takes::Inexact, [](Tensor v) { return equal(abs(v), kInfinity); });
}
Tensor isPosInf(const Operand &x) {
  return formula("isPosInf", x, Takes::Floats, [](Tensor v) { return equal(v, kInfinity); });
}
Tensor isNegInf(const Operand &x) {
  return formula("isNegInf", x, Takes::Floats, [](Tensor v) { return equal(v, -kInfinity); });
}

/// Equal elements are close before differences are formed: inf - inf is NaN.
Tensor isClose(const Operand &a, const Operand &b, double relative, double absolute,
               bool isNanEqual) {
  return formula("isClose", {&a, &b}, Takes::Inexact, OpKey(relative, absolute, isNanEqual),
                 [&](llvm::ArrayRef<Tensor> in) -> Tensor {
                   Tensor isNear = abs(in[0] - in[1]) <= abs(in[1]) * relative + absolute;
                   Tensor close =
                       (isNear & isFinite(in[0]) & isFinite(in[1])) | equal(in[0], in[1]);
                   return isNanEqual ? close | (isNan(in[0]) & isNan(in[1])) : close;
                 });
}
/// All elements of isClose.
Tensor allClose(const Operand &a, const Operand &b, double relative, double absolute,
                bool isNanEqual) {
  return formula("allClose", {&a, &b}, Takes::Inexact, OpKey(relative, absolute, isNanEqual),
                 [&](llvm::ArrayRef<Tensor> in) {
                   return all(isClose(in[0], in[1], relative, absolute, isNanEqual));
                 });
}

/// The replacements are a part of the program. NaN compares false with everything, so it is
/// replaced first.
Tensor nanToNum(const Operand &x, double nan, std::optional<double> positive,
                std::optional<double> negative) {
  const OpKey key(nan, positive.has_value(), positive.value_or(0), negative.has_value(),
                  negative.value_or(0));
  return formula("nanToNum", {&x}, Takes::Ordered, key, [&](llvm::ArrayRef<Tensor> in) {
    const ElementType type = in[0].elementType();
    if (!isFloat(type))
      return in[0];
    Tensor number = where(isNan(in[0]), nan, in[0]);
    number = where(isPosInf(number), positive.value_or(largest(type)), number);
    return where(isNegInf(number), negative.value_or(-largest(type)), number);
  });
}

/// max(a, b) + log(1 + exp(-|a - b|)). Where the difference is NaN, as of equal infinities, the sum
/// is the result.
Tensor logaddexp(const Operand &a, const Operand &b) {
  return formula("logaddexp", a, b, Takes::Floats, [](Tensor u, Tensor v) {
    Tensor delta = u - v;
    return where(isNan(delta), u + v, maximum(u, v) + log1p(exp(-abs(delta))));
  });
}
/// The same with powers of 2: the share is a logarithm to base 2.
Tensor logaddexp2(const Operand &a, const Operand &b) {
  return formula("logaddexp2", a, b, Takes::Floats, [](Tensor u, Tensor v) {
    Tensor delta = u - v;
    Tensor share = log1p(exp2(-abs(delta))) / std::numbers::ln2;
    return where(isNan(delta), u + v, maximum(u, v) + share);
  });
}

/// StableHLO's quotient of integers is rounded towards 0: 1 is subtracted where a remainder has
/// another sign than b. Floats subtract the remainder first, which makes the quotient whole but for
/// rounding. Over 0., which has no remainder, they divide.
Tensor floorDivide(const Operand &a, const Operand &b) {
  return apply("floorDivide", {&a, &b}, OpKey(), [&](Emitter &e, Terms terms) {
    const ElementType type = typeFor(e, "floorDivide", terms, Takes::Reals);
    auto v = e.meet("floorDivide", terms, type);
    using stablehlo::ComparisonDirection;
    mlir::Value zero = e.constantLike(int64_t(0), v[0]);
    mlir::Value rest = e.make<stablehlo::RemOp>(v[0], v[1]);
    mlir::Value quotient =
        isFloat(type) ? e.make<stablehlo::DivOp>(e.make<stablehlo::SubtractOp>(v[0], rest), v[1])
                      : e.make<stablehlo::DivOp>(v[0], v[1]);
    mlir::Value differ =
        e.compare(ComparisonDirection::NE, e.compare(ComparisonDirection::LT, rest, zero),
                  e.compare(ComparisonDirection::LT, v[1], zero));
    mlir::Value isLower =
        e.make<stablehlo::AndOp>(differ, e.compare(ComparisonDirection::NE, rest, zero));
    mlir::Value lower =
        e.make<stablehlo::SubtractOp>(quotient, e.constantLike(int64_t(1), quotient));
    mlir::Value floored = e.make<stablehlo::SelectOp>(isLower, lower, quotient);
    if (!isFloat(type))
      return floored;
    return e.make<stablehlo::SelectOp>(e.compare(ComparisonDirection::EQ, v[1], zero),
                                       e.make<stablehlo::DivOp>(v[0], v[1]),
                                       e.make<stablehlo::RoundNearestEvenOp>(floored));
  });
}
/// StableHLO's remainder has the sign of the dividend already.
Tensor fmod(const Operand &a, const Operand &b) {
  return binary<stablehlo::RemOp>("fmod", a, b, Takes::Reals);
}

/// Scaled by the larger side. Infinite sides win over NaN, as in C.
Tensor hypot(const Operand &a, const Operand &b) {
  return formula("hypot", a, b, Takes::Floats, [](Tensor u, Tensor v) {
    Tensor longer = maximum(abs(u), abs(v)), shorter = minimum(abs(u), abs(v));
    Tensor ratio = shorter / where(equal(longer, 0), 1, longer);
    Tensor length = where(equal(longer, 0), 0, longer * sqrt(1 + ratio * ratio));
    return where(isInf(u) | isInf(v), kInfinity, length);
  });
}
/// Looks at the sign bit, so that -0.0 counts as negative.
Tensor copySign(const Operand &a, const Operand &b) {
  return formula("copySign", a, b, Takes::Floats,
                 [](Tensor u, Tensor v) { return where(signBit(v), -abs(u), abs(u)); });
}
/// NaN compares false with 0 twice and gives `atZero`, as in JAX.
Tensor heaviside(const Operand &x, const Operand &atZero) {
  return formula("heaviside", x, atZero, Takes::Floats,
                 [](Tensor v, Tensor h) { return where(v < 0, 0, where(v > 0, 1, h)); });
}
/// The op of chlo steps along the bits of the type in which the operands meet.
Tensor nextAfter(const Operand &a, const Operand &b) {
  return binary<chlo::NextAfterOp>("nextAfter", a, b, Takes::Floats);
}

/// By squares: x^13 = x^8 x^4 x. A negative power is the reciprocal of the positive one.
Tensor integerPower(const Operand &x, int64_t exponent) {
  return compose("integerPower", {&x}, OpKey(exponent), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    const ElementType type = in[0].elementType();
    if (type == boolean || (exponent < 0 && !isInexact(type)))
      e.refuse("integerPower of " + text(in[0].type()) + " with exponent " +
               std::to_string(exponent) + ": " +
               (type == boolean ? "booleans have none; convert them first"
                                : "integers have no negative powers; convert them first"));
    // A product without factors is 1; it is not formed by a multiplication.
    Tensor square = in[0], product;
    for (uint64_t bits = exponent < 0 ? -uint64_t(exponent) : uint64_t(exponent); bits != 0;) {
      if (bits & 1)
        product = product.hasValue() ? product * square : square;
      if (bits >>= 1)
        square = square * square;
    }
    if (!product.hasValue())
      return onesLike(in[0]);
    return exponent < 0 ? 1 / product : product;
  });
}

/// As clip with another order of operands; where low is above high, high wins.
Tensor clamp(const Operand &low, const Operand &x, const Operand &high) {
  return formula("clamp", {&low, &x, &high}, Takes::Ordered, OpKey(),
                 [](llvm::ArrayRef<Tensor> in) { return minimum(maximum(in[1], in[0]), in[2]); });
}

/// Conditions of any type; operator& combines bits instead.
Tensor logicalAnd(const Operand &a, const Operand &b) {
  return logical<stablehlo::AndOp>("logicalAnd", a, b);
}
Tensor logicalOr(const Operand &a, const Operand &b) {
  return logical<stablehlo::OrOp>("logicalOr", a, b);
}
Tensor logicalXor(const Operand &a, const Operand &b) {
  return logical<stablehlo::XorOp>("logicalXor", a, b);
}
/// True where x is 0.
Tensor logicalNot(const Operand &x) {
  return formula("logicalNot", x, Takes::All, [](Tensor v) { return ~astype(v, boolean); });
}

/// Nested selects, of which the first condition is the outermost.
Tensor select(const std::vector<Operand> &conditions, const std::vector<Operand> &choices,
              const Operand &otherwise) {
  std::vector<Operand> operands = conditions;
  operands.insert(operands.end(), choices.begin(), choices.end());
  operands.push_back(otherwise);
  return apply("select", operands, OpKey(conditions.size()), [&](Emitter &e, Terms terms) {
    const size_t count = conditions.size();
    if (count == 0 || terms.size() != 2 * count + 1)
      e.refuse("select of " + std::to_string(count) + " conditions and " +
               std::to_string(choices.size()) + " choices: as many of both are wanted");
    for (const Term &condition : terms.take_front(count))
      if (e.promoted(condition) != boolean)
        e.refuse("select by a condition of type " + e.textOf(condition) +
                 "; a condition is boolean: compare it with 0");
    const Sizes dims = e.commonDims("select", terms);
    const ElementType type = e.promoted(terms.drop_front(count));
    mlir::Value result = e.broadcast(e.valueOf(terms.back(), type), dims);
    for (size_t i = count; i-- > 0;)
      result =
          e.make<stablehlo::SelectOp>(e.broadcast(e.valueOf(terms[i], boolean), dims),
                                      e.broadcast(e.valueOf(terms[count + i], type), dims), result);
    return result;
  });
}

} // namespace frontend
} // namespace spmd
