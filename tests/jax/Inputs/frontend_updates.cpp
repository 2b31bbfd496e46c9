// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases of spmd/optim.h and spmd/schedule.h (frontend_cases.h): two steps of an optimizer as one
// function of a parameter and of the gradients of both steps, which are operands. A second
// parameter and its gradients are vectors that follow from the first ones.
#include "layer_cases.h"

namespace {

using namespace optim;
using Tree = std::map<std::string, Tensor>;

const ShapeLists kShapes{{{4, 5}, {4, 5}, {4, 5}},
                         {{7}, {7}, {7}},
                         {{}, {}, {}},
                         {{2, 3, 4}, {2, 3, 4}, {2, 3, 4}},
                         {{13, 2}, {13, 2}, {13, 2}},
                         {{1, 1}, {1, 1}, {1, 1}}};

Tree treeOf(const Tensor &x, double shift) {
  return {{"weight", x}, {"bias", reshape(x, {-1}) * 0.5 + shift}};
}
Tensor joinedTree(const Tree &tree) { return joined({tree.at("weight"), tree.at("bias")}); }

/// Two steps from operand 0 with the gradients 1 and 2.
void add(const std::string &name, const Optimizer &optimizer) {
  exactly(
      name,
      [=](const Operands &in) {
        Tree tree = treeOf(in[0], 0.2);
        State state = optimizer.init(tree);
        for (size_t step : {1, 2}) {
          auto [updates, next] = optimizer.update(treeOf(in[step], 0.1), state, tree);
          tree = applyUpdates(tree, updates);
          state = next;
        }
        return joinedTree(tree);
      },
      kShapes);
}

void addOptimizers() {
  add("sgd", sgd(0.1));
  add("sgdMomentum", sgd(linear(0.1, 0.01, 15), {.momentum = 0.9}));
  add("sgdNesterov", sgd(0.1, {.momentum = 0.9, .nesterov = true}));
  add("adam", adam(1e-2));
  add("adamOptions", adam(1e-2, {.b1 = 0.8, .b2 = 0.99, .eps = 1e-3, .epsRoot = 1e-4}));
  add("nadam", adam(1e-2, {.eps = 1e-2, .nesterov = true}));
  add("adamw", adamw(1e-2, {.eps = 1e-2, .weightDecay = 0.1, .mask = atLeastRank(2)}));
  add("rmsprop", rmsprop(1e-2, {.eps = 1e-2}));
  add("rmspropCentered",
      rmsprop(
          1e-2,
          {.eps = 1e-2, .epsInSqrt = false, .centered = true, .momentum = 0.9, .nesterov = true}));
  add("rmspropCorrected",
      rmsprop(
          1e-2,
          {.decay = 0.95, .eps = 1e-2, .initial = 0.5, .momentum = 0.5, .biasCorrection = true}));
  add("adagrad", adagrad(0.1));
  add("lion", lion(1e-2));
  add("lamb", lamb(1e-2, {.eps = 1e-2, .weightDecay = 0.1}));
  add("adafactor", adafactor(1e-2, {.minSizeToFactor = 3, .eps = 1e-3}));
  add("adafactorPlain", adafactor(1e-2, {.multiplyByParameterScale = false,
                                         .clippingThreshold = 0,
                                         .weightDecay = 0.01,
                                         .eps = 1e-3}));
  add("muon", muon(1e-2, {.eps = 1e-2,
                          .weightDecay = 0.1,
                          .adam = {.eps = 1e-2, .weightDecay = 0, .nesterov = true}}));
}

void addParts() {
  add("chain", chain(clipByGlobalNorm(4.5), sgd(0.1)));
  add("clipByGlobalNorm", chain(clipByGlobalNorm(0.5), scale(-1)));
  add("clipByValue", chain(clipByValue(0.25), sgd(0.1)));
  add("clipByLeafNorm", chain(clipByLeafNorm(1.5), sgd(0.1)));
  add("clipByLeafRms", chain(clipByLeafRms(0.5), sgd(0.1)));
  add("scale", scale(-0.7));
  add("scaleBySchedule", scaleBySchedule(linear(-0.3, -0.1, 5)));
  add("addDecayedWeights", chain(addDecayedWeights(0.3, atLeastRank(2)), scale(-0.1)));
  add("scaleByAdam", chain(scaleByAdam({.eps = 1e-2}), scale(-0.1)));
  add("scaleByTrustRatio", chain(scaleByTrustRatio(), scale(-0.1)));
  add("masked", chain(masked(scale(3), named({"bias"})), sgd(0.1)));
  add("maskedOthers", chain(masked(scale(3), notNamed({"bias"})), sgd(0.1)));
  add("partition",
      partition({{ofRank(2), sgd(0.1, {.momentum = 0.5})}, {atLeastRank(0), sgd(0.3)}}));
  add("multiSteps", multiSteps(sgd(0.1, {.momentum = 0.9}), 2));
  exactly(
      "globalNorm",
      [](const Operands &in) {
        return globalNorm(Tree{{"a", in[0]}, {"b", in[1] * 2}, {"c", reshape(in[2], {-1})}});
      },
      kShapes);
  exactly(
      "applyUpdates",
      [](const Operands &in) {
        return joinedTree(applyUpdates(treeOf(in[0], 0.2), treeOf(in[1] * in[2], 0.1)));
      },
      kShapes);
  for (bool debias : {true, false})
    exactly(
        debias ? "Ema" : "EmaBiased",
        [=](const Operands &in) {
          const Ema ema(0.9, debias);
          State state = ema.init(treeOf(in[0], 0.2));
          for (size_t step : {0, 1, 2})
            state = ema.update(state, treeOf(in[step], 0.1));
          return joinedTree(ema.average(state, treeOf(in[0], 0.2)));
        },
        kShapes);
}

/// A step has no dims, so the shapes are those of batches of steps, 0 to 63.
void addSchedule(const std::string &name, const Schedule &schedule) {
  const ShapeLists shapes{{{7}}, {{1}}, {{13}}, {{2, 3}}, {{2, 1, 3}}, {{29}}};
  exactly("schedule" + name,
          [=](const Operands &in) {
            const Tensor steps = reshape((in[0] + 8) * 5, {-1});
            const Tensor values = vmap([=](Tensor step) { return schedule(step); })(steps);
            return reshape(values, in[0].shape());
          },
          shapes, {i32});
}

void addSchedules() {
  addSchedule("Constant", *Schedule(3e-4).constant());
  addSchedule("Linear", linear(0.1, 0.01, 37, 5));
  addSchedule("Polynomial", polynomial(1, 0.1, 3, 50));
  addSchedule("PolynomialHalf", polynomial(0.3, 0.1, 0.5, 41, 3));
  addSchedule("Cosine", cosine(0.7, 47, {.alpha = 0.1, .exponent = 2}));
  addSchedule("WarmupCosine", warmupCosine(1, 7, 53, {.initial = 0.01, .end = 0.1}));
  addSchedule("Exponential", exponential(0.5, 7, 0.6, {.end = 0.05}));
  addSchedule("ExponentialStairs", exponential(0.5, 10, 0.7, {.begin = 4, .isStaircase = true}));
  addSchedule("Piecewise", piecewise(0.1, {{10, 0.3}, {30, 0.7}, {50, 2}}));
  addSchedule("Join", join({linear(0, 1, 20), 0.5, exponential(0.5, 5, 0.9)}, {20, 40}));
}

} // namespace

int main() {
  addOptimizers();
  addParts();
  addSchedules();
  runAll();
}
