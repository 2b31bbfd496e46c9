// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arithmetic ops: add, subtract, multiply, divide, remainder, maximum, minimum, power, negate,
// abs, sign. Integers wrap; x / 0 has all bits set, x rem 0 is x, and the smallest integer divided
// by -1 is itself. StableHLO leaves these cases open, XLA defines them so.
#include "compiler/elements/arith.h"
#include "compiler/elements/complex_reference.h"
#include "compiler/ops/elements.h"
#include "compiler/ops/known_range.h"
#include "dialects/stablehlo/stablehlo.h"
#include <cmath>

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// x + y. On bools this is `or`, as StableHLO's sum of predicates.
struct Add : Binary<AddOp, Add> {
  /// Wraps for integers; on booleans it is `or`.
  template <class T> static T eval(T x, T y) {
    // The wide domain holds i8 to i64, so the sum may wrap past int64; storing it wraps to the
    // width.
    if constexpr (IsBool<T>)
      return x || y;
    else if constexpr (IsInteger<T>)
      return T(uint64_t(x) + uint64_t(y));
    else
      return x + y;
  }
  static Value emit(ScalarBuilder &b, Value x, Value y) {
    // Predicates have no adder: x + y of i1 is x | y.
    return byRegister<arith::AddFOp, arith::OrIOp, arith::AddIOp>(b, x, y);
  }
  /// Both operands get the cotangent; a scalar one gets its sum.
  static SmallVector<Expr> vjp(Backward &g) { return {g.ct(), g.ct()}; }
  using Facets = Has<Space, Rule, Emit, Linear, Vjp, Eval>;
};

/// x - y. Predicates cannot be subtracted.
struct Subtract : Binary<SubtractOp, Subtract> {
  /// Wraps for integers. Booleans have no difference.
  template <class T>
    requires(!IsBool<T>)
  static T eval(T x, T y) {
    if constexpr (IsInteger<T>)
      return T(uint64_t(x) - uint64_t(y));
    else
      return x - y;
  }
  static Value emit(ScalarBuilder &b, Value x, Value y) {
    return isFloatRegister(x) ? b.make<arith::SubFOp>(x, y) : b.make<arith::SubIOp>(x, y);
  }
  /// The second operand gets the negative.
  static SmallVector<Expr> vjp(Backward &g) { return {g.ct(), -g.ct()}; }
  using Facets = Has<Space, Rule, Emit, Linear, Vjp, Eval>;
};

/// x y. On bools this is `and`. Complex products are accurate to the last bits of each part.
///   (1 + 2i)(3 + 4i) -> -5 + 10i
struct Multiply : Binary<MulOp, Multiply> {
  /// Wraps for integers; on booleans it is `and`. Complex numbers keep their digits
  /// (complex_reference.h).
  template <class T> static T eval(T x, T y) {
    if constexpr (IsBool<T>)
      return x && y;
    else if constexpr (IsInteger<T>)
      return T(uint64_t(x) * uint64_t(y));
    else if constexpr (IsComplex<T>) // std::complex would turn NaN into infinities
      return multiply(x, y);
    else
      return x * y;
  }
  static Value emit(ScalarBuilder &b, Value x, Value y) {
    return byRegister<arith::MulFOp, arith::AndIOp, arith::MulIOp>(b, x, y);
  }
  static complex::Complex emitComplex(complex::Complex x, complex::Complex y) { return x * y; }
  /// In the one factor if the other is a constant. Infinity times a part of a sum would be more
  /// than infinity times the sum.
  static bool linearIn(Op op, unsigned operand) {
    return isFiniteNonzeroSplat(op->getOperand(1 - operand));
  }
  /// Each factor gets the other one times the cotangent.
  static SmallVector<Expr> vjp(Backward &g) { return {g.ct() * g.in(1), g.in(0) * g.ct()}; }
  using Facets = Has<Space, Rule, Emit, Linear, Parts, Vjp, Eval>;
};

/// A divisor for which integer division is defined. It is y, but 1 for y = 0, and 1 for y = -1 if x
/// is the smallest integer.
Value safeDivisor(ScalarBuilder &b, Value x, Value y, bool isUnsigned) {
  // `bad` marks divisors whose quotient is undefined in the dialect arith.
  Value bad = compareInts(b, arith::CmpIPredicate::eq, y, intLike(b, y, 0));
  if (!isUnsigned) {
    int64_t smallest = int64_t(uint64_t(1) << (registerBits(x) - 1));
    Value isSmallest = compareInts(b, arith::CmpIPredicate::eq, x, intLike(b, x, smallest));
    Value isMinusOne = compareInts(b, arith::CmpIPredicate::eq, y, intLike(b, y, -1));
    bad = b.make<arith::OrIOp>(bad, b.make<arith::AndIOp>(isSmallest, isMinusOne));
  }
  return choose(b, bad, intLike(b, y, 1), y);
}

/// x / y. Integer quotients are rounded towards zero.
///   7 / -2 -> -3     7 / 0 -> -1     -128 / -1 -> -128 (i8)
struct Divide : Binary<DivOp, Divide> {
  /// Division by zero gives all bits set, and the smallest integer divided by -1 wraps to itself.
  ///   7 / -2 -> -3    x / 0 -> -1    -128 / -1 -> -128
  template <class T>
    requires(!IsBool<T>)
  static T eval(T x, T y) {
    if constexpr (IsInteger<T>) {
      // T(-1) is -1 for signed and the largest number for unsigned integers: all bits are set.
      if (y == 0)
        return T(-1);
      return std::same_as<T, int64_t> && y == T(-1) ? T(-uint64_t(x)) : T(x / y);
    } else if constexpr (IsComplex<T>) {
      return divide(x, y);
    } else {
      return x / y;
    }
  }
  // The quotient by the safe divisor is right except for y = 0, which is selected afterwards.
  static Value emit(DivOp op, ScalarBuilder &b, Value x, Value y) {
    if (isFloatRegister(x))
      return b.make<arith::DivFOp>(x, y);
    bool isUnsigned = isUnsignedOperand(op);
    Value divisor = safeDivisor(b, x, y, isUnsigned);
    Value quotient =
        isUnsigned ? b.make<arith::DivUIOp>(x, divisor) : b.make<arith::DivSIOp>(x, divisor);
    Value byZero = compareInts(b, arith::CmpIPredicate::eq, y, intLike(b, y, 0));
    return choose(b, byZero, intLike(b, x, -1), quotient);
  }
  static complex::Complex emitComplex(complex::Complex x, complex::Complex y) { return x / y; }
  /// Of floats by a constant.
  static bool linearIn(Op op, unsigned operand) {
    return operand == 0 && isa<FloatType>(getElementTypeOrSelf(op.getType())) &&
           isFiniteNonzeroSplat(op->getOperand(1));
  }
  /// 1 / y, and -x / y^2.
  static SmallVector<Expr> vjp(Backward &g) {
    // The quotient is there, so x / y^2 needs no further division.
    Expr first = g.ct() / g.in(1);
    return {first, -first * g.out()};
  }
  using Facets = Has<Space, Rule, Emit, Linear, Parts, Vjp, Eval>;
};

/// x - y * trunc(x / y), which has the sign of x.
///   7 rem -2 -> 1    -7 rem 2 -> -1    7 rem 0 -> 7    5.5 rem 2 -> 1.5
struct Remainder : Binary<RemOp, Remainder> {
  /// The remainder has the sign of the dividend; modulo zero the dividend itself remains.
  ///   7 rem -2 -> 1    -7 rem 2 -> -1    x rem 0 -> x
  template <class T>
    requires IsOrdered<T>
  static T eval(T x, T y) {
    // C++ leaves the smallest integer modulo -1 undefined, so -1 is a case of its own.
    if constexpr (IsReal<T>)
      return std::fmod(x, y);
    else
      return y == 0 ? x : std::same_as<T, int64_t> && y == T(-1) ? 0 : x % y;
  }

  /// The instruction would trap on a divisor of zero and on the smallest integer by -1, so both are
  /// replaced by a safe divisor first.
  static Value emit(RemOp op, ScalarBuilder &b, Value x, Value y) {
    if (isFloatRegister(x))
      return b.make<arith::RemFOp>(x, y);
    bool isUnsigned = isUnsignedOperand(op);
    Value divisor = safeDivisor(b, x, y, isUnsigned); // x rem 1 = 0 is right for min rem -1
    Value rest =
        isUnsigned ? b.make<arith::RemUIOp>(x, divisor) : b.make<arith::RemSIOp>(x, divisor);
    Value byZero = compareInts(b, arith::CmpIPredicate::eq, y, intLike(b, y, 0));
    return choose(b, byZero, x, rest);
  }
  /// x - y * trunc(x / y): the quotient is constant between its steps.
  static SmallVector<Expr> vjp(Backward &g) {
    Expr quotient = g.in(0) / g.in(1),
         floor = apply("stablehlo.floor", apply("stablehlo.abs", quotient));
    return {g.ct(), -g.ct() * (apply("stablehlo.sign", quotient) * floor)};
  }
  using Facets = Has<Space, Rule, Emit, Vjp, Eval>;
};

/// The larger or the smaller operand, or NaN if one is NaN, with -0 below +0. A complex number is
/// NaN if a part is.
///   max(-0, +0) -> +0    max(NaN, 1) -> NaN    max(1 + 2i, 1 + 3i) -> 1 + 3i
template <class OpT, bool kLarger> struct MaxMin : Binary<OpT, MaxMin<OpT, kLarger>> {
  template <class T> static T eval(T x, T y) {
    auto wins = [](T l, T r) {
      if constexpr (IsComplex<T>)
        return kLarger ? isLess(r, l) : isLess(l, r);
      else
        return kLarger ? l > r : l < r;
    };
    if constexpr (IsComplex<T>)
      return hasNaN(x) || (!hasNaN(y) && wins(x, y)) ? x : y;
    else if constexpr (IsReal<T>)
      return std::isnan(x) || wins(x, y) || (x == y && std::signbit(kLarger ? y : x)) ? x : y;
    else
      return wins(x, y) ? x : y;
  }
  static Value emit(OpT op, ScalarBuilder &b, Value x, Value y) {
    return (kLarger ? emitMaximum : emitMinimum)(b, x, y, isUnsignedOperand(op));
  }
  /// Where the operands are equal, each gets half.
  static SmallVector<Expr> vjp(Backward &g) {
    Expr tie = compare(g.in(0), "EQ", g.in(1)), half = 0.5 * g.ct();
    Expr wins = compare(g.in(0), kLarger ? "GT" : "LT", g.in(1));
    Expr loses = compare(g.in(0), kLarger ? "LT" : "GT", g.in(1));
    return {select(tie, half, select(wins, g.ct(), {})),
            select(tie, half, select(loses, g.ct(), {}))};
  }
  using Facets = Has<Space, Rule, Emit, Vjp, Eval>;
};
using Maximum = MaxMin<MaxOp, true>;
using Minimum = MaxMin<MinOp, false>;

/// x^y of integers by squaring, with one step per bit of y. For a negative y the result is 1 / x^-y
/// rounded towards zero: 0 except for x = 1 and x = -1.
Value emitIntegerPower(ScalarBuilder &b, Value x, Value y, bool isUnsigned) {
  // result holds x^(the bits of y below `bit`), square holds x^(2^bit).
  Value zero = intLike(b, x, 0), one = intLike(b, x, 1), result = one, square = x;
  for (unsigned bit = 0; bit < registerBits(x); ++bit) {
    // Bit `bit` of y decides whether x^(2^bit) is a factor.
    Value isSet =
        compareInts(b, arith::CmpIPredicate::ne,
                    b.make<arith::AndIOp>(y, intLike(b, y, int64_t(uint64_t(1) << bit))), zero);
    result = choose(b, isSet, b.make<arith::MulIOp>(result, square), result);
    square = b.make<arith::MulIOp>(square, square);
  }
  if (isUnsigned)
    return result;
  Value isOne = compareInts(b, arith::CmpIPredicate::eq, x, one);
  Value minusOne = intLike(b, x, -1);
  Value isMinusOne = compareInts(b, arith::CmpIPredicate::eq, x, minusOne);
  Value isOdd = compareInts(b, arith::CmpIPredicate::ne, b.make<arith::AndIOp>(y, one), zero);
  // 1 / x^n is 1 or -1 for x = 1 and x = -1, and rounds to 0 otherwise.
  Value inverse =
      choose(b, isOne, one, choose(b, isMinusOne, choose(b, isOdd, minusOne, one), zero));
  Value isNegative = compareInts(b, arith::CmpIPredicate::slt, y, zero);
  return choose(b, isNegative, inverse, result);
}

// The complex special cases come first: z^0 = 1 for every z, and 0^y is 0 for re y > 0, else NaN.
struct Power : Binary<PowOp, Power> {
  /// Complex powers are computed in long double. Integer powers are repeated squares; a negative
  /// exponent gives 0, unless the base is 1 or -1.
  template <class T>
    requires(!IsBool<T>)
  static T eval(T x, T y) {
    if constexpr (IsComplex<T>) {
      if (y == Complex(0))
        return 1;
      if (x == Complex(0))
        return y.real() > 0 ? Complex(0) : Complex(NAN, NAN);
      return inHighPrecision(
          x, y, [](LongComplex base, LongComplex exponent) { return std::pow(base, exponent); });
    } else if constexpr (IsReal<T>) {
      return std::pow(x, y);
    } else {
      if (std::same_as<T, int64_t> && int64_t(y) < 0)
        return x == 1 ? 1 : x == T(-1) ? (y % 2 == 0 ? 1 : T(-1)) : 0;
      uint64_t result = 1, square = uint64_t(x);
      // Squares wrap like the products, so the result is x^y modulo 2^64.
      for (uint64_t rest = uint64_t(y); rest; rest >>= 1, square *= square)
        result *= rest & 1 ? square : 1;
      return T(result);
    }
  }
  static Value emit(PowOp op, ScalarBuilder &b, Value x, Value y) {
    return isFloatRegister(x) ? b.make<math::PowFOp>(x, y)
                              : emitIntegerPower(b, x, y, isUnsignedOperand(op));
  }
  static complex::Complex emitComplex(complex::Complex x, complex::Complex y) {
    return complex::pow(x, y);
  }
  /// y x^(y - 1) and log(x) x^y, without the infinities that a factor of zero would turn to NaN.
  static SmallVector<Expr> vjp(Backward &g) {
    Expr x = g.in(0), y = g.in(1), one = g.number(1, x.type());
    Expr base = select(compare(x, "EQ", g.zeros(x.type())), one, x);
    Expr lower = apply("stablehlo.power", x, y - one);
    Expr slope = select(compare(y, "EQ", g.zeros(y.type())), {}, y * lower);
    return {g.ct() * slope, g.ct() * (log(base) * g.out())};
  }
  using Facets = Has<Space, Rule, Emit, Parts, Vjp, Eval>;
};

/// -x. The smallest integer is its own negative; unsigned integers wrap.
struct Negate : Unary<NegOp, Negate> {
  /// Wraps for the smallest integer.
  template <class T>
    requires(!IsBool<T>)
  static T eval(T x) {
    if constexpr (IsInteger<T>)
      return T(-uint64_t(x));
    else
      return -x;
  }
  static Value emit(ScalarBuilder &b, Value x) {
    return isFloatRegister(x) ? b.make<arith::NegFOp>(x)
                              : b.make<arith::SubIOp>(intLike(b, x, 0), x);
  }
  /// The operand gets the negative.
  static Expr vjp(Backward &g) { return -g.ct(); }
  using Facets = Has<Space, Rule, Emit, Linear, Vjp, Eval>;
};

/// |x|. The magnitude of the smallest integer wraps to itself; that of a complex number is real.
///   abs(-128) -> 128 (i8: -128)    abs(3 - 4i) -> 5
struct Abs : Unary<AbsOp, Abs> {
  static double eval(Complex x) { return std::hypot(x.real(), x.imag()); }
  /// The smallest integer has no positive counterpart and stays as it is. The modulus of complex
  /// numbers is an op of its own type.
  template <class T>
    requires IsOrdered<T>
  static T eval(T x) {
    if constexpr (IsReal<T>)
      return std::fabs(x);
    else
      return int64_t(x) < 0 && std::same_as<T, int64_t> ? T(-uint64_t(x)) : x;
  }

  /// Unsigned integers are their own magnitude; signed ones are negated where they are below zero.
  static Value emit(AbsOp op, ScalarBuilder &b, Value x) {
    if (isFloatRegister(x))
      return b.make<math::AbsFOp>(x);
    if (isUnsignedOperand(op))
      return x;
    Value zero = intLike(b, x, 0);
    return choose(b, compareInts(b, arith::CmpIPredicate::slt, x, zero),
                  b.make<arith::SubIOp>(zero, x), x);
  }
  static complex::Real emitComplex(complex::Complex x) { return complex::abs(x); }
  /// Of complex z the direction conj(z) / |z|, which is zero at zero.
  static Expr vjp(Backward &g) {
    if (!isa<ComplexType>(g.in().element()))
      return select(compare(g.in(), "GE", 0), g.ct(), -g.ct());
    Expr length = select(compare(g.out(), "EQ", 0), g.number(1, g.out().type()), g.out());
    return complexOf(g.ct(), {}) * (conj(g.in()) / complexOf(length, {}));
  }
  using Facets = Has<Space, Rule, Emit, Parts, Vjp, Eval>;
};

/// -1, 0 or 1 with the sign of x; x / |x| for complex numbers.
///   sign(-0.0) -> -0.0    sign(NaN) -> NaN    sign(3 - 4i) -> 0.6 - 0.8i
struct Sign : Unary<SignOp, Sign> {
  /// The unit vector of a complex number; -1, 0 or 1 of others. Zeros and NaN stay.
  template <class T>
    requires(!IsBool<T>)
  static T eval(T x) {
    if constexpr (IsComplex<T>) {
      if (hasNaN(x))
        return {NAN, NAN};
      return x == Complex(0) ? x
                             : inHighPrecision(x, [](LongComplex z) { return z / std::abs(z); });
    } else if constexpr (IsReal<T>) {
      return std::isnan(x) || x == 0 ? x : std::copysign(1.0, x);
    } else {
      return x == 0 ? 0 : std::same_as<T, int64_t> && int64_t(x) < 0 ? T(-1) : 1;
    }
  }

  /// Selections instead of branches, so that vectors of lanes need no masks.
  static Value emit(SignOp op, ScalarBuilder &b, Value x) {
    if (isFloatRegister(x)) { // NaN and zeros are their own sign
      Value stays = compareFloats(b, arith::CmpFPredicate::UEQ, x, floatLike(b, x, 0));
      return choose(b, stays, x, b.make<math::CopySignOp>(floatLike(b, x, 1), x));
    }
    // Integers: 0 stays 0, and negative numbers become -1 below.
    Value zero = intLike(b, x, 0), one = intLike(b, x, 1);
    Value nonZero = choose(b, compareInts(b, arith::CmpIPredicate::eq, x, zero), zero, one);
    if (isUnsignedOperand(op))
      return nonZero;
    return choose(b, compareInts(b, arith::CmpIPredicate::slt, x, zero), intLike(b, x, -1),
                  nonZero);
  }
  static complex::Complex emitComplex(complex::Complex x) { return complex::sign(x); }
  using Facets = Has<Space, Rule, Emit, Parts, ZeroVjp, Eval>;
};

} // namespace

void addArithmeticRules(RuleTable &table) {
  table.add<Add, Subtract, Multiply, Divide, Remainder, Maximum, Minimum, Power, Negate, Abs,
            Sign>();
}

} // namespace spmd::ops
