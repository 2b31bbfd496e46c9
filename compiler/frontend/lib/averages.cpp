// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Optimizers over several calls: accumulation of gradients, and moving averages of parameters.
#include "compiler/frontend/lib/moments.h"
#include <spmd/sharding.h>

namespace spmd {
inline namespace frontend {
namespace optim {
namespace {

/// Takes back what changed since `before` where the condition does not hold. Tensors are handles,
/// so an entry that no part wrote is the same one and needs no op.
void undoUnless(const Tensor &condition, State &state, const State &before) {
  const Leaves last = flatten(before);
  size_t i = 0;
  replaceLeaves(state, [&](const Tensor &now) {
    const Tensor &was = last[i++].tensor;
    return now.value == was.value ? now : where(condition, now, was);
  });
}

/// The name of the moving average in the State of Ema.
/// Also of accumulated gradients.
constexpr const char *kMean = "mean";

} // namespace

/// The mean is updated by each gradient (Welford), so that no sum grows with the number of steps.
Optimizer multiSteps(Optimizer optimizer, int64_t steps, ElementType type, Where where) {
  if (steps < 1)
    refuse("multiSteps over " + std::to_string(steps) + " steps; at least one is wanted", where);
  auto init = [=](const Leaves &parameters, Slots slots) {
    slots.addCount();
    for (const Leaf &leaf : parameters)
      slots.add(kMean, leaf, momentLike(leaf.tensor, type));
    optimizer.init(parameters, slots);
  };
  auto update = [=](Leaves &updates, const Leaves &parameters, Slots slots) {
    const Tensor count = slots.count();
    // Counts the gradients of this update that came before.
    const Tensor isLast = equal(count, steps - 1);
    std::vector<Tensor> means;
    for (size_t i = 0; i < updates.size(); ++i) {
      Tensor &g = updates[i].tensor;
      const Tensor mean = slots.at(kMean, parameters[i]);
      means.push_back(mean + (g - mean) / (count + 1));
      g = astype(means[i], g.elementType());
    }
    // The optimizer runs at each call and is taken back: a branch would need its own copy of the
    // state.
    const State before = slots.whole();
    optimizer.update(updates, parameters, slots);
    undoUnless(isLast, slots.whole(), before);
    for (size_t i = 0; i < updates.size(); ++i) {
      updates[i].tensor = spmd::where(isLast, updates[i].tensor, 0);
      slots.at(kMean, parameters[i]) = astype(spmd::where(isLast, 0, means[i]), type);
    }
    slots.count() = spmd::where(isLast, 0, count + 1);
  };
  return Optimizer("multi_steps", init, update);
}

/// The average has f32 at least: in bf16 a change of 0.1 % is lost.
State Ema::init(TreeRef parameters, Where where) const {
  const CallerLine line(where);
  auto start = [](const Leaves &leaves, Slots slots) {
    slots.addCount();
    for (const Leaf &leaf : leaves)
      slots.add(kMean, leaf, momentLike(leaf.tensor, promote(leaf.tensor.elementType(), f32)));
  };
  return Optimizer("ema", start, {}).init(parameters);
}

/// mean <- decay mean + (1 - decay) parameter.
State Ema::update(const State &state, TreeRef parameters, Where where) const {
  const CallerLine line(where);
  State next = state;
  Slots slots(next, "ema");
  slots.increment();
  for (const Leaf &leaf : flatten(parameters))
    if (leaf.tensor.hasValue() && isFloat(leaf.tensor.elementType())) {
      Tensor &mean = slots.at(kMean, leaf);
      mean = decayed(astype(leaf.tensor, mean.elementType()), mean, decay);
    }
  return constrainLike(next, state);
}

/// Before the first update there is no average, and the parameters are returned.
void Ema::averageInPlace(const State &state, TreeRef parameters, Where where) const {
  const CallerLine line(where);
  State copy = state;
  Slots slots(copy, "ema");
  const Leaves leaves = flatten(parameters);
  size_t i = 0;
  replaceLeaves(parameters, [&](const Tensor &parameter) {
    const Leaf &leaf = leaves[i++];
    if (!parameter.hasValue() || !slots.has(kMean, leaf))
      return parameter;
    const Tensor mean = slots.at(kMean, leaf);
    const Tensor count = slots.count();
    const Tensor value = debias ? BiasCorrection(decay, maximum(count, 1))(mean) : mean;
    return constrainLike(
        astype(spmd::where(equal(count, 0), parameter, value), parameter.elementType()), parameter);
  });
}

} // namespace optim
} // namespace frontend
} // namespace spmd
