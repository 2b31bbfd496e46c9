// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shorthands for the vector code of elementary functions (vector_math.cpp,
// vector_angles.cpp).
#pragma once
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"

namespace spmd {

/// Emits f32 arithmetic on values of one type. Additions, multiplications and polynomials
/// also work in double.
struct Floats {
  llvm::IRBuilder<> &b;
  llvm::Type *type; // float or <n x float>
  llvm::Type *ints; // i32 or <n x i32>

  explicit Floats(llvm::IRBuilder<> &b, llvm::Value *like) : b(b), type(like->getType()) {
    ints = b.getInt32Ty();
    if (auto v = llvm::dyn_cast<llvm::FixedVectorType>(type))
      ints = llvm::FixedVectorType::get(ints, v->getNumElements());
  }
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
  llvm::Value *polynomial(llvm::Value *x, llvm::ArrayRef<float> c) {
    auto pair = [&](size_t i) {
      return i + 1 < c.size() ? fma(real(c[i + 1]), x, real(c[i])) : real(c[i]);
    };
    size_t last = c.size() / 2 * 2 - 1; // the first of the last pair: odd
    llvm::Value *tail = pair(last), *square = last > 1 ? b.CreateFMul(x, x) : nullptr;
    for (size_t i = last; i >= 3; i -= 2)
      tail = fma(tail, square, pair(i - 2));
    return fma(tail, x, real(c[0]));
  }
};

/// Calls libm for one lane after the other ("powf" for f32, "pow" for f64); abi.h lists the
/// functions.
llvm::Value *callLibm(llvm::IRBuilder<> &b, llvm::StringRef name, llvm::ArrayRef<llvm::Value *> x);

/// Emits "sin", "cos", "tan", "atan" or "atan2" of f32; null for other names.
llvm::Value *emitAngleFunction(llvm::IRBuilder<> &b, llvm::StringRef name,
                               llvm::ArrayRef<llvm::Value *> x);

/// Emits x^y of f32 (C's powf).
llvm::Value *emitPower(llvm::IRBuilder<> &b, llvm::Value *x, llvm::Value *y);

} // namespace spmd
