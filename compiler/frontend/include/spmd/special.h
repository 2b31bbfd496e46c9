// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Special functions, with the names and formulas of jax.scipy.special. All take floats (integers
// become f32) and broadcast; they throw where shapes do not broadcast.
#pragma once
#include <spmd/ops.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// log(|gamma(x)|).
Tensor lgamma(const Operand &x);
/// The derivative of lgamma.
Tensor digamma(const Operand &x);
/// Derivative n of digamma, where n is a tensor of whole floats.
Tensor polygamma(const Operand &n, const Operand &x);
/// Hurwitz's zeta function: the sum over k of (k + q)^-x.
Tensor zeta(const Operand &x, const Operand &q);
/// The modified Bessel functions of order 1: exp(-|x|) I1(x), and I1(x).
Tensor besselI1e(const Operand &x);
Tensor besselI1(const Operand &x);
/// x log(y) and x log(1 + y), which are 0 where x is 0.
Tensor xlogy(const Operand &x, const Operand &y);
Tensor xlog1py(const Operand &x, const Operand &y);
/// -x log(x); 0 at 0, -inf below.
Tensor entr(const Operand &x);
/// x log(x / y) for positive x and y, 0 for x = 0 and y >= 0, else inf.
Tensor relEntr(const Operand &x, const Operand &y);
/// relEntr(x, y) - x + y.
Tensor klDiv(const Operand &x, const Operand &y);
/// log(x / (1 - x)), the inverse of sigmoid.
Tensor logit(const Operand &x);
/// The normal distribution function.
Tensor ndtr(const Operand &x);
/// log(gamma(a) gamma(b) / gamma(a + b)) for positive a and b.
Tensor betaln(const Operand &a, const Operand &b);
/// gamma(n + 1) for n >= 0, else 0.
Tensor factorial(const Operand &n);

// Incomplete gamma functions of a >= 0 and x >= 0; NaN for others. bf16 and f16 are computed in
// f32.
/// The share of the gamma distribution of shape a below x, and above it (jax.lax.igamma, igammac;
/// gammainc and gammaincc of scipy.special).
Tensor igamma(const Operand &a, const Operand &x);
Tensor igammac(const Operand &a, const Operand &x);
/// The derivative of igamma in a. It has no gradient itself.
Tensor igammaGradA(const Operand &a, const Operand &x);
/// The derivative in a of the x below which a given share lies: that of a sample of
/// random::gamma(a). It has no gradient itself.
Tensor randomGammaGrad(const Operand &a, const Operand &x);
/// The share of the beta distribution of a and b below x, which lies in [0, 1]. JAX has its
/// gradient in x only; here a and b have one, too.
Tensor betainc(const Operand &a, const Operand &b, const Operand &x);

/// The modified Bessel functions of order 0: exp(-|x|) I0(x), and I0(x).
Tensor besselI0e(const Operand &x);
Tensor besselI0(const Operand &x);
/// The inverse of ndtr: -inf at 0, inf at 1, NaN outside.
Tensor ndtri(const Operand &p);
/// log(ndtr(x)), also where ndtr underflows.
Tensor logNdtr(const Operand &x);
/// The gamma function, and its sign: 1 or -1, NaN at negative integers.
Tensor gamma(const Operand &x);
Tensor gammaSign(const Operand &x);
/// gamma(a) gamma(b) / gamma(a + b).
Tensor beta(const Operand &a, const Operand &b);
/// The logarithm of the gamma function of matrices of `dims` rows: that of a product of gamma
/// functions at a, a - 1/2, .. A dim count below 1 is refused.
Tensor multigammaln(const Operand &a, int64_t dims);
/// gamma(z + m) / gamma(z) for positive z and z + m (Pochhammer's symbol).
Tensor poch(const Operand &z, const Operand &m);
/// The number of ways to choose k out of n, a float; 0 for k < 0 and k > n.
Tensor comb(const Operand &n, const Operand &k);
/// (x^lambda - 1) / lambda, and log(x) for lambda = 0; the same of 1 + x.
Tensor boxcox(const Operand &x, const Operand &lambda);
Tensor boxcox1p(const Operand &x, const Operand &lambda);

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
