// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Complex numbers of the reference meaning: products and quotients that keep their digits where
// parts nearly cancel, functions in long double where that is wider than double, and their order.
// complex_arithmetic.cpp emits the same formulas.
#pragma once
#include "compiler/elements/tensor.h"
#include <cmath>

namespace spmd {

/// a b - c d within 1.5 units in the last place (Kahan's algorithm; Jeannerod, Louvet, Muller
/// 2013). If that is NaN, the plain expression a b - c d.
double differenceOfProducts(double a, double b, double c, double d);
/// x y with each part within 1.5 units in the last place. Infinities are not repaired: a part of
/// (inf + 0i)(1 + 1i) is NaN, as in numpy and XLA.
Complex multiply(Complex x, Complex y);
/// x / y with each part within 4 units in the last place. Infinities and zeros are as in annex G of
/// C99.
Complex divide(Complex x, Complex y);

/// Complex numbers are ordered by their real parts, then by their imaginary parts.
inline bool isLess(Complex x, Complex y) {
  return x.real() != y.real() ? x.real() < y.real() : x.imag() < y.imag();
}
inline bool hasNaN(Complex z) { return std::isnan(z.real()) || std::isnan(z.imag()); }

/// f in long double, rounded once. libm's complex functions of doubles are wrong by up to five
/// units in the last place, and by more where a part nearly cancels.
using LongComplex = std::complex<long double>;
template <class F> double inHighPrecision(double x, F f) { return f(x); }
template <class F> Complex inHighPrecision(Complex x, F f) {
  return Complex(LongComplex(f(LongComplex(x))));
}
template <class F> Complex inHighPrecision(Complex x, Complex y, F f) {
  return Complex(LongComplex(f(LongComplex(x), LongComplex(y))));
}

} // namespace spmd
