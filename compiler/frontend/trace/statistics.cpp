// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of statistics.h, described by ops of ops.h, order.h and indexing.h.
//
// Sums of narrow floats are formed in f32, and rounded once at the end. Statistics without NaNs
// replace them by the identity of the reduction and count the others.
#include "compiler/frontend/include/spmd/statistics.h"
#include "compiler/frontend/include/spmd/indexing.h"
#include "compiler/frontend/include/spmd/movement.h"
#include "compiler/frontend/include/spmd/order.h"
#include "compiler/frontend/trace/elementwise.h"
#include <cmath>
#include <limits>

namespace spmd {
inline namespace frontend {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// A statistic of a float: in f32 at least, rounded to the type of the operand at the end.
template <class F>
Tensor statistic(llvm::StringRef name, const Operand &x, const Dims &dims, Keep keep,
                 const F &describe, const OpKey &key = OpKey()) {
  return formula(name, {&x}, Takes::Floats, OpKey(dims, int64_t(keep), key.bytes()),
                 [&](llvm::ArrayRef<Tensor> in) {
                   const ElementType own = in[0].elementType();
                   return astype(describe(astype(in[0], own == f64 ? f64 : f32)), own);
                 });
}

/// The dims of a reduction, ascending, of which each exists.
std::vector<int64_t> dimsOf(Emitter &e, llvm::StringRef name, const Dims &dims, const Tensor &x) {
  std::vector<int64_t> over;
  const int64_t rank = int64_t(x.rank());
  for (int64_t d = 0; dims.areAll && d < rank; ++d)
    over.push_back(d);
  for (int64_t dim : dims.dims)
    over.push_back(e.checkedDim(name, dim, rank, text(x.type())));
  llvm::sort(over);
  return over;
}

/// How many elements are no NaN.
Tensor countOf(const Tensor &x, const Dims &dims, Keep keep) {
  return sum(astype(~isNan(x), x.elementType()), dims, keep);
}

/// The identity of a reduction in place of NaNs.
Tensor withoutNan(const Tensor &x, double otherwise) { return where(isNan(x), otherwise, x); }

/// The sum of the numbers, divided by how many there are.
Tensor nanMeanOf(const Tensor &x, const Dims &dims, Keep keep) {
  return sum(withoutNan(x, 0), dims, keep) / countOf(x, dims, keep);
}

/// The mean of squared distances from the mean, of elements that are no NaN.
Tensor nanVarOf(const Tensor &x, const Dims &dims, Keep keep) {
  Tensor distance = where(isNan(x), 0, x - nanMeanOf(x, dims, keepDims));
  Tensor count = countOf(x, dims, keep);
  return where(equal(count, 0), kNan, sum(square(distance), dims, keep) / count);
}

/// A quantile along dims: they become one, the last, which is sorted. The positions are numbers, so
/// that two slices are enough.
Tensor quantileOf(Emitter &e, llvm::StringRef name, const Tensor &x, double q, const Dims &dims,
                  Keep keep) {
  const std::vector<int64_t> over = dimsOf(e, name, dims, x);
  std::vector<int64_t> order, shape;
  int64_t count = 1;
  for (int64_t d = 0; d < int64_t(x.rank()); ++d)
    if (!llvm::is_contained(over, d)) {
      order.push_back(d);
      shape.push_back(x.size(d));
    }
  for (int64_t d : over) {
    order.push_back(d);
    count *= x.size(d);
  }
  if (order.size() != x.rank() || count == 0)
    e.refuse(name.str() + " of " + text(x.type()) + ": each dim stands once, and has elements");
  shape.push_back(count);
  Tensor sorted = sort(reshape(x.rank() == 0 ? x : transpose(x, order), shape));
  // Positions and weights are numbers; for a whole position both slices are the same.
  const double at = q * double(count - 1), low = std::floor(at);
  Tensor value = sorted[{ellipsis, int64_t(low)}] * (1 - (at - low)) +
                 sorted[{ellipsis, int64_t(std::ceil(at))}] * (at - low);
  // A NaN is the last element.
  Tensor last = sorted[{ellipsis, -1}];
  value = where(isNan(last), last, value);
  for (int64_t d : keep == Keep::No ? std::vector<int64_t>() : over)
    value = expandDims(value, d);
  return value;
}

/// The common description of the three quantiles; the share is a number of the program.
Tensor quantileAt(llvm::StringRef name, const Operand &x, double q, const Dims &dims, Keep keep) {
  return apply(name, {&x}, OpKey(q, dims, int64_t(keep)), [&](Emitter &e, Terms terms) {
    if (!(q >= 0 && q <= 1))
      e.refuse(name.str() + " of " + e.textOf(terms[0]) + ": a share from 0 to 1 is wanted");
    return described(e.floatOf(terms[0]), x.where, [&](llvm::ArrayRef<Tensor> in) {
      return std::vector{quantileOf(e, name, in[0], q, dims, keep)};
    })[0];
  });
}

/// All but the first, and all but the last elements of a dim.
std::pair<Tensor, Tensor> neighbours(const Tensor &x, int64_t dim) {
  Index behind{}, front{};
  behind.items.assign(size_t(dim), _);
  front = behind;
  behind.items.push_back(slice(1, {}));
  front.items.push_back(slice({}, -1));
  return {x[behind], x[front]};
}

/// Products of distances from the means of variables [variables, observations].
Tensor covarianceOf(const Tensor &x) {
  Tensor centered = x - mean(x, -1, keepDims);
  // One variable has a variance, a scalar as in numpy: its observations multiply themselves. The
  // rows of several variables make a matrix, [variables, variables].
  if (x.rank() == 2 && x.size(0) == 1)
    centered = reshape(centered, {-1});
  return matmul(centered, transpose(centered)) / double(std::max<int64_t>(x.size(-1) - 1, 0));
}

} // namespace

/// Two passes, as var.
Tensor stddev(const Operand &x, const Dims &dims, Keep keep, int64_t ddof) {
  return statistic(
      "stddev", x, dims, keep,
      [&](const Tensor &v) {
        Tensor squares = sum(square(v - mean(v, dims, keepDims)), dims, keep);
        Tensor count = sum(onesLike(v), dims, keep);
        return sqrt(squares / (count - ddof));
      },
      OpKey(ddof));
}
/// The weights are stretched first, so that their sum counts each element.
Tensor average(const Operand &x, const Operand &weights, const Dims &dims, Keep keep) {
  return formula("average", {&x, &weights}, Takes::Floats, OpKey(dims, int64_t(keep)),
                 [&](llvm::ArrayRef<Tensor> in) {
                   return sum(in[0] * in[1], dims, keep) / sum(in[1], dims, keep);
                 });
}
/// Two reductions of one operand, which run as one loop.
Tensor peakToPeak(const Operand &x, const Dims &dims, Keep keep) {
  return formula(
      "peakToPeak", {&x}, Takes::Reals, OpKey(dims, int64_t(keep)),
      [&](llvm::ArrayRef<Tensor> in) { return max(in[0], dims, keep) - min(in[0], dims, keep); });
}
/// A sum of booleans is i32.
Tensor countNonzero(const Operand &x, const Dims &dims, Keep keep) {
  return formula(
      "countNonzero", {&x}, Takes::All, OpKey(dims, int64_t(keep)),
      [&](llvm::ArrayRef<Tensor> in) { return sum(astype(in[0], boolean), dims, keep); });
}

/// Integers have no NaN and stay integers.
Tensor nanSum(const Operand &x, const Dims &dims, Keep keep) {
  return formula("nanSum", {&x}, Takes::Ordered, OpKey(dims, int64_t(keep)),
                 [&](llvm::ArrayRef<Tensor> in) {
                   const bool hasNan = isFloat(in[0].elementType());
                   return sum(hasNan ? withoutNan(in[0], 0) : in[0], dims, keep);
                 });
}
/// As nanSum, with 1.
Tensor nanProd(const Operand &x, const Dims &dims, Keep keep) {
  return formula("nanProd", {&x}, Takes::Ordered, OpKey(dims, int64_t(keep)),
                 [&](llvm::ArrayRef<Tensor> in) {
                   const bool hasNan = isFloat(in[0].elementType());
                   return prod(hasNan ? withoutNan(in[0], 1) : in[0], dims, keep);
                 });
}
/// 0 / 0 where all are NaN.
Tensor nanMean(const Operand &x, const Dims &dims, Keep keep) {
  return statistic("nanMean", x, dims, keep,
                   [&](const Tensor &v) { return nanMeanOf(v, dims, keep); });
}
/// The mean leaves NaNs out as well.
Tensor nanVar(const Operand &x, const Dims &dims, Keep keep) {
  return statistic("nanVar", x, dims, keep,
                   [&](const Tensor &v) { return nanVarOf(v, dims, keep); });
}
Tensor nanStddev(const Operand &x, const Dims &dims, Keep keep) {
  return statistic("nanStddev", x, dims, keep,
                   [&](const Tensor &v) { return sqrt(nanVarOf(v, dims, keep)); });
}
/// NaN where all are NaN: the identity would be an infinity.
Tensor nanMax(const Operand &x, const Dims &dims, Keep keep) {
  return statistic("nanMax", x, dims, keep, [&](const Tensor &v) {
    return where(all(isNan(v), dims, keep), kNan, max(withoutNan(v, -kInfinity), dims, keep));
  });
}
/// The same with the other infinity.
Tensor nanMin(const Operand &x, const Dims &dims, Keep keep) {
  return statistic("nanMin", x, dims, keep, [&](const Tensor &v) {
    return where(all(isNan(v), dims, keep), kNan, min(withoutNan(v, kInfinity), dims, keep));
  });
}

/// Median and percentiles are quantiles.
Tensor quantile(const Operand &x, double q, const Dims &dims, Keep keep) {
  return quantileAt("quantile", x, q, dims, keep);
}
Tensor percentile(const Operand &x, double q, const Dims &dims, Keep keep) {
  return quantileAt("percentile", x, q / 100, dims, keep);
}
Tensor median(const Operand &x, const Dims &dims, Keep keep) {
  return quantileAt("median", x, 0.5, dims, keep);
}

/// Each row is a variable, as numpy has it by default.
Tensor cov(const Operand &x) {
  return apply("cov", {&x}, OpKey(), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.floatOf(terms[0]);
    const size_t rank = Emitter::dimsOf(value).size();
    if (rank != 1 && rank != 2)
      e.refuse("cov of " + e.textOf(terms[0]) +
               ": [variables, observations] or the observations of one variable are wanted");
    return described(value, x.where,
                     [](llvm::ArrayRef<Tensor> in) { return std::vector{covarianceOf(in[0])}; })[0];
  });
}
/// Rounding may lead beyond 1.
Tensor corrcoef(const Operand &x) {
  return formula("corrcoef", x, Takes::Floats, [](Tensor v) {
    Tensor covariance = cov(v);
    if (covariance.rank() == 0)
      return covariance / covariance;
    Tensor deviation = sqrt(diag(covariance));
    return clip(covariance / expandDims(deviation, 1) / deviation, -1, 1);
  });
}
/// Elements below the edges fall into segment 0, which is dropped, those above into none.
std::pair<Tensor, Tensor> histogram(const Operand &x, int64_t bins, const Operand &low,
                                    const Operand &high) {
  auto both = composeMany(
      "histogram", {x, low, high}, OpKey(bins), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
        if (bins < 1 || in[1].rank() != 0 || in[2].rank() != 0)
          e.refuse("histogram of " + text(in[0].type()) +
                   ": at least one bin between two numbers is wanted");
        const ElementType type = isFloat(in[0].elementType()) ? in[0].elementType() : f32;
        Tensor values = astype(reshape(in[0], {-1}), type);
        Tensor edges = linspace(astype(in[1], type), astype(in[2], type), bins + 1);
        Tensor bin = searchSorted(edges, values, Side::Right);
        bin = where(equal(values, edges[-1]), bins, bin);
        Tensor counts = segmentSum(ones(values.shape()), bin, bins + 1)[slice(1, {})];
        return std::vector{counts, edges};
      });
  return {both[0], both[1]};
}

/// Each repetition makes the dim smaller by 1.
Tensor diff(const Operand &x, int64_t times, int64_t dim) {
  return compose("diff", {&x}, OpKey(times, dim), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    const int64_t d = e.checkedDim("diff", dim, int64_t(in[0].rank()), text(in[0].type()));
    if (in[0].elementType() == boolean || times < 0)
      e.refuse("diff of " + text(in[0].type()) + ": numbers are wanted, and 0 or more repetitions");
    Tensor out = in[0];
    for (int64_t i = 0; i < times; ++i) {
      auto [behind, front] = neighbours(out, d);
      out = behind - front;
    }
    return out;
  });
}
/// The mean of neighbours times their distance.
Tensor trapezoid(const Operand &y, double dx, int64_t dim) {
  return apply("trapezoid", {&y}, OpKey(dx, dim), [&](Emitter &e, Terms terms) {
    mlir::Value value = e.floatOf(terms[0]);
    const int64_t d =
        e.checkedDim("trapezoid", dim, int64_t(Emitter::dimsOf(value).size()), e.textOf(terms[0]));
    return described(value, y.where, [&](llvm::ArrayRef<Tensor> in) {
      auto [behind, front] = neighbours(in[0], d);
      return std::vector{sum(behind + front, d) * (dx / 2)};
    })[0];
  });
}
/// Each x lies between the points i - 1 and i; where these are equal, the later value counts.
Tensor interp(const Operand &x, const Operand &points, const Operand &values) {
  return apply("interp", {&x, &points, &values}, OpKey(), [&](Emitter &e, Terms terms) {
    const ElementType met = e.promoted(terms), type = isFloat(met) ? met : f32;
    llvm::SmallVector<mlir::Value> all;
    for (const Term &term : terms)
      all.push_back(e.valueOf(term, type));
    llvm::ArrayRef<int64_t> at = Emitter::dimsOf(all[1]);
    if (at.size() != 1 || at != Emitter::dimsOf(all[2]) || at[0] == 0)
      e.refuse("interp of " + e.textOf(terms) +
               ": points and values are of one dim with equal sizes, at least 1");
    return described(all, x.where, [&](llvm::ArrayRef<Tensor> in) {
      // With one point all positions are 0, and the value is constant.
      const int64_t last = in[1].size(0) - 1;
      Tensor i = clip(searchSorted(in[1], in[0], Side::Right), std::min<int64_t>(1, last), last);
      Tensor before = maximum(i - 1, 0);
      Tensor from = take(in[1], before), width = take(in[1], i) - from;
      Tensor start = take(in[2], before), end = take(in[2], i);
      Tensor isFlat = equal(width, 0);
      Tensor share = (in[0] - from) / where(isFlat, 1, width);
      Tensor value = where(isFlat, end, start + share * (end - start));
      value = where(in[0] < in[1][0], in[2][0], value);
      return std::vector{where(in[0] > in[1][-1], in[2][-1], value)};
    })[0];
  });
}
/// Horner's rule, unrolled: the number of coefficients is known.
Tensor polyval(const Operand &coefficients, const Operand &x) {
  return compose(
      "polyval", {&coefficients, &x}, OpKey(), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
        if (in[0].rank() != 1)
          e.refuse("polyval with " + text(in[0].type()) + ": coefficients of one dim are wanted");
        Tensor value = zerosLike(in[1]);
        for (int64_t i = 0; i < in[0].size(0); ++i)
          value = value * in[1] + in[0][i];
        return value;
      });
}

} // namespace frontend
} // namespace spmd
