// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bits and choices: and, or, xor, not, shifts, population count, leading zeros, compare, select,
// clamp, is_finite. A shift amount is read as unsigned. Shifts by the width or more give 0,
// arithmetic right shifts the sign (StableHLO specification, shift_left and following).
#include "compiler/elements/arith.h"
#include "compiler/ops/elements.h"
#include "dialects/stablehlo/stablehlo.h"
#include <bit>
#include <cmath>

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// Bits of the integers that the op computes on.
unsigned widthOf(Operation *op) {
  return elementBits(getElementTypeOrSelf(op->getOperand(0).getType()));
}
/// The low `width` bits of an element, with zeros above them.
uint64_t bitsOf(uint64_t x, unsigned width) {
  return width == 64 ? x : x & ((uint64_t(1) << width) - 1);
}

/// Bitwise and, or, exclusive or; on predicates: both hold, one holds, they differ.
template <class OpT, class Arith, class Bits>
struct Bitwise : Binary<OpT, Bitwise<OpT, Arith, Bits>> {
  template <class T>
    requires(!IsFloating<T>)
  static T eval(T x, T y) {
    return Bits()(x, y);
  }
  static Value emit(ScalarBuilder &b, Value x, Value y) { return b.make<Arith>(x, y); }
  using Facets = Has<Space, Rule, Emit, ZeroVjp, Eval>;
};
using And = Bitwise<AndOp, arith::AndIOp, std::bit_and<>>;
using Or = Bitwise<OrOp, arith::OrIOp, std::bit_or<>>;
using Xor = Bitwise<XorOp, arith::XOrIOp, std::bit_xor<>>;

/// Bitwise complement: not 0x0F -> 0xF0. An i1 register is complemented as one bit.
struct Not : Unary<NotOp, Not> {
  /// Inverts all bits; a boolean has one.
  template <class T>
    requires(!IsFloating<T>)
  static T eval(T x) {
    if constexpr (IsBool<T>)
      return !x;
    else
      return ~x;
  }
  static Value emit(ScalarBuilder &b, Value x) {
    return b.make<arith::XOrIOp>(x, intLike(b, x, -1));
  }
  using Facets = Has<Space, Rule, Emit, ZeroVjp, Eval>;
};

/// Whether a shift amount is below the width, and an amount that always is: 0 instead of a larger
/// one. Larger amounts are poison in the dialect arith.
std::pair<Value, Value> safeAmount(ScalarBuilder &b, Value x, Value amount) {
  // For i8 and amount 9: fits is false and the safe amount is 0, so the shift is defined and
  // unused.
  Value fits =
      compareInts(b, arith::CmpIPredicate::ult, amount, intLike(b, amount, registerBits(x)));
  return {fits, choose(b, fits, amount, intLike(b, amount, 0))};
}

/// x << amount, or x >> amount with zeros from the left; 0 if the amount is the width or more.
///   ui8: 0x81 << 1 -> 0x02    0x81 << 8 -> 0        i8: -2 >> 1 -> 127    -2 >> 8 -> 0
template <class OpT, class Arith, auto shift> struct Shift : Binary<OpT, Shift<OpT, Arith, shift>> {
  template <class T>
    requires IsInteger<T>
  static T eval(OpT op, T x, T amount) {
    unsigned width = widthOf(op);
    uint64_t by = bitsOf(uint64_t(amount), width);
    return by < width ? T(shift(bitsOf(uint64_t(x), width), by)) : 0;
  }
  static Value emit(ScalarBuilder &b, Value x, Value amount) {
    auto [fits, by] = safeAmount(b, x, amount);
    return choose(b, fits, b.make<Arith>(x, by), intLike(b, x, 0));
  }
  using Facets = Has<Space, Rule, Emit, ZeroVjp, Eval>;
};
using ShiftLeft =
    Shift<ShiftLeftOp, arith::ShLIOp, [](uint64_t x, uint64_t by) { return x << by; }>;
using ShiftRightLogical =
    Shift<ShiftRightLogicalOp, arith::ShRUIOp, [](uint64_t x, uint64_t by) { return x >> by; }>;

/// x >> amount with copies of the top bit from the left.
///   i8: -2 >> 1 -> -1    ui8: 0x80 >> 4 -> 0xF8
struct ShiftRightArithmetic : Binary<ShiftRightArithmeticOp, ShiftRightArithmetic> {
  /// The sign comes in at the top. Amounts of the width or more leave the sign everywhere.
  ///   i8: -2 >> 1 -> -1    -2 >> 9 -> -1
  template <class T>
    requires IsInteger<T>
  static T eval(ShiftRightArithmeticOp op, T x, T amount) {
    unsigned width = widthOf(op);
    uint64_t by = std::min<uint64_t>(bitsOf(uint64_t(amount), width), width - 1);
    // The top bit counts as sign, also in ui types.
    int64_t extended = int64_t(uint64_t(x) << (64 - width)) >> (64 - width);
    return T(extended >> by);
  }
  static Value emit(ScalarBuilder &b, Value x, Value amount) {
    // An amount of the width or more shifts in sign bits only, as width - 1 does.
    Value most = intLike(b, amount, registerBits(x) - 1);
    Value fits = compareInts(b, arith::CmpIPredicate::ult, amount, most);
    return b.make<arith::ShRSIOp>(x, choose(b, fits, amount, most));
  }
  using Facets = Has<Space, Rule, Emit, ZeroVjp, Eval>;
};

/// The number of bits that are set: popcnt(0x0F) -> 4.
struct PopulationCount : Unary<PopulationCountOp, PopulationCount> {
  template <class T>
    requires IsInteger<T>
  static T eval(PopulationCountOp op, T x) {
    return std::popcount(bitsOf(uint64_t(x), widthOf(op)));
  }
  static Value emit(ScalarBuilder &b, Value x) { return b.make<math::CtPopOp>(x); }
  using Facets = Has<Space, Rule, Emit, ZeroVjp, Eval>;
};

/// The number of zeros above the highest bit that is set: i8 clz(1) -> 7, clz(0) -> 8.
struct CountLeadingZeros : Unary<ClzOp, CountLeadingZeros> {
  template <class T>
    requires IsInteger<T>
  static T eval(ClzOp op, T x) {
    unsigned width = widthOf(op);
    return std::countl_zero(bitsOf(uint64_t(x), width)) - (64 - width);
  }
  static Value emit(ScalarBuilder &b, Value x) { return b.make<math::CountLeadingZerosOp>(x); }
  using Facets = Has<Space, Rule, Emit, ZeroVjp, Eval>;
};

// x `direction` y by the operators of C++, so comparisons with NaN are false except NE.
template <class T> bool holds(ComparisonDirection direction, T x, T y) {
  switch (direction) {
  case ComparisonDirection::EQ:
    return x == y;
  case ComparisonDirection::NE:
    return x != y;
  case ComparisonDirection::GE:
    return x >= y;
  case ComparisonDirection::GT:
    return x > y;
  case ComparisonDirection::LE:
    return x <= y;
  case ComparisonDirection::LT:
    return x < y;
  }
  llvm_unreachable("all directions are listed");
}

/// The bits of a float as an integer, mapped so that integers order like -NaN < -inf < .. < -0 < +0
/// < .. < inf < NaN.
int64_t totalOrder(double x) {
  int64_t bits = std::bit_cast<int64_t>(x);
  return bits < 0 ? bits ^ INT64_MAX : bits;
}
// The same on a register of any float type: negative numbers have their bits below the sign
// inverted.
Value emitTotalOrder(ScalarBuilder &b, Value x) {
  unsigned width = registerBits(x);
  Value bits = b.make<arith::BitcastOp>(typeLike(x, b.builder.getIntegerType(width)), x);
  // A negative float has its magnitude inverted, which reverses the order of the negative numbers.
  Value isNegative = compareInts(b, arith::CmpIPredicate::slt, bits, intLike(b, bits, 0));
  int64_t largest = int64_t(~uint64_t(0) >> (65 - width));
  return choose(b, isNegative, b.make<arith::XOrIOp>(bits, intLike(b, bits, largest)), bits);
}

bool isTotalOrder(CompareOp op) { return op.getCompareType() == ComparisonType::TOTALORDER; }

// Complex numbers compare by real parts, then by imaginary parts.
struct Compare : Binary<CompareOp, Compare> {
  /// Compares in the order that the op names. The total order puts -NaN < -inf < .. < -0 < +0 < ..
  /// < +NaN.
  template <class T> static bool eval(CompareOp op, T x, T y) {
    ComparisonDirection direction = op.getComparisonDirection();
    if constexpr (IsComplex<T>) {
      // Equality compares both parts; the order is lexicographic.
      if (direction == ComparisonDirection::EQ || direction == ComparisonDirection::NE)
        return (x == y) == (direction == ComparisonDirection::EQ);
      return x.real() == y.real() ? holds(direction, x.imag(), y.imag())
                                  : holds(direction, x.real(), y.real());
    } else if constexpr (IsReal<T>) {
      return isTotalOrder(op) ? holds(direction, totalOrder(x), totalOrder(y))
                              : holds(direction, x, y);
    } else {
      return holds(direction, x, y);
    }
  }

  /// Floats in total order are compared as integers whose order is that of the floats.
  static Value emit(CompareOp op, ScalarBuilder &b, Value x, Value y) {
    auto direction = size_t(op.getComparisonDirection());
    // total_order(-0, +0, LT) -> true, while -0 < +0 is false as floats.
    if (isFloatRegister(x) && isTotalOrder(op))
      return compareInts(b, signedInts[direction], emitTotalOrder(b, x), emitTotalOrder(b, y));
    if (isFloatRegister(x))
      return compareFloats(b, floats[direction], x, y);
    return compareInts(b, (isUnsignedOperand(op) ? unsignedInts : signedInts)[direction], x, y);
  }
  /// Numbers are equal where both parts are. Order is lexicographic (StableHLO specification,
  /// compare): by the real parts, and where these are equal by the imaginary ones.
  ///   (1, 0) < (2, -1)   (1, -1) < (1, 0)
  static PartValues parts(CompareOp op, OpBuilder &b, ArrayRef<PartValues> x) {
    using enum ComparisonDirection;
    ComparisonDirection direction = op.getComparisonDirection();
    auto compare = [&](unsigned part, ComparisonDirection how) -> Value {
      return CompareOp::create(b, op.getLoc(), x[0][part], x[1][part], how);
    };
    Value im = compare(1, direction);
    if (direction == NE)
      return {OrOp::create(b, op.getLoc(), im.getType(), compare(0, NE), im)};
    Value both = AndOp::create(b, op.getLoc(), im.getType(), compare(0, EQ), im);
    if (direction == EQ)
      return {both};
    Value before = compare(0, direction == LT || direction == LE ? LT : GT);
    return {OrOp::create(b, op.getLoc(), im.getType(), before, both)};
  }
  using Facets = Has<Space, Rule, Emit, Parts, ZeroVjp, Eval>;

private:
  // In the order of ComparisonDirection: EQ, NE, GE, GT, LE, LT. Comparisons with NaN are false
  // (ordered), only NE is true (unordered). Predicates count as unsigned: false < true.
  using enum arith::CmpFPredicate;
  using enum arith::CmpIPredicate;
  static constexpr arith::CmpFPredicate floats[] = {OEQ, UNE, OGE, OGT, OLE, OLT};
  static constexpr arith::CmpIPredicate signedInts[] = {eq, ne, sge, sgt, sle, slt},
                                        unsignedInts[] = {eq, ne, uge, ugt, ule, ult};
};

// Not a family member: the predicate has another element type than the other operands.
struct Select : Pointwise<SelectOp> {
  // A scalar predicate selects a whole operand.
  static Tensor eval(Op, Inputs in) {
    // Starts from on_false and overwrites the selected elements by on_true.
    Tensor out = in[2];
    char *to = out.mutableData();
    int64_t bytes = storedBytes(in[1].element());
    for (int64_t i = 0; i < in[1].count(); ++i)
      if (in[0].data()[in[0].rank() == 0 ? 0 : i])
        std::copy_n(in[1].data() + i * bytes, bytes, to + i * bytes);
    return out;
  }
  static Value emit(ScalarBuilder &b, Value predicate, Value yes, Value no) {
    return choose(b, predicate, yes, no);
  }
  static PartValues parts(Op op, OpBuilder &b, ArrayRef<PartValues> x) {
    PartValues out;
    for (auto [yes, no] : llvm::zip_equal(x[1], x[2]))
      out.push_back(SelectOp::create(b, op.getLoc(), yes.getType(), x[0][0], yes, no));
    return out;
  }
  static OpPriority priority(Op) { return OpPriority::Elementwise; }
  static bool linearIn(Op, unsigned operand) { return operand > 0; } // not in the predicate
  /// Each side gets the cotangent where it was chosen, zeros elsewhere.
  static SmallVector<Expr> vjp(Backward &g) {
    return {{}, select(g.in(0), g.ct(), {}), select(g.in(0), {}, g.ct())};
  }
  using Facets =
      Has<Space, Rule, Emit, Dequantized, KeepsConstant, Linear, Priority, Parts, Vjp, Eval>;
};

/// minimum(maximum(operand, min), max), with NaN and signed zeros as in maximum and minimum.
struct Clamp : Ternary<ClampOp, Clamp> {
  template <class T>
    requires IsComplex<T>
  static T eval(T low, T x, T high) {
    // On a tie the earlier operand stays.
    Complex raised = isLess(x, low) ? low : x;
    return isLess(high, raised) ? high : raised;
  }
  // The first NaN among low, x and high is the result.
  template <class T>
    requires(!IsComplex<T>)
  static T eval(T low, T x, T high) {
    // Integers and floats: raise x to low first, then lower it to high, so that high wins over low.
    if constexpr (IsReal<T>)
      if (std::isnan(low) || std::isnan(x) || std::isnan(high))
        return std::isnan(low) ? low : std::isnan(x) ? x : high;
    auto isBelow = [](T l, T r) { // -0 is below +0
      if constexpr (IsReal<T>)
        return l < r || (l == r && std::signbit(l) && !std::signbit(r));
      else
        return l < r;
    };
    T raised = isBelow(low, x) ? x : low;
    return isBelow(raised, high) ? raised : high;
  }
  static Value emit(ClampOp op, ScalarBuilder &b, Value low, Value x, Value high) {
    bool isUnsigned = isUnsignedOperand(op, 1);
    return emitMinimum(b, emitMaximum(b, x, low, isUnsigned), high, isUnsigned);
  }
  static OpPriority priority(ClampOp) { return OpPriority::Elementwise; }
  /// The operand gets the cotangent where it lies strictly between the bounds, as in JAX.
  static SmallVector<Expr> vjp(Backward &g) {
    Expr low = g.in(0), x = g.in(1), high = g.in(2);
    Expr above = compare(x, "GT", low), below = compare(x, "LT", high);
    Expr lowCt = select(compare(low, "GT", x), select(compare(low, "LT", high), g.ct(), {}), {});
    return {lowCt, select(above, select(below, g.ct(), {}), {}),
            select(compare(high, "LT", x), g.ct(), {})};
  }
  using Facets = Has<Space, Rule, Emit, KeepsConstant, Priority, Vjp, Eval>;
};

/// Whether x is neither infinite nor NaN.
struct IsFinite : Unary<IsFiniteOp, IsFinite> {
  static bool eval(double x) { return std::isfinite(x); }
  static Value emit(ScalarBuilder &b, Value x) {
    // |NaN| < infinity is false, because the comparison is ordered.
    Value infinity = floatLike(b, x, INFINITY);
    return compareFloats(b, arith::CmpFPredicate::OLT, b.make<math::AbsFOp>(x), infinity);
  }
  using Facets = Has<Space, Rule, Emit, ZeroVjp, Eval>;
};

} // namespace

void addLogicRules(RuleTable &table) {
  table.add<And, Or, Xor, Not, ShiftLeft, ShiftRightLogical, ShiftRightArithmetic, PopulationCount,
            CountLeadingZeros, Compare, Select, Clamp, IsFinite>();
}

} // namespace spmd::ops
