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

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
