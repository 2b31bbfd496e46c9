// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs optimizers and schedules of the frontend and prints what they do, for
// tests/jax/optimizers.py. A tree of parameters goes through 20 steps with gradients that do not
// depend on it, so that one step's rounding does not grow in the next ones.
#include "frontend_values.h"

using namespace spmd;
using optim::chain;

namespace {

struct Layer {
  Tensor weight, bias;
  SPMD_FIELDS(weight, bias)
};

struct Parameters {
  Tensor scalar, cube, steps; // steps: i32, without a gradient
  std::map<std::string, Layer> layers;
  SPMD_FIELDS(scalar, cube, steps, layers)
};

constexpr int kSteps = 20;

/// Numbers in [-1, 1), always the same ones.
Tensor random(std::vector<int64_t> shape, ElementType type) {
  static uint64_t state = 7;
  std::vector<float> values;
  for (uint64_t word : randomWords(shape, state))
    values.push_back(float(word >> 40) / 8388608.f - 1);
  return astype(tensor(values, shape), type);
}

Parameters randomTree(ElementType type, bool hasSteps) {
  Parameters tree;
  tree.scalar = random({}, type);
  tree.cube = random({2, 3, 4}, type);
  tree.steps = hasSteps ? tensor({7}) : Tensor();
  tree.layers["wide"] = {random({5, 8}, type), random({8}, type)};
  tree.layers["tall"] = {random({9, 4}, type), random({4}, type)};
  return tree;
}

void print(const char *kind, const Parameters &tree) {
  for (const Leaf &leaf : flatten(tree))
    if (leaf.tensor.hasValue())
      ::print(std::string(kind) + " " + leaf.path, leaf.tensor);
}

enum class Mode { Jit, AtOnce };

struct Case {
  const char *name;
  optim::Optimizer optimizer;
};

struct Set {
  Parameters start;
  std::vector<Parameters> gradients;
};

void run(const Case &each, const Set &set, Mode mode) {
  const auto &[name, optimizer] = each;
  std::printf("case %s %s %s\n", name, text(set.start.scalar.elementType()).c_str(),
              mode == Mode::Jit ? "jit" : "once");
  auto step = [&optimizer = optimizer](const Parameters &tree, const optim::State &state,
                                       const Parameters &grads) {
    auto [updates, next] = optimizer.update(grads, state, tree);
    return std::pair(applyUpdates(tree, updates), next);
  };
  auto jitted = jit(step);
  Parameters tree = set.start;
  optim::State state = optimizer.init(tree);
  for (const Parameters &grads : set.gradients) {
    std::tie(tree, state) =
        mode == Mode::Jit ? jitted(tree, state, grads) : step(tree, state, grads);
    print("params", tree);
  }
}

/// Optimizers whose results are those of f32 alone: schedules and Adafactor's decay are f32 in JAX
/// or here whatever the parameters are, and moments of bf16 are rounded.
std::vector<Case> narrowCases() {
  return {{"sgdMomentum", optim::sgd(optim::linear(0.1, 0.01, 15), {.momentum = 0.9})},
          {"adam", optim::adam(optim::warmupCosine(1e-2, 5, 18))},
          {"adamMuBf16", optim::adam(1e-2, {.muType = bf16})},
          {"adamwSchedule",
           optim::adamw(optim::cosine(1e-2, 20), {.weightDecay = optim::linear(0.1, 0.2, 10)})},
          {"adafactor", optim::adafactor(1e-2, {.minSizeToFactor = 3})},
          {"adafactorPlain", optim::adafactor(1e-2, {.multiplyByParameterScale = false,
                                                     .clippingThreshold = 0,
                                                     .momentum = 0.9,
                                                     .weightDecay = 0.01})},
          {"multiStepsSchedule", optim::multiSteps(optim::sgd(optim::linear(0.1, 0.01, 5)), 4)}};
}

std::vector<Case> cases() {
  return {
      {"sgd", optim::sgd(0.1)},
      {"adamOptions", optim::adam(1e-2, {.b1 = 0.8, .b2 = 0.99, .eps = 1e-3, .epsRoot = 1e-4})},
      {"nadam", optim::adam(1e-2, {.nesterov = true})},
      {"rmsprop", optim::rmsprop(1e-2)},
      {"rmspropCentered",
       optim::rmsprop(1e-2,
                      {.epsInSqrt = false, .centered = true, .momentum = 0.9, .nesterov = true})},
      {"rmspropCorrected",
       optim::rmsprop(1e-2,
                      {.decay = 0.95, .initial = 0.5, .momentum = 0.5, .biasCorrection = true})},
      {"adagrad", optim::adagrad(0.1)},
      {"lion", optim::lion(1e-2)},
      {"lamb", optim::lamb(1e-2, {.weightDecay = 0.1})},
      {"muon", optim::muon(1e-2, {.weightDecay = 0.1})},
      {"clipByGlobalNorm", chain(optim::clipByGlobalNorm(4.5), optim::sgd(0.1))},
      {"clipByValue", chain(optim::clipByValue(0.25), optim::sgd(0.1))},
      {"clipByLeafNorm", chain(optim::clipByLeafNorm(1.5), optim::sgd(0.1))},
      {"clipByLeafRms", chain(optim::clipByLeafRms(0.5), optim::sgd(0.1))},
      {"masked", chain(optim::masked(optim::scale(3), optim::named({"bias"})), optim::sgd(0.1))},
      {"partition", optim::partition({{optim::ofRank(2), optim::adam(1e-2)},
                                      {optim::atLeastRank(0), optim::sgd(0.1)}})},
      {"multiSteps", optim::multiSteps(optim::adam(1e-2), 3)}};
}

/// The two that also run op by op.
std::vector<Case> firstCases() {
  return {{"sgdNesterov", optim::sgd(0.1, {.momentum = 0.9, .nesterov = true})},
          {"adamw", optim::adamw(1e-2, {.weightDecay = 0.1, .mask = optim::atLeastRank(2)})}};
}

void runOptimizers(ElementType type, Mode mode, const std::vector<std::vector<Case>> &lists) {
  Set set{randomTree(type, true), {}};
  std::printf("set\n");
  print("start", set.start);
  for (int i = 0; i < kSteps; ++i) {
    set.gradients.push_back(randomTree(type, false));
    print("grads", set.gradients.back());
  }
  for (const std::vector<Case> &list : lists)
    for (const Case &each : list)
      run(each, set, mode);
}

/// The average of the parameters themselves: here the gradients stand for parameters.
void runEma() {
  std::printf("set\n");
  Set set{randomTree(f32, false), {}};
  for (int i = 0; i < kSteps; ++i) {
    set.gradients.push_back(randomTree(f32, false));
    print("grads", set.gradients.back());
  }
  for (bool debias : {true, false}) {
    std::printf("case %s f32 once\n", debias ? "emaDebiased" : "ema");
    const optim::Ema ema(0.99, debias);
    optim::State state = ema.init(set.start);
    for (const Parameters &parameters : set.gradients) {
      state = ema.update(state, parameters);
      print("params", ema.average(state, parameters));
    }
  }
}

void runSchedules() {
  using namespace optim;
  const std::vector<std::pair<const char *, Schedule>> schedules{
      {"constant", 3e-4},
      {"linear", linear(0.1, 0.01, 37, 5)},
      {"polynomial2", polynomial(1, 0.1, 2, 50)},
      {"polynomial3", polynomial(1, 0.1, 3, 50)},
      {"polynomialHalf", polynomial(0.3, 0.1, 0.5, 41, 3)},
      {"cosine", cosine(3e-4, 60)},
      {"cosineAlpha", cosine(0.7, 47, {.alpha = 0.1, .exponent = 2})},
      {"warmupCosine", warmupCosine(3e-4, 10, 61)},
      {"warmupCosineEnd", warmupCosine(1, 7, 53, {.initial = 0.01, .end = 0.1})},
      {"exponential", exponential(0.5, 10, 0.9)},
      {"exponentialStairs", exponential(0.5, 10, 0.7, {.begin = 4, .isStaircase = true})},
      {"exponentialEnd", exponential(0.5, 7, 0.6, {.end = 0.05})},
      {"piecewise", piecewise(0.1, {{10, 0.3}, {30, 0.7}, {50, 2}})},
      {"join", join({linear(0, 1, 20), 0.5, exponential(0.5, 5, 0.9)}, {20, 40})}};
  for (const auto &[name, schedule] : schedules) {
    auto values = jit([&](Tensor step) { return schedule(step); });
    std::vector<float> atOnce, jitted;
    for (int i = 0; i < 70; ++i) {
      atOnce.push_back(float(schedule(tensor(std::vector<int>{i}, {})).item()));
      jitted.push_back(float(values(tensor(std::vector<int>{i}, {})).item()));
    }
    ::print(std::string("schedule ") + name, tensor(atOnce, {70}));
    ::print(std::string("schedule ") + name, tensor(jitted, {70}));
  }
}

} // namespace

int main() {
  runSchedules();
  runOptimizers(f32, Mode::Jit, {firstCases(), cases(), narrowCases()});
  runOptimizers(f64, Mode::Jit, {firstCases(), cases()});
  runOptimizers(bf16, Mode::Jit, {firstCases(), narrowCases()});
  runOptimizers(bf16, Mode::AtOnce, {firstCases()});
  runOptimizers(f32, Mode::AtOnce, {firstCases()});
  runEma();
}
