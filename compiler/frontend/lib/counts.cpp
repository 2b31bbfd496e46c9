// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random counts: Poisson, binomial and multinomial numbers.
//
// Small means add up exponential or geometric steps until a bound is passed; large ones are drawn
// by transformed rejection (Hoermann, The transformed rejection method for generating Poisson
// random variables, 1993, and The generation of binomial random variates, 1993). Both ways draw for
// all elements, and each element takes the one for its mean; a mean that is a number takes one way
// alone. The keys and the order of operations are JAX's, so that counts differ only where a
// comparison is decided by the last place of a logarithm.
#include "compiler/frontend/lib/library_error.h"
#include "compiler/frontend/lib/program.h"
#include <cmath>
#include <limits>
#include <spmd/control_flow.h>
#include <spmd/functions.h>
#include <spmd/movement.h>
#include <spmd/order.h>
#include <spmd/random.h>
#include <spmd/special.h>
#include <spmd/transform.h>

namespace spmd {
inline namespace frontend {
namespace random {
namespace {

/// The sum of steps so far, and how many there were.
struct Walk {
  Key key;
  Tensor count, sum;
  SPMD_FIELDS(key, count, sum)
};

/// The tries of a rejection, of which the accepted ones stay.
struct Tries {
  Key key;
  Tensor count, isAccepted;
  SPMD_FIELDS(key, count, isAccepted)

  static Tries start(const Key &key, const Tensor &like) {
    return {key, fullLike(like, -1), zeros(like.shape(), boolean)};
  }
  Tries next(const Key &key, const Tensor &tried, const Tensor &isGood) const {
    return {key, where(isGood, tried, count), isAccepted | isGood};
  }
};
/// The loop goes on while one try is not accepted.
Tensor areOpen(const Tries &tries) { return any(~tries.isAccepted); }

/// Products of uniform numbers until they fall below e^-rate, as sums of logarithms.
Tensor poissonBySteps(const Key &key, const Tensor &rate) {
  auto isOpen = [rate](const Walk &walk) { return walk.sum > -rate; };
  auto step = [=](const Walk &walk) -> Walk {
    const std::vector<Key> keys = walk.key.split();
    const Tensor count = where(isOpen(walk), walk.count + 1, walk.count);
    return {keys[0], count, walk.sum + log(uniform(keys[1], rate.shape()))};
  };
  const Tensor none = zerosLike(rate);
  return whileLoop([=](const Walk &walk) { return any(isOpen(walk)); }, step, Walk{key, none, none})
             .count -
         1;
}

/// The numbers of Hoermann's algorithm PTRS.
Tensor poissonByRejection(const Key &key, const Tensor &rate) {
  const Tensor logRate = log(rate), b = 0.931 + 2.53 * sqrt(rate), a = -0.059 + 0.02483 * b;
  const Tensor inverseAlpha = 1.1239 + 1.1328 / (b - 3.4), least = 0.9277 - 3.6224 / (b - 2);
  auto attempt = [=](const Tries &tries) -> Tries {
    const std::vector<Key> keys = tries.key.split(3);
    const Tensor u = uniform(keys[1], rate.shape()) - 0.5, v = uniform(keys[2], rate.shape());
    const Tensor inside = 0.5 - abs(u);
    const Tensor k = floor((2 * a / inside + b) * u + rate + 0.43);
    const Tensor s = log(v * inverseAlpha / (a / (inside * inside) + b));
    const Tensor t = -rate + k * logRate - lgamma(k + 1);
    const Tensor isBad = (k < 0) | ((inside < 0.013) & (v > inside));
    return tries.next(keys[0], k, ((inside >= 0.07) & (v <= least)) | (~isBad & (s <= t)));
  };
  return whileLoop(areOpen, attempt, Tries::start(key, rate)).count;
}

/// Lengths of runs of failures until they pass the number of trials.
Tensor binomialBySteps(const Key &key, const Tensor &trials, const Tensor &p) {
  const Tensor logFailure = log1p(-p);
  auto step = [=](const Walk &walk) -> Walk {
    const std::vector<Key> keys = walk.key.split();
    const Tensor count = where(walk.sum <= trials, walk.count + 1, walk.count);
    const Tensor u = uniform(keys[0], p.shape(), p.elementType());
    return {keys[1], count, walk.sum + ceil(log(u) / logFailure)};
  };
  const Tensor none = zerosLike(p);
  return whileLoop([=](const Walk &walk) { return any(walk.sum <= trials); }, step,
                   Walk{key, none, none})
             .count -
         1;
}

/// What Stirling's formula leaves of log(k!), from a table for k <= 9 and a series beyond
/// (Hoermann 1993, BTRS, step 3).
Tensor stirlingTail(const Tensor &k) {
  constexpr double tails[] = {0.0810614667953272,  0.0413406959554092, 0.0276779256849983,
                              0.02079067210376509, 0.0166446911898211, 0.0138761288230707,
                              0.0118967099458917,  0.0104112652619720, 0.00925546218271273,
                              0.00833056343336287};
  const Tensor clipped = clip(k, 0, 9), squared = (clipped + 1) * (clipped + 1);
  Tensor result = (1. / 12 - (1. / 360 - 1. / 1260 / squared) / squared) / (clipped + 1);
  const Tensor whole = floor(clipped), isSmall = k <= 9;
  for (int i = 0; i < 10; ++i)
    result = where(isSmall & equal(whole, i), tails[i], result);
  return result;
}

/// The numbers of Hoermann's algorithm BTRS, for p <= 1/2.
Tensor binomialByRejection(const Key &key, const Tensor &trials, const Tensor &p) {
  const Tensor deviation = sqrt(trials * p * (1 - p)), b = 1.15 + 2.53 * deviation;
  const Tensor a = -0.0873 + 0.0248 * b + 0.01 * p, c = trials * p + 0.5, least = 0.92 - 4.2 / b;
  const Tensor odds = p / (1 - p), alpha = (2.83 + 5.1 / b) * deviation;
  const Tensor mode = floor((trials + 1) * p);
  auto attempt = [=](const Tries &tries) -> Tries {
    const std::vector<Key> keys = tries.key.split(3);
    const Tensor u = uniform(keys[1], p.shape(), p.elementType()) - 0.5;
    const Tensor v = uniform(keys[2], p.shape(), p.elementType());
    const Tensor inside = 0.5 - abs(u);
    const Tensor k = floor((2 * a / inside + b) * u + c);
    const Tensor logV = log(v * alpha / (a / (inside * inside) + b));
    const Tensor bound = (mode + 0.5) * log((mode + 1) / (odds * (trials - mode + 1))) +
                         (trials + 1) * log((trials - mode + 1) / (trials - k + 1)) +
                         (k + 0.5) * log(odds * (trials - k + 1) / (k + 1)) + stirlingTail(mode) +
                         stirlingTail(trials - mode) - stirlingTail(k) - stirlingTail(trials - k);
    const Tensor isBad = (k < 0) | (k > trials);
    return tries.next(keys[0], k, ((inside >= 0.07) & (v <= least)) | (~isBad & (logV <= bound)));
  };
  return whileLoop(areOpen, attempt, Tries::start(key, p)).count;
}

/// Binomial numbers for tensors of one float type and shape. p above 1/2 counts failures instead.
/// Counts jump, so gradients are zero.
Tensor binomialOf(const Key &key, const Tensor &trialsOf, const Tensor &chance, ElementType type) {
  const Tensor given = stopGradient(trialsOf), p = stopGradient(chance);
  const Tensor isLow = p < 0.5, isNoCount = isNan(given) | (given < 0), isEndless = isInf(given);
  Tensor q = where(isLow, p, 1 - p);
  const Tensor isNoChance = isNan(q), isInvalid = (q < 0) | isNoChance | isNoCount;
  q = where(isNoChance | (q < 0), 0.01, q);
  const Tensor isSmall = isNoCount | (given * q <= 10), trials = floor(given);
  // Elements of the other way get parameters with which they end soon.
  const Tensor small = binomialBySteps(key, where(isSmall, trials, 0), q);
  const Tensor large =
      binomialByRejection(key.clone(), where(isSmall, 1e4, trials), where(isSmall, 0.5, q));
  Tensor count = astype(where(isSmall, small, large), type);
  count = where(isInvalid, std::nan(""), count);
  count = where(isEndless & ~isInvalid, std::numeric_limits<double>::infinity(), count);
  return where(isLow | isNoCount | isNoChance | isEndless, count, astype(trials, type) - count);
}

/// The type in which probabilities are computed with.
ElementType wideOf(ElementType type) { return type == f64 ? f64 : f32; }

/// Refuses other types with the line of the call.
void checkFloats(const char *name, ElementType type, Where where) {
  if (!isFloat(type))
    refuse(std::string(name) + " of type " + text(type) + "; it draws bf16, f16, f32 and f64",
           where);
}

} // namespace

/// NaN rates go through the steps, which end at once.
Tensor poisson(const Key &key, const Operand &lambda, Shape shape, ElementType type, Where where) {
  const CallerLine line(where);
  if (isInexact(type) || type == boolean)
    refuse("random::poisson of type " + text(type) + "; it draws integers", where);
  const Tensor rate = broadcastTo(astype(lambda, f32), shape);
  if (lambda.number) {
    const bool isSmall = std::visit(
        [](auto number) {
          if constexpr (std::is_convertible_v<decltype(number), double>)
            return !(double(number) >= 10);
          return false; // complex: refused below
        },
        *lambda.number);
    auto f = [](const Key &key, const Tensor &rate, const bool &isSmall,
                const ElementType &type) -> Tensor {
      const Tensor count = isSmall ? poissonBySteps(key, rate) : poissonByRejection(key, rate);
      return spmd::where(equal(rate, 0), 0, astype(count, type));
    };
    return program("random::poisson", f)(key, rate, isSmall, type, where);
  }
  auto f = [](const Key &key, const Tensor &rate, const ElementType &type) -> Tensor {
    const Tensor isSmall = isNan(rate) | (rate < 10);
    const Tensor small = poissonBySteps(key, spmd::where(isSmall, rate, 0));
    const Tensor large = poissonByRejection(key.clone(), spmd::where(isSmall, 1e5, rate));
    return spmd::where(equal(rate, 0), 0,
                       spmd::where(isSmall, astype(small, type), astype(large, type)));
  };
  return program("random::poisson", f)(key, rate, type, where);
}

/// The counts are computed in f32 at least, and rounded to a narrower type at the end.
Tensor binomial(const Key &key, const Operand &count, const Operand &p, Shape shape,
                ElementType type, Where where) {
  const CallerLine line(where);
  checkFloats("random::binomial", type, where);
  const ElementType wide = wideOf(type);
  auto f = [](const Key &key, const Tensor &count, const Tensor &p,
              const ElementType &type) -> Tensor { return binomialOf(key, count, p, type); };
  return program("random::binomial", f)(key, broadcastTo(astype(count, wide), shape),
                                        broadcastTo(astype(p, wide), shape), type, where);
}

/// One outcome after the other: a binomial share of the trials that are left, whose probability is
/// the outcome's among those to come.
Tensor multinomial(const Key &key, const Operand &count, const Operand &p, ElementType type,
                   Where where) {
  const CallerLine line(where);
  checkFloats("random::multinomial", type, where);
  if (p.number || !p.tensor.hasValue() || p.tensor.rank() == 0)
    refuse("random::multinomial of a scalar or a tensor without a value; the probabilities stand "
           "along the last dim",
           where);
  Shape batch = p.tensor.shape();
  batch.pop_back();
  const ElementType wide = wideOf(type);
  auto f = [](const Key &key, const Tensor &trials, const Tensor &p,
              const ElementType &type) -> Tensor {
    const Tensor rows = moveAxis(p, -1, 0), left = cumsum(rows, 0, Scan::Reverse);
    struct Outcome {
      Tensor ratio;
      Key key;
      SPMD_FIELDS(ratio, key)
    };
    auto step = [](Tensor left, const Outcome &outcome) -> std::pair<Tensor, Tensor> {
      const Tensor drawn =
          binomialOf(outcome.key, left, clip(outcome.ratio, 0, 1), left.elementType());
      return {left - drawn, drawn};
    };
    const Outcome outcomes{rows / spmd::where(equal(left, 0), 1, left),
                           key.splitStacked(rows.size(0))};
    return astype(moveAxis(scan(step, trials, outcomes).second, 0, -1), type);
  };
  return program("random::multinomial", f)(key, broadcastTo(astype(count, wide), batch),
                                           astype(p, wide), type, where);
}

} // namespace random
} // namespace frontend
} // namespace spmd
