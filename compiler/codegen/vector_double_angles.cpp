// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits sine, cosine and tangent of f64. Separate from vector_angles.cpp, because the rest of the
// reduction needs two doubles here.
#include "compiler/codegen/vector_doubles.h"
#include <numbers>

using llvm::Value;

namespace spmd {
namespace {

/// Up to this |x| the reduction keeps all digits. Beyond it, libm computes the function.
constexpr double kFar = 0x1p28;

struct DoubleAngles : Doubles {
  using Doubles::Doubles;
  struct Angle {
    Value *quadrant, *rest, *below; // i64; x - n pi/2 is rest + below
  };
  Angle reduce(Value *x);
  Value *sine(Angle angle);
  Value *cosine(Angle angle);
  Value *isOdd(Value *quadrant) {
    return b.CreateICmpNE(b.CreateAnd(quadrant, integer(1)), integer(0));
  }
  Value *sinCos(Value *x, bool cosine);
  Value *tan(Value *x);
};

/// x = n pi/2 + rest with pi/2 as three doubles (Cody and Waite). The first step is exact: x and n
/// times the first constant are multiples of 2^-53, and their difference is below 1. What the
/// others lose is kept in `below`, since rest may be as small as 2^-60.
DoubleAngles::Angle DoubleAngles::reduce(Value *x) {
  Value *magic = real(0x1.8p52), *t = fma(x, real(2 * std::numbers::inv_pi), magic);
  Value *n = b.CreateFSub(t, magic), *minus = b.CreateFNeg(n);
  Value *first = fma(minus, real(0x1.921fb54442d18p+0), x);
  constexpr double kSecond = 0x1.1a62633145c07p-54, kThird = -0x1.f1976b7ed8fbcp-110;
  Value *product = b.CreateFMul(minus, real(kSecond));
  Value *lost = fma(minus, real(kSecond), b.CreateFNeg(product));
  // The rounding error of a sum whose larger operand is not known (Knuth's two-sum).
  Value *rest = b.CreateFAdd(first, product), *back = b.CreateFSub(rest, first);
  Value *error =
      b.CreateFAdd(b.CreateFSub(first, b.CreateFSub(rest, back)), b.CreateFSub(product, back));
  return {bits(t), rest, fma(minus, real(kThird), b.CreateFAdd(error, lost))};
}

/// sin(r + c) = sin r + c (1 - r^2 / 2): the rest of the derivative is below a hundredth of a unit.
Value *DoubleAngles::sine(Angle angle) {
  Value *r = angle.rest, *z = b.CreateFMul(r, r);
  Value *slope = fma(z, real(-0.5), real(1));
  return b.CreateFAdd(r, fma(b.CreateFMul(z, r), sineSeries(z), b.CreateFMul(angle.below, slope)));
}

/// cos(r + c) = 1 - r^2 / 2 + r^4 p(r^2) - r c, and what r^2 and 1 - r^2 / 2 lose.
Value *DoubleAngles::cosine(Angle angle) {
  Value *r = angle.rest, *z = b.CreateFMul(r, r), *half = b.CreateFMul(z, real(0.5));
  Value *top = b.CreateFSub(real(1), half);
  Value *lost = b.CreateFSub(b.CreateFSub(real(1), top), half);
  Value *tail =
      fma(b.CreateFMul(z, z), cosineSeries(z), b.CreateFNeg(b.CreateFMul(r, angle.below)));
  Value *square = fma(r, r, b.CreateFNeg(z)); // what z has lost
  return b.CreateFAdd(top, b.CreateFAdd(lost, fma(square, real(-0.5), tail)));
}

/// Odd quadrants take the other function, and the second bit of the quadrant is the sign.
Value *DoubleAngles::sinCos(Value *x, bool isCosine) {
  Angle angle = reduce(x);
  Value *quadrant = angle.quadrant;
  if (isCosine)
    quadrant = b.CreateAdd(quadrant, integer(1));
  Value *out = bits(select(isOdd(quadrant), cosine(angle), sine(angle)));
  out = fromBits(b.CreateXor(out, b.CreateShl(b.CreateAnd(quadrant, integer(2)), 62)));
  return isCosine ? out : select(b.CreateFCmpOEQ(x, real(0)), x, out);
}

/// The errors of sine, cosine and quotient add up: 2.5 units at most, where both are near 0.7 and
/// the tangent is near 1.
Value *DoubleAngles::tan(Value *x) {
  Angle angle = reduce(x);
  Value *odd = isOdd(angle.quadrant), *top = sine(angle), *under = cosine(angle);
  Value *out = b.CreateFDiv(select(odd, b.CreateFNeg(under), top), select(odd, top, under));
  return select(b.CreateFCmpOEQ(x, real(0)), x, out);
}

} // namespace

Value *emitDoubleAngle(llvm::IRBuilder<> &b, llvm::StringRef name, Value *x) {
  DoubleAngles f(b, x);
  if (name != "sin" && name != "cos" && name != "tan")
    return nullptr;
  Value *near = name == "tan" ? f.tan(x) : f.sinCos(x, name == "cos");
  return f.unlessFar(near, b.CreateFCmpOGE(f.abs(x), f.real(kFar)),
                     [&] { return callLibm(b, name, {x}); });
}

} // namespace spmd
