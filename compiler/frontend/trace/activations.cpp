// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The activations of activations.h, as formulas of ops.
//
// A branch that would overflow where it is not taken gets a harmless operand there: the gradient of
// where() multiplies what is not taken by 0, and 0 times infinity is NaN.
#include "compiler/frontend/include/spmd/activations.h"
#include "compiler/frontend/trace/elementwise.h"
#include <cmath>

namespace spmd {
inline namespace frontend {
namespace {

/// x, or alpha (exp(x) - 1) where x <= 0.
Tensor exponentialBelow0(const Tensor &x, const Operand &alpha) {
  return where(x > 0, x, alpha * expm1(where(x > 0, 0, x)));
}

/// Shared by relu6 and what is made from it.
Tensor relu6Of(const Tensor &x) { return minimum(maximum(x, 0), 6); }

} // namespace

/// A float, unlike relu: so it is in jax.nn.
Tensor relu6(const Operand &x) { return formula("relu6", x, Takes::Floats, relu6Of); }

/// The slope may be a tensor of parameters.
Tensor leakyRelu(const Operand &x, const Operand &slope) {
  return formula("leakyRelu", x, slope, Takes::Floats,
                 [](Tensor v, Tensor s) { return where(v >= 0, v, s * v); });
}
/// The exponential is not taken of positive elements, where it could overflow.
Tensor elu(const Operand &x, const Operand &alpha) {
  return formula("elu", x, alpha, Takes::Floats,
                 [](Tensor v, Tensor a) { return exponentialBelow0(v, a); });
}
/// Continuously differentiable for each alpha (Barron, arXiv:1704.07483).
Tensor celu(const Operand &x, const Operand &alpha) {
  return formula("celu", x, alpha, Takes::Floats,
                 [](Tensor v, Tensor a) { return maximum(v, 0) + a * expm1(minimum(v, 0) / a); });
}
/// The constants keep mean 0 and variance 1 (Klambauer et al., Self-Normalizing Neural Networks).
Tensor selu(const Operand &x) {
  return formula("selu", x, Takes::Floats, [](Tensor v) {
    return 1.0507009873554805 * exponentialBelow0(v, 1.6732632423543772);
  });
}

/// Two slices; which half is the gate follows jax.nn.
Tensor glu(const Operand &x, int64_t dim) {
  return compose("glu", {&x}, OpKey(dim), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    const std::string type = text(in[0].type());
    const int64_t at = e.checkedDim("glu", dim, int64_t(in[0].rank()), type);
    const int64_t size = in[0].size(at);
    if (size % 2)
      e.refuse("glu of " + type + ": dim " + std::to_string(at) + " has an odd size");
    Index first{}, second{};
    first.items.assign(size_t(at), _);
    second = first;
    first.items.push_back(slice(0, size / 2));
    second.items.push_back(slice(size / 2, size));
    return in[0][first] * sigmoid(in[0][second]);
  });
}

/// Comparisons keep a NaN, which a clip would keep, too.
Tensor hardTanh(const Operand &x) {
  return formula("hardTanh", x, Takes::Floats,
                 [](Tensor v) { return where(v > 1, 1, where(v < -1, -1, v)); });
}
/// Piecewise linear forms of sigmoid and silu (Howard et al., Searching for MobileNetV3).
Tensor hardSigmoid(const Operand &x) {
  return formula("hardSigmoid", x, Takes::Floats, [](Tensor v) { return relu6Of(v + 3) / 6; });
}
Tensor hardSwish(const Operand &x) {
  return formula("hardSwish", x, Takes::Floats, [](Tensor v) { return v * (relu6Of(v + 3) / 6); });
}
/// Misra, arXiv:1908.08681.
Tensor mish(const Operand &x) {
  return formula("mish", x, Takes::Floats, [](Tensor v) { return v * tanh(softplus(v)); });
}
/// Softplus is precise at both ends, log(sigmoid(x)) at one.
Tensor logSigmoid(const Operand &x) {
  return formula("logSigmoid", x, Takes::Floats, [](Tensor v) { return -softplus(-v); });
}
Tensor softSign(const Operand &x) {
  return formula("softSign", x, Takes::Floats, [](Tensor v) { return v / (abs(v) + 1); });
}
Tensor squareplus(const Operand &x, const Operand &b) {
  return formula("squareplus", x, b, Takes::Floats,
                 [](Tensor v, Tensor c) { return (v + sqrt(square(v) + c)) / 2; });
}
/// Three pieces that meet smoothly at -1 and 1.
Tensor sparsePlus(const Operand &x) {
  return formula("sparsePlus", x, Takes::Floats,
                 [](Tensor v) { return where(v <= -1, 0, where(v >= 1, v, square(v + 1) / 4)); });
}
Tensor sparseSigmoid(const Operand &x) {
  return formula("sparseSigmoid", x, Takes::Floats,
                 [](Tensor v) { return 0.5 * clip(v + 1, 0, 2); });
}

/// The variance as the mean of squares less the square of the mean, as jax.nn.standardize has it,
/// could be negative by rounding; the two passes of var cannot.
Tensor standardize(const Operand &x, const Dims &dims, double epsilon) {
  return formula("standardize", {&x}, Takes::Floats, OpKey(dims, epsilon),
                 [&](llvm::ArrayRef<Tensor> in) {
                   Tensor centered = in[0] - mean(in[0], dims, keepDims);
                   return centered * rsqrt(var(in[0], dims, keepDims) + epsilon);
                 });
}
/// The number of elements is subtracted as a logarithm.
Tensor logmeanexp(const Operand &x, const Dims &dims, Keep keep) {
  return formula("logmeanexp", {&x}, Takes::Floats, OpKey(dims, int64_t(keep)),
                 [&](llvm::ArrayRef<Tensor> in) {
                   return logsumexp(in[0], dims, keep) - log(sum(onesLike(in[0]), dims, keep));
                 });
}
/// Two forms, each precise on its side of log(2) (Maechler, Accurately Computing log(1 - exp(-a))).
Tensor log1mexp(const Operand &x) {
  return formula("log1mexp", x, Takes::Floats, [](Tensor v) {
    const double border = std::log(2.0);
    return where(v < border, log(-expm1(-v)), log1p(-exp(-v)));
  });
}

} // namespace frontend
} // namespace spmd
