// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shorthands for the vector code of elementary functions (vector_*.cpp).
#pragma once
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"

namespace spmd {

/// Emits arithmetic on values of one type.
struct Floats {
  llvm::IRBuilder<> &b;
  llvm::Type *type; // float, double, or a vector of them
  llvm::Type *ints; // i32 or i64, or a vector of as many

  Floats(llvm::IRBuilder<> &b, llvm::Type *type) : b(b), type(type) {
    ints = type->getWithNewType(b.getIntNTy(type->getScalarSizeInBits()));
  }
  Floats(llvm::IRBuilder<> &b, llvm::Value *like) : Floats(b, like->getType()) {}
  llvm::Value *real(double x) { return llvm::ConstantFP::get(type, x); }
  llvm::Value *integer(int64_t x) { return llvm::ConstantInt::get(ints, x, true); }
  llvm::Value *fma(llvm::Value *x, llvm::Value *y, llvm::Value *z) {
    return b.CreateIntrinsic(llvm::Intrinsic::fma, {type}, {x, y, z});
  }
  llvm::Value *unary(llvm::Intrinsic::ID id, llvm::Value *x) {
    return b.CreateIntrinsic(id, {type}, {x});
  }
  llvm::Value *abs(llvm::Value *x) { return unary(llvm::Intrinsic::fabs, x); }
  llvm::Value *sqrt(llvm::Value *x) { return unary(llvm::Intrinsic::sqrt, x); }
  llvm::Value *withSign(llvm::Value *x, llvm::Value *sign) {
    return b.CreateIntrinsic(llvm::Intrinsic::copysign, {type}, {x, sign});
  }
  llvm::Value *bits(llvm::Value *x) { return b.CreateBitCast(x, ints); }
  llvm::Value *fromBits(llvm::Value *x) { return b.CreateBitCast(x, type); }
  llvm::Value *less(llvm::Value *x, double y) { return b.CreateFCmpOLT(x, real(y)); }
  llvm::Value *greater(llvm::Value *x, double y) { return b.CreateFCmpOGT(x, real(y)); }
  llvm::Value *select(llvm::Value *c, llvm::Value *x, llvm::Value *y) {
    return b.CreateSelect(c, x, y);
  }
  /// The polynomial c0 + x ((c1 + c2 x) + x^2 ((c3 + c4 x) + ..)). It has as many operations
  /// as Horner's form and half its latency, which bounds loops of long chains. The last
  /// rounding is the only one of full size.
  llvm::Value *polynomial(llvm::Value *x, llvm::ArrayRef<double> c) {
    auto pair = [&](size_t i) {
      return i + 1 < c.size() ? fma(real(c[i + 1]), x, real(c[i])) : real(c[i]);
    };
    size_t last = c.size() / 2 * 2 - 1; // the first of the last pair: odd
    llvm::Value *tail = pair(last), *square = last > 1 ? b.CreateFMul(x, x) : nullptr;
    for (size_t i = last; i >= 3; i -= 2)
      tail = fma(tail, square, pair(i - 2));
    return fma(tail, x, real(c[0]));
  }
  /// `near`, but what `far` emits in lanes of `isFar`. Such lanes are rare, so one branch for the
  /// whole vector skips the code of `far` where there are none.
  llvm::Value *unlessFar(llvm::Value *near, llvm::Value *isFar,
                         llvm::function_ref<llvm::Value *()> far);
};

/// Calls libm for one lane after the other ("powf" for f32, "pow" for f64); abi.h lists the
/// functions.
llvm::Value *callLibm(llvm::IRBuilder<> &b, llvm::StringRef name, llvm::ArrayRef<llvm::Value *> x);

/// Emits "sin", "cos", "tan", "atan" or "atan2" of f32; null for other names.
llvm::Value *emitAngleFunction(llvm::IRBuilder<> &b, llvm::StringRef name,
                               llvm::ArrayRef<llvm::Value *> x);

/// Emits a function of f64; null for functions without code of their own.
llvm::Value *emitDoubleFunction(llvm::IRBuilder<> &b, llvm::StringRef name,
                                llvm::ArrayRef<llvm::Value *> x);

/// Emits log |gamma(x)| of f32.
llvm::Value *emitLogGamma(llvm::IRBuilder<> &b, llvm::Value *x);
/// Emits the derivative of log gamma(x), of f32 or f64.
llvm::Value *emitDigamma(llvm::IRBuilder<> &b, llvm::Value *x);

/// Emits x^y of f32 (C's powf).
llvm::Value *emitPower(llvm::IRBuilder<> &b, llvm::Value *x, llvm::Value *y);

} // namespace spmd
