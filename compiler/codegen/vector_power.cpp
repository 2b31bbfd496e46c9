// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits x^y of f32 as 2^(y log2 x), computed in double: with 29 bits more than the result has, the
// error of the logarithm, times y, stays below a hundredth of a unit. Lanes are doubles, so that
// the code vectorises; libm takes some 20 ns for each element.
#include "compiler/codegen/vector_floats.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

using llvm::Value;

namespace spmd {
namespace {

/// Arithmetic on doubles: powers of two by their bits.
struct Doubles {
  llvm::IRBuilder<> &b;
  llvm::Type *type, *longs; // double, i64, or vectors of them

  Doubles(llvm::IRBuilder<> &b, llvm::Type *like)
      : b(b), type(like->getWithNewType(b.getDoubleTy())),
        longs(like->getWithNewType(b.getInt64Ty())) {}
  Value *real(double x) { return llvm::ConstantFP::get(type, x); }
  Value *integer(uint64_t x) { return llvm::ConstantInt::get(longs, x); }
  Value *bits(Value *x) { return b.CreateBitCast(x, longs); }
  Value *fromBits(Value *x) { return b.CreateBitCast(x, type); }
  Value *fma(Value *x, Value *y, Value *z) {
    return b.CreateIntrinsic(llvm::Intrinsic::fma, {type}, {x, y, z});
  }
  Value *floor(Value *x) { return b.CreateIntrinsic(llvm::Intrinsic::floor, {type}, {x}); }

  /// log2(x) for positive normal x: n + log2(m) with m between sqrt(1/2) and sqrt(2), and
  ///   log2(m) = 2 / ln 2 (s + s^3 / 3 + s^5 / 5 + ..),  s = (m - 1) / (m + 1), |s| < 0.172
  /// Seven terms leave 2^-39 of it, also near 1.
  Value *log2(Value *x) {
    constexpr uint64_t kOne = 0x3ff0000000000000, kRoot = 0x3fe6a09e667f3bcd;
    Value *shifted = b.CreateAdd(bits(x), integer(kOne - kRoot));
    // 2^52 + biased exponent, as a double.
    Value *exponent = b.CreateOr(b.CreateLShr(shifted, 52), integer(0x4330000000000000));
    Value *n = b.CreateFSub(fromBits(exponent), real(0x1p52 + 1023));
    Value *m = fromBits(
        b.CreateAdd(b.CreateAnd(shifted, integer((uint64_t(1) << 52) - 1)), integer(kRoot)));
    Value *s = b.CreateFDiv(b.CreateFSub(m, real(1)), b.CreateFAdd(m, real(1)));
    Value *square = b.CreateFMul(s, s), *p = nullptr;
    for (int k = 6; k >= 0; --k) {
      Value *c = real(2 * std::numbers::log2e / (2 * k + 1));
      p = p ? fma(p, square, c) : c;
    }
    return fma(s, p, n);
  }

  /// 2^t for |t| up to 1000: eleven terms of the series of the fraction leave 2^-37.
  Value *exp2(Value *t) {
    Value *magic = real(0x1.8p52), *rounded = b.CreateFAdd(t, magic);
    Value *r = b.CreateFSub(t, b.CreateFSub(rounded, magic)), *p = nullptr;
    double factorial = 3628800; // of ten
    for (int k = 10; k >= 0; factorial /= std::max(k, 1), --k) {
      Value *c = real(std::pow(std::numbers::ln2, k) / factorial);
      p = p ? fma(p, r, c) : c;
    }
    Value *power = b.CreateShl(b.CreateAdd(bits(rounded), integer(1023)), 52);
    return b.CreateFMul(p, fromBits(power)); // a NaN stays one
  }
};

} // namespace

// As C's pow. Overflow, subnormal results and the only rounding are those of the conversion to f32.
Value *emitPower(llvm::IRBuilder<> &b, Value *x, Value *y) {
  Floats f(b, x);
  Doubles d(b, x->getType());
  const float infinity = std::numeric_limits<float>::infinity();
  Value *size = f.abs(x), *exponent = b.CreateFPExt(y, d.type);
  Value *isInfinite = b.CreateFCmpOEQ(size, f.real(infinity)),
        *isZero = b.CreateFCmpOEQ(x, f.real(0)), *isOne = b.CreateFCmpOEQ(size, f.real(1));
  Value *log = d.log2(b.CreateFPExt(size, d.type));
  log = b.CreateSelect(isZero, d.real(-double(infinity)), log);
  log = b.CreateSelect(isInfinite, d.real(infinity), log);
  Value *t = b.CreateFMul(exponent, log);
  // Beyond 2^160 and 2^-160 f32 overflows and underflows. 1 to the infinite is 1.
  t = b.CreateSelect(b.CreateFCmpOGT(t, d.real(160)), d.real(160), t);
  t = b.CreateSelect(b.CreateFCmpOLT(t, d.real(-160)), d.real(-160), t);
  t = b.CreateSelect(isOne, d.real(0), t);
  Value *out = b.CreateFPTrunc(d.exp2(t), f.type);
  // Odd integers keep the sign of x; other exponents of negative numbers give NaN.
  Value *half = b.CreateFMul(exponent, d.real(0.5));
  Value *isWhole = b.CreateFCmpOEQ(d.floor(exponent), exponent),
        *isOdd = b.CreateAnd(isWhole, b.CreateFCmpONE(d.floor(half), half));
  out = b.CreateSelect(isOdd, f.withSign(out, x), out);
  Value *isNegative = b.CreateAnd(f.less(x, 0), b.CreateNot(isInfinite));
  Value *isNan = b.CreateOr(b.CreateFCmpUNO(x, y), b.CreateAnd(isNegative, b.CreateNot(isWhole)));
  out = b.CreateSelect(isNan, f.real(std::numeric_limits<float>::quiet_NaN()), out);
  Value *always = b.CreateOr(b.CreateFCmpOEQ(x, f.real(1)), b.CreateFCmpOEQ(y, f.real(0)));
  return b.CreateSelect(always, f.real(1), out);
}

} // namespace spmd
