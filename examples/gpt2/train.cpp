// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trains GPT-2 on text, a byte per token:
//
//   gpt2 [--mode=single] [--steps=100] [--layers=4] [--log=FILE] [--program=FILE]
//        [--precision=params=float32,compute=bfloat16,output=float32] FILE...
//
// Modes are meshes and rules; model and step are the same in all. Ranks of mpirun share a mesh.
#include "model.h"
#include <fstream>
using namespace spmd;

const std::map<std::string, Mode> modes{
    {"single", {{{"data", 1}}, {}, {}}},
    {"data", {{{"data", 8}}, {}, {{"batch", "data"}}}},
    {"fsdp", {{{"data", 8}}, {{"embed", "data"}}, {{"batch", "data"}}}},
    {"tensor",
     {{{"model", 4}},
      {{"heads", "model"}, {"mlp", "model"}, {"vocab", "model"}},
      {{"heads", "model"}, {"mlp", "model"}, {"vocab", "model"}}}},
    {"fsdp+tensor",
     {{{"data", 2}, {"model", 4}},
      {{"embed", "data"}, {"heads", "model"}, {"mlp", "model"}, {"vocab", "model"}},
      {{"batch", "data"}, {"heads", "model"}, {"mlp", "model"}, {"vocab", "model"}}}},
    {"sequence",
     {{{"model", 4}},
      {{"heads", "model"}, {"mlp", "model"}, {"vocab", "model"}},
      {{"heads", "model"}, {"mlp", "model"}, {"position", "model"}}}},
    {"pipeline", {{{"stage", 4}}, {{"layers", "stage"}}, {{"stage", "stage"}}}},
    {"context", {{{"context", 8}}, {}, {{"position", "context"}}}},
    {"hybrid",
     {{{"data", 2}, {"model", 2}, {"context", 2}},
      {{"embed", "data"}, {"heads", "model"}, {"mlp", "model"}, {"vocab", "model"}},
      {{"batch", "data"}, {"heads", "model"}, {"mlp", "model"}, {"position", "context"}}}},
};

void train(const Options &o) {
  const Mode &mode = o.mode(modes);
  auto scope = mode.use();
  const Config config{.layers = o.number("layers"), .stages = mode.size("stage")};
  const Policy policy = Policy::parse(o["precision"]);
  TokenLoader loader(
      o.files, {.batch = 8, .length = config.positions, .type = u8, .steps = o.number("steps")});
  auto rate = optim::warmupCosine(3e-3, 10, o.number("steps"));
  auto optimizer = optim::chain(optim::clipByGlobalNorm(1), optim::adamw(rate));
  // Each device makes its parts of the parameters.
  auto [model, state] = jit([&] {
    const Gpt made = policy.castToParams(Gpt(config, Key(0)));
    return std::pair(made, optimizer.init(made));
  })();
  auto step = jit(
      [&](Gpt model, optim::State state, Batch batch) {
        auto loss = [&](const Gpt &m) {
          Tensor logits = policy.castToCompute(m)(batch.tokens);
          return nn::nextTokenLoss(policy.castToOutput(logits), batch.tokens);
        };
        auto [value, gradient] = valueAndGrad(loss)(model);
        auto [updates, next] = optimizer.update(gradient, state, model);
        return std::tuple(constrainLike(applyUpdates(model, updates), model), next, value);
      },
      {.name = "step", .donate = {0, 1}});
  if (!o["program"].empty()) {
    const std::string text = step.lower(model, state, {TokenLoader(loader).next()});
    if (isMain())
      std::ofstream(o["program"]) << text;
  }

  Tensor loss;
  Progress progress({.total = o.number("steps"),
                     .tokensPerStep = double(8 * config.positions),
                     .json = o["log"]});
  for (const Batch &batch : loader) {
    std::tie(model, state, loss) = step(std::move(model), std::move(state), batch);
    progress.show({{"loss", loss}});
  }
}

int main(int argc, char **argv) try {
  train({argc,
         argv,
         {{"mode", "single"},
          {"steps", "100"},
          {"layers", "4"},
          {"precision", "params=float32,compute=float32,output=float32"},
          {"log", ""},
          {"program", ""}}});
} catch (const Error &error) {
  std::fprintf(stderr, "gpt2: %s\n", error.what());
  return 1;
}
