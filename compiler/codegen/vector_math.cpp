// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits elementary functions for f32: argument reduction, then a polynomial. The
// coefficients are fitted by least squares on Chebyshev nodes, reweighted towards the
// minimax. Special values result from the arithmetic itself or from one select.
#include "compiler/codegen/vector_math.h"
#include "compiler/codegen/vector_floats.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include <cmath>
#include <limits>

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::Value;

namespace spmd {
namespace {

/// exp, log and what follows from them, for registers of f32 or f64.
struct Elementary : Floats {
  using Floats::Floats;
  struct Reduced {
    Value *n, *small; // x = n ln 2 + r; small = e^r - 1, or e^-r - 1 for Exp::Inverse
    Value *biased;    // i32 whose low nine bits are n + bias
  };
  /// How exact `small` has to be: added to 1, or used by itself. Inverse is Beside1 of e^-r.
  enum class Exp { Beside1, ByItself, Inverse };
  Reduced reduceExp(Value *x, int bias, Exp kind = Exp::Beside1);
  /// 2^m, where the low eight bits of `field` are m + 127 and the ninth is zero.
  Value *twoTo(Value *field) { return fromBits(b.CreateShl(field, 23)); }
  Value *exp(Value *x);
  Value *expOfAtMostZero(Value *x);
  Value *expm1(Value *x);
  Value *timesLog2E(Value *x);
  Value *logistic(Value *x);
  Value *logistic2(Value *x);
  Value *logOf(Value *x, Value *correction);
  Value *log1p(Value *x);
  Value *tanh(Value *x);
  Value *erfTail(Value *square);
  Value *erf(Value *x);
  Value *erfc(Value *x);
};

/// Reduces the argument of an exponential. With Beside1, `small` is exact enough to be added
/// to 1, and its chain of operations is short, since chains bound the loops. With ByItself,
/// `small` is exact to f32 and costs two steps more.
Elementary::Reduced Elementary::reduceExp(Value *x, int bias, Exp kind) {
  bool inverse = kind == Exp::Inverse;
  // Adding 1.5 * 2^23 rounds x log2(e) to an integer, whose bits are then the low bits of
  // t. NaN stays NaN.
  Value *magic = real(12582912.0 + bias);
  Value *t = fma(x, real(1.4426950408889634), magic);
  Value *n = b.CreateFSub(t, magic);
  // ln 2 in two parts. The first ends in zeros, so that its product with n is exact.
  Value *r = fma(n, real(-0.693145751953125), x);
  r = fma(n, real(-1.428606765330187e-06), r);
  Value *square = b.CreateFMul(r, r);
  auto pair = [&](double even, double odd) {
    return fma(real(inverse ? -odd : odd), r, real(even));
  };
  Value *p = nullptr;
  if (kind == Exp::ByItself) {
    p = polynomial(r, {0.5f, 0.1666666716337204f, 0.04166625440120697f, 0.008333262987434864f,
                       0.0013947224942967296f, 0.00019919377518817782f});
  } else {
    p = fma(real(0.001382013550028205), square, pair(0.04166827350854874, 0.008368685841560364));
    p = fma(p, square, pair(0.4999999403953552, 0.1666652113199234));
  }
  return {n, fma(square, p, inverse ? b.CreateFNeg(r) : r), bits(t)};
}

/// At most 1.04 ulp. Overflows to infinity; results may be denormal.
Value *Elementary::exp(Value *x) {
  Value *clamped = select(greater(x, 89.0), real(89.0), x);
  clamped = select(less(clamped, -104.0), real(-104.0), clamped);
  // 2^n is split into two factors, because 2^n itself may overflow or be denormal where the
  // result is not. The biases of the two exponents add up to 254.
  Reduced e = reduceExp(clamped, 254);
  Value *half = b.CreateLShr(e.biased, 1), *factor = twoTo(half);
  return b.CreateFMul(fma(factor, e.small, factor), twoTo(b.CreateSub(e.biased, half)));
}

/// 2^(n + 32) is normal for all n from -150 to 0. The constant factor rounds only where the
/// result is denormal, as in `exp`.
Value *Elementary::expOfAtMostZero(Value *x) {
  Reduced e = reduceExp(select(less(x, -104.0), real(-104.0), x), 127 + 32);
  Value *factor = twoTo(e.biased);
  return b.CreateFMul(fma(factor, e.small, factor), real(0x1p-32));
}

/// Moves the factor log2(e) of an exponential into the constants of its argument:
///   x = y (a + b y^2)  ->  x log2(e) = y (a log2(e) + b log2(e) y^2)
/// Null for other x. The argument may be wrong by one rounding more, that of the constants. A cubic
/// has been rounded four times already: twice in its products, in the sum and at the end; and
/// nothing cancels, since a and b have one sign. So its error grows by a quarter at most. A product
/// or a sum alone may be exact, and its error would grow without a limit.
Value *Elementary::timesLog2E(Value *x) {
  using namespace llvm::PatternMatch;
  constexpr double log2E = 1.4426950408889634;
  Value *y, *sum, *square;
  const llvm::APFloat *a, *b2;
  auto cubic = m_FMul(m_Value(y), m_Value(sum));
  auto linear = m_c_FAdd(m_APFloat(a), m_c_FMul(m_APFloat(b2), m_Value(square)));
  if (!match(x, cubic) || !match(sum, linear) ||
      !match(square, m_FMul(m_Specific(y), m_Specific(y))))
    return nullptr;
  float first = float(a->convertToFloat() * log2E), second = float(b2->convertToFloat() * log2E);
  // Scaled constants that overflow or become subnormal would change the result.
  if (!std::isnormal(first) || !std::isnormal(second) ||
      std::signbit(first) != std::signbit(second))
    return nullptr;
  return b.CreateFMul(y, b.CreateFAdd(real(first), b.CreateFMul(real(second), square)));
}

/// 2^n / (2^n + e^-r) for x = n ln 2 + r. This has one rounding less than 1 / (1 + e^-x),
/// whose error reaches 2.5 ulp near -16.6.
Value *Elementary::logistic(Value *x) {
  if (Value *y = timesLog2E(x))
    return logistic2(y);
  Value *clamped = select(greater(x, 80.0), real(80.0), x);
  // there the biased exponent reaches 0 and 2^n becomes 0
  clamped = select(less(clamped, -88.0), real(-88.0), clamped);
  Reduced e = reduceExp(clamped, 127, Exp::Inverse);
  Value *power = twoTo(e.biased);
  return b.CreateFDiv(power, b.CreateFAdd(b.CreateFAdd(power, e.small), real(1.0)));
}

/// 1 / (1 + 2^-x) in the same way, but x = n + r needs no multiplication. Here Horner's form
/// takes the fewest multiplications.
Value *Elementary::logistic2(Value *x) {
  Value *clamped = select(greater(x, 116.0), real(116.0), x);
  clamped = select(less(clamped, -127.0), real(-127.0), clamped);
  Value *magic = real(12582912.0 + 127), *t = b.CreateFAdd(clamped, magic);
  Value *r = b.CreateFSub(clamped, b.CreateFSub(t, magic)), *p = real(0.00015326461289077997);
  for (double c : {-0.0013390806270763278, 0.009618505835533142, -0.05550359934568405,
                   0.24022647738456726, -0.6931471824645996})
    p = fma(p, r, real(c));
  Value *power = twoTo(bits(t));
  return b.CreateFDiv(power, b.CreateFAdd(fma(p, r, power), real(1.0)));
}

/// 2^n (e^r - 1) + (2^n - 1). All parts but e^r - 1 are exact.
Value *Elementary::expm1(Value *x) {
  Value *clamped = select(greater(x, 89.0), real(89.0), x);
  clamped = select(less(clamped, -18.0), real(-18.0), clamped);
  // n reaches 128: everything is halved, so that 2^n is finite wherever the result is.
  Reduced e = reduceExp(clamped, 126, Exp::ByItself);
  Value *half = twoTo(e.biased);
  Value *y = fma(half, e.small, b.CreateFSub(half, real(0.5)));
  y = b.CreateFMul(y, real(2.0));
  Value *zero = b.CreateFCmpOEQ(x, real(0.0));
  // For n = 0 the reduced value is the result itself.
  Value *tiny = b.CreateFCmpOEQ(e.n, real(0.0));
  return select(zero, x, select(tiny, e.small, y));
}

/// log(x) + correction for positive x, denormal ones included; zero, infinity, NaN and
/// negative x as in C. `correction` may be null.
Value *Elementary::logOf(Value *x, Value *correction) {
  // Denormal numbers are scaled by 2^23 first, and 23 is subtracted from n.
  Value *denormal = less(x, std::numeric_limits<float>::min());
  Value *y = select(denormal, b.CreateFMul(x, real(8388608.0)), x);
  Value *bias = select(denormal, real(-23.0), real(0.0));
  // m in [sqrt(1/2), sqrt(2)): subtracting the bits of sqrt(1/2) moves the border between
  // exponents there.
  Value *root = integer(0x3f3504f3);
  Value *shifted = b.CreateSub(bits(y), root);
  Value *n = b.CreateFAdd(b.CreateSIToFP(b.CreateAShr(shifted, 23), type), bias);
  Value *m = fromBits(b.CreateAdd(b.CreateAnd(shifted, integer(0x7fffff)), root));
  Value *f = b.CreateFSub(m, real(1.0));
  Value *p = polynomial(f, {0.3333331048488617f, -0.24999986588954926f, 0.20002226531505585f,
                            -0.16669251024723053f, 0.14218658208847046f, -0.1238434836268425f,
                            0.11872976273298264f, -0.11789807677268982f, 0.06915368139743805f});
  Value *square = b.CreateFMul(f, f);
  // The result is f - f^2 / 2 + f^3 p + n ln 2, with the small terms added first.
  Value *tail = b.CreateFMul(b.CreateFMul(square, f), p);
  tail = fma(n, real(1.428606765330187e-06), tail);
  if (correction)
    tail = b.CreateFAdd(tail, correction);
  tail = fma(real(-0.5), square, tail);
  Value *out = fma(n, real(0.693145751953125), b.CreateFAdd(f, tail));
  out = select(b.CreateFCmpOEQ(x, real(std::numeric_limits<float>::infinity())), x, out);
  out = select(b.CreateFCmpOEQ(x, real(0.0)), real(-std::numeric_limits<float>::infinity()), out);
  // The unordered comparison is true for NaN as well.
  return select(b.CreateFCmpULT(x, real(0.0)), real(std::numeric_limits<float>::quiet_NaN()), out);
}

/// log(u) + (x - (u - 1)) / u with u = 1 + x: the quotient restores what the sum lost.
Value *Elementary::log1p(Value *x) {
  Value *u = b.CreateFAdd(real(1.0), x);
  Value *lost = b.CreateFDiv(b.CreateFSub(x, b.CreateFSub(u, real(1.0))), u);
  // Drops the NaN and infinite corrections of u = 0 and of infinite x.
  lost = select(b.CreateFCmpOLT(abs(lost), real(1.0)), lost, real(0.0));
  Value *out = logOf(u, lost);
  return select(b.CreateFCmpOLT(abs(x), real(1e-7)), x, out);
}

/// y = t / s with t = e^(2|x|) - 1, which is exact enough for the smallest x, and s = t + 2.
/// The rounding error of s is corrected to first order, with 1 / s = (1 - y) / 2.
Value *Elementary::tanh(Value *x) {
  Value *a = abs(x);
  // Beyond 10 tanh rounds to 1.
  Value *bound = select(greater(a, 10.0), real(10.0), a);
  Reduced e = reduceExp(b.CreateFAdd(bound, bound), 127, Exp::ByItself);
  Value *power = twoTo(e.biased);
  Value *t = fma(power, e.small, b.CreateFSub(power, real(1.0)));
  Value *s = b.CreateFAdd(t, real(2.0));
  // The rounding error of a sum of two numbers: the smaller one minus what arrived of it
  // (Dekker's fast two-sum).
  Value *larger = b.CreateIntrinsic(llvm::Intrinsic::maxnum, {type}, {t, real(2.0)});
  Value *smaller = b.CreateIntrinsic(llvm::Intrinsic::minnum, {type}, {t, real(2.0)});
  Value *lost = b.CreateFSub(smaller, b.CreateFSub(s, larger));
  Value *y = b.CreateFDiv(t, s);
  Value *slope = b.CreateFMul(b.CreateFMul(y, real(-0.5)), b.CreateFSub(real(1.0), y));
  return withSign(fma(slope, lost, y), x);
}

/// erf(x) = x + x erfTail(x^2) for |x| below 1.
Value *Elementary::erfTail(Value *square) {
  return polynomial(square, {0.12837916612625122f, -0.37612637877464294f, 0.11283782869577408f,
                             -0.02686544507741928f, 0.005221074912697077f, -0.00084847112884745f,
                             0.00011270544928265736f, -9.680136827228125e-06f});
}

/// Below 1 an odd polynomial. From 1 to 4, 1 - e^(-x P(x)), where x P(x) fits -log erfc.
/// Beyond 4 erf rounds to 1.
Value *Elementary::erf(Value *x) {
  Value *a = abs(x);
  Value *small = fma(x, erfTail(b.CreateFMul(x, x)), x);
  Value *bound = select(greater(a, 4.0), real(4.0), a);
  Value *q = polynomial(bound, {1.1284557580947876f, 0.636145830154419f, 0.10405314713716507f,
                                -0.021101761609315872f, 0.0016803069738671184f,
                                0.0005720856715925038f, -0.00023444517864845693f,
                                3.6966717743780464e-05f, -2.3207389858725946e-06f});
  Reduced e = reduceExp(b.CreateFNeg(b.CreateFMul(bound, q)), 127);
  Value *power = twoTo(e.biased), *complement = fma(power, e.small, power);
  return select(less(a, 1.0), small, withSign(b.CreateFSub(real(1.0), complement), x));
}

/// 1 - erf(x) below 3/4. Beyond, e^(-a^2) P(y) / (1 + 2 a) with a = |x| and y = (a - 2) / (a + 2),
/// as (1 + 2 a) e^(a^2) erfc(a) changes by a sixth only (Shepherd and Laframboise, Mathematics of
/// Computation 36, 1981); from 10.1 on erfc rounds to 0. The rounding errors of the square, of
/// 1 + 2 a and of the division are restored to first order. Negative x reflect.
Value *Elementary::erfc(Value *x) {
  Value *direct = fma(b.CreateFNeg(x), erfTail(b.CreateFMul(x, x)), b.CreateFSub(real(1.0), x));
  Value *a = abs(x), *near = less(a, 0.75);
  a = select(greater(a, 10.1875), real(10.1875), a);
  Value *y = b.CreateFDiv(b.CreateFSub(a, real(2.0)), b.CreateFAdd(a, real(2.0)));
  Value *p = polynomial(y, {1.2769783735275269f, -0.0927639827132225f, -0.16603140532970428f,
                            0.16405531764030457f, -0.054204460233449936f, -0.008059770800173283f,
                            0.008632296696305275f, 0.0013136054622009397f, -0.0012306798016652465f,
                            -0.00040101836202666163f});
  Value *square = b.CreateFMul(a, a), *minus = b.CreateFNeg(square);
  Value *lost = fma(a, a, minus);
  // Two factors of 2^n, as in `exp`: results may be denormal.
  Reduced e = reduceExp(minus, 254);
  Value *small = b.CreateFSub(e.small, fma(lost, e.small, lost));
  Value *top = fma(p, small, p), *twice = b.CreateFMul(a, real(2.0)); // exact
  Value *below = b.CreateFAdd(twice, real(1.0));
  Value *lostBelow = b.CreateFSub(real(1.0), b.CreateFSub(below, twice));
  Value *inverse = b.CreateFDiv(real(1.0), below), *out = b.CreateFMul(top, inverse);
  Value *rest = fma(b.CreateFNeg(out), lostBelow, fma(b.CreateFNeg(out), below, top));
  out = fma(rest, inverse, out);
  Value *half = b.CreateLShr(e.biased, 1);
  out = b.CreateFMul(b.CreateFMul(out, twoTo(half)), twoTo(b.CreateSub(e.biased, half)));
  out = select(less(x, 0.0), b.CreateFSub(real(2.0), out), out);
  return select(near, direct, out);
}

} // namespace

Value *Floats::unlessFar(Value *near, Value *isFar, llvm::function_ref<Value *()> far) {
  Value *any = isFar->getType()->isVectorTy() ? b.CreateOrReduce(isFar) : isFar;
  llvm::BasicBlock *before = b.GetInsertBlock();
  auto *rare = llvm::BasicBlock::Create(b.getContext(), "far", before->getParent());
  auto *merge = llvm::BasicBlock::Create(b.getContext(), "near", before->getParent());
  b.CreateCondBr(any, rare, merge, llvm::MDBuilder(b.getContext()).createUnlikelyBranchWeights());
  b.SetInsertPoint(rare);
  Value *mixed = select(isFar, far(), near);
  llvm::BasicBlock *after = b.GetInsertBlock();
  b.CreateBr(merge);
  b.SetInsertPoint(merge);
  llvm::PHINode *out = b.CreatePHI(near->getType(), 2);
  out->addIncoming(near, before);
  out->addIncoming(mixed, after);
  return out;
}

/// See vector_floats.h. The functions are marked as free of side effects, so that LLVM may
/// remove and move calls.
Value *callLibm(llvm::IRBuilder<> &b, llvm::StringRef name, ArrayRef<Value *> x) {
  llvm::Type *scalar = x[0]->getType()->getScalarType();
  llvm::Module *module = b.GetInsertBlock()->getModule();
  std::string symbol = name.str() + (scalar->isFloatTy() ? "f" : "");
  SmallVector<llvm::Type *> types(x.size(), scalar);
  auto callee = module->getOrInsertFunction(symbol, llvm::FunctionType::get(scalar, types, false));
  auto *function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setDoesNotAccessMemory();
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(x[0]->getType());
  if (!vector)
    return b.CreateCall(callee, x);
  Value *out = llvm::PoisonValue::get(vector);
  for (unsigned i = 0; i < vector->getNumElements(); ++i) {
    SmallVector<Value *> lane;
    for (Value *v : x)
      lane.push_back(b.CreateExtractElement(v, i));
    out = b.CreateInsertElement(out, b.CreateCall(callee, lane), i);
  }
  return out;
}

Value *emitExpOfAtMostZero(llvm::IRBuilder<> &b, Value *x) {
  return Elementary(b, x).expOfAtMostZero(x);
}

/// Own code for most functions, libm for the others.
Value *emitMathFunction(llvm::IRBuilder<> &b, llvm::StringRef name, ArrayRef<Value *> x) {
  llvm::Type *scalar = x[0]->getType()->getScalarType();
  Elementary f(b, x[0]);
  if (name == "rsqrt")
    return b.CreateFDiv(f.real(1.0), f.sqrt(x[0]));
  // Rounds halfway cases away from zero: adding the largest number below 1/2 never carries
  // a smaller fraction to the next integer.
  if (name == "round") {
    Value *half =
        f.real(scalar->isFloatTy() ? std::nextafter(0.5f, 0.0f) : std::nextafter(0.5, 0.0));
    return f.unary(llvm::Intrinsic::trunc, b.CreateFAdd(x[0], f.withSign(half, x[0])));
  }
  if (name == "digamma")
    return emitDigamma(b, x[0]);
  if (scalar->isFloatTy()) {
    if (name == "exp")
      return f.exp(x[0]);
    if (name == "expm1")
      return f.expm1(x[0]);
    if (name == "logistic")
      return f.logistic(x[0]);
    if (name == "log")
      return f.logOf(x[0], nullptr);
    if (name == "log1p")
      return f.log1p(x[0]);
    if (name == "tanh")
      return f.tanh(x[0]);
    if (name == "erf")
      return f.erf(x[0]);
    if (name == "erfc")
      return f.erfc(x[0]);
    if (name == "pow")
      return emitPower(b, x[0], x[1]);
    if (name == "lgamma")
      return emitLogGamma(b, x[0]);
    if (Value *angle = emitAngleFunction(b, name, x))
      return angle;
    if (x.size() == 1) { // sinh, asin, .. are computed in doubles
      llvm::Type *doubles = x[0]->getType()->getWithNewType(b.getDoubleTy());
      if (Value *made = emitDoubleFunction(b, name, {b.CreateFPExt(x[0], doubles)}))
        return b.CreateFPTrunc(made, x[0]->getType());
    }
  } else if (Value *made = emitDoubleFunction(b, name, x)) {
    return made;
  }
  return callLibm(b, name, x);
}

} // namespace spmd
