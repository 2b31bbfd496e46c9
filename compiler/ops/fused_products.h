// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of complex numbers that keep their digits where parts nearly cancel: the reference
// meaning, in double precision.
#pragma once
#include "compiler/ops/tensor.h"

namespace spmd {

/// a b - c d within 1.5 units in the last place (Jeannerod, Louvet, Muller 2013: Kahan's
/// algorithm); a b - c d as it is written where that is infinite or NaN.
double differenceOfProducts(double a, double b, double c, double d);
/// x y, each part within 1.5 units in the last place. Infinities are not repaired: (inf + 0i)(1 +
/// 1i) has NaN in it, as in numpy and XLA.
Complex multiply(Complex x, Complex y);
/// x / y, each part within 4 units in the last place; infinities and zeros as C99's
/// annex G has them.
Complex divide(Complex x, Complex y);

} // namespace spmd
