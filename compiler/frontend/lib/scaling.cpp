// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of optimizers that scale, clip and decay, and LAMB, which is made of them.
//
// Clipping by a norm divides first and multiplies then: a norm that is infinite gives NaN or zero,
// as in optax, and no infinite update.
#include "compiler/frontend/lib/moments.h"

namespace spmd {
inline namespace frontend {
namespace optim {
namespace {

/// x where its norm is small enough, else x / norm * most.
Tensor clipped(const Tensor &x, const Tensor &norm, double most) {
  return where(norm < most, x, x / astype(norm, x.elementType()) * most);
}

} // namespace

/// The factor is rounded to the type of the gradient, as a number beside a tensor is.
Optimizer scale(double factor) {
  return leafByLeaf("scale", [=](const Tensor &g, const Tensor &) { return factor * g; });
}

/// The count is that of the update before: the first one has the schedule's value at 0.
Optimizer scaleBySchedule(Schedule schedule) {
  auto init = [](const Leaves &, Slots slots) { slots.addCount(); };
  auto update = [=](Leaves &updates, const Leaves &, Slots slots) {
    const Tensor factor = schedule(slots.count());
    slots.increment();
    for (Leaf &leaf : updates)
      leaf.tensor = astype(factor, leaf.tensor.elementType()) * leaf.tensor;
  };
  return Optimizer("schedule", init, update);
}

/// A number needs no count.
Optimizer descend(const Schedule &rate) {
  if (rate.constant())
    return scale(-*rate.constant());
  return scaleBySchedule([rate](const Tensor &count) { return -rate(count); });
}

/// A decay that is always 0 adds nothing, not even a part.
Optimizer addDecayedWeights(Schedule decay, Mask mask) {
  if (decay.constant() == 0.0)
    return Optimizer();
  auto init = [=](const Leaves &, Slots slots) {
    if (!decay.constant())
      slots.addCount();
  };
  auto update = [=](Leaves &updates, const Leaves &parameters, Slots slots) {
    const Tensor factor = decay.constant() ? Tensor() : decay(slots.count());
    if (factor.hasValue())
      slots.increment();
    for (size_t i = 0; i < updates.size(); ++i) {
      const Tensor &parameter = parameters[i].tensor;
      updates[i].tensor += factor.hasValue() ? astype(factor, parameter.elementType()) * parameter
                                             : *decay.constant() * parameter;
    }
  };
  Optimizer part("decay", init, update);
  return mask ? masked(part, mask) : part;
}

/// One norm over all leaves; where they are split over devices, a sum of one number per leaf is
/// sent.
Optimizer clipByGlobalNorm(double maxNorm) {
  return Optimizer("clip", {}, [=](Leaves &updates, const Leaves &, Slots) {
    std::vector<Tensor> all;
    for (const Leaf &leaf : updates)
      all.push_back(leaf.tensor);
    const Tensor norm = globalNorm(all);
    for (Leaf &leaf : updates)
      leaf.tensor = clipped(leaf.tensor, norm, maxNorm);
  });
}

/// The norm is that of a tree of one leaf.
Optimizer clipByLeafNorm(double maxNorm) {
  return leafByLeaf(
      "clip", [=](const Tensor &g, const Tensor &) { return clipped(g, globalNorm(g), maxNorm); });
}

/// NaN stays NaN, as in `clip`.
Optimizer clipByValue(double limit) {
  return leafByLeaf("clip",
                    [=](const Tensor &g, const Tensor &) { return clip(g, -limit, limit); });
}

/// g / max(1, sqrt(mean(g^2)) / threshold), the clipping of Adafactor (section 6 of its paper).
Optimizer clipByLeafRms(double threshold) {
  return leafByLeaf("clip", [=](const Tensor &g, const Tensor &) {
    return g / maximum(1.0, sqrt(mean(square(g))) / threshold);
  });
}

/// A parameter that is zero would never move, so its ratio is 1.
Optimizer scaleByTrustRatio() {
  return leafByLeaf("trust", [](const Tensor &g, const Tensor &parameter) {
    const Tensor own = normOf(parameter), change = normOf(g);
    return g * where(equal(own, 0) | equal(change, 0), 1, own / change);
  });
}

/// Adam, decay, and the ratio of norms that makes steps of each layer as long as its parameters
/// allow.
Optimizer lamb(Schedule rate, LambOptions options) {
  return chain(scaleByAdam({options.b1, options.b2, options.eps, options.epsRoot}),
               addDecayedWeights(options.weightDecay, options.mask), scaleByTrustRatio(),
               descend(rate));
}

} // namespace optim
} // namespace frontend
} // namespace spmd
