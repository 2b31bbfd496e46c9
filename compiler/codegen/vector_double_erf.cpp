// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits erf and erfc of f64, in the ways of f32 (vector_math.cpp). One polynomial covers all of the
// tail, up to where erfc rounds to 0.
#include "compiler/codegen/vector_doubles.h"

using llvm::Value;

namespace spmd {
namespace {

struct ErrorFunctions : Doubles {
  using Doubles::Doubles;
  Value *erf(Value *x);
  Value *erfc(Value *x);
  Value *nearZero(Value *x);
  Value *tail(Value *a);
};

/// p in erf(x) = x + x p, for |x| below 1.
Value *ErrorFunctions::nearZero(Value *x) {
  return polynomial(b.CreateFMul(x, x),
                    {0.12837916709551256, -0.37612638903183543, 0.11283791670945208,
                     -0.026866170643272038, 0.005223977607403898, -0.0008548325989155302,
                     0.00012055295310865395, -1.4924744546562629e-05, 1.6447516680119278e-06,
                     -1.6209170025355684e-07, 1.3722954857033405e-08, -7.801153659862934e-10});
}

/// erfc(a) = e^(-a^2) P(y) / (1 + 2 a) with y = (a - 2) / (a + 2), for a from 0.75 on (Shepherd and
/// Laframboise, Mathematics of Computation 36, 1981). The square is the sum of two doubles; what
/// P, 1 + 2 a, the product and the division lose is restored to first order.
Value *ErrorFunctions::tail(Value *a) {
  a = select(greater(a, 27.3), real(27.3), a);
  Value *y = b.CreateFDiv(b.CreateFSub(a, real(2)), b.CreateFAdd(a, real(2)));
  constexpr double kAtTwo = 1.2769783815525286;
  Value *v = b.CreateFMul(
      y, polynomial(y, {-0.09276382658574606,    -0.16603039761529015,   0.164051280033455,
                        -0.05422000099195611,    -0.008034015083336935,  0.00872265387265323,
                        0.001271338996258781,    -0.0014568138986868345, -0.0004543413876129899,
                        0.0002063670000997456,   0.00015104516820103214, -1.5130563276080759e-06,
                        -3.646084723585582e-05,  -1.344275564287635e-05, 3.832225213933866e-06,
                        4.935041572217398e-06,   1.41063789941291e-06,   6.114900669647599e-08,
                        -1.3411572895406793e-06, -8.791364767019108e-07, 1.1952940475993598e-06,
                        -3.013593123399679e-07}));
  Value *p = b.CreateFAdd(v, real(kAtTwo));
  Value *lost = b.CreateFSub(v, b.CreateFSub(p, real(kAtTwo)));
  Value *square = b.CreateFMul(a, a), *minus = b.CreateFNeg(square);
  Reduced e = reduceExp(minus, 2046, b.CreateFNeg(fma(a, a, minus)));
  Value *top = fma(p, e.small, p), *twice = b.CreateFAdd(a, a);
  lost = b.CreateFAdd(lost, fma(p, e.small, b.CreateFSub(p, top)));
  Value *below = b.CreateFAdd(twice, real(1));
  Value *lostBelow = b.CreateFSub(real(1), b.CreateFSub(below, twice));
  Value *inverse = b.CreateFDiv(real(1), below), *out = b.CreateFMul(top, inverse);
  Value *minusOut = b.CreateFNeg(out);
  lost = b.CreateFAdd(fma(minusOut, lostBelow, lost), fma(minusOut, below, top));
  out = fma(lost, inverse, out);
  // Two factors of 2^n, as in `exp`: results may be subnormal.
  Value *half = b.CreateLShr(e.biased, 1);
  return b.CreateFMul(b.CreateFMul(out, twoTo(half)), twoTo(b.CreateSub(e.biased, half)));
}

/// Below 1 an odd polynomial, beyond 1 - erfc(|x|).
Value *ErrorFunctions::erf(Value *x) {
  Value *a = abs(x), *small = fma(x, nearZero(x), x);
  return select(less(a, 1), small, withSign(b.CreateFSub(real(1), tail(a)), x));
}

/// 1 - erf(x) below 3/4, beyond it the tail. Negative x reflect.
Value *ErrorFunctions::erfc(Value *x) {
  Value *a = abs(x);
  Value *direct = fma(b.CreateFNeg(x), nearZero(x), b.CreateFSub(real(1), x)), *out = tail(a);
  out = select(less(x, 0), b.CreateFSub(real(2), out), out);
  return select(less(a, 0.75), direct, out);
}

} // namespace

Value *emitDoubleErf(llvm::IRBuilder<> &b, llvm::StringRef name, Value *x) {
  ErrorFunctions f(b, x);
  return name == "erf" ? f.erf(x) : name == "erfc" ? f.erfc(x) : nullptr;
}

} // namespace spmd
