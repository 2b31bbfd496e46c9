// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits sine, cosine, tangent, atan and atan2 for f32. Separate from vector_math.cpp,
// because these functions share a reduction of angles that works in double.
#include "compiler/codegen/vector_floats.h"
#include <limits>

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::Value;

namespace spmd {
namespace {

/// Sine and cosine by quadrants, computed in double.
struct Angles : Floats {
  using Floats::Floats;
  struct Angle {
    Value *quadrant, *rest; // i32; double, between -pi/4 and pi/4
  };
  Angle reduceAngle(Value *x);
  Value *sineNear(Value *r);
  Value *cosineNear(Value *r);
  Value *sinCos(Value *x, bool cosine);
  Value *tan(Value *x);
  Value *periodic(llvm::StringRef name, Value *x);
  Value *atan(Value *x);
  Value *atan2(Value *y, Value *x);
};

/// Up to this |x| reduceAngle is exact to f32. Beyond it, libm computes the function.
constexpr double kFar = 0x1p28;

/// Reduces x = n pi/2 + r in double, for |x| up to kFar; infinities give NaN. Adding 1.5 *
/// 2^52 rounds to an integer, whose low bits then are n. pi/2 is split into two constants
/// (Cody and Waite), so that n times the first one loses nothing that the second does not
/// restore.
Angles::Angle Angles::reduceAngle(Value *x) {
  Value *d = b.CreateFPExt(x, type->getWithNewType(b.getDoubleTy()));
  Angles wide(b, d);
  Value *magic = wide.real(6755399441055744.0); // 1.5 * 2^52
  Value *t = wide.fma(d, wide.real(0.63661977236758134), magic);
  Value *n = b.CreateFSub(t, magic);
  Value *r = wide.fma(n, wide.real(-1.5707963267948966), d);
  r = wide.fma(n, wide.real(-6.123233995736766e-17), r);
  return {b.CreateTrunc(wide.bits(t), ints), r};
}

/// sin(r) and cos(r) for |r| up to pi/4: the Taylor terms up to r and 1 - r^2/2 are exact,
/// the rest is a fitted polynomial of r^2.
Value *Angles::sineNear(Value *r) {
  Value *square = b.CreateFMul(r, r);
  Value *p = polynomial(square, {-0.1666666716337204f, 0.008333329111337662f,
                                 -0.00019839327433146536f, 2.71823728326126e-06f});
  return fma(b.CreateFMul(square, p), r, r);
}
Value *Angles::cosineNear(Value *r) {
  Value *square = b.CreateFMul(r, r);
  Value *p = polynomial(square, {0.0416666679084301f, -0.0013888883404433727f,
                                 2.479951217537746e-05f, -2.720954341839388e-07f});
  return fma(b.CreateFMul(square, square), p, fma(square, real(-0.5), real(1.0)));
}

/// cos(x) is sin(x + pi/2), so its quadrant is one more. Odd quadrants take the cosine of
/// the rest, and the second bit of the quadrant is the sign. sin(-0) is -0.
Value *Angles::sinCos(Value *x, bool cosine) {
  auto [quadrant, rest] = reduceAngle(x);
  Value *r = b.CreateFPTrunc(rest, type);
  if (cosine)
    quadrant = b.CreateAdd(quadrant, integer(1));
  Value *odd = b.CreateICmpNE(b.CreateAnd(quadrant, integer(1)), integer(0));
  Value *out = bits(select(odd, cosineNear(r), sineNear(r)));
  // Bit 1 of the quadrant moves to bit 31, the sign.
  out = fromBits(b.CreateXor(out, b.CreateShl(b.CreateAnd(quadrant, integer(2)), 30)));
  if (!cosine)
    out = select(b.CreateFCmpOEQ(x, real(0.0)), x, out);
  return out;
}

/// The quotient is computed in double, since the errors of sine and cosine add up.
Value *Angles::tan(Value *x) {
  auto [quadrant, rest] = reduceAngle(x);
  Angles wide(b, rest);
  Value *sine = wide.sineNear(rest), *cosine = wide.cosineNear(rest);
  Value *odd = b.CreateICmpNE(b.CreateAnd(quadrant, integer(1)), integer(0));
  // In odd quadrants tan(x) = -cos(r) / sin(r).
  Value *over = b.CreateSelect(odd, b.CreateFNeg(cosine), sine),
        *under = b.CreateSelect(odd, sine, cosine);
  Value *out = b.CreateFPTrunc(b.CreateFDiv(over, under), type);
  return select(b.CreateFCmpOEQ(x, real(0.0)), x, out);
}

/// Lanes beyond kFar take libm's result, whatever other lanes hold.
Value *Angles::periodic(llvm::StringRef name, Value *x) {
  Value *near = name == "tan" ? tan(x) : sinCos(x, name == "cos");
  return unlessFar(near, b.CreateFCmpOGE(abs(x), real(kFar)),
                   [&] { return callLibm(b, name, {x}); });
}

/// |x| above 1 uses atan(x) = pi/2 - atan(1/x), so the polynomial covers [0, 1].
Value *Angles::atan(Value *x) {
  Value *a = abs(x);
  Value *inverted = greater(a, 1.0);
  Value *y = select(inverted, b.CreateFDiv(real(1.0), a), a);
  Value *square = b.CreateFMul(y, y);
  Value *p =
      polynomial(square, {-0.33333301544189453f, 0.19998638331890106f, -0.1426524519920349f,
                          0.10957571864128113f, -0.08419445902109146f, 0.0582343190908432f,
                          -0.03145546838641167f, 0.011064315214753151f, -0.0018271846929565072f});
  Value *small = fma(b.CreateFMul(square, p), y, y);
  Value *large = b.CreateFSub(real(1.5707963267948966), small);
  return withSign(select(inverted, large, small), x);
}

/// The angle of (x, y) from the quotient of the smaller by the larger magnitude, reflected
/// into its octant, as C's atan2 for zeros, infinities and NaN.
Value *Angles::atan2(Value *y, Value *x) {
  Value *ax = abs(x), *ay = abs(y);
  Value *steep = b.CreateFCmpOGT(ay, ax);
  Value *big = select(steep, ay, ax), *little = select(steep, ax, ay);
  Value *ratio = b.CreateFDiv(little, big);
  double infinity = std::numeric_limits<float>::infinity();
  // 0 / 0 gives the angle of 0, inf / inf the angle of 1, as in C.
  ratio = select(b.CreateFCmpOEQ(big, real(0.0)), real(0.0), ratio);
  ratio = select(b.CreateFCmpOEQ(little, real(infinity)), real(1.0), ratio);
  Value *angle = atan(ratio);
  angle = select(steep, b.CreateFSub(real(1.5707963267948966), angle), angle);
  // Negative x, -0 included, lies in the left half plane.
  Value *left = b.CreateICmpSLT(bits(x), integer(0));
  angle = select(left, b.CreateFSub(real(3.1415926535897931), angle), angle);
  Value *nan = b.CreateFCmpUNO(x, y);
  return select(nan, b.CreateFAdd(x, y), withSign(angle, y));
}

} // namespace

/// Returns null for functions that this file does not have.
Value *emitAngleFunction(llvm::IRBuilder<> &b, llvm::StringRef name, ArrayRef<Value *> x) {
  Angles f(b, x[0]);
  if (name == "atan")
    return f.atan(x[0]);
  if (name == "atan2")
    return f.atan2(x[0], x[1]);
  if (name == "sin" || name == "cos" || name == "tan")
    return f.periodic(name, x[0]);
  return nullptr;
}

} // namespace spmd
