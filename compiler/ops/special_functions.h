// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Special functions in f64 for the reference meaning of chlo: accurate to some units of the last
// place, written for clarity. Sources stand at the definitions.
#pragma once

namespace spmd {

double erfInverse(double x);
double digamma(double x);
/// Hurwitz: sum over k >= 0 of (q + k)^-x.
double hurwitzZeta(double x, double q);
double polygamma(double n, double x);
/// exp(-abs(x)) I1(x).
double besselI1e(double x);

} // namespace spmd
