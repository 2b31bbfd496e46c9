// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trains GPT-2 on text, a byte per token, as examples/gpt2 does, on named tensors:
//
//   train [--mode=MODE] [--steps=N] [--log=FILE] [--program=FILE] FILE...
//
// A mode is a mesh and two mappings of the axes' names, one for parameters and one for values.
// Ranks of mpirun share a mesh.
#include "model.h"
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iterator>
using namespace spmd;

struct NamedMode {
  std::vector<MeshAxis> mesh;
  Rules parameters, values; // how parameters are kept, and what is computed with
};
const std::map<std::string, NamedMode> modes{
    {"single", {{{"data", 1}}, {}, {}}},
    {"fsdp", {{{"data", 8}}, {{"embed", "data"}}, {{"batch", "data"}}}},
    {"fsdp+tensor",
     {{{"data", 2}, {"model", 4}},
      {{"embed", "data"}, {"heads", "model"}, {"mlp", "model"}, {"vocab", "model"}},
      {{"batch", "data"}, {"heads", "model"}, {"mlp", "model"}, {"vocab", "model"}}}},
};

struct NamedOptions {
  std::string mode = "single", text;
  std::string log, program; // files for losses as lines of JSON, and for the step as StableHLO
  int64_t steps = 100;
  Axis batch{"batch", 8};
  GptAxes config;
};
NamedOptions parse(int argc, char **argv) {
  NamedOptions o;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i], value = word.substr(word.find('=') + 1);
    if (word.starts_with("--mode=") && modes.contains(value))
      o.mode = value;
    else if (word.starts_with("--steps="))
      o.steps = std::atol(value.c_str());
    else if (word.starts_with("--log="))
      o.log = value;
    else if (word.starts_with("--program="))
      o.program = value;
    else if (std::ifstream file(word, std::ios::binary); file)
      o.text.append(std::istreambuf_iterator<char>(file), {});
    else
      throw Error("'" + word + "' is neither an option nor a file");
  }
  if (int64_t(o.text.size()) < 2 * o.config.position.size)
    throw Error("no text to train on: name files of more than " +
                std::to_string(2 * o.config.position.size) + " bytes");
  return o;
}

/// Tokens [batch, position], other ones for each step.
NamedTensor batchOf(const NamedOptions &o, int64_t step) {
  const int64_t rows = o.batch.size, length = o.config.position.size;
  std::vector<int32_t> tokens;
  for (int64_t row = 0; row < rows; ++row) {
    const uint64_t at = uint64_t(step * rows + row) * 7919 * uint64_t(length);
    const size_t begin = at % (o.text.size() - size_t(length));
    for (int64_t i = 0; i < length; ++i)
      tokens.push_back(uint8_t(o.text[begin + size_t(i)]));
  }
  return named(tensor(tokens, {rows, length}), {o.batch, o.config.position});
}

void train(const NamedOptions &o) {
  const NamedMode &mode = modes.at(o.mode);
  auto scope = Mesh(mode.mesh).use(mode.parameters, mode.values);
  auto rate = optim::warmupCosine(3e-3, 10, o.steps);
  auto optimizer = optim::chain(optim::clipByGlobalNorm(1), optim::adamw(rate));
  // Each device makes its parts of the parameters.
  auto [model, state] = jit([&] {
    NamedGpt made(o.config, Key(0));
    return std::pair(made, optimizer.init(made));
  })();
  auto step = jit(
      [&](NamedGpt model, optim::State state, NamedTensor tokens) {
        auto loss = [&](const NamedGpt &m) {
          return nn::nextTokenLoss(m(tokens), tokens, "position", "vocab");
        };
        auto [value, gradient] = valueAndGrad(loss)(model);
        auto [updates, next] = optimizer.update(gradient, state, model);
        return std::tuple(constrainLike(applyUpdates(model, updates), model), next, value);
      },
      {.name = "step", .donate = {0, 1}});

  if (isMain())
    std::printf("%s\n", table(model).c_str());
  if (!o.program.empty() && isMain())
    std::ofstream(o.program) << step.lower(model, state, batchOf(o, 0));
  NamedTensor loss;
  std::ofstream log(isMain() ? o.log : "");
  for (int64_t i = 0; i < o.steps; ++i) {
    std::tie(model, state, loss) = step(std::move(model), std::move(state), batchOf(o, i));
    log << "{\"step\": " << i << ", \"loss\": " << std::setprecision(9) << loss.item() << "}\n";
    if (isMain() && (i % 10 == 0 || i + 1 == o.steps))
      std::printf("step %ld: loss %.4f\n", long(i), loss.item());
  }
}

int main(int argc, char **argv) try { train(parse(argc, argv)); } catch (const Error &error) {
  std::fprintf(stderr, "train: %s\n", error.what());
  return 1;
}
