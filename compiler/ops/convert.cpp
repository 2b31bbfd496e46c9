// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Changes of type: convert, bitcast_convert, reduce_precision.
#include "compiler/elements/arith.h"
#include "compiler/ops/elements.h"
#include "dialects/stablehlo/stablehlo.h"
#include <cmath>

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {
/// Truncates towards zero. Numbers out of range become the nearest bound, NaN becomes 0.
///   saturate(300.7, 8, false) = 127, saturate(-1, 8, true) = 0
int64_t saturate(double x, unsigned width, bool isUnsigned) {
  double low = isUnsigned ? 0 : -std::ldexp(1.0, width - 1);
  double high = std::ldexp(1.0, isUnsigned ? width : width - 1); // the smallest number out of range
  if (std::isnan(x))
    return 0;
  uint64_t largest = ~uint64_t(0) >> (64 - (isUnsigned ? width : width - 1));
  if (x >= high)
    return int64_t(largest);
  if (x <= low)
    return isUnsigned ? 0 : int64_t(~largest);
  return isUnsigned ? int64_t(uint64_t(x)) : int64_t(x);
}

/// A 64-bit integer as a double that rounds to the same float of at most 24 mantissa bits. From
/// 2^53 on a double cannot hold the integer, so one sticky bit replaces its low 12 bits: it is set
/// if any of them is.
double beforeRounding(int64_t x, bool isUnsigned) {
  uint64_t size = !isUnsigned && x < 0 ? -uint64_t(x) : uint64_t(x);
  if (size >> 53)
    size = (size & ~uint64_t(0xfff)) | (size & 0xfff ? 0x800 : 0);
  return !isUnsigned && x < 0 ? -double(size) : double(size);
}

// The reference meaning of `convert` on a whole tensor. Every case rounds once.
Tensor convertTensor(const Tensor &in, RankedTensorType type) {
  Domain from = domainOf(in.element()), to = domainOf(type.getElementType());
  if (from == to && (from == Domain::Complex || from == Domain::Real))
    return from == Domain::Real ? Tensor::of(type, in.values<double>())
                                : Tensor::of(type, in.values<Complex>());
  auto real = RankedTensorType::get(in.shape(), Float64Type::get(type.getContext()));
  if (from == Domain::Complex) { // the imaginary part is dropped
    std::vector<double> parts;
    for (Complex z : in.values<Complex>())
      parts.push_back(z.real());
    return convertTensor(Tensor::of(real, parts), type);
  }
  switch (to) {
  case Domain::Complex: {
    std::vector<double> parts = convertTensor(in, real).values<double>();
    return Tensor::of(type, std::vector<Complex>(parts.begin(), parts.end()));
  }
  case Domain::Real: {
    // Floats narrower than f64 round once more when they are stored, hence beforeRounding.
    bool isUnsigned = from != Domain::Signed, isNarrow = elementBits(type.getElementType()) < 64;
    std::vector<double> out;
    for (int64_t x : in.values<int64_t>())
      out.push_back(isNarrow     ? beforeRounding(x, isUnsigned)
                    : isUnsigned ? double(uint64_t(x))
                                 : double(x));
    return Tensor::of(type, out);
  }
  case Domain::Bool: {
    std::vector<uint8_t> out;
    if (from == Domain::Real)
      for (double x : in.values<double>())
        out.push_back(x != 0); // also for NaN
    else
      for (int64_t x : in.values<int64_t>())
        out.push_back(x != 0);
    return Tensor::of(type, out);
  }
  default:
    if (from != Domain::Real)
      return Tensor::of(type, in.values<int64_t>()); // keeps the low bits
    std::vector<int64_t> out;
    for (double x : in.values<double>())
      out.push_back(saturate(x, elementBits(type.getElementType()), to == Domain::Unsigned));
    return Tensor::of(type, out);
  }
}

/// beforeRounding as emitted arithmetic.
Value emitBeforeRounding(ScalarBuilder &b, Value x, bool isUnsigned) {
  if (registerBits(x) == 64) {
    auto number = [&](uint64_t n) { return intLike(b, x, int64_t(n)); };
    Value zero = number(0), size = x;
    if (!isUnsigned)
      size = choose(b, compareInts(b, arith::CmpIPredicate::slt, x, zero),
                    b.make<arith::SubIOp>(zero, x), x);
    Value isLong = compareInts(b, arith::CmpIPredicate::uge, size, number(uint64_t(1) << 53));
    Value loses =
        compareInts(b, arith::CmpIPredicate::ne, b.make<arith::AndIOp>(x, number(0xfff)), zero);
    // This holds for negative x, too: if any of its low 12 bits is set, then (x & ~0xfff) | 0x800
    // is the negation of the same expression for -x.
    Value kept = b.make<arith::AndIOp>(x, number(~uint64_t(0xfff)));
    Value marked = b.make<arith::OrIOp>(kept, number(0x800));
    x = choose(b, isLong, choose(b, loses, marked, kept), x);
  }
  Type wide = typeLike(x, b.builder.getF64Type());
  return isUnsigned ? b.make<arith::UIToFPOp>(wide, x) : b.make<arith::SIToFPOp>(wide, x);
}

// saturate as emitted arithmetic. The conversion itself only sees numbers in range, because arith
// leaves the others undefined.
Value emitFloatToInt(ScalarBuilder &b, Value x, Type element) {
  unsigned width = element.getIntOrFloatBitWidth();
  bool isUnsigned = element.isUnsignedInteger();
  Type result = typeLike(x, b.builder.getIntegerType(width));
  Value low = floatLike(b, x, isUnsigned ? 0 : -std::ldexp(1.0, width - 1));
  Value high = floatLike(b, x, std::ldexp(1.0, isUnsigned ? width : width - 1));
  Value aboveLow = compareFloats(b, arith::CmpFPredicate::OGE, x, low);
  Value belowHigh = compareFloats(b, arith::CmpFPredicate::OLT, x, high);
  Value safe = choose(b, b.make<arith::AndIOp>(aboveLow, belowHigh), x, floatLike(b, x, 0));
  Value inside =
      isUnsigned ? b.make<arith::FPToUIOp>(result, safe) : b.make<arith::FPToSIOp>(result, safe);
  int64_t largest = int64_t(~uint64_t(0) >> (64 - (isUnsigned ? width : width - 1)));
  Value tooHigh = compareFloats(b, arith::CmpFPredicate::OGE, x, high);
  Value tooLow = compareFloats(b, arith::CmpFPredicate::OLT, x, low);
  Value raised = choose(b, tooLow, intLike(b, inside, isUnsigned ? 0 : ~largest), inside);
  return choose(b, tooHigh, intLike(b, inside, largest), raised);
}

/// Changes the element type: i32 300 -> i8 44 (low bits), f32 300.0 -> i8 127, i1 true -> f32 1.0.
struct Convert : Pointwise<ConvertOp> {
  static Tensor eval(Op op, Inputs in) {
    Type element = getElementTypeOrSelf(op.getType());
    return convertTensor(in[0], RankedTensorType::get(in[0].shape(), element));
  }
  // Floats narrower than f32 are rounded to their type, predicates are tests for zero.
  static Value emit(Op op, ScalarBuilder &b, Value x) {
    Type from = getElementTypeOrSelf(op.getOperand().getType()),
         to = getElementTypeOrSelf(op.getType());
    Type target = typeLike(x, getElementTypeOrSelf(b.registerType(to)));
    bool fromUnsigned = from.isUnsignedInteger() || from.isInteger(1);
    if (to.isInteger(1)) {
      if (isPredicateRegister(x))
        return x;
      return isFloatRegister(x) ? compareFloats(b, arith::CmpFPredicate::UNE, x, floatLike(b, x, 0))
                                : compareInts(b, arith::CmpIPredicate::ne, x, intLike(b, x, 0));
    }
    if (isa<FloatType>(to)) {
      Value v = x;
      bool isNarrow = to.getIntOrFloatBitWidth() < 32;
      // f64 is rounded to the type directly: the detour over f32 would round twice.
      if (isNarrow && registerBits(x) == 64 && isFloatRegister(x))
        return b.make<arith::ExtFOp>(target, b.make<arith::TruncFOp>(typeLike(x, to), x));
      if (isNarrow && registerBits(x) >= 32 && !isFloatRegister(x))
        return b.make<arith::ExtFOp>(
            target,
            b.make<arith::TruncFOp>(typeLike(x, to), emitBeforeRounding(b, x, fromUnsigned)));
      if (!isFloatRegister(x))
        v = fromUnsigned ? b.make<arith::UIToFPOp>(target, x) : b.make<arith::SIToFPOp>(target, x);
      else if (registerBits(x) < getElementTypeOrSelf(target).getIntOrFloatBitWidth())
        v = b.make<arith::ExtFOp>(target, x);
      else if (x.getType() != target)
        v = b.make<arith::TruncFOp>(target, x);
      // A conversion rounds at once, whatever `b.rounding` says.
      bool isExact =
          isa<FloatType>(from) && from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth();
      return isExact ? v : roundToElement(b, v, to);
    }
    if (isFloatRegister(x))
      return emitFloatToInt(b, x, isa<IndexType>(to) ? b.builder.getI64Type() : to);
    unsigned width = getElementTypeOrSelf(target).getIntOrFloatBitWidth();
    if (registerBits(x) == width)
      return x;
    if (registerBits(x) > width)
      return b.make<arith::TruncIOp>(target, x);
    return fromUnsigned ? b.make<arith::ExtUIOp>(target, x) : b.make<arith::ExtSIOp>(target, x);
  }
  // Real to complex adds zeros, complex to real drops the imaginary part.
  static PartValues parts(Op op, OpBuilder &b, ArrayRef<PartValues> x) {
    SmallVector<Type, 2> types = partTypes(op.getType());
    if (types.empty()) // the result is real
      return {ConvertOp::create(b, op.getLoc(), op.getType(), x[0][0])};
    PartValues out;
    for (auto [type, part] : llvm::zip(types, x[0]))
      out.push_back(ConvertOp::create(b, op.getLoc(), type, part));
    if (x[0].size() == 1) // the operand is real
      out.push_back(zerosLike(b, out[0]));
    return out;
  }
  /// To floats that have all numbers of the operand's type.
  static bool linearIn(Op op, unsigned) {
    auto from = dyn_cast<FloatType>(getElementTypeOrSelf(op.getOperand().getType())),
         to = dyn_cast<FloatType>(getElementTypeOrSelf(op.getType()));
    return from && to &&
           llvm::APFloat::isRepresentableBy(from.getFloatSemantics(), to.getFloatSemantics());
  }
  /// A real operand of a complex result gets the real part.
  static Expr vjp(Backward &g) {
    Type element = g.in().element();
    bool fromComplex = isa<ComplexType>(element), toComplex = isa<ComplexType>(g.out().element());
    if (fromComplex && !toComplex)
      return convert(complexOf(g.ct(), {}), element);
    return convert(toComplex && !fromComplex ? realPart(g.ct()) : g.ct(), element);
  }
  using Facets = Has<Space, Rule, Emit, Linear, Parts, Vjp, Eval>;
};

// tensor<2xf32> -> tensor<2x4xi8>: the bytes of an element, low one first.
struct BitcastConvert : Meaning<BitcastConvertOp> {
  static int64_t commonRank(Op op) {
    return std::min(cast<RankedTensorType>(op.getOperand().getType()).getRank(),
                    cast<RankedTensorType>(op.getType()).getRank());
  }
  static IterationSpace space(Op op) {
    IterationSpace space(op);
    for (int64_t d = 0; d < commonRank(op); ++d)
      space.parallel({d}, d);
    // The dim that a change of width adds or removes indexes parts of one element: never split.
    int64_t rank = commonRank(op);
    if (cast<RankedTensorType>(op.getOperand().getType()).getRank() > rank)
      space.sequential({rank}, IterationSpace::kAbsent);
    if (cast<RankedTensorType>(op.getType()).getRank() > rank)
      space.sequential({IterationSpace::kAbsent}, rank);
    return space;
  }
  static Tensor eval(Op op, Inputs in) {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    unsigned bits = std::min(elementBits(in[0].element()), elementBits(type.getElementType()));
    if (bits < 8)
      return evalNarrow(in[0], type);
    return in[0].withType(type);
  }
  static Value emit(Op op, ScalarBuilder &b, Value x) {
    Type from = getElementTypeOrSelf(op.getOperand().getType()),
         to = getElementTypeOrSelf(op.getType());
    Type bits = b.builder.getIntegerType(to.getIntOrFloatBitWidth());
    if (isa<FloatType>(from)) {
      if (from.getIntOrFloatBitWidth() < registerBits(x))
        x = b.make<arith::TruncFOp>(typeLike(x, from), x);
      x = b.make<arith::BitcastOp>(typeLike(x, bits), x);
    }
    if (!isa<FloatType>(to))
      return x;
    Value result = b.make<arith::BitcastOp>(typeLike(x, to), x);
    if (to.getIntOrFloatBitWidth() < 32)
      result = b.make<arith::ExtFOp>(typeLike(x, b.builder.getF32Type()), result);
    return result;
  }
  static std::optional<PartValues> parts(Op op, OpBuilder &, ArrayRef<PartValues> x) {
    return op.getType() == op.getOperand().getType() ? std::optional(x[0]) : std::nullopt;
  }
  static OpPriority priority(Op op) {
    bool keepsShape = cast<ShapedType>(op.getOperand().getType()).getShape() ==
                      cast<ShapedType>(op.getType()).getShape();
    return keepsShape ? OpPriority::Elementwise : OpPriority::Other;
  }
  using Facets = Has<Space, Rule, Emit, Priority, Parts, StaticResult, ZeroVjp, BatchInFront, Eval>;

private:
  /// Elements narrower than a byte take one byte each, so the bits are moved one by one, low bits
  /// first.
  static Tensor evalNarrow(const Tensor &in, RankedTensorType type) {
    unsigned from = elementBits(in.element()), to = elementBits(type.getElementType());
    int64_t fromBytes = storedBytes(in.element()), toBytes = storedBytes(type.getElementType());
    Tensor out(type);
    char *data = out.mutableData();
    for (int64_t bit = 0; bit < in.count() * int64_t(from); ++bit) {
      int64_t source = bit / from * fromBytes * 8 + bit % from,
              target = bit / to * toBytes * 8 + bit % to;
      if (in.data()[source / 8] >> (source % 8) & 1)
        data[target / 8] |= char(1 << (target % 8));
    }
    return out;
  }
};

/// Bits of the mantissa and of the exponent of a float type.
std::pair<unsigned, unsigned> formatOf(FloatType type) {
  unsigned mantissa = type.getFPMantissaWidth() - 1;
  return {mantissa,
          type.getWidth() - mantissa - APFloat::semanticsHasSignedRepr(type.getFloatSemantics())};
}

/// The IEEE format on whose bits reduce_precision rounds. It is the type's own for f64, f32 and
/// f16. As in XLA, bf16 and f8E8M0FNU use that of f32, and other 8-bit floats that of f16, which
/// contains their numbers.
struct Layout {
  const llvm::fltSemantics &semantics;
  unsigned width = APFloat::getSizeInBits(semantics);
  unsigned mantissa = APFloat::semanticsPrecision(semantics) - 1;
  uint64_t exponentMask() const {
    return ((uint64_t(1) << (width - 1 - mantissa)) - 1) << mantissa;
  }
  uint64_t signBit() const { return uint64_t(1) << (width - 1); }
  uint64_t bias() const { return (uint64_t(1) << (width - 2 - mantissa)) - 1; }
};
Layout layoutOf(FloatType type) {
  if (type.isF64())
    return {APFloat::IEEEdouble()};
  bool isSingle = type.isF32() || type.isBF16() || isa<Float8E8M0FNUType>(type);
  return {isSingle ? APFloat::IEEEsingle() : APFloat::IEEEhalf()};
}

/// Rounds on the bits, as XLA does: a tie goes to the number whose last kept bit is zero. Without
/// mantissa bits, the last kept bit is the lowest one of the exponent.
struct ReducePrecision : Unary<ReducePrecisionOp, ReducePrecision> {
  // Rounds the mantissa first, since that may raise the exponent.
  static double eval(ReducePrecisionOp op, double x) {
    auto type = cast<FloatType>(getElementTypeOrSelf(op.getOperand().getType()));
    if (std::isnan(x))
      return x;
    Layout layout = layoutOf(type);
    APFloat number(x);
    bool lost;
    number.convert(layout.semantics, APFloat::rmNearestTiesToEven, &lost);
    uint64_t bits = number.bitcastToAPInt().getZExtValue(), sign = bits & layout.signBit();
    if (op.getMantissaBits() < layout.mantissa) {
      unsigned dropped = layout.mantissa - op.getMantissaBits();
      uint64_t lastBit = uint64_t(1) << dropped;
      bits = (bits + (bits >> dropped & 1) + (lastBit >> 1) - 1) & ~(lastBit - 1);
    }
    if (op.getExponentBits() < formatOf(type).second) {
      uint64_t power = bits & layout.exponentMask(),
               reduced = (uint64_t(1) << (op.getExponentBits() - 1)) - 1;
      if (power > (layout.bias() + reduced) << layout.mantissa)
        bits = sign | layout.exponentMask();
      else if (power <= (layout.bias() - reduced) << layout.mantissa)
        bits = sign;
    }
    return asDouble(APFloat(layout.semantics, APInt(layout.width, bits)));
  }
  // The same steps as eval, on registers.
  static Value emit(ReducePrecisionOp op, ScalarBuilder &b, Value x) {
    auto type = cast<FloatType>(getElementTypeOrSelf(op.getOperand().getType()));
    Layout layout = layoutOf(type);
    bool isNarrow = layout.width < registerBits(x);
    Value own = isNarrow ? b.make<arith::TruncFOp>(typeLike(x, b.builder.getF16Type()), x) : x;
    Value bits = b.make<arith::BitcastOp>(typeLike(x, b.builder.getIntegerType(layout.width)), own);
    auto number = [&](uint64_t value) { return intLike(b, bits, int64_t(value)); };
    // Adding just under half of the last kept bit, plus that bit itself, rounds ties to even.
    if (op.getMantissaBits() < layout.mantissa) {
      unsigned dropped = layout.mantissa - op.getMantissaBits();
      uint64_t lastBit = uint64_t(1) << dropped;
      Value isOdd = b.make<arith::AndIOp>(b.make<arith::ShRUIOp>(bits, number(dropped)), number(1));
      Value bias = b.make<arith::AddIOp>(isOdd, number((lastBit >> 1) - 1));
      bits = b.make<arith::AndIOp>(b.make<arith::AddIOp>(bits, bias), number(~(lastBit - 1)));
    }
    if (op.getExponentBits() < formatOf(type).second) {
      uint64_t reduced = (uint64_t(1) << (op.getExponentBits() - 1)) - 1;
      Value power = b.make<arith::AndIOp>(bits, number(layout.exponentMask()));
      Value sign = b.make<arith::AndIOp>(bits, number(layout.signBit()));
      Value isLarge = compareInts(b, arith::CmpIPredicate::ugt, power,
                                  number((layout.bias() + reduced) << layout.mantissa));
      Value isSmall = compareInts(b, arith::CmpIPredicate::ule, power,
                                  number((layout.bias() - reduced) << layout.mantissa));
      Value infinity = b.make<arith::OrIOp>(sign, number(layout.exponentMask()));
      bits = choose(b, isLarge, infinity, choose(b, isSmall, sign, bits));
    }
    Value isNaN = compareFloats(b, arith::CmpFPredicate::UNO, x, x);
    Value rounded = b.make<arith::BitcastOp>(own.getType(), bits);
    return choose(b, isNaN, x, isNarrow ? b.make<arith::ExtFOp>(x.getType(), rounded) : rounded);
  }
  /// The rounding counts as linear, as in JAX.
  static Expr vjp(Op op, Backward &g) {
    return g.make(op->getName().getStringRef(), op.getType(), g.ct(), op->getAttrs());
  }
  using Facets = Has<Space, Rule, Emit, Vjp, Eval>;
};

} // namespace

void addConvertRules(RuleTable &table) { table.add<Convert, BitcastConvert, ReducePrecision>(); }

} // namespace spmd::ops
