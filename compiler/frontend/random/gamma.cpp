// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gamma-distributed numbers, by rejection, and the distributions that are made of them.
//
// The method is that of Marsaglia and Tsang, A simple method for generating gamma variables (ACM
// TOMS 2000): a normal number x is accepted with a probability that depends on d (1 + c x)^3. Each
// element has a key of its own and tries until its number is accepted. All elements try at once,
// until the last one is done; those that are done keep their numbers. The gradient in the parameter
// moves the number so that its share of the distribution stays (Figurnov et al., Implicit
// reparameterization gradients, 2018).
#include "compiler/frontend/lib/program.h"
#include "compiler/frontend/random/element_keys.h"
#include "compiler/frontend/random/jax_roundings.h"
#include <cmath>
#include <spmd/caller_line.h>
#include <spmd/control_flow.h>
#include <spmd/movement.h>
#include <spmd/special.h>
#include <spmd/transform.h>

namespace spmd {
inline namespace frontend {
namespace {

/// Whether numbers or their logarithms are wanted.
enum class Space { Linear, Log };

/// The numbers of elements so far, as (1 + c x)^3 of their normal numbers x.
struct Attempt {
  ElementKeys keys; // of the tries to come
  Tensor cube, isOpen;
  SPMD_FIELDS(keys, cube, isOpen)
};

/// Whether a normal number with this square is rejected, by a uniform number. The first condition,
/// a squeeze, is there as in JAX, whose rounding then decides the same cases.
Tensor isRejected(const Tensor &square, const Tensor &cube, const Tensor &u, const Tensor &d) {
  return (u >= 1 - square * square * 0.0331) &
         (jaxLog(u) >= square * 0.5 + d * (1 - cube + jaxLog(cube)));
}

/// a b + c, in f32 with one rounding: JAX's compiler makes one instruction of it.
Tensor fused(const Tensor &a, const Tensor &b, const Tensor &c) {
  if (a.elementType() != f32)
    return a * b + c;
  return astype(astype(a, f64) * astype(b, f64) + astype(c, f64), f32);
}

/// A normal number x for each key with 1 + c x > 0, as 1 + c x; x itself comes beside it.
std::pair<Tensor, Tensor> positiveNormal(const ElementKeys &keys, const Tensor &c) {
  struct State {
    ElementKeys keys;
    Tensor x, v;
    SPMD_FIELDS(keys, x, v)
  };
  auto draw = [c](const State &state) -> State {
    const Tensor isOpen = state.v <= 0, x = state.keys.child(1).normal(c.elementType());
    return {where(isOpen, state.keys.child(0), state.keys), where(isOpen, x, state.x),
            where(isOpen, fused(x, c, onesLike(c)), state.v)};
  };
  const State last = whileLoop([](const State &state) { return any(state.v <= 0); }, draw,
                               State{keys, zerosLike(c), fullLike(c, -1)});
  return {last.x, last.v};
}

/// Numbers of gamma(a), or their logarithms, without a gradient. For a < 1 a number of gamma(a + 1)
/// is multiplied by u^(1 / a).
Tensor sampleGamma(const Key &key, const Tensor &a, Space space, const char *name, Where where) {
  const ElementType type = a.elementType();
  const Tensor isLarge = a >= 1, d = spmd::where(isLarge, a, a + 1) - 1. / 3;
  // XLA makes 1/3 rsqrt(d) of the quotient. Its rsqrt is the machine's approximation with a step of
  // Newton's method: for one d in five it is a unit off, for the others it is the rounded root.
  const Tensor root = astype(1 / sqrt(astype(d, f64)), type), c = root * (1. / 3);
  const ElementKeys keys = elementKeys(key, a.shape(), name, where);
  auto next = [c, d, type](const Attempt &last) -> Attempt {
    auto [x, v] = positiveNormal(last.keys.child(1), c);
    const Tensor cube = v * v * v, u = last.keys.child(2).uniform(type);
    return {frontend::where(last.isOpen, last.keys.child(0), last.keys),
            spmd::where(last.isOpen, cube, last.cube), last.isOpen & isRejected(x * x, cube, u, d)};
  };
  const Attempt start{keys.child(0), onesLike(a), ones(a.shape(), boolean)};
  const Attempt last = whileLoop([](const Attempt &one) { return any(one.isOpen); }, next, start);
  const Tensor u = keys.child(1).uniform(type);
  if (space == Space::Linear)
    return d * last.cube * spmd::where(isLarge, 1, power(1 - u, 1 / a));
  const Tensor logU = jaxLog1p(-u);
  return jaxLog(d) + jaxLog(last.cube) + spmd::where(isLarge | equal(logU, 0), 0, logU * (1 / a));
}

/// The smallest normal float.
double tiniest(ElementType type) {
  return std::ldexp(1, type == f16 ? -14 : type == f64 ? -1022 : -126);
}

/// The sample, whose derivative by a is that of the quantile function at the sample's share.
Tensor withGradient(const Tensor &a, const Tensor &sample, Space space) {
  using Both = std::tuple<Tensor, Tensor>;
  auto value = [](Tensor, Tensor sample) -> Tensor { return sample; };
  auto forward = [](Tensor a, Tensor sample) -> std::pair<Tensor, Both> {
    return {sample, {a, sample}};
  };
  auto backward = [space](Both kept, Tensor ct) -> Both {
    auto [a, sample] = kept;
    Tensor x = space == Space::Log ? exp(sample) : sample;
    if (space == Space::Log) // exp may underflow
      x = spmd::where(equal(x, 0), tiniest(x.elementType()), x);
    const Tensor slope = randomGammaGrad(a, x);
    return {ct * (space == Space::Log ? slope / x : slope), Tensor()};
  };
  return customVjp(value, forward, backward)(a, sample);
}

/// The loop sees no gradient: that of a comes in behind it.
Tensor drawGamma(const Key &key, const Tensor &a, Space space, const char *name) {
  const Tensor sample = sampleGamma(key, stopGradient(a), space, name, Where::current());
  return withGradient(a, stopGradient(sample), space);
}

} // namespace

namespace random {
namespace {

/// f(key, parameters..) as one program; the parameters get the type and the shape of the result.
template <class F, class... P>
Tensor drawn(const char *name, F f, const Key &key, const Shape &shape, ElementType type,
             Where where, const P &...parameters) {
  if (!isFloat(type))
    CallerLine::fail(
        std::string(name) + " of type " + text(type) + "; it draws bf16, f16, f32 and f64", where);
  return program(name, f)(key, broadcastTo(astype(parameters, type), shape)..., where);
}

/// For distributions that are quotients of gamma numbers.
Tensor loggammaOf(const Key &key, const Tensor &a) {
  return loggamma(key, a, a.shape(), a.elementType());
}

} // namespace

/// Samples themselves: those of small a may underflow to 0, which loggamma avoids.
Tensor gamma(const Key &key, const Operand &a, Shape shape, ElementType type, Where where) {
  const CallerLine line(where);
  auto f = [](const Key &key, const Tensor &a) -> Tensor {
    return drawGamma(key, a, Space::Linear, "random::gamma");
  };
  return drawn("random::gamma", f, key, shape, type, where, a);
}

/// Logarithms, whose key uses are those of jax.random.loggamma.
Tensor loggamma(const Key &key, const Operand &a, Shape shape, ElementType type, Where where) {
  const CallerLine line(where);
  auto f = [](const Key &key, const Tensor &a) -> Tensor {
    return drawGamma(key, a, Space::Log, "random::loggamma");
  };
  return drawn("random::loggamma", f, key, shape, type, where, a);
}

/// x / (x + y) of two gamma numbers, whose logarithms are scaled by the larger one.
Tensor beta(const Key &key, const Operand &a, const Operand &b, Shape shape, ElementType type,
            Where where) {
  const CallerLine line(where);
  auto f = [](const Key &key, const Tensor &a, const Tensor &b) -> Tensor {
    const std::vector<Key> keys = key.split();
    const Tensor x = loggammaOf(keys[0], a), y = loggammaOf(keys[1], b), most = maximum(x, y);
    const Tensor first = exp(x - most);
    return first / (first + exp(y - most));
  };
  return drawn("random::beta", f, key, shape, type, where, a, b);
}

/// Gamma numbers, divided by their sum.
Tensor dirichlet(const Key &key, const Operand &alpha, Shape shape, ElementType type, Where where) {
  const CallerLine line(where);
  if (alpha.number || !alpha.tensor.hasValue() || alpha.tensor.rank() == 0)
    CallerLine::fail("random::dirichlet of a scalar or a tensor without a value; the parameters "
                     "stand along the last dim",
                     where);
  shape.push_back(alpha.tensor.size(-1));
  auto f = [](const Key &key, const Tensor &alpha) -> Tensor {
    return softmax(loggammaOf(key, alpha), -1);
  };
  return drawn("random::dirichlet", f, key, shape, type, where, alpha);
}

/// Twice a gamma number of half the degrees of freedom.
Tensor chisquare(const Key &key, const Operand &df, Shape shape, ElementType type, Where where) {
  const CallerLine line(where);
  auto f = [](const Key &key, const Tensor &df) -> Tensor {
    return exp(loggammaOf(key, df / 2)) * 2;
  };
  return drawn("random::chisquare", f, key, shape, type, where, df);
}

/// A normal number over the root of a chi-square number per degree of freedom.
Tensor t(const Key &key, const Operand &df, Shape shape, ElementType type, Where where) {
  const CallerLine line(where);
  auto f = [](const Key &key, const Tensor &df) -> Tensor {
    const std::vector<Key> keys = key.split();
    const Tensor half = df / 2;
    return jaxNormal(keys[0], df.shape(), df.elementType()) *
           sqrt(half / gamma(keys[1], half, df.shape(), df.elementType()));
  };
  return drawn("random::t", f, key, shape, type, where, df);
}

/// The first key is that of the denominator.
Tensor f(const Key &key, const Operand &dfNumerator, const Operand &dfDenominator, Shape shape,
         ElementType type, Where where) {
  const CallerLine line(where);
  auto ratio = [](const Key &key, const Tensor &above, const Tensor &below) -> Tensor {
    const std::vector<Key> keys = key.split();
    auto mean = [](const Key &key, const Tensor &df) {
      return chisquare(key, df, df.shape(), df.elementType()) / df;
    };
    return mean(keys[1], above) / mean(keys[0], below);
  };
  return drawn("random::f", ratio, key, shape, type, where, dfNumerator, dfDenominator);
}

/// A gamma number to the power of 1 / p, with a random sign.
Tensor generalizedNormal(const Key &key, const Operand &p, Shape shape, ElementType type,
                         Where where) {
  const CallerLine line(where);
  auto f = [](const Key &key, const Tensor &p) -> Tensor {
    const std::vector<Key> keys = key.split();
    const Tensor inverse = 1 / p;
    return rademacher(keys[1], p.shape(), p.elementType()) *
           power(gamma(keys[0], inverse, p.shape(), p.elementType()), inverse);
  };
  return drawn("random::generalizedNormal", f, key, shape, type, where, p);
}

/// By Barthe et al., A probabilistic approach to the geometry of the lp ball (2005): generalized
/// normal numbers over a norm that one exponential number enlarges.
Tensor ball(const Key &key, int64_t dimCount, const Operand &p, Shape shape, ElementType type,
            Where where) {
  const CallerLine line(where);
  if (dimCount < 1)
    CallerLine::fail("random::ball in " + std::to_string(dimCount) + " dims; it has one or more",
                     where);
  shape.push_back(dimCount);
  auto f = [](const Key &key, const Tensor &p) -> Tensor {
    const std::vector<Key> keys = key.split();
    const Tensor g = generalizedNormal(keys[0], p, p.shape(), p.elementType());
    Shape batch = p.shape();
    batch.pop_back();
    const Tensor norm = sum(power(abs(g), p), -1) + exponential(keys[1], batch, p.elementType());
    return g / power(expandDims(norm, -1), 1 / p);
  };
  return drawn("random::ball", f, key, shape, type, where, p);
}

} // namespace random
} // namespace frontend
} // namespace spmd
