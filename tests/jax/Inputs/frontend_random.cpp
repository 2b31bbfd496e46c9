// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws random numbers with the C++ frontend, for tests/jax/frontend_random.py. A file gets the
// elements; a line for each case goes to stdout: its name, the number of its key, type and shape.
// usage: frontend_random FILE COUNT, the count of the large cases
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <spmd/spmd.h>

using namespace spmd;

namespace {

using Shape = std::vector<int64_t>;
std::FILE *file;
int64_t last = 0;     // the number of the last case
bool isCommon = true; // whether distributions are drawn in narrow types

/// The key of a case: a chain of folds and splits.
Key keyOf(int64_t number) { return Key(20261127).fold(number).split(3)[1].fold(number).split()[0]; }

void write(const std::string &name, int64_t number, const Tensor &x) {
  std::printf("%s %ld %s", name.c_str(), long(number), text(x.elementType()).c_str());
  for (int64_t size : x.shape())
    std::printf(" %ld", long(size));
  std::printf("\n");
  const HostArray host = x.host();
  std::fwrite(host.bytes.data(), 1, host.bytes.size(), file);
}

/// A case, which runs at once.
void draw(const std::string &name, const std::function<Tensor(Key)> &f) {
  const Key key = keyOf(++last);
  write(name, last, f(key));
}
/// The last case again, inside of jit, where it is a part of a program.
void drawJitted(const std::string &name, const std::function<Tensor(Key)> &f) {
  write(name, last, jit([&](Key key) { return f(key); })(keyOf(last)));
}

using Distribution = std::function<Tensor(Key, Shape, ElementType)>;

/// A float distribution: many numbers in f32, fewer in the other types, in a shape with odd sizes.
void drawFloats(const std::string &name, int64_t count, const Distribution &f) {
  draw(name, [&](Key key) { return f(key, {count}, f32); });
  for (ElementType type : {bf16, f16, f64})
    if (type == f64 || isCommon)
      draw(name, [&](Key key) { return f(key, {7, 1, count / 100 + 1, 3}, type); });
}

#define FLOATS(name, expression)                                                                   \
  drawFloats(name, count, [](Key key, Shape shape, ElementType type) { return expression; })

void drawDistributions(int64_t count) {
  FLOATS("uniform", random::uniform(key, shape, type));
  FLOATS("uniformBetween", random::uniform(key, shape, type, -3, 5));
  FLOATS("uniformOdd", random::uniform(key, shape, type, 0.3, 2.7));
  for (const Shape &shape : {Shape{}, Shape{1}, Shape{0, 4}, Shape{1, 1, 2}})
    draw("uniform", [&](Key key) { return random::uniform(key, shape); });
  drawJitted("uniform", [&](Key key) { return random::uniform(key, {1, 1, 2}); });
  FLOATS("normal", random::normal(key, shape, type));
  FLOATS("truncatedNormal", random::truncatedNormal(key, -2, 2, shape, type));
  FLOATS("truncatedAbove", random::truncatedNormal(key, 0.5, 3, shape, type));
  FLOATS("exponential", random::exponential(key, shape, type));
  FLOATS("gumbel", random::gumbel(key, shape, type));
  FLOATS("laplace", random::laplace(key, shape, type));
  FLOATS("logistic", random::logistic(key, shape, type));
  isCommon = false;
  FLOATS("cauchy", random::cauchy(key, shape, type));
  FLOATS("maxwell", random::maxwell(key, shape, type));
  FLOATS("lognormal", random::lognormal(key, 0.5, shape, type));
  FLOATS("pareto", random::pareto(key, 3, shape, type));
  FLOATS("rayleigh", random::rayleigh(key, 2, shape, type));
  FLOATS("wald", random::wald(key, 1.5, shape, type));
  FLOATS("weibullMin", random::weibullMin(key, 2, 1.5, shape, type));
  FLOATS("triangular", random::triangular(key, -1, 0.5, 2, shape, type));
}

void drawIntegers(int64_t count) {
  for (ElementType type : {u8, u16, u32, u64})
    draw("bits", [&](Key key) { return random::bits(key, {count}, type); });
  draw("bits", [&](Key key) { return random::bits(key, {3, 7, 5}); });
  for (ElementType type : {i8, i64, u8, u32, u64})
    draw("randint", [&](Key key) { return random::randint(key, {count / 8 + 1}, 3, 100, type); });
  for (ElementType type : {i8, u8, u64})
    draw("randintAll", [&](Key key) { return random::randint(key, {33, 3}, 0, 256, type); });
  draw("randintNone", [&](Key key) { return random::randint(key, {5}, 7, 7); });
  draw("randint", [&](Key key) { return random::randint(key, {count}, 3, 100); });
  draw("randintRows", [&](Key key) {
    return random::randint(key, {4, 3}, tensor({-5, 0, 5}), tensor({-1, 1000, 2000000000}));
  });
  draw("bernoulli", [&](Key key) { return random::bernoulli(key, 0.3, {count}); });
  draw("bernoulliRows",
       [](Key key) { return random::bernoulli(key, tensor({0.1f, 0.5f, 0.9f}), {211, 3}); });
  draw("bernoulliTensor", [](Key key) { return random::bernoulli(key, full({9}, 0.4, bf16)); });
  draw("rademacher", [&](Key key) { return random::rademacher(key, {count / 4}); });
  draw("geometric", [&](Key key) { return random::geometric(key, 0.2, {count / 4}); });
}

void drawChoices(int64_t count) {
  for (int64_t size : {int64_t(0), int64_t(1), int64_t(1000), count})
    draw("permutation", [&](Key key) { return random::permutation(key, size); });
  drawJitted("permutation", [&](Key key) { return random::permutation(key, count); });
  draw("permutationRows", [](Key key) { return random::permutation(key, iota({50, 7}, 0)); });
  draw("permutationColumns",
       [](Key key) { return random::permutation(key, iota({5, 70}, 1, f32), -1); });
  draw("permutationEach", [](Key key) {
    return random::permutation(key, iota({40, 90}, 0, bf16), 0, random::Order::Independent);
  });
  draw("permutationVector", [](Key key) { return random::permutation(key, arange(33, u8) * 7); });
  draw("choice", [&](Key key) { return random::choice(key, 17, {count / 4}); });
  const Tensor weights = exp(log(tensor({0.1f, 0.2f, 0.3f, 0.4f})));
  draw("choiceWeighted",
       [&](Key key) { return random::choice(key, 4, {count / 4}, {.p = weights}); });
  draw("choiceDistinct",
       [&](Key key) { return random::choice(key, iota({50, 3}, 0), {20}, 0, {.replace = false}); });
  draw("choiceDistinctWeighted", [&](Key key) {
    return random::choice(key, 100, {3, 7}, {.replace = false, .p = arange(100, f32) + 1});
  });
  const Tensor logits = log(tensor({0.1f, 0.2f, 0.3f, 0.4f}));
  draw("categorical", [&](Key key) { return random::categorical(key, logits, -1, {count / 4}); });
  draw("categoricalRows",
       [](Key key) { return random::categorical(key, sin(iota({30, 9}, 1, f32) * 3), 0); });
  draw("categoricalWide", [](Key key) {
    return random::categorical(key, cos(iota({30, 9}, 0, f32) * 3), -1, {4, 1, 30});
  });
  for (ElementType type : {f32, f64}) {
    draw("orthogonalTall", [&](Key key) { return random::orthogonal(key, 37, 20, type); });
    draw("orthogonalWide", [&](Key key) { return random::orthogonal(key, 5, 64, type); });
    draw("orthogonalSquare", [&](Key key) { return random::orthogonal(key, 40, 40, type); });
    draw("orthogonalBroad", [&](Key key) { return random::orthogonal(key, 30, 50, type); });
  }
}

#define INIT(name, ...)                                                                            \
  for (ElementType type : types)                                                                   \
  draw(name, [&](Key key) { return init::__VA_ARGS__; })

void drawParameters() {
  const Shape kernel{3, 5, 8, 12};
  std::vector<ElementType> types{f32};
  INIT("zeros", zeros(key, kernel, type));
  INIT("ones", ones(key, kernel, type));
  INIT("constant", constant(0.3)(key, kernel, type));
  INIT("initUniform", uniform(0.05)(key, kernel, type));
  INIT("initNormal", normal(0.02)(key, kernel, type));
  INIT("initTruncatedNormal", truncatedNormal(0.02, -1, 3)(key, kernel, type));
  types = {f32, bf16, f64};
  INIT("lecunNormal", lecunNormal(key, kernel, type));
  INIT("lecunUniform", lecunUniform(key, kernel, type));
  types = {f32};
  INIT("glorotNormal", xavierNormal(key, kernel, type));
  INIT("glorotUniform", xavierUniform(key, kernel, type));
  INIT("heNormal", kaimingNormal(key, kernel, type));
  INIT("heUniform", kaimingUniform(key, kernel, type));
  INIT("lecunNormalAxes", lecunNormal(key, kernel, type, {.in = {0, 2}, .out = {1, -1}}));
  INIT("heUniformBatch", heUniform(key, kernel, type, {.in = {1}, .out = {-2}, .batch = {0}}));
  INIT("fanOutNormal",
       varianceScaling(1.5, init::Fan::Out, init::Distribution::Normal)(key, kernel, type));
  INIT("fanGeometricUniform", varianceScaling(0.7, init::Fan::GeometricAverage,
                                              init::Distribution::Uniform)(key, kernel, type));
  draw("initOrthogonal", [&](Key key) { return init::orthogonal(2, 1)(key, {6, 10, 4}); });
  draw("initOrthogonalSquare", [&](Key key) { return init::orthogonal()(key, {4, 6, 24}); });
  draw("initDeltaOrthogonal", [&](Key key) { return init::deltaOrthogonal()(key, {4, 3, 5, 7}); });
}

} // namespace

int main(int, char **arguments) {
  file = std::fopen(arguments[1], "wb");
  const int64_t count = std::atol(arguments[2]);
  int64_t number = 0;
  for (uint64_t seed : {uint64_t(0), uint64_t(7), uint64_t(0xFFFFFFFF), uint64_t(1) << 40 | 3})
    write("seed", int64_t(seed), Key(seed).data);
  for (int64_t each : {0, 1, 12345, 0x7FFFFFFF})
    write("fold", each, Key(5).fold(each).data);
  write("foldTraced", 77, jit([](Tensor x) { return Key(5).fold(x + 7).data; })(tensor({70})[0]));
  for (const Key &key : Key(6).split(7))
    write("split", number++, key.data);
  write("splitStacked", 9, Key(6).splitStacked(9).data);
  drawDistributions(count);
  drawIntegers(count);
  drawChoices(count);
  drawParameters();
  std::fclose(file);
}
