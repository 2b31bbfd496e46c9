// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluates complex functions of the reference in long double where that is wider than double.
// libm's complex functions of doubles are wrong by up to five units in the last place, and by more
// where a part nearly cancels.
#pragma once
#include "compiler/elements/tensor.h"

namespace spmd {

using LongComplex = std::complex<long double>;

template <class F> double inHighPrecision(double x, F f) { return f(x); }
template <class F> Complex inHighPrecision(Complex x, F f) {
  return Complex(LongComplex(f(LongComplex(x))));
}
template <class F> Complex inHighPrecision(Complex x, Complex y, F f) {
  return Complex(LongComplex(f(LongComplex(x), LongComplex(y))));
}

} // namespace spmd
