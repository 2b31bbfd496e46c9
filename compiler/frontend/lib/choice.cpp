// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// random::choice: draws out of a range or of the rows of a tensor, with and without replacement and
// weights.
//
// Weighted draws with replacement invert the prefix sums of the weights. Without replacement they
// take the largest of log(weight) plus Gumbel noise (Kool et al., Stochastic beams and where to
// find them, 2019). Draws without weights are integers, or the head of a permutation.
#include "compiler/frontend/lib/library_error.h"
#include "compiler/frontend/lib/program.h"
#include <spmd/order.h>
#include <spmd/random.h>

namespace spmd {
inline namespace frontend {
namespace random {
namespace {

/// Positions by weights, with replacement: where a uniform share of the sum falls.
Tensor drawByWeight(const Key &key, const Tensor &weights, const Shape &shape, Where where) {
  auto f = [](const Key &key, const Tensor &weights, const Shape &shape) -> Tensor {
    const Tensor sums = cumsum(weights, 0);
    const Tensor share = sums[-1] * (1 - uniform(key, shape, weights.elementType()));
    return searchSorted(sums, share);
  };
  return program("random::choice", f)(key, weights, shape, where);
}

/// The same without replacement.
Tensor drawDistinctByWeight(const Key &key, const Tensor &weights, int64_t count, Where where) {
  auto f = [](const Key &key, const Tensor &weights, const int64_t &count) -> Tensor {
    const Tensor noise = gumbel(key, weights.shape(), weights.elementType());
    return topK(noise + log(weights), count).positions;
  };
  return program("random::choice without replacement", f)(key, weights, count, where);
}

int64_t productOf(const Shape &shape) {
  int64_t product = 1;
  for (int64_t size : shape)
    product *= size;
  return product;
}

} // namespace

/// Without weights no floats are drawn, so that the bits are JAX's.
Tensor choice(const Key &key, int64_t count, Shape shape, const ChoiceOptions &options,
              Where where) {
  const CallerLine line(where);
  const int64_t draws = productOf(shape);
  if (count < 1 || (!options.replace && draws > count))
    refuse("random::choice of " + std::to_string(draws) + " out of " + std::to_string(count) +
               (options.replace ? "" : " without replacement") + ": there are too few",
           where);
  if (options.p && (!options.p->hasValue() || options.p->shape() != Shape{count} ||
                    !isFloat(options.p->elementType())))
    refuse("random::choice out of " + std::to_string(count) + " with weights " +
               (options.p->hasValue() ? text(options.p->type()) : "without a value") +
               "; they are floats of the shape [" + std::to_string(count) + "]",
           where);
  if (options.replace)
    return options.p ? drawByWeight(key, *options.p, shape, where)
                     : randint(key, shape, 0, count, i32, where);
  const Tensor distinct = options.p ? drawDistinctByWeight(key, *options.p, draws, where)
                                    : permutation(key, count, where)[slice(0, draws)];
  return reshape(distinct, shape);
}

/// The positions are drawn, then the rows are taken.
Tensor choice(const Key &key, const Operand &x, Shape shape, int64_t dim,
              const ChoiceOptions &options, Where where) {
  const CallerLine line(where);
  if (x.number || !x.tensor.hasValue() || x.tensor.rank() == 0)
    refuse("random::choice out of a scalar or a tensor without a value; it takes rows", where);
  const int64_t count = x.tensor.size(dim, where);
  return take(x, choice(key, count, std::move(shape), options, where), dim);
}

} // namespace random
} // namespace frontend
} // namespace spmd
