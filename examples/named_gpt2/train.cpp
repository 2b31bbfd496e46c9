// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trains GPT-2 on text, a byte per token, as examples/gpt2 does, on named tensors:
//
//   named_gpt2 [--mode=single] [--steps=100] [--log=FILE] [--program=FILE] FILE...
//
// A mode is a mesh and two mappings of the axes' names, one for parameters and one for values.
// Ranks of mpirun share a mesh.
#include "../options.h"
#include "model.h"
#include <fstream>
using namespace spmd;

const std::map<std::string, Mode> modes{
    {"single", {{{"data", 1}}, {}, {}}},
    {"fsdp", {{{"data", 8}}, {{"embed", "data"}}, {{"batch", "data"}}}},
    {"fsdp+tensor",
     {{{"data", 2}, {"model", 4}},
      {{"embed", "data"}, {"heads", "model"}, {"mlp", "model"}, {"vocab", "model"}},
      {{"batch", "data"}, {"heads", "model"}, {"mlp", "model"}, {"vocab", "model"}}}},
};

void train(const Options &o) {
  auto scope = o.mode(modes).use();
  const GptAxes axes;
  const Axis rows{"batch", 8};
  TokenLoader loader(
      o.files,
      {.batch = rows.size, .length = axes.position.size, .type = u8, .steps = o.number("steps")});
  auto rate = optim::warmupCosine(3e-3, 10, o.number("steps"));
  auto optimizer = optim::chain(optim::clipByGlobalNorm(1), optim::adamw(rate));
  // Each device makes its parts of the parameters.
  auto [model, state] = jit([&] {
    const NamedGpt made(axes, Key(0));
    return std::pair(made, optimizer.init(made));
  })();
  auto step = jit(
      [&](NamedGpt model, optim::State state, Batch batch) {
        const NamedTensor tokens = named(batch.tokens, {rows, axes.position});
        auto loss = [&](const NamedGpt &m) {
          return nn::nextTokenLoss(m(tokens), tokens, "position", "vocab");
        };
        auto [value, gradient] = valueAndGrad(loss)(model);
        auto [updates, next] = optimizer.update(gradient, state, model);
        return std::tuple(constrainLike(applyUpdates(model, updates), model), next, value.tensor);
      },
      {.name = "step", .donate = {0, 1}});
  if (isMain())
    std::printf("%s\n", table(model).c_str());
  if (!o["program"].empty()) {
    const std::string text = step.lower(model, state, {TokenLoader(loader).next()});
    if (isMain())
      std::ofstream(o["program"]) << text;
  }

  Tensor loss;
  Progress progress({.total = o.number("steps"),
                     .tokensPerStep = double(rows.size * axes.position.size),
                     .json = o["log"]});
  for (const Batch &batch : loader) {
    std::tie(model, state, loss) = step(std::move(model), std::move(state), batch);
    progress.show({{"loss", loss}});
  }
}

int main(int argc, char **argv) try {
  train({argc, argv, {{"mode", "single"}, {"steps", "100"}, {"log", ""}, {"program", ""}}});
} catch (const Error &error) {
  std::fprintf(stderr, "named_gpt2: %s\n", error.what());
  return 1;
}
