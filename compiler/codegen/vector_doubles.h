// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elementary functions of f64 as vector code. The functions of f32 that need more digits than f32
// has use them, too.
#pragma once
#include "compiler/codegen/vector_floats.h"

namespace spmd {

/// ln 2 in two parts. The first ends in 21 zeros, so that its product with an exponent is exact.
inline constexpr double kLn2 = 0x1.62e42feep-1, kRestOfLn2 = 0x1.a39ef35793c76p-33;

/// Emits functions of doubles on values of one type. Without other words, special values are those
/// of C; exp, log, log1p and cbrt are within one unit in the last place of f64, the others within
/// 2.5 (vector_doubles_test.cpp has the limit of each).
struct Doubles : Floats {
  using Floats::Floats;
  /// The doubles that have the lanes of `like`.
  static Doubles besides(llvm::IRBuilder<> &b, llvm::Value *like) {
    return {b, like->getType()->getWithNewType(b.getDoubleTy())};
  }

  struct Reduced {
    llvm::Value *n, *small; // x = n ln 2 + r and e^r - 1
    llvm::Value *biased;    // i64 whose low twelve bits are n + bias
  };
  /// Of x + low with a `low` below a unit of x. Where `low` is null it is 0, and `small` may lose
  /// half a unit of r, which is little beside 1.
  Reduced reduceExp(llvm::Value *x, int bias, llvm::Value *low = nullptr);
  /// 2^m, where the low eleven bits of `field` are m + 1023 and the twelfth is zero.
  llvm::Value *twoTo(llvm::Value *field) { return fromBits(b.CreateShl(field, 52)); }
  /// 2^scale e^(x + low); `low` as above.
  llvm::Value *exp(llvm::Value *x, llvm::Value *low = nullptr, int scale = 0);
  llvm::Value *expm1(llvm::Value *x);
  llvm::Value *tanh(llvm::Value *x);
  llvm::Value *logistic(llvm::Value *x);
  llvm::Value *sinh(llvm::Value *x);
  llvm::Value *cosh(llvm::Value *x);
  llvm::Value *cbrt(llvm::Value *x);

  struct Split {
    llvm::Value *exponent, *mantissa; // x = 2^exponent mantissa; sqrt(1/2) <= mantissa < sqrt(2)
  };
  /// Of positive normal x.
  Split splitNormal(llvm::Value *x);
  /// log(x) + n ln 2 + correction for positive normal x; anything for other x. `n` and `correction`
  /// may be null.
  llvm::Value *logOfNormal(llvm::Value *x, llvm::Value *n = nullptr,
                           llvm::Value *correction = nullptr);
  llvm::Value *log(llvm::Value *x, llvm::Value *correction = nullptr);
  llvm::Value *log1p(llvm::Value *x);

  /// p in sin(r) = r + r^3 p and cos(r) = 1 - r^2 / 2 + r^4 p, for r up to pi/4 on either side, of
  /// z = r^2.
  llvm::Value *sineSeries(llvm::Value *z);
  llvm::Value *cosineSeries(llvm::Value *z);
};

/// Emits "sin", "cos" or "tan" of f64; null for other names.
llvm::Value *emitDoubleAngle(llvm::IRBuilder<> &b, llvm::StringRef name, llvm::Value *x);
/// Emits "erf" or "erfc" of f64; null for other names.
llvm::Value *emitDoubleErf(llvm::IRBuilder<> &b, llvm::StringRef name, llvm::Value *x);
/// Emits "atan", "atan2", "asin", "acos", "asinh", "acosh" or "atanh" of f64; null for other names.
llvm::Value *emitDoubleInverse(llvm::IRBuilder<> &b, llvm::StringRef name,
                               llvm::ArrayRef<llvm::Value *> x);
/// Emits x^y of f64.
llvm::Value *emitDoublePower(llvm::IRBuilder<> &b, llvm::Value *x, llvm::Value *y);

} // namespace spmd
