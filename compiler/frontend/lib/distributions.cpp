// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The distributions of random.h with parameters, as functions of uniform and normal numbers, by the
// formulas of jax.random's documentation.
//
// Parameters are converted to the type of the numbers and broadcast to the shape before the program
// starts, so that every formula works on tensors of one type and shape.
#include "compiler/frontend/lib/program.h"
#include <spmd/caller_line.h>
#include <spmd/random.h>

namespace spmd {
inline namespace frontend {
namespace random {
namespace {

/// f(key, parameters.., shape, type) as one program. Refuses types that are no floats. Parameters
/// that do not broadcast are refused with the line of the call.
template <class F, class... P>
Tensor draw(const char *name, F f, const Key &key, const Shape &shape, ElementType type,
            Where where, const P &...parameters) {
  if (!isFloat(type))
    CallerLine::fail(std::string("random::") + name + " of type " + text(type) +
                         "; it draws bf16, f16, f32 and f64",
                     where);
  return program(name, f)(key, broadcastTo(astype(parameters, type), shape)..., where);
}

} // namespace

Tensor lognormal(const Key &key, const Operand &sigma, Shape shape, ElementType type, Where where) {
  const CallerLine line(where);
  auto f = [](const Key &key, const Tensor &sigma) -> Tensor {
    return exp(normal(key, sigma.shape(), sigma.elementType()) * sigma);
  };
  return draw("lognormal", f, key, shape, type, where, sigma);
}

Tensor pareto(const Key &key, const Operand &b, Shape shape, ElementType type, Where where) {
  const CallerLine line(where);
  auto f = [](const Key &key, const Tensor &b) -> Tensor {
    return exp(exponential(key, b.shape(), b.elementType()) / b);
  };
  return draw("pareto", f, key, shape, type, where, b);
}

/// The length of a vector of two normal numbers, by its distribution function.
Tensor rayleigh(const Key &key, const Operand &scale, Shape shape, ElementType type, Where where) {
  const CallerLine line(where);
  auto f = [](const Key &key, const Tensor &scale) -> Tensor {
    return scale * sqrt(log(uniform(key, scale.shape(), scale.elementType())) * -2);
  };
  return draw("rayleigh", f, key, shape, type, where, scale);
}

/// By Michael, Schucany and Haas, Generating random variates using transformations with multiple
/// roots (1976): one of the two roots, chosen at random.
Tensor wald(const Key &key, const Operand &mean, Shape shape, ElementType type, Where where) {
  const CallerLine line(where);
  auto f = [](const Key &key, const Tensor &mean) -> Tensor {
    const std::vector<Key> keys = key.split();
    const Tensor y = square(normal(keys[0], mean.shape(), mean.elementType()));
    const Tensor z = uniform(keys[1], mean.shape(), mean.elementType());
    const Tensor root = sqrt(mean * 4 * y + square(mean) * square(y));
    const Tensor x = mean + square(mean) * y / 2 - mean / 2 * root;
    return spmd::where(z <= mean / (mean + x), x, square(mean) / x);
  };
  return draw("wald", f, key, shape, type, where, mean);
}

Tensor weibullMin(const Key &key, const Operand &scale, const Operand &concentration, Shape shape,
                  ElementType type, Where where) {
  const CallerLine line(where);
  auto f = [](const Key &key, const Tensor &scale, const Tensor &concentration) -> Tensor {
    const Tensor u = uniform(key, scale.shape(), scale.elementType());
    return power(-log1p(-u), 1 / concentration) * scale;
  };
  return draw("weibullMin", f, key, shape, type, where, scale, concentration);
}

/// The inverse of the distribution function, which has a branch on either side of the mode.
Tensor triangular(const Key &key, const Operand &left, const Operand &mode, const Operand &right,
                  Shape shape, ElementType type, Where where) {
  const CallerLine line(where);
  auto f = [](const Key &key, const Tensor &left, const Tensor &mode,
              const Tensor &right) -> Tensor {
    const Tensor u = uniform(key, left.shape(), left.elementType());
    const Tensor rising = left + sqrt(u * (right - left) * (mode - left));
    const Tensor falling = right - sqrt((1 - u) * (right - left) * (right - mode));
    return spmd::where(u < (mode - left) / (right - left), rising, falling);
  };
  return draw("triangular", f, key, shape, type, where, left, mode, right);
}

/// In the type of p; a number is f32. A uniform number of 0 counts as 1, so that its logarithm is
/// finite.
Tensor geometric(const Key &key, const Operand &p, Shape shape, ElementType type, Where where) {
  const CallerLine line(where);
  if (isInexact(type) || type == boolean)
    CallerLine::fail("random::geometric of type " + text(type) + "; it draws integers", where);
  const ElementType chance = !p.number && p.tensor.hasValue() && isFloat(p.tensor.elementType())
                                 ? p.tensor.elementType()
                                 : f32;
  auto f = [](const Key &key, const Tensor &p, const ElementType &type) -> Tensor {
    Tensor u = uniform(key, p.shape(), p.elementType());
    u = spmd::where(equal(u, 0), 1, u);
    return astype(floor(log(u) / log1p(-p)) + 1, type);
  };
  return program("random::geometric", f)(key, broadcastTo(astype(p, chance), shape), type, where);
}

} // namespace random
} // namespace frontend
} // namespace spmd
