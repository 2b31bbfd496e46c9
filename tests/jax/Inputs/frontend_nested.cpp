// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases of spmd/transform.h and spmd/precision.h (frontend_cases.h): transformed functions as ops,
// which frontend_cases.h transforms once more.
#include "layer_cases.h"

namespace {

using Pair = std::pair<Tensor, Tensor>;
const ShapeLists kPairs{{{3}, {3}},       {{2, 4}, {2, 4}},       {{}, {}},
                        {{1, 1}, {1, 1}}, {{2, 1, 3}, {2, 1, 3}}, {{13}, {13}}},
    kSingle{{{3}}, {{2, 4}}, {{}}, {{1, 1}}, {{2, 1, 3}}, {{13}}},
    kMatrices{{{3, 4}, {4, 5}},    {{2, 2}, {2, 2}}, {{1, 1}, {1, 1}},
              {{2, 3, 4}, {4, 2}}, {{7, 3}, {3, 1}}, {{1, 5}, {5, 3}}};

void addCheckpoint(const std::string &name, const std::string &policy) {
  shaped(
      name,
      [=](const Operands &in) {
        auto layer = [](Tensor x, Tensor w) {
          const Tensor hidden = checkpointName(sin(matmul(x, w)), "hidden");
          return tanh(hidden) * checkpointName(exp(-square(hidden)), "bell");
        };
        return checkpoint(layer, policy)(in[0], in[1]) * 2;
      },
      kMatrices);
}

void addCheckpoints() {
  addCheckpoint("checkpoint", "nothing");
  addCheckpoint("checkpointDots", "dots");
  addCheckpoint("checkpointDotsNoBatch", "dots_with_no_batch_dims");
  addCheckpoint("checkpointName", "names:hidden,bell");
  addCheckpoint("checkpointOneName", "names:bell");
  addCheckpoint("checkpointEverything", "everything");
}

void addCustom() {
  shaped(
      "customVjp",
      [](const Operands &in) {
        auto clipped =
            customVjp([](Tensor x) { return sin(x); }, [](Tensor x) { return Pair(sin(x), x); },
                      [](Tensor x, Tensor ct) { return clip(ct, -0.9, 0.9) * cos(x); });
        return clipped(in[0]) * 1.5;
      },
      kSingle);
  shaped(
      "customVjpPair",
      [](const Operands &in) {
        auto product = customVjp([](Tensor x, Tensor y) { return x * y; },
                                 [](Tensor x, Tensor y) { return std::pair(x * y, Pair(x, y)); },
                                 [](Pair saved, Tensor ct) {
                                   return std::tuple(ct * saved.second * 2, ct * saved.first);
                                 });
        return product(sin(in[0]), in[1]);
      },
      kPairs);
  shaped(
      "stopGradient", [](const Operands &in) { return exp(stopGradient(sin(in[0]))) * in[1]; },
      kPairs);
  shaped(
      "stopGradients",
      [](const Operands &in) {
        const Pair stopped = stopGradients(Pair(in[0] * 2, in[1]));
        return stopped.first * in[1] + stopped.second * in[0];
      },
      kPairs);
}

Tensor scalarOf(const Tensor &x, const Tensor &y) { return sum(sin(x) * square(y)) + sum(x * y); }

void addGradients() {
  shaped(
      "grad",
      [](const Operands &in) {
        const Tensor y = in[1];
        return grad([=](Tensor x) { return scalarOf(x, y); })(in[0]);
      },
      kPairs);
  shaped(
      "valueAndGrad",
      [](const Operands &in) {
        auto f = [](Tensor x, Tensor y) { return scalarOf(x, y); };
        auto [value, gradient] = valueAndGrad<0, 1>(f)(in[0], in[1]);
        return joined({value, std::get<0>(gradient), std::get<1>(gradient)});
      },
      kPairs);
  shaped(
      "vjp",
      [](const Operands &in) {
        auto f = [](Tensor x, Tensor y) { return Pair(sin(x) * y, sum(x * x)); };
        auto [y, pullback] = vjp(f, in[0], in[1]);
        auto [dx, dy] = pullback(Pair(cos(in[1]), sum(in[0])));
        return joined({y.first, y.second, dx, dy});
      },
      kPairs);
  shaped(
      "jvp",
      [](const Operands &in) {
        auto f = [](Tensor x, Tensor y) { return Pair(sin(x) * y, sum(x * x)); };
        auto [y, dy] = jvp(f, std::tuple(in[0], in[1]), std::tuple(in[1], in[0]));
        return joined({y.first, y.second, dy.first, dy.second});
      },
      kPairs);
  shaped(
      "jit",
      [](const Operands &in) {
        auto f = jit([](Tensor x, Tensor y) { return sin(x) * y; });
        return f(in[0], in[1]) + f(in[1], in[0]);
      },
      kPairs);
}

void addBatches() {
  const ShapeLists rows{{{3, 4}, {3, 4}}, {{1, 1}, {1, 1}},   {{5, 2, 3}, {5, 2, 3}},
                        {{2, 2}, {2, 2}}, {{13, 1}, {13, 1}}, {{4, 7}, {4, 7}}};
  auto f = [](Tensor x, Tensor y) { return tanh(x) * sum(x * y); };
  shaped("vmap", [=](const Operands &in) { return vmap(f)(in[0], in[1]); }, rows);
  shaped(
      "vmapShared",
      [=](const Operands &in) { return vmap(f, {.in = {{}, 0}, .out = {-1}})(in[0][0], in[1]); },
      rows);
  shaped(
      "vmapLast",
      [=](const Operands &in) {
        return vmap(f, {.in = {1, -1}, .out = {1}})(swapAxes(in[0], 0, 1), moveAxis(in[1], 0, -1));
      },
      rows);
  shaped(
      "vmapOfGrad",
      [](const Operands &in) {
        return vmap(grad([](Tensor x, Tensor y) { return scalarOf(x, y); }))(in[0], in[1]);
      },
      rows);
  shaped(
      "vmapOfVmap",
      [](const Operands &in) {
        auto g = [](Tensor x, Tensor y) { return exp(-square(x)) * y; };
        auto inner = [=](Tensor x, Tensor ys) { return vmap(g, {.in = {{}, 0}})(x, ys); };
        return vmap(inner, {.in = {0, {}}})(in[0], in[1]);
      },
      rows);
}

void addPrecision() {
  const Types types{f32, f32};
  shaped(
      "castFloats",
      [](const Operands &in) {
        const Pair narrow = castFloats(Pair(in[0], in[1]), bf16);
        return sin(narrow.first) * narrow.second;
      },
      kPairs);
  shaped(
      "Policy",
      [](const Operands &in) {
        const Policy policy = Policy::parse("params=float32,compute=f32,output=bfloat16");
        const Tensor x = policy.castToCompute(in[0]), y = policy.castToParams(in[1]);
        return policy.castToOutput(x * y);
      },
      kPairs);
  shaped(
      "allFinite",
      [](const Operands &in) {
        return allFinite(Pair(in[0], where(in[1] > 1.5, in[1] / 0, in[1])));
      },
      kPairs);
  shaped(
      "selectTree",
      [](const Operands &in) {
        const Pair chosen = selectTree(sum(in[0]) > 0, Pair(in[0], in[1]), Pair(in[1] * 2, in[0]));
        return chosen.first * chosen.second;
      },
      kPairs);
  shaped(
      "LossScale",
      [](const Operands &in) {
        const LossScale scale = LossScale::fixed(1024), none = LossScale::none();
        return scale.unscale(sin(scale.scale(in[0]) / 512)) + none.scale(in[1]);
      },
      kPairs);
  shaped(
      "adjust",
      [](const Operands &in) {
        const LossScale scale = LossScale::dynamic(64, {.period = 1});
        return scale.adjust(sum(in[0]) > 0).scale(in[1]);
      },
      kPairs);
}

} // namespace

int main() {
  addCheckpoints();
  addCustom();
  addGradients();
  addBatches();
  addPrecision();
  runAll();
}
