// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Complex products and quotients that keep their digits where parts nearly cancel, in double
// precision, for the reference meaning. complex_arithmetic.cpp emits the same formulas.
#pragma once
#include "compiler/elements/tensor.h"

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

} // namespace spmd
