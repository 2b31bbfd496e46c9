// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts that scale gradients by their moments: Adam, RMSProp, Adagrad, Lion, and momentum.
//
// Each formula stands once, in the order of operations of the paper that optim.h names. A moment
// keeps its type in the state, whatever the type of the gradients is.
#include "compiler/frontend/lib/moments.h"
#include <spmd/sharding.h>

namespace spmd {
inline namespace frontend {
namespace optim {

/// Names of axes go through zerosLike, but not through the ops behind it.
///   float[..], bf16 -> bf16[..]
Tensor momentLike(const Tensor &parameter, std::optional<ElementType> type, double initial) {
  Tensor moment = zerosLike(parameter);
  if (type && *type != parameter.elementType())
    moment = astype(moment, *type);
  if (initial != 0)
    moment = moment + initial;
  return constrainLike(moment, parameter);
}

/// The numbers take the type of the tensor beside them: 1 - decay is rounded once.
Tensor decayed(const Tensor &x, const Tensor &moment, double decay) {
  return (1 - decay) * x + decay * moment;
}

/// moment / (1 - decay ^ count): after one step the moment is the gradient itself.
Tensor BiasCorrection::operator()(const Tensor &moment) const {
  const ElementType type = moment.elementType() == f64 ? f64 : f32;
  const Tensor factor = 1 - power(decay, astype(count, type));
  return moment / astype(factor, moment.elementType());
}

/// The part has no entry in the State, so its name shows nowhere.
Optimizer leafByLeaf(std::string name,
                     std::function<Tensor(const Tensor &grad, const Tensor &parameter)> f) {
  return Optimizer(std::move(name), {}, [f](Leaves &updates, const Leaves &parameters, Slots) {
    for (size_t i = 0; i < updates.size(); ++i)
      updates[i].tensor = f(updates[i].tensor, parameters[i].tensor);
  });
}

/// [..] -> [], of the element type of x. Sums of bf16 are accumulated in f32 by `sum`.
Tensor normOf(const Tensor &x) { return sqrt(sum(square(x))); }

namespace {

/// Adds moments of zeros in init.
Init moments(std::vector<std::string> slots, bool hasCount,
             std::optional<ElementType> firstType = {}) {
  return [=](const Leaves &parameters, Slots state) {
    if (hasCount)
      state.addCount();
    for (size_t i = 0; i < slots.size(); ++i)
      for (const Leaf &leaf : parameters)
        state.add(slots[i], leaf, momentLike(leaf.tensor, i == 0 ? firstType : std::nullopt));
  };
}

/// Keeps a moment in the type of its slot.
void store(Slots slots, const std::string &slot, const Leaf &parameter, const Tensor &value) {
  Tensor &at = slots.at(slot, parameter);
  at = astype(value, at.elementType());
}

} // namespace

/// Polyak's heavy ball, and Nesterov's form as Sutskever et al. (2013) write it. The slot "trace"
/// has the sum of all gradients, older ones weighed by powers of the decay.
Optimizer momentum(double decay, bool nesterov) {
  auto update = [=](Leaves &updates, const Leaves &parameters, Slots slots) {
    for (size_t i = 0; i < updates.size(); ++i) {
      Tensor &g = updates[i].tensor;
      const Tensor trace = g + decay * slots.at("trace", parameters[i]);
      store(slots, "trace", parameters[i], trace);
      g = nesterov ? g + decay * trace : trace;
    }
  };
  return Optimizer("momentum", moments({"trace"}, false), update);
}

/// mu <- b1 mu + (1 - b1) g, nu <- b2 nu + (1 - b2) g^2, update mu' / (sqrt(nu' + epsRoot) + eps),
/// where mu' and nu' are corrected for their start at zero.
/// With nesterov the first moment is the one of the step ahead.
Optimizer scaleByAdam(AdamOptions options) {
  auto update = [=](Leaves &updates, const Leaves &parameters, Slots slots) {
    const Tensor count = slots.increment();
    const BiasCorrection first(options.b1, count), second(options.b2, count);
    const BiasCorrection ahead(options.b1, count + 1);
    for (size_t i = 0; i < updates.size(); ++i) {
      Tensor &g = updates[i].tensor;
      const Leaf &leaf = parameters[i];
      const Tensor mu = decayed(g, slots.at("mu", leaf), options.b1);
      const Tensor nu = decayed(square(g), slots.at("nu", leaf), options.b2);
      store(slots, "mu", leaf, mu);
      store(slots, "nu", leaf, nu);
      const Tensor mean =
          options.nesterov ? options.b1 * ahead(mu) + (1 - options.b1) * first(g) : first(mu);
      g = mean / (sqrt(second(nu) + options.epsRoot) + options.eps);
    }
  };
  return Optimizer("adam", moments({"mu", "nu"}, true, options.muType), update);
}

/// The learning rate is the last part: parts before it see the direction alone.
Optimizer adam(Schedule rate, AdamOptions options) {
  return chain(scaleByAdam(options), descend(rate));
}

/// The decay stands behind Adam, so that it is not divided by the second moment, and before the
/// rate.
Optimizer adamw(Schedule rate, AdamWOptions options) {
  return chain(scaleByAdam({options.b1, options.b2, options.eps, options.epsRoot, options.nesterov,
                            options.muType}),
               addDecayedWeights(options.weightDecay, options.mask), descend(rate));
}

/// The sign of a mean that weighs the last gradient more than the moment does.
Optimizer lion(Schedule rate, LionOptions options) {
  auto update = [b1 = options.b1, b2 = options.b2](Leaves &updates, const Leaves &parameters,
                                                   Slots slots) {
    for (size_t i = 0; i < updates.size(); ++i) {
      Tensor &g = updates[i].tensor;
      const Tensor mu = slots.at("mu", parameters[i]);
      store(slots, "mu", parameters[i], decayed(g, mu, b2));
      g = sign(decayed(g, mu, b1));
    }
  };
  return chain(Optimizer("lion", moments({"mu"}, false, options.muType), update),
               addDecayedWeights(options.weightDecay, options.mask), descend(rate));
}

/// nu <- decay nu + (1 - decay) g^2, update g / sqrt(nu + eps): Hinton's lecture 6e (2012). The
/// count is in the State only where it is read. Centered: the variance instead of the mean of
/// squares.
Optimizer rmsprop(Schedule rate, RmsPropOptions options) {
  auto init = [=](const Leaves &parameters, Slots slots) {
    if (options.biasCorrection)
      slots.addCount();
    for (const Leaf &leaf : parameters) {
      slots.add("nu", leaf, momentLike(leaf.tensor, {}, options.initial));
      if (options.centered)
        slots.add("mu", leaf, momentLike(leaf.tensor));
    }
  };
  auto update = [=](Leaves &updates, const Leaves &parameters, Slots slots) {
    const Tensor count = options.biasCorrection ? slots.increment() : Tensor();
    auto corrected = [&](const Tensor &moment) {
      return options.biasCorrection ? BiasCorrection(options.decay, count)(moment) : moment;
    };
    for (size_t i = 0; i < updates.size(); ++i) {
      Tensor &g = updates[i].tensor;
      const Leaf &leaf = parameters[i];
      const Tensor nu = decayed(square(g), slots.at("nu", leaf), options.decay);
      store(slots, "nu", leaf, nu);
      Tensor variance = corrected(nu);
      if (options.centered) {
        const Tensor mu = decayed(g, slots.at("mu", leaf), options.decay);
        store(slots, "mu", leaf, mu);
        variance = variance - square(corrected(mu));
      }
      g = options.epsInSqrt ? rsqrt(variance + options.eps) * g
                            : 1 / (sqrt(variance) + options.eps) * g;
    }
  };
  Optimizer result = chain(Optimizer("rmsprop", init, update), descend(rate));
  return options.momentum == 0 ? result
                               : chain(result, momentum(options.momentum, options.nesterov));
}

/// squares <- squares + g^2, update g / sqrt(squares + eps).
/// A parameter whose gradients were all zero stays where it is.
Optimizer adagrad(Schedule rate, AdagradOptions options) {
  auto init = [=](const Leaves &parameters, Slots slots) {
    for (const Leaf &leaf : parameters)
      slots.add("squares", leaf, momentLike(leaf.tensor, {}, options.initial));
  };
  auto update = [=](Leaves &updates, const Leaves &parameters, Slots slots) {
    for (size_t i = 0; i < updates.size(); ++i) {
      Tensor &g = updates[i].tensor;
      const Tensor squares = square(g) + slots.at("squares", parameters[i]);
      store(slots, "squares", parameters[i], squares);
      g = where(squares > 0, rsqrt(squares + options.eps), 0) * g;
    }
  };
  return chain(Optimizer("adagrad", init, update), descend(rate));
}

/// Momentum comes before the rate, as in optax: a schedule scales the whole trace.
Optimizer sgd(Schedule rate, SgdOptions options) {
  return options.momentum == 0 ? descend(rate)
                               : chain(momentum(options.momentum, options.nesterov), descend(rate));
}

} // namespace optim
} // namespace frontend
} // namespace spmd
