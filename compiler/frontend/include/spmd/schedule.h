// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Schedules: numbers that depend on the count of steps, such as a learning rate. Formulas, rounding
// and the meaning of each argument are those of optax, so that both give the same bits of f32.
#pragma once
#include <functional>
#include <map>
#include <spmd/ops.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {
namespace optim {

/// A number, or a function of the count of steps. The count is an i32 tensor without dims that
/// starts at 0; the value is an f32 tensor without dims. A number converts to the schedule that is
/// always this number, and optimizers keep no count for it.
class Schedule {
public:
  template <class T>
    requires std::is_arithmetic_v<T>
  Schedule(T value) : number(double(value)) {}
  template <class F>
    requires std::is_invocable_r_v<Tensor, F, const Tensor &>
  Schedule(F function) : function(std::move(function)) {}

  /// The value after `step` steps, an f32 without dims. Throws where the step is no integer, or has
  /// dims, and where the function gives a tensor with dims.
  Tensor operator()(const Operand &step) const;
  /// The number, if it is one.
  std::optional<double> constant() const { return number; }

private:
  std::optional<double> number = {};
  std::function<Tensor(const Tensor &)> function;
};

/// From `initial` to `end` in `steps` steps, which begin at `begin`: then `end`. The way is
/// (initial - end) * (1 - t) ^ power + end. Without steps it stays at `initial`.
Schedule polynomial(double initial, double end, double power, int64_t steps, int64_t begin = 0);
/// polynomial with power 1.
Schedule linear(double initial, double end, int64_t steps, int64_t begin = 0);

/// Options of cosine, with the defaults of optax.cosine_decay_schedule.
struct CosineOptions {
  double alpha = 0;    // the last value is initial * alpha
  double exponent = 1; // of (1 + cos) / 2
};
/// Half a cosine from `initial` down in `steps` steps. Throws for less than one step.
Schedule cosine(double initial, int64_t steps, CosineOptions options = {},
                Where where = Where::current());

/// Options of warmupCosine.
struct WarmupCosineOptions {
  double initial = 0, end = 0, exponent = 1;
};
/// linear from options.initial to `peak` in `warmup` steps, then cosine to options.end. The
/// `steps` include those of the warmup. Throws where there are not more of them.
Schedule warmupCosine(double peak, int64_t warmup, int64_t steps, WarmupCosineOptions options = {},
                      Where where = Where::current());

/// Options of exponential, as the parameters of optax.exponential_decay.
struct ExponentialOptions {
  int64_t begin = 0;              // the first step that decays
  bool isStaircase = false;       // whole powers only
  std::optional<double> end = {}; // the value stops there
};
/// initial * rate ^ ((step - begin) / steps). Without steps, or with rate 0, it stays at `initial`.
Schedule exponential(double initial, int64_t steps, double rate, ExponentialOptions options = {});

/// `initial`, multiplied by the scale of each boundary that is reached: piecewise(0.1, {{100,
/// 0.5}}) is 0.05 from step 100 on. Throws for negative scales.
Schedule piecewise(double initial, std::map<int64_t, double> scales,
                   Where where = Where::current());

/// schedules[0] before boundaries[0], then schedules[1], and so on; each counts from its boundary.
/// Throws where there is not one boundary less than schedules.
Schedule join(std::vector<Schedule> schedules, std::vector<int64_t> boundaries,
              Where where = Where::current());

} // namespace optim
} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
