// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of numbers.h, described by ops on integers and on the bits of floats.
#include "compiler/frontend/include/spmd/numbers.h"
#include "compiler/frontend/include/spmd/control_flow.h"
#include "compiler/frontend/include/spmd/functions.h"
#include "compiler/frontend/include/spmd/indexing.h"
#include "compiler/frontend/include/spmd/movement.h"
#include "compiler/frontend/include/spmd/order.h"
#include "compiler/frontend/include/spmd/statistics.h"
#include "compiler/frontend/numerics/floats.h"
#include "compiler/frontend/trace/elementwise.h"

namespace spmd {
inline namespace frontend {
namespace {

/// The numbers of Euclid's algorithm.
struct Division {
  Tensor a, b;
  SPMD_FIELDS(a, b)
};

/// (12, 18) -> (18, 12) -> (12, 6) -> (6, 0): until all b are 0. Unsigned remainders are those of
/// %, and signed operands are positive here.
Tensor divisorOf(const Tensor &a, const Tensor &b) {
  auto next = [](const Division &d) -> Division {
    const Tensor isOpen = notEqual(d.b, 0);
    return {where(isOpen, d.b, d.a), where(isOpen, fmod(d.a, where(isOpen, d.b, 1)), d.b)};
  };
  return whileLoop([](const Division &d) { return any(notEqual(d.b, 0)); }, next, Division{a, b}).a;
}

/// Whether elements may be negative.
bool isSigned(ElementType type) { return type >= i8 && type <= i64; }
/// The magnitude; the smallest number of a signed type stays as it is.
Tensor sizeOf(const Tensor &x) { return isSigned(x.elementType()) ? abs(x) : x; }

/// The operands as floats in f32 or f64.
ElementType wideOf(ElementType type) { return type == f64 ? f64 : f32; }

/// 2^k for whole k within the normal exponents, from its bits.
/// The exponent's field alone; the mantissa is 0.
Tensor powerOf2(const Tensor &k, ElementType type) {
  if (type == f64)
    return bitcast(shiftLeft(astype(k, i64) + 1023, 52), f64);
  return bitcast(shiftLeft(astype(k, i32) + 127, 23), f32);
}

} // namespace

/// gcd(12, -18) is 6, gcd(0, 5) is 5, gcd(0, 0) is 0.
Tensor gcd(const Operand &a, const Operand &b) {
  return formula("gcd", a, b, Takes::Bits,
                 [](Tensor u, Tensor v) { return divisorOf(sizeOf(u), sizeOf(v)); });
}
/// The quotient comes first, so that the product overflows only where the result does.
/// lcm(4, 6) is 12; 0 where one operand is 0.
Tensor lcm(const Operand &a, const Operand &b) {
  return formula("lcm", a, b, Takes::Bits, [](Tensor u, Tensor v) {
    const Tensor x = sizeOf(u), y = sizeOf(v), divisor = divisorOf(x, y);
    const Tensor isZero = equal(divisor, 0);
    return where(isZero, 0, floorDivide(x, where(isZero, 1, divisor)) * y);
  });
}
/// Two ops of ops.h: for the quotient of the floor, the remainder has the sign of b.
std::pair<Tensor, Tensor> divmod(const Operand &a, const Operand &b) {
  return {floorDivide(a, b), a % b};
}

/// A NaN is replaced by the other operand.
Tensor fmax(const Operand &a, const Operand &b) {
  return formula("fmax", a, b, Takes::All, [](Tensor u, Tensor v) {
    return isFloat(u.elementType()) ? where(isNan(v) | (u > v), u, v) : maximum(u, v);
  });
}
Tensor fmin(const Operand &a, const Operand &b) {
  return formula("fmin", a, b, Takes::All, [](Tensor u, Tensor v) {
    return isFloat(u.elementType()) ? where(isNan(v) | (u < v), u, v) : minimum(u, v);
  });
}

/// Infinities have no fraction.
std::pair<Tensor, Tensor> modf(const Operand &x) {
  const Tensor whole = trunc(x);
  const Tensor fraction =
      formula("modf", x, Operand(whole, x.where), Takes::Floats,
              [](Tensor v, Tensor whole) { return copySign(where(isInf(v), 0, v - whole), v); });
  return {fraction, whole};
}

/// The exponent's bits are read and replaced by those of 1/2. Subnormal numbers are scaled up
/// first.
std::pair<Tensor, Tensor> frexp(const Operand &x) {
  std::vector<Tensor> parts =
      composeMany("frexp", {x}, OpKey(), [](Emitter &e, llvm::ArrayRef<Tensor> in) {
        if (isComplex(in[0].elementType()))
          e.refuse("frexp of " + text(in[0].type()) + ": complex numbers have no exponent");
        const ElementType own = inexactType(in[0].elementType());
        const ElementType type = wideOf(own);
        const bool isDouble = type == f64;
        const int mantissaBits = isDouble ? 52 : 23, bias = isDouble ? 1022 : 126;
        const Tensor v = astype(in[0], type);
        const Tensor isSpecial = equal(v, 0) | ~isFinite(v);
        const Tensor isTiny = abs(v) < (isDouble ? 0x1p-1022 : 0x1p-126);
        const Tensor scaled = where(isTiny, v * std::ldexp(1, mantissaBits), v);
        const Tensor bits = bitcast(scaled, isDouble ? u64 : u32);
        const int64_t field = isDouble ? 0x7FF : 0xFF;
        const Tensor exponent = astype(shiftRightLogical(bits, mantissaBits) & field, i32) - bias -
                                where(isTiny, mantissaBits, 0);
        const Tensor kept = bits & ~(shiftLeft(zerosLike(bits) + field, mantissaBits));
        const Tensor half = shiftLeft(zerosLike(bits) + int64_t(bias), mantissaBits);
        const Tensor mantissa = bitcast(kept | half, type);
        return std::vector{astype(where(isSpecial, v, mantissa), own),
                           where(isSpecial, 0, exponent)};
      });
  return {parts[0], parts[1]};
}

/// In three steps, each by a power of 2 that is a normal number: results may be subnormal, and
/// exponents larger than one float's.
/// 3 and 4 -> 48.
Tensor ldexp(const Operand &x, const Operand &exponent) {
  return compose("ldexp", {&x, &exponent}, OpKey(), [](Emitter &e, llvm::ArrayRef<Tensor> in) {
    if (isInexact(in[1].elementType()) || in[1].elementType() == boolean)
      e.refuse("ldexp with an exponent " + text(in[1].type()) + "; it is an integer");
    if (isComplex(in[0].elementType()))
      e.refuse("ldexp of " + text(in[0].type()) + ": complex numbers have no exponent");
    const ElementType own = inexactType(in[0].elementType());
    const ElementType wide = wideOf(own);
    const int64_t most = wide == f64 ? 1000 : 120;
    Tensor rest = clip(astype(in[1], i32), -3 * most, 3 * most), out = astype(in[0], wide);
    for (int step = 0; step < 3; ++step) {
      const Tensor now = clip(rest, -most, most);
      out = out * powerOf2(now, wide);
      rest = rest - now;
    }
    return astype(out, own);
  });
}

/// Tensors of different shapes are different, whatever they hold; no error, as in numpy.
Tensor arrayEqual(const Operand &a, const Operand &b) {
  return compose("arrayEqual", {&a, &b}, OpKey(), [](Emitter &, llvm::ArrayRef<Tensor> in) {
    if (in[0].shape() != in[1].shape()) // false, as an op of the operands
      return any(logicalNot(zerosLike(in[0])) & false);
    return all(equal(in[0], in[1]));
  });
}

/// Eight neighbours are weighted by powers of 2 and summed.
/// 1 0 0 0 0 0 0 1 -> 129.
Tensor packBits(const Operand &x, int64_t dim) {
  return compose("packBits", {&x}, OpKey(dim), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    const std::string type = text(in[0].type());
    if (isInexact(in[0].elementType()))
      e.refuse("packBits of " + type + ": floats have no bits to pack; compare them first");
    const int64_t at = e.checkedDim("packBits", dim, int64_t(in[0].rank()), type);
    const Tensor rows = moveAxis(in[0], at, -1);
    const int64_t size = rows.size(-1), count = (size + 7) / 8;
    std::vector<Padding> widths(rows.rank());
    widths.back().high = count * 8 - size;
    std::vector<int64_t> shape = rows.shape();
    shape.back() = count;
    shape.push_back(8);
    const Tensor bits = reshape(pad(astype(notEqual(rows, 0), i32), widths), shape);
    const Tensor weights = shiftLeft(onesLike(arange(8)), 7 - arange(8));
    return moveAxis(astype(sum(bits * weights, -1), u8), -1, at);
  });
}
/// The highest bit comes first, so that it is the reverse of packBits but for the zeros at the end.
Tensor unpackBits(const Operand &x, int64_t dim) {
  return compose("unpackBits", {&x}, OpKey(dim), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    const std::string type = text(in[0].type());
    if (in[0].elementType() != u8)
      e.refuse("unpackBits of " + type + "; it takes bytes of type ui8");
    const int64_t at = e.checkedDim("unpackBits", dim, int64_t(in[0].rank()), type);
    const Tensor rows = expandDims(moveAxis(in[0], at, -1), -1);
    const Tensor bits = shiftRightLogical(rows, astype(7 - arange(8), u8)) & 1;
    std::vector<int64_t> shape = rows.shape();
    shape.pop_back();
    shape.back() *= 8;
    return moveAxis(reshape(bits, shape), -1, at);
  });
}

/// Each difference is brought into half a period around 0; what that changes adds up along the dim.
/// At the border the sign of the difference is kept.
Tensor unwrap(const Operand &x, double period, int64_t dim) {
  return compose("unwrap", {&x}, OpKey(period, dim), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    const Tensor v = asInexact(in[0]);
    const int64_t at = e.checkedDim("unwrap", dim, int64_t(v.rank()), text(in[0].type()));
    if (v.size(at) < 2)
      return v;
    const double half = period / 2;
    const Tensor step = diff(v, 1, at);
    Tensor inside = (step + half) % period - half;
    inside = where(equal(inside, -half) & (step > 0), half, inside);
    const Tensor change = where(abs(step) < half, 0, inside - step);
    std::vector<Padding> widths(v.rank());
    widths[size_t(at)].low = 1;
    return v + cumsum(pad(change, widths), at);
  });
}

} // namespace frontend
} // namespace spmd
