// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trains GPT-2 on text, a byte per token:
//
//   train [--mode=MODE] [--steps=N] [--layers=N] [--log=FILE] [--program=FILE] FILE...
//
// Modes are meshes and rules; model and step are the same in all. Ranks of mpirun share a mesh.
#include "model.h"
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iterator>
using namespace spmd;

struct Mode {
  std::vector<MeshAxis> mesh;
  Rules parameters, values; // how parameters are kept, and what is computed with
};
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

struct Options {
  std::string mode = "single", text;
  std::string log, program; // files for losses as lines of JSON, and for the step as StableHLO
  int64_t steps = 100, batch = 8;
  Config config;
};
Options parse(int argc, char **argv) {
  Options o;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i], value = word.substr(word.find('=') + 1);
    if (word.starts_with("--mode=") && modes.contains(value))
      o.mode = value;
    else if (word.starts_with("--steps="))
      o.steps = std::atol(value.c_str());
    else if (word.starts_with("--layers="))
      o.config.layers = std::atol(value.c_str());
    else if (word.starts_with("--log="))
      o.log = value;
    else if (word.starts_with("--program="))
      o.program = value;
    else if (std::ifstream file(word, std::ios::binary); file)
      o.text.append(std::istreambuf_iterator<char>(file), {});
    else
      throw Error("'" + word + "' is neither an option nor a file");
  }
  o.config.stages = o.mode == "pipeline" ? 4 : 1; // the size of its mesh
  if (int64_t(o.text.size()) < 2 * o.config.positions)
    throw Error("no text to train on: name files of more than " +
                std::to_string(2 * o.config.positions) + " bytes");
  return o;
}

/// Tokens [batch, positions], other ones for each step.
Tensor batchOf(const Options &o, int64_t step) {
  std::vector<int32_t> tokens;
  for (int64_t row = 0; row < o.batch; ++row) {
    const uint64_t at = uint64_t(step * o.batch + row) * 7919 * uint64_t(o.config.positions);
    const size_t begin = at % (o.text.size() - size_t(o.config.positions));
    for (int64_t i = 0; i < o.config.positions; ++i)
      tokens.push_back(uint8_t(o.text[begin + size_t(i)]));
  }
  return tensor(tokens, {o.batch, o.config.positions});
}

void train(const Options &o) {
  const Mode &mode = modes.at(o.mode);
  auto scope = Mesh(mode.mesh).use(mode.parameters, mode.values);
  auto rate = optim::warmupCosine(3e-3, 10, o.steps);
  auto optimizer = optim::chain(optim::clipByGlobalNorm(1), optim::adamw(rate));
  // Each device makes its parts of the parameters.
  auto [model, state] = jit([&] {
    Gpt made(o.config, Key(0));
    return std::pair(made, optimizer.init(made));
  })();
  auto step = jit(
      [&](Gpt model, optim::State state, Tensor tokens) {
        auto loss = [&](const Gpt &m) { return nn::nextTokenLoss(m(tokens), tokens); };
        auto [value, gradient] = valueAndGrad(loss)(model);
        auto [updates, next] = optimizer.update(gradient, state, model);
        return std::tuple(constrainLike(applyUpdates(model, updates), model), next, value);
      },
      {.name = "step", .donate = {0, 1}});

  if (!o.program.empty() && isMain())
    std::ofstream(o.program) << step.lower(model, state, batchOf(o, 0));
  Tensor loss;
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
