// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The distributions without parameters of random.h, and those that only compare or choose:
// functions of uniform numbers, by the inverse of their distribution function.
//
// The formulas are those of jax.random's documentation; the bounds of the uniform numbers keep
// logarithms finite. Each function is one program outside of jit.
#include "compiler/frontend/lib/program.h"
#include "compiler/frontend/random/jax_roundings.h"
#include <cmath>
#include <spmd/caller_line.h>
#include <spmd/random.h>

namespace spmd {
inline namespace frontend {
namespace random {
namespace {

/// What decides about rounding: the distance of 1 from the next larger float, and the smallest
/// normal float.
struct Precision {
  double eps, tiny;
};
Precision precisionOf(ElementType type) {
  switch (type) {
  case ElementType::BF16:
    return {std::ldexp(1, -7), std::ldexp(1, -126)};
  case ElementType::F16:
    return {std::ldexp(1, -10), std::ldexp(1, -14)};
  case ElementType::F32:
    return {std::ldexp(1, -23), std::ldexp(1, -126)};
  default:
    return {std::ldexp(1, -52), std::ldexp(1, -1022)};
  }
}

/// Refuses types that are no floats.
void checkFloat(const char *name, ElementType type, Where where) {
  if (!isFloat(type))
    CallerLine::fail(std::string("random::") + name + " of type " + text(type) +
                         "; it draws bf16, f16, f32 and f64",
                     where);
}

/// f(key, shape, type) as one program, with the line of the call.
template <class F>
Tensor draw(const char *name, F f, const Key &key, const Shape &shape, ElementType type,
            Where where) {
  const CallerLine line(where);
  checkFloat(name, type, where);
  return program(name, f)(key, shape, type, where);
}

} // namespace

/// 1 - u instead of u: the logarithm is finite, since u may be 0 but never 1.
Tensor exponential(const Key &key, Shape shape, ElementType type, Where where) {
  auto f = [](const Key &key, const Shape &shape, ElementType type) -> Tensor {
    return -log1p(-uniform(key, shape, type));
  };
  return draw("exponential", f, key, shape, type, where);
}

/// u is raised to the smallest normal float. JAX adds this to u, which its compiler simplifies away
/// but for u = 0.
Tensor gumbel(const Key &key, Shape shape, ElementType type, Where where) {
  auto f = [](const Key &key, const Shape &shape, ElementType type) -> Tensor {
    return -log(-log(maximum(uniform(key, shape, type), precisionOf(type).tiny)));
  };
  return draw("gumbel", f, key, shape, type, where);
}

/// Both signs are one uniform number: its distance from 0 gives the size.
Tensor laplace(const Key &key, Shape shape, ElementType type, Where where) {
  auto f = [](const Key &key, const Shape &shape, ElementType type) -> Tensor {
    const Tensor u = uniform(key, shape, type, precisionOf(type).eps / 2 - 1, 1);
    return sign(u) * log1p(-abs(u));
  };
  return draw("laplace", f, key, shape, type, where);
}

/// log(u / (1 - u)), as a difference of two logarithms.
Tensor logistic(const Key &key, Shape shape, ElementType type, Where where) {
  auto f = [](const Key &key, const Shape &shape, ElementType type) -> Tensor {
    const Tensor u = maximum(uniform(key, shape, type), precisionOf(type).tiny);
    return log(u) - log1p(-u);
  };
  return draw("logistic", f, key, shape, type, where);
}

/// The tangent of an angle in (-pi / 2, pi / 2).
Tensor cauchy(const Key &key, Shape shape, ElementType type, Where where) {
  auto f = [](const Key &key, const Shape &shape, ElementType type) -> Tensor {
    const Tensor u = uniform(key, shape, type, precisionOf(type).eps, 1);
    return tan((u - 0.5) * M_PI);
  };
  return draw("cauchy", f, key, shape, type, where);
}

/// Vectors lie along a new last dim, so that their numbers are neighbours.
Tensor maxwell(const Key &key, Shape shape, ElementType type, Where where) {
  auto f = [](const Key &key, const Shape &shape, ElementType type) -> Tensor {
    Shape vectors = shape;
    vectors.push_back(3);
    return sqrt(sum(square(jaxNormal(key, vectors, type)), -1));
  };
  return draw("maxwell", f, key, shape, type, where);
}

/// In the type of p; a number is f32.
Tensor bernoulli(const Key &key, const Operand &p, Shape shape, Where where) {
  const CallerLine line(where);
  const Tensor chance = p.number ? astype(p, f32) : p.tensor;
  if (chance.hasValue())
    checkFloat("bernoulli", chance.elementType(), where);
  auto f = [](const Key &key, const Tensor &p, const Shape &shape) -> Tensor {
    // p first broadcasts to the shape, so that it cannot widen it.
    return uniform(key, shape, p.elementType()) < broadcastTo(p, shape);
  };
  return program("random::bernoulli", f)(key, chance, shape, where);
}
Tensor bernoulli(const Key &key, const Operand &p, Where where) {
  return bernoulli(key, p, p.number ? Shape{} : p.tensor.shape(), where);
}

/// A coin, as a number.
Tensor rademacher(const Key &key, Shape shape, ElementType type, Where where) {
  const CallerLine line(where);
  // JAX has f64 in its 64-bit mode alone, in which a probability that is a number is f64, too.
  const Operand half = type == f64 ? Operand(full({}, 0.5, f64)) : Operand(0.5);
  return astype(bernoulli(key, half, std::move(shape), where), type) * 2 - 1;
}

/// The largest of the logits after Gumbel noise is added to each of them (the Gumbel-max trick).
Tensor categorical(const Key &key, const Operand &logits, int64_t dim, Shape shape, Where where) {
  const CallerLine line(where);
  const Tensor x = logits.tensor;
  const int64_t rank = x.hasValue() ? int64_t(x.rank()) : 0;
  if (logits.number || !x.hasValue() || dim < -rank || dim >= rank || !isFloat(x.elementType()))
    CallerLine::fail("random::categorical along dim " + std::to_string(dim) + " of " +
                         (x.hasValue() ? text(x.type()) : "a number or a tensor without a value") +
                         "; it takes a tensor of floats with this dim",
                     where);
  const int64_t fromEnd = dim < 0 ? dim : dim - rank;
  auto f = [](const Key &key, const Tensor &x, const Shape &shape, int64_t fromEnd) -> Tensor {
    // The shape of the logits, widened to the wanted shape, with the dim of the classes in it.
    Shape wide = shape;
    wide.insert(wide.end() + (fromEnd + 1), x.size(fromEnd));
    return argmax(gumbel(key, wide, x.elementType()) + broadcastTo(x, wide), fromEnd);
  };
  if (int64_t(shape.size()) < rank - 1)
    CallerLine::fail("random::categorical of " + text(x.type()) + " has " +
                         std::to_string(rank - 1) + " dims or more; the shape has " +
                         std::to_string(shape.size()),
                     where);
  return program("random::categorical", f)(key, x, shape, fromEnd, where);
}

/// Errors of the other one come after the dim is removed here, so it may be any dim.
Tensor categorical(const Key &key, const Operand &logits, int64_t dim, Where where) {
  Shape shape;
  if (!logits.number && logits.tensor.hasValue()) {
    shape = logits.tensor.shape();
    const int64_t at = dim < 0 ? dim + int64_t(shape.size()) : dim;
    if (at >= 0 && at < int64_t(shape.size()))
      shape.erase(shape.begin() + at);
  }
  return categorical(key, logits, dim, std::move(shape), where);
}

} // namespace random
} // namespace frontend
} // namespace spmd
