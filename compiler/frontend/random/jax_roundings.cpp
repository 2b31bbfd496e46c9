// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The logarithms of jax_roundings.h, and what they share with normal numbers.
//
// Source of both approximations and of their coefficients: S. Moshier, Cephes Mathematical Library
// (logf, and log1p). Where XLA adds to a product, the machine rounds once; `fused` does the same.
// Found and checked over a million numbers: tests/jax/frontend_rejection.test.
#include "compiler/frontend/random/jax_roundings.h"
#include "compiler/frontend/include/spmd/transform.h"
#include "compiler/frontend/random/bits.h"
#include <cmath>

namespace spmd {
inline namespace frontend {
namespace {

using V = mlir::Value;
using stablehlo::ComparisonDirection;

/// The arithmetic of f32 values.
struct Writer {
  Emitter &e;
  V number(V like, double value) { return e.constantLike(value, like); }
  V add(V a, V b) { return e.make<stablehlo::AddOp>(a, b); }
  V sub(V a, V b) { return e.make<stablehlo::SubtractOp>(a, b); }
  V mul(V a, V b) { return e.make<stablehlo::MulOp>(a, b); }
  V fused(V a, V b, V c) { return fusedMultiplyAdd(e, a, b, c); }
  /// Horner's scheme, from the highest power.
  V polynomial(V x, std::initializer_list<double> coefficients) {
    V sum;
    for (double c : coefficients)
      sum = sum ? fused(sum, x, number(x, c)) : number(x, c);
    return sum;
  }
};

/// log(x) = log(m) + k log(2) with m in [sqrt(1/2), sqrt(2)). The polynomial of m - 1 is summed in
/// three parts, log(2) in two, of which the second has few digits: its product with k is exact.
V logOf(Writer w, V x) {
  Emitter &e = w.e;
  V isZero = e.compare(ComparisonDirection::EQ, x, w.number(x, 0));
  x = e.make<stablehlo::MaxOp>(x, w.number(x, 0x1p-126));
  auto bitsType = e.tensorType(Emitter::dimsOf(x), u32);
  V bits = e.make<stablehlo::BitcastConvertOp>(bitsType, x);
  auto word = [&](int64_t value) { return e.constantLike(value, bits); };
  V exponent = e.convert(e.make<stablehlo::ShiftRightLogicalOp>(bits, word(23)), i32);
  V k = w.sub(e.convert(exponent, f32), w.number(x, 126));
  V half = e.make<stablehlo::OrOp>(e.make<stablehlo::AndOp>(bits, word(0x7FFFFF)),
                                   word(0x3F000000)); // in [1/2, 1)
  V m = e.make<stablehlo::BitcastConvertOp>(x.getType(), half);
  V isLow = e.compare(ComparisonDirection::LT, m, w.number(x, float(std::sqrt(0.5))));
  V one = w.number(x, 1), minusOne = w.sub(m, one);
  m = e.make<stablehlo::SelectOp>(isLow, w.add(minusOne, m), minusOne);
  k = e.make<stablehlo::SelectOp>(isLow, w.sub(k, one), k);
  V square = w.mul(m, m), cube = w.mul(square, m);
  V high = w.polynomial(m, {7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1});
  V middle = w.polynomial(m, {-1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1});
  V low = w.polynomial(m, {2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1});
  V sum = w.fused(w.fused(high, cube, middle), cube, low);
  sum = w.fused(sum, cube, w.mul(w.number(x, -2.12194440e-4), k));
  sum = w.add(w.sub(m, w.mul(w.number(x, 0.5), square)), sum);
  V log = w.add(sum, w.mul(w.number(x, 0.693359375), k));
  return e.make<stablehlo::SelectOp>(isZero, w.number(x, -INFINITY), log);
}

/// A quotient of polynomials near 0, elsewhere the logarithm of the rounded sum.
V log1pOf(Writer w, V x) {
  V square = w.mul(x, x);
  V above = w.polynomial(x, {4.5270000862445199635215e-5, 4.9854102823193375972212e-1,
                             6.5787325942061044846969, 2.9911919328553073277375e1,
                             6.0949667980987787057556e1, 5.7112963590585538103336e1,
                             2.0039553499201281259648e1});
  V below = w.polynomial(x, {1, 1.5062909083469192043167e1, 8.3047565967967209469434e1,
                             2.2176239823732856465394e2, 3.0909872225312059774938e2,
                             2.1642788614495947685003e2, 6.0118660497603843919306e1});
  V rest = w.mul(w.mul(x, square), w.e.make<stablehlo::DivOp>(above, below));
  V near = w.add(x, w.add(w.mul(w.number(x, -0.5), square), rest));
  V isNear = w.e.compare(ComparisonDirection::LT, w.e.make<stablehlo::AbsOp>(x),
                         w.number(x, 0.41421356237309504880));
  return w.e.make<stablehlo::SelectOp>(isNear, near, logOf(w, w.add(x, w.number(x, 1))));
}

/// One of both for a float of any type.
template <class Op> V logarithm(Emitter &e, V x, V (*ofSingle)(Writer, V)) {
  const ElementType own = Emitter::elementOf(x);
  return own == f64 ? e.make<Op>(x) : e.convert(ofSingle({e}, e.convert(x, f32)), own);
}

} // namespace

/// The product of two f32 is exact in f64.
mlir::Value fusedMultiplyAdd(Emitter &e, mlir::Value a, mlir::Value b, mlir::Value c) {
  V product = e.make<stablehlo::MulOp>(e.convert(a, f64), e.convert(b, f64));
  return e.convert(e.make<stablehlo::AddOp>(product, e.convert(c, f64)), f32);
}

mlir::Value jaxLog1p(Emitter &e, mlir::Value x) {
  return logarithm<stablehlo::Log1pOp>(e, x, log1pOf);
}

/// The caller sees to the domain.
Tensor jaxLog(const Tensor &x) {
  const Operand operand(stopGradient(x));
  return apply("random::log", {&operand}, OpKey(), [](Emitter &e, llvm::ArrayRef<Term> terms) {
    return logarithm<stablehlo::LogOp>(e, terms[0].value, logOf);
  });
}
/// The caller sees to the domain.
Tensor jaxLog1p(const Tensor &x) {
  const Operand operand(stopGradient(x));
  return apply("random::log1p", {&operand}, OpKey(),
               [](Emitter &e, llvm::ArrayRef<Term> terms) { return jaxLog1p(e, terms[0].value); });
}

} // namespace frontend
} // namespace spmd
