// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The initialisers of init.h, as functions of random numbers.
//
// Scales are computed here on the host, and rounded to the element type after each step as JAX's
// ops do, so that the last bits of the parameters agree. Sources: LeCun et al. 1998 (lecun), Glorot
// and Bengio 2010 (glorot), He et al. 2015 (he), Saxe et al. 2013 (orthogonal), Xiao et al. 2018
// (delta orthogonal).
#include <cmath>
#include <numeric>
#include <spmd/caller_line.h>
#include <spmd/init.h>

namespace spmd {
inline namespace frontend {
namespace init {
namespace {

/// x in the precision of a type, to nearest even. Rounding twice is harmless: square roots and
/// quotients of doubles have more than twice the digits.
double rounded(double x, ElementType type) {
  const int digits = type == bf16 ? 8 : type == f16 ? 11 : type == f32 ? 24 : 53;
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(fraction, digits)), exponent - digits);
}

/// "[3, 4]".
std::string shapeText(const Shape &shape) { return text(Type{f32, shape}).substr(3); }

/// The product of the sizes of some dims. Throws for dims that the shape does not have.
double productOf(const Shape &shape, const std::vector<int64_t> &dims, Where where) {
  double product = 1;
  for (int64_t dim : dims) {
    const int64_t rank = int64_t(shape.size());
    if (dim < -rank || dim >= rank)
      CallerLine::fail("an initialiser of the shape " + shapeText(shape) + ": there is no dim " +
                           std::to_string(dim),
                       where);
    product *= double(shape[size_t(dim < 0 ? dim + rank : dim)]);
  }
  return product;
}

/// Sizes are multiplied and divided as doubles, in JAX's order, so that quotients round alike.
double fanOf(Fan fan, const Shape &shape, const Axes &axes, Where where) {
  const double in = productOf(shape, axes.in, where), out = productOf(shape, axes.out, where);
  const double all = std::accumulate(shape.begin(), shape.end(), 1.0, std::multiplies<>());
  const double window = all / in / out / productOf(shape, axes.batch, where);
  const double fanIn = in * window, fanOut = out * window;
  switch (fan) {
  case Fan::In:
    return fanIn;
  case Fan::Out:
    return fanOut;
  case Fan::Average:
    return (fanIn + fanOut) / 2;
  default:
    return std::sqrt(fanIn * fanOut);
  }
}

/// The constant is the standard deviation of a normal number within (-2, 2).
Tensor scaled(const Initializer &by, const Key &key, const Shape &shape, ElementType type,
              const Axes &axes, Where where) {
  // Each step is one op of a scalar in JAX.
  const double variance = rounded(by.scale / fanOf(by.fan, shape, axes, where), type);
  const double deviation = rounded(std::sqrt(variance), type);
  if (by.distribution == Distribution::Normal)
    return random::normal(key, shape, type, where) * deviation;
  if (by.distribution == Distribution::Uniform)
    return random::uniform(key, shape, type, -1, 1, where) *
           rounded(std::sqrt(rounded(3 * variance, type)), type);
  const double untruncated = rounded(deviation / rounded(.87962566103423978, type), type);
  return random::truncatedNormal(key, -2, 2, shape, type, where) * untruncated;
}

/// The dims but one are the rows of the matrix; the columns' dim moves back to its place.
Tensor orthogonalOf(const Initializer &by, const Key &key, const Shape &shape, ElementType type,
                    Where where) {
  const int64_t rank = int64_t(shape.size());
  if (rank < 2 || by.column < -rank || by.column >= rank)
    CallerLine::fail("init::orthogonal of the shape " + shapeText(shape) +
                         ": it needs two dims or more, and one that is dim " +
                         std::to_string(by.column),
                     where);
  const int64_t column = by.column < 0 ? by.column + rank : by.column;
  int64_t rows = 1;
  Shape others;
  std::vector<int64_t> permutation;
  for (int64_t dim = 0; dim < rank; ++dim) {
    permutation.push_back(dim == column ? rank - 1 : dim < column ? dim : dim - 1);
    if (dim == column)
      continue;
    rows *= shape[size_t(dim)];
    others.push_back(shape[size_t(dim)]);
  }
  const int64_t columns = shape[size_t(column)];
  if (rows == 0 || columns == 0)
    return spmd::zeros(shape, type, where);
  others.push_back(columns);
  const Tensor matrix = random::orthogonal(key, rows, columns, type, where);
  return transpose(reshape(matrix, others), permutation) * by.scale;
}

/// The matrix stands in the middle of the window; the rest of the window is 0.
Tensor deltaOrthogonalOf(const Initializer &by, const Key &key, const Shape &shape,
                         ElementType type, Where where) {
  const size_t rank = shape.size();
  if (rank < 3 || rank > 5 || shape[rank - 1] < shape[rank - 2])
    CallerLine::fail("init::deltaOrthogonal of the shape " + shapeText(shape) +
                         ": it takes three to five dims, the last of which is not smaller than "
                         "the one before",
                     where);
  const Shape matrix{shape[rank - 2], shape[rank - 1]};
  Tensor centre = orthogonalOf(by, key, matrix, type, where);
  // One dim of the window after the other: zeros on both sides.
  for (size_t dim = rank - 2; dim-- > 0;) {
    const int64_t before = (shape[dim] - 1) / 2, after = shape[dim] - 1 - before;
    const Tensor slab = expandDims(centre, 0);
    Shape sides = slab.shape();
    std::vector<Operand> parts;
    for (int64_t count : {before, int64_t(-1), after}) {
      sides[0] = count;
      if (count != 0)
        parts.push_back(count < 0 ? slab : spmd::zeros(sides, type, where));
    }
    centre = concatenate(parts, 0);
  }
  return centre;
}

} // namespace

/// The key of a constant is ignored.
Tensor Initializer::operator()(const Key &key, Shape shape, ElementType type, const Axes &axes,
                               Where where) const {
  const CallerLine line(where);
  if (!isFloat(type))
    CallerLine::fail("an initialiser of type " + text(type) + "; it draws bf16, f16, f32 and f64",
                     where);
  switch (kind) {
  case Kind::Constant:
    return full(std::move(shape), scale, type, where);
  case Kind::Uniform:
    return random::uniform(key, std::move(shape), type, 0, 1, where) * scale;
  case Kind::Normal:
    return random::normal(key, std::move(shape), type, where) * scale;
  case Kind::TruncatedNormal:
    return random::truncatedNormal(key, low, high, std::move(shape), type, where) * scale;
  case Kind::VarianceScaling:
    return scaled(*this, key, shape, type, axes, where);
  case Kind::Orthogonal:
    return orthogonalOf(*this, key, shape, type, where);
  default:
    return deltaOrthogonalOf(*this, key, shape, type, where);
  }
}

} // namespace init
} // namespace frontend
} // namespace spmd
