// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Optimizers on trees: names of slots, leaves that have no gradient, states that do not fit.
// tests/jax/optimizers.test compares their numbers with optax.
#include "compiler/frontend/test_errors.h"
#include <cmath>
#include <limits>

namespace spmd::test {
namespace {

struct Layer {
  Tensor weight, bias;
  SPMD_FIELDS(weight, bias)
};
struct Model {
  std::vector<Layer> layers;
  Tensor ids; // integers
  int heads = 2;
  SPMD_FIELDS(layers, ids, heads)
};

/// A tree with a container, integers and a static: all that an optimizer meets.
Model model() { return {{{ones({2, 3}), ones({3})}}, tensor({1, 2})}; }
/// What a gradient of the model is: its integers have no value.
Model gradients() { return {{{ones({2, 3}), ones({3})}}, Tensor()}; }

std::vector<std::string> pathsOf(const optim::State &state) {
  std::vector<std::string> paths;
  for (const Leaf &leaf : flatten(state))
    paths.push_back(leaf.path);
  return paths;
}

/// The paths are those of a checkpoint, so a change here breaks files of users. Parts without a
/// state, as clipping, do not show.
TEST(Optim, StatesNameSlotsAndParameters) {
  auto optimizer = optim::chain(optim::clipByGlobalNorm(1), optim::adamw(optim::linear(1, 0, 10)));
  EXPECT_EQ(
      pathsOf(optimizer.init(model())),
      (std::vector<std::string>{"counts/adam", "counts/schedule", "slots/adam.mu/layers/0/bias",
                                "slots/adam.mu/layers/0/weight", "slots/adam.nu/layers/0/bias",
                                "slots/adam.nu/layers/0/weight"}));
}

/// A tree that is one tensor has an empty path.
TEST(Optim, PartsOfOneNameHaveNumbers) {
  auto twice = optim::chain(optim::scaleByAdam(), optim::scale(2), optim::scaleByAdam());
  EXPECT_EQ(pathsOf(twice.init(ones({2}))),
            (std::vector<std::string>{"counts/adam", "counts/adam2", "slots/adam.mu",
                                      "slots/adam.nu", "slots/adam2.mu", "slots/adam2.nu"}));
}

/// The first step of Adam is the learning rate in each element, whatever the gradient is.
TEST(Optim, LeavesWithoutAGradientStay) {
  auto optimizer = optim::adam(0.1);
  auto [updates, state] = optimizer.update(gradients(), optimizer.init(model()), model());
  EXPECT_FALSE(updates.ids.hasValue());
  Model next = applyUpdates(model(), updates);
  EXPECT_EQ(next.ids.values<int>(), (std::vector<int>{1, 2}));
  EXPECT_NEAR(next.layers[0].bias.values<float>()[0], 0.9, 1e-6);
}

/// A float whose gradient is missing for a step keeps its moments.
TEST(Optim, MomentsOfMissingGradientsStay) {
  auto optimizer = optim::adam(0.1);
  auto [updates, state] = optimizer.update(gradients(), optimizer.init(model()), model());
  Model missing = gradients();
  missing.layers[0].bias = Tensor();
  auto [later, next] = optimizer.update(missing, state, model());
  EXPECT_FALSE(later.layers[0].bias.hasValue());
  EXPECT_EQ(next.slots.at("adam.mu").at("layers/0/bias").value,
            state.slots.at("adam.mu").at("layers/0/bias").value);
  EXPECT_EQ(next.counts.at("adam").item(), 2);
}

/// State and model of one call are the arguments of the next: the structure must not change.
TEST(Optim, RunsInsideOfJit) {
  auto optimizer = optim::chain(optim::clipByLeafNorm(1), optim::sgd(0.5, {.momentum = 0.9}));
  auto init = jit([&](const Model &m) { return optimizer.init(m); });
  auto step = jit([&](const Model &m, const optim::State &state, const Model &grads) {
    auto [updates, next] = optimizer.update(grads, state, m);
    return std::pair(applyUpdates(m, updates), next);
  });
  auto [stepped, state] = step(model(), init(model()), gradients());
  std::tie(stepped, state) = step(stepped, state, gradients());
  EXPECT_EQ(step.traceCount(), 1u);
  // The gradient becomes 1 / sqrt(3); the traces are 1 and 1.9 of it.
  EXPECT_NEAR(stepped.layers[0].bias.values<float>()[2], 1 - 0.5 * 2.9 / std::sqrt(3.0), 1e-6);
}

/// Moments lie like their parameter at init and after a step, and a step is traced once.
TEST(Optim, MomentsLieLikeTheirParameters) {
  const Mesh mesh({{"model", 2}});
  const auto scope = mesh.use({{"mlp", "model"}});
  Tensor weight = jit([] { return withAxes(ones({4, 6}), {"embed", "mlp"}); })();
  auto optimizer = optim::chain(optim::clipByGlobalNorm(1), optim::adam(0.1, {.muType = bf16}),
                                optim::adafactor(0.1, {.minSizeToFactor = 2}));
  optim::State state = jit([&](const Tensor &w) { return optimizer.init(w); })(weight);
  auto step = jit([&](const Tensor &w, const optim::State &state) {
    auto [updates, next] = optimizer.update(w, state, w);
    return std::pair(applyUpdates(w, updates), next);
  });
  for (int i = 0; i < 2; ++i) {
    for (const char *slot : {"adam.mu", "adam.nu"}) {
      const Tensor &moment = state.slots.at(slot).at("");
      EXPECT_EQ(axesOf(moment), axesOf(weight)) << slot;
      EXPECT_EQ(shardingOf(moment), shardingOf(weight)) << slot;
    }
    const Tensor &row = state.slots.at("adafactor.v_row").at("");
    const Tensor &column = state.slots.at("adafactor.v_col").at("");
    EXPECT_EQ(axesOf(row), (std::vector<std::string>{"embed"}));
    EXPECT_EQ(axesOf(column), (std::vector<std::string>{"mlp"}));
    EXPECT_EQ(text(shardingOf(column)), "P(\"model\") on model=2");
    std::tie(weight, state) = step(weight, state);
  }
  EXPECT_EQ(step.traceCount(), 1u);
  EXPECT_EQ(text(shardingOf(weight)), "P({}, \"model\") on model=2");
}

/// A count that wrapped would be negative, and the schedule would begin again.
TEST(Optim, CountsSaturate) {
  auto optimizer = optim::scaleBySchedule(optim::linear(1, 0, 10));
  optim::State state = optimizer.init(ones({1}));
  state.counts["schedule"] = full({}, int64_t(std::numeric_limits<int32_t>::max()), i32);
  auto [updates, next] = optimizer.update(ones({1}), state, ones({1}));
  EXPECT_EQ(next.counts.at("schedule").item(), std::numeric_limits<int32_t>::max());
}

/// An infinite gradient leaves with its micro-batches; optax would keep inf * 0 for ever.
TEST(Optim, MultiStepsBeginAgain) {
  auto optimizer = optim::multiSteps(optim::sgd(1), 2);
  optim::State state = optimizer.init(ones({1}));
  Tensor updates;
  for (double grad : {1.0, 3.0, std::numeric_limits<double>::infinity(), 1.0, 2.0, 4.0})
    std::tie(updates, state) = optimizer.update(ones({1}) * grad, state, ones({1}));
  EXPECT_EQ(updates.item(), -3);
  EXPECT_EQ(state.counts.at("multi_steps").item(), 0);
}

/// The decay of bf16 parameters is far below their resolution, not below that of the average.
TEST(Optim, AveragesOfNarrowParameters) {
  optim::Ema ema(0.999);
  Tensor parameter = ones({1}, bf16);
  optim::State state = ema.init(parameter);
  EXPECT_EQ(ema.average(state, parameter).item(), 1);
  for (int i = 0; i < 3; ++i)
    state = ema.update(state, parameter * (i + 1));
  EXPECT_EQ(ema.average(state, parameter).elementType(), bf16);
  EXPECT_NEAR(state.slots.at("ema.mean").at("").item(), 1e-3 * (3 + 2 * 0.999 + 0.998001), 1e-8);
}

/// Nine ones; the integers do not count.
TEST(Optim, GlobalNormIsOverAllFloats) {
  EXPECT_NEAR(globalNorm(model()).item(), 3, 1e-6);
  EXPECT_EQ(globalNorm(ones({4}, bf16)).elementType(), f32);
  EXPECT_EQ(globalNorm(ones({4}, f64)).elementType(), f64);
}

/// Names are compared as a whole: "norm" is no part of "norm1".
TEST(Optim, MasksKnowPathsAndRanks) {
  const Type type{f32, {2, 3}};
  EXPECT_TRUE(optim::named({"bias", "norm"})("blocks/0/norm/weight", type));
  EXPECT_FALSE(optim::named({"norm"})("blocks/0/norm1/weight", type));
  EXPECT_TRUE(optim::notNamed({"norm"})("", type));
  EXPECT_TRUE(optim::atLeastRank(2)("a", type));
  EXPECT_FALSE(optim::ofRank(1)("a", type));
}

/// Trees that do not fit, and states of another optimizer or of another tree.
TEST(OptimErrors, NameTheCallAndTheParameter) {
  auto optimizer = optim::adam(0.1);
  optim::State state = optimizer.init(model());
  Model wrong = gradients();
  wrong.layers[0].weight = ones({3, 2});
  EXPECT_REFUSED("the gradients of 'layers/0/weight' is f32[3, 2], the parameter is f32[2, 3]",
                 optimizer.update(wrong, state, model()));
  wrong.layers.clear();
  EXPECT_REFUSED("the gradients and the parameters are trees that differ: layers: 1 elements -> 0 "
                 "elements",
                 optimizer.update(wrong, state, model()));
  EXPECT_REFUSED("the updates of 'ids' has a value, the parameter has none",
                 applyUpdates(gradients(), model()));
  EXPECT_REFUSED("the state has no count adam: it was made by another optimizer",
                 optimizer.update(gradients(), optim::sgd(0.1).init(model()), model()));
  EXPECT_REFUSED("the state has no adam.mu for 'layers/0/weight': it was made by another "
                 "optimizer, or for another tree",
                 optimizer.update(gradients(), optimizer.init(ones({3})), model()));
}

/// Parts refuse when they are made, or at the first parameter that they cannot take.
TEST(OptimErrors, OfParts) {
  auto halves = optim::partition({{optim::ofRank(2), optim::sgd(0.1)}});
  EXPECT_REFUSED("no mask of partition has the parameter 'layers/0/bias'",
                 halves.update(gradients(), halves.init(model()), model()));
  auto everything = [](const std::string &, const Type &) { return true; };
  auto muon = optim::muon(0.1, {.matrices = everything});
  EXPECT_REFUSED("muon of 'layers/0/bias', which is f32[3]; it takes matrices", muon.init(model()));
  EXPECT_REFUSED("multiSteps over 0 steps; at least one is wanted",
                 optim::multiSteps(optim::sgd(0.1), 0));
}

/// Numbers that make no schedule, and steps that are no steps.
TEST(OptimErrors, OfSchedules) {
  EXPECT_REFUSED("cosine over 0 steps; at least one is wanted", optim::cosine(1, 0));
  EXPECT_REFUSED("warmupCosine of 10 steps, 10 of which are the warmup; the steps include the "
                 "warmup and are more",
                 optim::warmupCosine(1, 10, 10));
  EXPECT_REFUSED("piecewise with the scale -2 at step 5; scales are not negative",
                 optim::piecewise(1, {{5, -2}}));
  EXPECT_REFUSED("join of 2 schedules at 2 boundaries; one boundary less than schedules is wanted",
                 optim::join({1, 2}, {5, 6}));
  const optim::Schedule rate = optim::linear(1, 0, 10);
  EXPECT_REFUSED("a schedule at the step f32[]: a step is an integer without dims", rate(2.5));
  EXPECT_REFUSED("a schedule at the step i32[3]: a step is an integer without dims",
                 rate(arange(3)));
  const optim::Schedule wrong([](const Tensor &) { return ones({2}); });
  EXPECT_REFUSED("a schedule gives f32[2]: a value has no dims", wrong(1));
}

} // namespace
} // namespace spmd::test
