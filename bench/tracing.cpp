// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Times the frontend for bench/tracing.py: tracing a GPT-2 with its gradient, scanned and unrolled,
// and calls of programs that are compiled.   tracing LAYERS ROUNDS
#include "../examples/gpt2/model.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
using namespace spmd;

namespace {

/// The same model with a block for each layer.
struct UnrolledGpt {
  Gpt gpt;
  std::vector<Block> blocks;
  SPMD_FIELDS(gpt, blocks)

  Tensor operator()(Tensor ids) const {
    Tensor x = gpt.tokens[ids] + gpt.positions[arange(ids.size(1))];
    for (const Block &block : blocks)
      x = block(x);
    return gpt.tokens.attend(gpt.norm(x));
  }
};

template <class F> double millisecondsOf(F f) {
  const auto begin = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

template <class Model>
void trace(const char *name, const Model &model, const Tensor &tokens, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    auto step = jit([](const Model &model, Tensor tokens) {
      return valueAndGrad([&](const Model &m) { return nn::nextTokenLoss(m(tokens), tokens); })(
          model);
    });
    std::printf("%s %.2f\n", name, millisecondsOf([&] { step.lower(model, tokens); }));
  }
}

double threadMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) * 1e3 + double(now.tv_nsec) * 1e-6;
}

/// The time of a call in microseconds, and the processor time of the calling thread.
template <class F> void calls(const std::string &name, F f) {
  for (int round = 0; round < 11; ++round) {
    const double before = threadMilliseconds();
    std::printf("%s %.2f\n", name.c_str(), millisecondsOf([&] {
                  for (int i = 0; i < 1000; ++i)
                    f();
                }));
    std::printf("%s, processor time %.2f\n", name.c_str(), threadMilliseconds() - before);
  }
}

/// Steps of 200 leaves that go from call to call, as parameters do.
void steps(const std::string &devices) {
  auto increased = [](const std::vector<Tensor> &all) {
    std::vector<Tensor> next;
    for (const Tensor &x : all)
      next.push_back(x + 1);
    return next;
  };
  std::vector<Tensor> many(200);
  for (Tensor &x : many)
    x = currentMesh() ? put(ones({64}), P("d")) : ones({8});
  auto donating = jit(increased, {.donate = {0}});
  many = donating(many);
  calls("donates and returns 200 leaves" + devices, [&] { many = donating(std::move(many)); });
  auto returning = jit(increased);
  calls("returns 200 leaves" + devices, [&] { many = returning(many); });
}

} // namespace

int main(int argc, char **argv) {
  const int layers = argc > 1 ? std::atoi(argv[1]) : 48, rounds = argc > 2 ? std::atoi(argv[2]) : 5;
  Config config{.vocab = 100, .positions = 32, .embed = 64, .heads = 4, .layers = layers};
  const Gpt gpt = jit([&] { return Gpt(config, Key(0)); })();
  const Tensor tokens = zeros({2, config.positions}, i32);
  trace("scanned", gpt, tokens, rounds);
  UnrolledGpt unrolled{gpt, {}};
  for (int64_t i = 0; i < layers; ++i)
    unrolled.blocks.push_back(gpt.blocks.at(i));
  trace("unrolled", unrolled, tokens, rounds);

  const Tensor x = ones({8}), y = ones({8});
  calls("x + y at once", [&] { x + y; });
  auto add = jit([](Tensor x, Tensor y) { return x + y; });
  calls("jit(x + y)", [&] { add(x, y); });
  std::vector<Tensor> many;
  for (int i = 0; i < 200; ++i)
    many.push_back(x + i);
  auto ends = jit([](const std::vector<Tensor> &all) { return all.front() + all.back(); });
  calls("a call with 200 leaves", [&] { ends(many); });
  steps("");
  auto scope = Mesh({{"d", 8}}).use();
  steps(" on 8 devices");
}
