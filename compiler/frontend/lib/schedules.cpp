// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Schedules as functions of a count. The order of operations is that of optax's functions, since
// their values are compared bit by bit: a schedule with other bits is another training run.
#include "compiler/frontend/lib/library_error.h"
#include <cmath>
#include <numbers>
#include <spmd/schedule.h>
#include <spmd/tree.h>

namespace spmd {
inline namespace frontend {
namespace optim {
namespace {

/// base ^ exponent as JAX has it: small whole exponents are products, not powers, because power
/// rounds otherwise.
Tensor raised(const Tensor &base, double exponent) {
  if (exponent == 1)
    return base;
  if (exponent == 2)
    return base * base;
  if (exponent == 3)
    return base * base * base;
  return power(base, exponent);
}

/// f32 of no dims.
Tensor scalar(double value) { return full({}, value, f32); }

} // namespace

/// A user's function may give any float; the value is f32 in all cases.
Tensor Schedule::operator()(const Operand &step) const {
  const CallerLine line(step.where);
  Tensor count = step.tensor;
  if (step.number)
    count = full({}, *step.number, std::holds_alternative<int64_t>(*step.number) ? i32 : f32);
  if (count.rank() != 0 || isInexact(count.elementType()) || count.elementType() == boolean)
    refuse("a schedule at the step " + text(count.type()) + ": a step is an integer without dims");
  const Tensor value = number ? scalar(*number) : function(count);
  if (value.rank() != 0)
    refuse("a schedule gives " + text(value.type()) + ": a value has no dims");
  return astype(value, f32);
}

/// The difference is computed in double, as Python does it for numbers.
Schedule polynomial(double initial, double end, double power, int64_t steps, int64_t begin) {
  if (steps <= 0)
    return initial;
  begin = std::max<int64_t>(begin, 0);
  return [=](const Tensor &count) {
    const Tensor done = clip(count - begin, 0, steps);
    return (initial - end) * raised(1 - done / steps, power) + end;
  };
}

/// (initial - end) * (1 - done / steps) + end.
Schedule linear(double initial, double end, int64_t steps, int64_t begin) {
  return polynomial(initial, end, 1, steps, begin);
}

/// Loshchilov and Hutter, arXiv:1608.03983, without restarts. The cosine is rounded from f64: near
/// the end 1 + cos cancels, and a cosine that is wrong by one unit would show in many of them.
Schedule cosine(double initial, int64_t steps, CosineOptions options, Where where) {
  if (steps <= 0)
    refuse("cosine over " + std::to_string(steps) + " steps; at least one is wanted", where);
  return [=](const Tensor &count) {
    const Tensor done = minimum(count, double(steps));
    const Tensor angle = std::numbers::pi * done / double(steps);
    const Tensor half = 0.5 * (1 + astype(cos(astype(angle, f64)), f32));
    return initial * ((1 - options.alpha) * raised(half, options.exponent) + options.alpha);
  };
}

/// alpha is the part of the peak at which the cosine ends.
Schedule warmupCosine(double peak, int64_t warmup, int64_t steps, WarmupCosineOptions options,
                      Where where) {
  if (steps <= warmup)
    refuse("warmupCosine of " + std::to_string(steps) + " steps, " + std::to_string(warmup) +
               " of which are the warmup; the steps include the warmup and are more",
           where);
  const double alpha = peak == 0 ? 0 : options.end / peak;
  return join({linear(options.initial, peak, warmup),
               cosine(peak, steps - warmup, {alpha, options.exponent})},
              {warmup});
}

/// The end is a bound from below where the value falls, and one from above where it grows.
Schedule exponential(double initial, int64_t steps, double rate, ExponentialOptions options) {
  if (steps <= 0 || rate == 0)
    return initial;
  options.begin = std::max<int64_t>(options.begin, 0);
  return [=](const Tensor &count) {
    const Tensor since = count - options.begin;
    Tensor exponent = since / steps;
    if (options.isStaircase)
      exponent = floor(exponent);
    Tensor value = where(since <= 0, initial, initial * power(rate, exponent));
    if (options.end)
      value = rate < 1 ? maximum(value, *options.end) : minimum(value, *options.end);
    return value;
  };
}

/// A product of f32, boundary by boundary, in ascending order.
Schedule piecewise(double initial, std::map<int64_t, double> scales, Where where) {
  for (auto [boundary, scale] : scales)
    if (scale < 0)
      refuse("piecewise with the scale " + staticText(scale) + " at step " +
                 std::to_string(boundary) + "; scales are not negative",
             where);
  return [=](const Tensor &count) {
    Tensor value = scalar(initial);
    for (auto [boundary, scale] : scales)
      value = spmd::where(count < boundary, value, scale * value);
    return value;
  };
}

/// All schedules are computed and one is selected: they are a few ops on scalars.
Schedule join(std::vector<Schedule> schedules, std::vector<int64_t> boundaries, Where where) {
  if (schedules.size() != boundaries.size() + 1)
    refuse("join of " + std::to_string(schedules.size()) + " schedules at " +
               std::to_string(boundaries.size()) +
               " boundaries; one boundary less than schedules is wanted",
           where);
  return [=](const Tensor &count) {
    Tensor value = schedules[0](count);
    for (size_t i = 0; i < boundaries.size(); ++i)
      value = spmd::where(count < boundaries[i], value, schedules[i + 1](count - boundaries[i]));
    return value;
  };
}

} // namespace optim
} // namespace frontend
} // namespace spmd
