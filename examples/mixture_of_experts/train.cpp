// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trains a mixture of experts on text, a byte per token:
//
//   mixture_of_experts [--mode=single] [--steps=100] [--log=FILE] [--program=FILE] FILE...
//
// In the mode `expert` each device has some experts and a part of the batch: tokens go to the
// devices of their experts and back.
#include "model.h"
#include <fstream>
using namespace mixture;

const std::map<std::string, Mode> modes{
    {"single", {{{"expert", 1}}, {}, {}}},
    {"data", {{{"data", 8}}, {}, {{"batch", "data"}}}},
    {"expert",
     {{{"expert", 8}}, {{"experts", "expert"}}, {{"batch", "expert"}, {"experts", "expert"}}}},
    {"data+expert",
     {{{"data", 2}, {"expert", 4}},
      {{"experts", "expert"}},
      {{"batch", DimAxes{"data", "expert"}}, {"experts", "expert"}}}},
    {"expert+tensor",
     {{{"expert", 2}, {"model", 4}},
      {{"experts", "expert"}, {"heads", "model"}, {"mlp", "model"}},
      {{"batch", "expert"}, {"experts", "expert"}, {"heads", "model"}, {"mlp", "model"}}}},
};

void train(const Options &o) {
  auto scope = o.mode(modes).use();
  TokenLoader loader(o.files, {.batch = 8, .length = 128, .type = u8, .steps = o.number("steps")});
  auto rate = optim::warmupCosine(3e-3, 10, o.number("steps"));
  auto optimizer = optim::chain(optim::clipByGlobalNorm(1), optim::adamw(rate));
  auto [model, state] = jit([&] {
    const Mixture made(Config(), Key(0));
    return std::pair(made, optimizer.init(made));
  })();
  auto step = jit(
      [&](Mixture model, optim::State state, Batch batch) {
        auto loss = [&](const Mixture &m) {
          auto [logits, balance] = m(batch.tokens);
          const Tensor value = nn::nextTokenLoss(logits, batch.tokens);
          return std::tuple(value + 0.01 * balance, value, balance);
        };
        auto [values, gradient] = valueAndGrad(loss)(model);
        auto [updates, next] = optimizer.update(gradient, state, model);
        return std::tuple(constrainLike(applyUpdates(model, updates), model), next,
                          std::get<1>(values), std::get<2>(values));
      },
      {.name = "step", .donate = {0, 1}});
  if (!o["program"].empty()) {
    const std::string text = step.lower(model, state, {TokenLoader(loader).next()});
    if (isMain())
      std::ofstream(o["program"]) << text;
  }

  Tensor loss, balance;
  Progress progress({.total = o.number("steps"), .tokensPerStep = 8 * 128, .json = o["log"]});
  for (const Batch &batch : loader) {
    std::tie(model, state, loss, balance) = step(std::move(model), std::move(state), batch);
    progress.show({{"loss", loss}, {"balance", balance}});
  }
}

int main(int argc, char **argv) try {
  train({argc, argv, {{"mode", "single"}, {"steps", "100"}, {"log", ""}, {"program", ""}}});
} catch (const Error &error) {
  std::fprintf(stderr, "mixture_of_experts: %s\n", error.what());
  return 1;
}
