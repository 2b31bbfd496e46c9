// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Learns to tell circles, squares and crosses apart:
//
//   convnet [--mode=single] [--steps=100] [--log=FILE]
//
// In the mode `space` devices have rows of each picture and exchange the rows at their borders.
#include "model.h"
using namespace convnet;

const std::map<std::string, Mode> modes{
    {"single", {{{"data", 1}}, {}, {}}},
    {"data", {{{"data", 8}}, {}, {{"batch", "data"}}}},
    {"fsdp", {{{"data", 8}}, {{"features", "data"}}, {{"batch", "data"}}}},
    {"space", {{{"space", 4}}, {}, {{"height", "space"}}}},
    {"data+space", {{{"data", 2}, {"space", 4}}, {}, {{"batch", "data"}, {"height", "space"}}}},
};

void train(const Options &o) {
  auto scope = o.mode(modes).use();
  auto optimizer = optim::adamw(optim::warmupCosine(1e-2, 10, o.number("steps")));
  auto make = jit([&] {
    const Network model(Key(0));
    return std::tuple(model, model.initialState(), optimizer.init(model));
  });
  auto step = jit(
      [&](Network model, Averages averages, optim::State state, Key key) {
        const Drawings batch = draw(key, 64);
        auto loss = [&](const Network &m) { // what is returned behind the loss comes along
          auto [logits, next] = m(batch.pixels, averages, nn::Mode::Train);
          return std::pair(mean(nn::softmaxCrossEntropy(logits, batch.label)), next);
        };
        auto [values, gradient] = valueAndGrad(loss)(model);
        auto [updates, nextState] = optimizer.update(gradient, state, model);
        return std::tuple(constrainLike(applyUpdates(model, updates), model), values.second,
                          nextState, values.first);
      },
      {.name = "step", .donate = {0, 1, 2}});
  auto accuracy = jit([](Network model, Averages averages, Key key) {
    const Drawings others = draw(key, 512);
    return nn::accuracy(model(others.pixels, averages, nn::Mode::Evaluate).first, others.label);
  });

  auto [model, averages, state] = make();
  Tensor loss;
  Progress progress({.total = o.number("steps"), .every = 50, .json = o["log"]});
  for (int64_t i = 0; i < o.number("steps"); ++i) {
    std::tie(model, averages, state, loss) =
        step(std::move(model), std::move(averages), std::move(state), Key(1).fold(i));
    progress.show({{"loss", loss}});
  }
  progress.finish();
  const double right = accuracy(model, averages, Key(2)).item();
  if (isMain())
    std::printf("accuracy %.4f\n", right);
}

int main(int argc, char **argv) try {
  train({argc, argv, {{"mode", "single"}, {"steps", "100"}, {"log", ""}}});
} catch (const Error &error) {
  std::fprintf(stderr, "convnet: %s\n", error.what());
  return 1;
}
