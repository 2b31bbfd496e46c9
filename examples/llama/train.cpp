// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trains a small Llama on text, a byte per token, then lets it go on with a prompt:
//
//   llama [--mode=single] [--steps=200] [--log=FILE] [--prompt=The] [--length=200]
//         [--temperature-percent=70] FILE...
#include "model.h"
using namespace llama;

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
};

/// What the model writes behind the prompt, a byte per token.
std::string written(const Llama &model, const Options &o) {
  const std::string &prompt = o["prompt"];
  const double temperature = double(o.number("temperature-percent")) / 100;
  auto run = jit([&](const Llama &model, Tensor prompt, Key key) {
    return generate(model, prompt, o.number("length"), temperature, key);
  });
  const Tensor ids =
      tensor(std::vector<int32_t>(prompt.begin(), prompt.end()), {1, int64_t(prompt.size())});
  std::string text = prompt;
  for (int32_t id : run(model, ids, Key(1)).values<int32_t>())
    text += char(id);
  return text;
}

void train(const Options &o) {
  auto scope = o.mode(modes).use();
  const Config config;
  TokenLoader loader(o.files, {.batch = 8, .length = 128, .type = u8, .steps = o.number("steps")});
  auto rate = optim::warmupCosine(3e-3, 10, o.number("steps"));
  auto optimizer = optim::chain(optim::clipByGlobalNorm(1), optim::adamw(rate));
  auto [model, state] = jit([&] {
    const Llama made(config, Key(0));
    return std::pair(made, optimizer.init(made));
  })();
  auto step = jit(
      [&](Llama model, optim::State state, Batch batch) {
        auto loss = [&](const Llama &m) {
          return nn::nextTokenLoss(m(batch.tokens), batch.tokens);
        };
        auto [value, gradient] = valueAndGrad(loss)(model);
        auto [updates, next] = optimizer.update(gradient, state, model);
        return std::tuple(constrainLike(applyUpdates(model, updates), model), next, value);
      },
      {.name = "step", .donate = {0, 1}});

  Tensor loss;
  Progress progress({.total = o.number("steps"), .tokensPerStep = 8 * 128, .json = o["log"]});
  for (const Batch &batch : loader) {
    std::tie(model, state, loss) = step(std::move(model), std::move(state), batch);
    progress.show({{"loss", loss}});
  }
  progress.finish();
  const std::string text = written(model, o);
  if (isMain())
    std::printf("%s\n", text.c_str());
}

int main(int argc, char **argv) try {
  train({argc,
         argv,
         {{"mode", "single"},
          {"steps", "200"},
          {"log", ""},
          {"prompt", "The "},
          {"length", "200"},
          {"temperature-percent", "70"}}});
} catch (const Error &error) {
  std::fprintf(stderr, "llama: %s\n", error.what());
  return 1;
}
