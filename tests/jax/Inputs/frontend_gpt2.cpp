// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the training step of examples/gpt2 as StableHLO, for tests/jax/frontend_bytes.py.
//
//   frontend_gpt2 SIZES MESH PARAMETERS VALUES COMPUTE
//
// SIZES are vocab,positions,embed,heads,layers,batch; MESH is data=2,model=4; the rules for
// parameters and for values are embed=data,heads=model; COMPUTE is the type that is computed in.
#include "../../../examples/gpt2/model.h"
#include <cstdio>
#include <cstdlib>
#include <sstream>

using namespace spmd;

namespace {

/// "a=1,b=2" -> {a, 1}, {b, 2}.
std::vector<std::pair<std::string, std::string>> pairsOf(const std::string &text) {
  std::vector<std::pair<std::string, std::string>> pairs;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');)
    pairs.emplace_back(word.substr(0, word.find('=')), word.substr(word.find('=') + 1));
  return pairs;
}

Rules rulesOf(const std::string &text) {
  Rules rules;
  for (const auto &[name, axis] : pairsOf(text))
    rules.list.emplace_back(name, axis);
  return rules;
}

std::vector<MeshAxis> axesOf(const std::string &text) {
  std::vector<MeshAxis> axes;
  for (const auto &[name, size] : pairsOf(text))
    axes.emplace_back(name, std::atol(size.c_str()));
  return axes;
}

/// As in train.cpp.
std::string stepOf(const Config &config, int64_t batch, const Policy &policy) {
  auto optimizer =
      optim::chain(optim::clipByGlobalNorm(1), optim::adamw(optim::warmupCosine(3e-3, 10, 100)));
  auto [model, state] = jit([&] {
    Gpt made(config, Key(0));
    return std::pair(made, optimizer.init(made));
  })();
  auto step = jit(
      [&](Gpt model, optim::State state, Tensor tokens) {
        auto loss = [&](const Gpt &m) {
          return nn::nextTokenLoss(policy.castToCompute(m)(tokens), tokens);
        };
        auto [value, gradient] = valueAndGrad(loss)(model);
        auto [updates, next] = optimizer.update(gradient, state, model);
        return std::tuple(constrainLike(applyUpdates(model, updates), model), next, value);
      },
      {.name = "step", .donate = {0, 1}});
  return step.lower(model, state, zeros({batch, config.positions}, i32));
}

} // namespace

int main(int, char **argv) try {
  Config config;
  int64_t batch = 0;
  std::istringstream sizes(argv[1]);
  for (int64_t *size :
       {&config.vocab, &config.positions, &config.embed, &config.heads, &config.layers, &batch}) {
    std::string word;
    std::getline(sizes, word, ',');
    *size = std::atol(word.c_str());
  }
  auto scope = Mesh(axesOf(argv[2])).use(rulesOf(argv[3]), rulesOf(argv[4]));
  std::fputs(stepOf(config, batch, Policy::parse(std::string("compute=") + argv[5])).c_str(),
             stdout);
} catch (const Error &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
