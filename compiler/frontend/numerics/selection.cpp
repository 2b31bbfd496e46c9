// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of selection.h that choose by values: bins, cases, orders, and statistics without NaNs.
#include "compiler/frontend/include/spmd/selection.h"
#include "compiler/frontend/include/spmd/associative_scan.h"
#include "compiler/frontend/include/spmd/functions.h"
#include "compiler/frontend/include/spmd/indexing.h"
#include "compiler/frontend/include/spmd/statistics.h"
#include "compiler/frontend/numerics/floats.h"
#include "compiler/frontend/trace/elementwise.h"
#include <limits>

namespace spmd {
inline namespace frontend {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// The dims of a reduction as one last dim, and what restores them with size 1.
struct Rows {
  Tensor values; // [other dims.., size]
  std::vector<int64_t> over;
};
/// [2, 3, 4] over dims 0 and 2 -> [3, 8].
Rows rowsOf(Emitter &e, const std::string &name, const Tensor &x, const Dims &dims) {
  Rows rows;
  const int64_t rank = int64_t(x.rank());
  for (int64_t d = 0; dims.areAll && d < rank; ++d)
    rows.over.push_back(d);
  for (int64_t dim : dims.dims)
    rows.over.push_back(e.checkedDim(name, dim, rank, text(x.type())));
  llvm::sort(rows.over);
  std::vector<int64_t> order, shape;
  int64_t size = 1;
  for (int64_t d = 0; d < rank; ++d)
    if (!llvm::is_contained(rows.over, d))
      order.push_back(d), shape.push_back(x.size(d));
  for (int64_t d : rows.over)
    order.push_back(d), size *= x.size(d);
  if (int64_t(order.size()) != rank || size == 0)
    e.refuse(name + " of " + text(x.type()) + ": each dim stands once, and has elements");
  shape.push_back(size);
  rows.values = reshape(rank == 0 ? x : transpose(x, order), shape);
  return rows;
}

/// The quantile among the elements that are no NaN. Sorting moves NaNs behind the others, so the
/// position depends on how many those are. NaN where there is none.
Tensor nanQuantileOf(const char *name, const Operand &x, double q, const Dims &dims, Keep keep) {
  return compose(name, {&x}, OpKey(q, dims, int64_t(keep)),
                 [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
                   if (!(q >= 0 && q <= 1))
                     e.refuse(std::string(name) + " of " + text(in[0].type()) +
                              ": a share from 0 to 1 is wanted");
                   const Rows rows = rowsOf(e, name, asInexact(in[0]), dims);
                   const ElementType own = rows.values.elementType(), wide = own == f64 ? f64 : f32;
                   const Tensor sorted = sort(astype(rows.values, wide));
                   const Tensor count = sum(astype(~isNan(sorted), wide), -1, keepDims);
                   const Tensor at = maximum((count - 1) * q, 0), low = floor(at), share = at - low;
                   auto elementAt = [&](const Tensor &position) {
                     const Tensor value = takeAlongDim(sorted, astype(position, i32), -1);
                     return where(isNan(value), 0, value);
                   };
                   Tensor value = elementAt(low) * (1 - share) + elementAt(ceil(at)) * share;
                   value = squeeze(where(equal(count, 0), kNan, value), -1);
                   for (int64_t d : keep == Keep::No ? std::vector<int64_t>() : rows.over)
                     value = expandDims(value, d);
                   return astype(value, own);
                 });
}

/// The best position where NaNs lose against everything; -1 where nothing else is there.
Tensor nanArgBest(const char *name, const Operand &x, int64_t dim, Keep keep, bool isMax) {
  return compose(name, {&x}, OpKey(dim, int64_t(keep)), [&](Emitter &, llvm::ArrayRef<Tensor> in) {
    if (!isFloat(in[0].elementType()))
      return isMax ? argmax(in[0], dim, keep) : argmin(in[0], dim, keep);
    const Tensor isNone = isNan(in[0]);
    const Tensor v = where(isNone, isMax ? -kInfinity : kInfinity, in[0]);
    return where(all(isNone, dim, keep), -1, isMax ? argmax(v, dim, keep) : argmin(v, dim, keep));
  });
}

} // namespace

/// Edges that are at most x stand in front of it.
Tensor digitize(const Operand &x, const Operand &edges, Side closed) {
  return compose(
      "digitize", {&x, &edges}, OpKey(int64_t(closed)), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
        if (in[1].rank() != 1)
          e.refuse("digitize by " + text(in[1].type()) + ": the edges are a tensor of one dim");
        return searchSorted(in[1], in[0], closed == Side::Left ? Side::Right : Side::Left);
      });
}
/// One select per choice.
Tensor choose(const Operand &ids, const std::vector<Operand> &choices) {
  std::vector<Operand> operands{ids};
  operands.insert(operands.end(), choices.begin(), choices.end());
  return compose("choose", operands, OpKey(), [](Emitter &e, llvm::ArrayRef<Tensor> in) {
    if (in.size() < 2 || isInexact(in[0].elementType()))
      e.refuse("choose by " + text(in[0].type()) + " among " + std::to_string(in.size() - 1) +
               " choices: integers, and at least one choice, are wanted");
    ElementType type = in[1].elementType();
    for (const Tensor &choice : in.drop_front(2))
      type = promote(type, choice.elementType());
    // The first choice takes the ids below, too, the last one those beyond.
    Tensor out = astype(in[1], type);
    for (size_t i = 1; i < in.size(); ++i)
      out = where(in[0] >= int64_t(i - 1), astype(in[i], type), out);
    return out;
  });
}
/// Later conditions replace what earlier ones gave.
Tensor piecewise(const Operand &x, const std::vector<Operand> &conditions,
                 const std::vector<std::function<Tensor(Tensor)>> &functions) {
  const size_t count = conditions.size();
  const Where where = x.where;
  if (x.number || (functions.size() != count && functions.size() != count + 1))
    fail(where, "piecewise with " + std::to_string(count) + " conditions and " +
                    std::to_string(functions.size()) +
                    " functions: one for each condition, and one more for the rest, are wanted");
  Tensor out = functions.size() > count ? functions.back()(x.tensor) : zerosLike(x);
  for (size_t i = 0; i < count; ++i)
    out = spmd::where(conditions[i], functions[i](x.tensor), out);
  return astype(out, x.tensor.elementType());
}
/// The last key decides first. Equal elements keep their order.
Tensor lexsort(const std::vector<Operand> &keys) {
  return compose("lexsort", keys, OpKey(), [](Emitter &e, llvm::ArrayRef<Tensor> in) {
    if (in[0].rank() == 0)
      e.refuse("lexsort of " + text(in[0].type()) + ": keys have a dim or more");
    std::vector<Operand> all(in.rbegin(), in.rend());
    all.push_back(iota(in[0].shape(), int64_t(in[0].rank()) - 1));
    return sortBy(all, -1, int64_t(in.size())).back();
  });
}
/// The number of a point's bin in row-major order; points outside are skipped by the sum.
Tensor histogram2d(const Operand &x, const Operand &y, int64_t bins, double low, double high) {
  return compose("histogram2d", {&x, &y}, OpKey(bins, low, high),
                 [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
                   if (bins < 1 || in[0].rank() != 1 || in[0].shape() != in[1].shape())
                     e.refuse("histogram2d of " + text(in[0].type()) + " and " +
                              text(in[1].type()) + " in " + std::to_string(bins) +
                              " bins: one bin or more, and two tensors of one dim and size, are "
                              "wanted");
                   const Tensor edges = linspace(low, high, bins + 1);
                   auto binOf = [&](const Tensor &v) {
                     const Tensor at = searchSorted(edges, asInexact(v), Side::Right) - 1;
                     return where(equal(asInexact(v), edges[-1]), bins - 1, at);
                   };
                   const Tensor i = binOf(in[0]), j = binOf(in[1]);
                   const Tensor isInside = (i >= 0) & (i < bins) & (j >= 0) & (j < bins);
                   const Tensor at = where(isInside, i * bins + j, bins * bins);
                   return reshape(segmentSum(ones(i.shape(), i32), at, bins * bins), {bins, bins});
                 });
}

/// The share is a number of the program, as that of quantile.
Tensor nanQuantile(const Operand &x, double q, const Dims &dims, Keep keep) {
  return nanQuantileOf("nanQuantile", x, q, dims, keep);
}
/// The same from 0 to 100.
Tensor nanPercentile(const Operand &x, double q, const Dims &dims, Keep keep) {
  return nanQuantileOf("nanPercentile", x, q / 100, dims, keep);
}
/// The quantile at 1/2: the mean of the two middle numbers where their count is even.
Tensor nanMedian(const Operand &x, const Dims &dims, Keep keep) {
  return nanQuantileOf("nanMedian", x, 0.5, dims, keep);
}
/// NaNs count as -inf, and as inf below.
Tensor nanArgmax(const Operand &x, int64_t dim, Keep keep) {
  return nanArgBest("nanArgmax", x, dim, keep, true);
}
/// The same with inf.
Tensor nanArgmin(const Operand &x, int64_t dim, Keep keep) {
  return nanArgBest("nanArgmin", x, dim, keep, false);
}
/// Integers have no NaN.
Tensor nanCumsum(const Operand &x, int64_t dim) {
  return compose("nanCumsum", {&x}, OpKey(dim), [&](Emitter &, llvm::ArrayRef<Tensor> in) {
    return cumsum(isFloat(in[0].elementType()) ? where(isNan(in[0]), 0, in[0]) : in[0], dim);
  });
}
/// As nanCumsum, with the identity of products.
Tensor nanCumprod(const Operand &x, int64_t dim) {
  return compose("nanCumprod", {&x}, OpKey(dim), [&](Emitter &, llvm::ArrayRef<Tensor> in) {
    return cumprod(isFloat(in[0].elementType()) ? where(isNan(in[0]), 1, in[0]) : in[0], dim);
  });
}
/// A tree of logaddexp.
Tensor cumlogsumexp(const Operand &x, int64_t dim, Scan scan) {
  return compose("cumlogsumexp", {&x}, OpKey(dim, int64_t(scan)),
                 [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
                   const int64_t at =
                       e.checkedDim("cumlogsumexp", dim, int64_t(in[0].rank()), text(in[0].type()));
                   auto join = [](Tensor a, Tensor b) -> Tensor { return logaddexp(a, b); };
                   return associativeScan(join, asInexact(in[0]),
                                          {.dim = at, .reverse = scan == Scan::Reverse}, x.where);
                 });
}

/// Each matrix sees all rows, of which those of other groups are 0: one product for all groups.
Tensor raggedDot(const Operand &a, const Operand &b, const Operand &groupSizes) {
  return compose(
      "raggedDot", {&a, &b, &groupSizes}, OpKey(), [](Emitter &e, llvm::ArrayRef<Tensor> in) {
        const Tensor &rows = in[0], &matrices = in[1], &sizes = in[2];
        if (rows.rank() != 2 || matrices.rank() != 3 || sizes.rank() != 1 ||
            matrices.size(0) != sizes.size(0) || rows.size(1) != matrices.size(1) ||
            isInexact(sizes.elementType()))
          e.refuse("raggedDot of " + text(rows.type()) + ", " + text(matrices.type()) + " and " +
                   text(sizes.type()) +
                   ": [m, k], [groups, k, n] and integers [groups] are wanted");
        const Tensor ends = cumsum(astype(sizes, i32)), starts = ends - astype(sizes, i32);
        const Tensor at = arange(rows.size(0));
        const Tensor isOwn = (at >= expandDims(starts, 1)) & (at < expandDims(ends, 1));
        const Tensor masked = where(expandDims(isOwn, 2), expandDims(rows, 0), 0);
        return dotGeneral(masked, matrices, {.contractA = {0, 2}, .contractB = {0, 1}});
      });
}

} // namespace frontend
} // namespace spmd
