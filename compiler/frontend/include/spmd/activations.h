// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// More activations, by the formulas of jax.nn. (ops.h has relu, sigmoid, silu, softplus and gelu.)
//
// All work element by element on floats, and integers become f32, unless a function says otherwise.
// Parameters such as slopes are operands: numbers, or tensors that broadcast. Errors are those of
// arithmetic.
#pragma once
#include <spmd/ops.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// min(max(x, 0), 6).
Tensor relu6(const Operand &x);
/// x, or slope x where x < 0.
Tensor leakyRelu(const Operand &x, const Operand &slope = 0.01);
/// x, or alpha (exp(x) - 1) where x < 0.
Tensor elu(const Operand &x, const Operand &alpha = 1.0);
/// max(x, 0) + min(alpha (exp(x / alpha) - 1), 0).
Tensor celu(const Operand &x, const Operand &alpha = 1.0);
/// scale elu(x, alpha), with the constants of self-normalising networks.
Tensor selu(const Operand &x);
/// The first half of a dim times the sigmoid of the second; a dim of odd size is refused.
Tensor glu(const Operand &x, int64_t dim = -1);
/// min(max(x, -1), 1).
Tensor hardTanh(const Operand &x);
/// relu6(x + 3) / 6.
Tensor hardSigmoid(const Operand &x);
/// x hardSigmoid(x).
Tensor hardSwish(const Operand &x);
/// x tanh(softplus(x)).
Tensor mish(const Operand &x);
/// -softplus(-x).
Tensor logSigmoid(const Operand &x);
/// x / (1 + |x|).
Tensor softSign(const Operand &x);
/// (x + sqrt(x^2 + b)) / 2.
Tensor squareplus(const Operand &x, const Operand &b = 4.0);
/// 0 below -1, x above 1, and (x + 1)^2 / 4 between.
Tensor sparsePlus(const Operand &x);
/// min(max((x + 1) / 2, 0), 1).
Tensor sparseSigmoid(const Operand &x);
/// (x - mean) / sqrt(variance + epsilon) over dims.
Tensor standardize(const Operand &x, const Dims &dims = -1, double epsilon = 1e-5);
/// log(mean(exp(x))) over dims.
Tensor logmeanexp(const Operand &x, const Dims &dims = Dims::all(), Keep keep = Keep::No);
/// log(1 - exp(-x)) for positive x.
Tensor log1mexp(const Operand &x);

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
