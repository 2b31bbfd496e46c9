// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statistics of samples, and formulas on sampled functions, as in jax.numpy: deviations, quantiles,
// statistics that leave NaNs out, histograms, differences and interpolation.
//
// Dims and Keep are those of reductions (ops.h). Integers become f32 unless a function says
// otherwise; bf16 and f16 are summed in f32. Ops throw spmd::Error where dims do not exist or
// shapes do not fit.
#pragma once
#include <spmd/ops.h>
#include <utility>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// The standard deviation, divided by the number of elements less `ddof`. (Its name in numpy, std,
/// is that of a namespace.)
Tensor stddev(const Operand &x, const Dims &dims = Dims::all(), Keep keep = Keep::No,
              int64_t ddof = 0);
/// The mean with weights, which broadcast to the shape of x.
Tensor average(const Operand &x, const Operand &weights, const Dims &dims = Dims::all(),
               Keep keep = Keep::No);
/// max - min, in the type of x.
Tensor peakToPeak(const Operand &x, const Dims &dims = Dims::all(), Keep keep = Keep::No);
/// The number of elements that are not 0; i32.
Tensor countNonzero(const Operand &x, const Dims &dims = Dims::all(), Keep keep = Keep::No);

// The same without NaNs. Where there is no other element, sums are 0, products 1, and the rest NaN.
Tensor nanSum(const Operand &x, const Dims &dims = Dims::all(), Keep keep = Keep::No);
Tensor nanProd(const Operand &x, const Dims &dims = Dims::all(), Keep keep = Keep::No);
Tensor nanMean(const Operand &x, const Dims &dims = Dims::all(), Keep keep = Keep::No);
Tensor nanVar(const Operand &x, const Dims &dims = Dims::all(), Keep keep = Keep::No);
Tensor nanStddev(const Operand &x, const Dims &dims = Dims::all(), Keep keep = Keep::No);
Tensor nanMax(const Operand &x, const Dims &dims = Dims::all(), Keep keep = Keep::No);
Tensor nanMin(const Operand &x, const Dims &dims = Dims::all(), Keep keep = Keep::No);

/// The value below which the share q of the elements lies, between neighbours interpolated; NaN
/// where an element is NaN. A q outside of 0 to 1 is refused, and dims without elements.
Tensor quantile(const Operand &x, double q, const Dims &dims = Dims::all(), Keep keep = Keep::No);
/// The same with a q from 0 to 100.
Tensor percentile(const Operand &x, double q, const Dims &dims = Dims::all(), Keep keep = Keep::No);
Tensor median(const Operand &x, const Dims &dims = Dims::all(), Keep keep = Keep::No);

/// The covariances of variables [variables, observations], divided by the observations less 1; and
/// their correlations. Of one variable, [1, observations] or [observations], a scalar.
Tensor cov(const Operand &x);
Tensor corrcoef(const Operand &x);
/// Counts (f32) of the elements in bins of equal width from `low` to `high`, and the edges of the
/// bins. The last bin holds `high`; elements outside are not counted.
std::pair<Tensor, Tensor> histogram(const Operand &x, int64_t bins, const Operand &low,
                                    const Operand &high);

/// Differences of neighbours along a dim, `times` times; booleans are refused.
Tensor diff(const Operand &x, int64_t times = 1, int64_t dim = -1);
/// The integral of samples at distance `dx` along a dim.
Tensor trapezoid(const Operand &y, double dx = 1, int64_t dim = -1);
/// Linear interpolation at x of a function with values `values` at ascending points (both of one
/// dim); beyond the ends the first or last value.
Tensor interp(const Operand &x, const Operand &points, const Operand &values);
/// The polynomial with these coefficients (of one dim, the highest power first) at x.
Tensor polyval(const Operand &coefficients, const Operand &x);

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
