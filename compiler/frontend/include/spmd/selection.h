// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Choices by values: bins, cases, orders by several keys; statistics that leave NaNs out; functions
// along a dim; and reductions by functions of the user.
//
// Names and results are those of jax.numpy and jax.lax. Ops throw spmd::Error where shapes do not
// fit.
#pragma once
#include <spmd/control_flow.h>
#include <spmd/convolution.h>
#include <spmd/movement.h>
#include <spmd/order.h>
#include <spmd/transform.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// The number of the bin (i32) that each element lies in: how many of the ascending edges, a tensor
/// of one dim, are at most x (Left), or below x (Right: bins hold their upper edge).
Tensor digitize(const Operand &x, const Operand &edges, Side closed = Side::Left);
/// Element by element the choice with the number that ids say; all broadcast. Numbers beyond the
/// choices are clamped.
Tensor choose(const Operand &ids, const std::vector<Operand> &choices);
/// f_i(x) where condition i holds, the last one that does; elsewhere 0. Conditions are booleans of
/// the shape of x. One function more than conditions gives what is elsewhere.
Tensor piecewise(const Operand &x, const std::vector<Operand> &conditions,
                 const std::vector<std::function<Tensor(Tensor)>> &functions);
/// The positions (i32) that sort along the last dim by the last key, then by the one before it, ..
Tensor lexsort(const std::vector<Operand> &keys);
/// Counts (i32 [bins, bins]) of points (x, y), both of one dim, in a grid of equal bins from `low`
/// to `high` in both directions.
Tensor histogram2d(const Operand &x, const Operand &y, int64_t bins, double low, double high);

/// f on each vector along a dim; its result, of any shape, stands in place of the dim.
template <class F>
Tensor applyAlongDim(F f, const Tensor &x, int64_t dim = -1, Where where = Where::current()) {
  const int64_t size = x.size(dim, where), rank = int64_t(x.rank());
  const Tensor vectors = moveAxis(x, dim, -1); // [batch.., size]
  std::vector<int64_t> shape = vectors.shape();
  shape.pop_back();
  int64_t count = 1;
  for (int64_t one : shape)
    count *= one;
  // A batch has an entry: without vectors one of zeros tells the shape of results.
  Tensor out = vmap(std::move(f), {}, where)(count == 0 ? zeros({1, size}, x.elementType())
                                                        : reshape(vectors, {count, size}));
  if (count == 0)
    out = out[slice(0, 0)];
  shape.insert(shape.end(), out.shape().begin() + 1, out.shape().end());
  out = reshape(out, shape);
  for (int64_t d = rank - 1, at = dim < 0 ? dim + rank : dim; d < int64_t(out.rank()); ++d)
    out = moveAxis(out, d, at++);
  return out;
}

// Statistics without NaNs.
Tensor nanQuantile(const Operand &x, double q, const Dims &dims = Dims::all(),
                   Keep keep = Keep::No);
Tensor nanPercentile(const Operand &x, double q, const Dims &dims = Dims::all(),
                     Keep keep = Keep::No);
Tensor nanMedian(const Operand &x, const Dims &dims = Dims::all(), Keep keep = Keep::No);
/// The position of the first largest (smallest) number along a dim; -1 where all are NaN.
Tensor nanArgmax(const Operand &x, int64_t dim, Keep keep = Keep::No);
Tensor nanArgmin(const Operand &x, int64_t dim, Keep keep = Keep::No);
/// Prefix sums and products in which NaNs count as 0 and 1.
Tensor nanCumsum(const Operand &x, int64_t dim = 0);
Tensor nanCumprod(const Operand &x, int64_t dim = 0);
/// log(cumsum(exp(x))) along a dim, without overflow. A float.
Tensor cumlogsumexp(const Operand &x, int64_t dim = 0, Scan scan = Scan::Forward);

/// A function of two scalars of one type that combines them, associative and with `init` as its
/// identity. It captures no tensor.
using Reducer = std::function<Tensor(Tensor, Tensor)>;
/// As jax.lax.reduce: combines the elements over dims, which go. `init` is a scalar. There is no
/// gradient; sum, prod, max and min have one. Outside of jit each call compiles a program.
Tensor reduce(const Operand &x, const Operand &init, const Reducer &combine, const Dims &dims);
/// As jax.lax.reduce_window with a function.
Tensor reduceWindow(const Operand &x, const Operand &init, const Reducer &combine,
                    std::vector<int64_t> window, const WindowOptions &options = {});

/// As jax.lax.ragged_dot: rows of a [m, k] in groups of consecutive rows, whose sizes are i32 [g],
/// times the matrix of their group, b [g, k, n]. Rows behind the last group give 0.
Tensor raggedDot(const Operand &a, const Operand &b, const Operand &groupSizes);

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
