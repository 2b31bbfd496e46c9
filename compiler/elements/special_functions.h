// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Special functions in f64 for the reference meaning of chlo. They are within two units in the last
// place of Boost.Math's and written for clarity. The definitions name their sources.
#pragma once

namespace spmd {

double erfInverse(double x);
double digamma(double x);
/// The Hurwitz zeta function: the sum over k >= 0 of (q + k)^-x.
double hurwitzZeta(double x, double q);
double polygamma(double n, double x);
/// exp(-abs(x)) I1(x), where I1 is the modified Bessel function of the first kind.
double besselI1e(double x);

} // namespace spmd
