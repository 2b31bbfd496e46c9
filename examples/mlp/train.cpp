// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Learns which of two spirals a point is on, and keeps what it has learnt in a file:
//
//   mlp [--mode=single] [--steps=400] [--log=FILE] [--save=FILE.safetensors]
#include "../options.h"
#include "model.h"
using namespace mlp;

const std::map<std::string, Mode> modes{
    {"single", {{{"data", 1}}, {}, {}}},
    {"data", {{{"data", 8}}, {}, {{"batch", "data"}}}},
    {"fsdp", {{{"data", 8}}, {{"hidden", "data"}}, {{"batch", "data"}}}},
    {"tensor", {{{"model", 8}}, {{"hidden", "model"}}, {{"hidden", "model"}}}},
    {"data+tensor",
     {{{"data", 2}, {"model", 4}},
      {{"hidden", "model"}},
      {{"batch", "data"}, {"hidden", "model"}}}},
};

/// Points whose rows the mesh splits.
Points pointsOf(const Key &key, int64_t count) {
  const Points points = spirals(key, count);
  return {placed(points.x, {"batch", ""}), placed(points.label, {"batch"})};
}

void train(const Options &o) {
  auto scope = o.mode(modes).use();
  auto optimizer = optim::adamw(optim::warmupCosine(1e-2, 10, o.number("steps")));
  auto make = jit([&] {
    // A dim that is split lies between two that are whole.
    Perceptron model({{2}, {128, "hidden"}, {64}, {128, "hidden"}, {2}}, Key(0));
    return std::pair(model, optimizer.init(model));
  });
  auto step = jit(
      [&](Perceptron model, optim::State state, Key key) {
        const Points batch = pointsOf(key, 512);
        auto loss = [&](const Perceptron &m) {
          return mean(nn::softmaxCrossEntropy(m(batch.x), batch.label));
        };
        auto [value, gradient] = valueAndGrad(loss)(model);
        auto [updates, next] = optimizer.update(gradient, state, model);
        return std::tuple(constrainLike(applyUpdates(model, updates), model), next, value);
      },
      {.name = "step", .donate = {0, 1}});
  auto accuracy = jit([](Perceptron model, Key key) {
    const Points others = pointsOf(key, 2048);
    return nn::accuracy(model(others.x), others.label);
  });

  auto [model, state] = make();
  Tensor loss;
  Progress progress({.total = o.number("steps"), .every = 100, .json = o["log"]});
  for (int64_t i = 0; i < o.number("steps"); ++i) {
    std::tie(model, state, loss) = step(std::move(model), std::move(state), Key(1).fold(i));
    progress.show({{"loss", loss}});
  }
  progress.finish();
  if (!o["save"].empty()) { // each rank writes and reads its own part of the parameters
    save(o["save"], model);
    model = load(o["save"], model);
  }
  const double right = accuracy(model, Key(2)).item();
  if (isMain())
    std::printf("accuracy %.4f\n", right);
}

int main(int argc, char **argv) try {
  train({argc, argv, {{"mode", "single"}, {"steps", "400"}, {"log", ""}, {"save", ""}}});
} catch (const Error &error) {
  std::fprintf(stderr, "mlp: %s\n", error.what());
  return 1;
}
