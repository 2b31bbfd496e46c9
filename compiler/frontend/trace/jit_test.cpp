// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// jit and trees: what makes a second program, what a program contains, and who may call it.
#include "compiler/frontend/test_errors.h"
#include <cmath>
#include <cstdlib>
#include <limits>
#include <thread>

namespace spmd::test {
namespace {

struct Linear {
  Tensor weight, bias;
  double scale = 1;
  SPMD_FIELDS(weight, bias, scale)

  Tensor operator()(const Operand &x) const { return matmul(x.tensor, weight) * scale + bias; }
};

struct Model {
  std::vector<Linear> layers;
  std::map<std::string, Tensor> extra;
  std::optional<Tensor> mask;
  std::string kind = "relu";
  SPMD_FIELDS(layers, extra, mask, kind)
};

Model model() {
  Linear one{ones({3, 3}), zeros({3})};
  return {{one, one}, {{"shift", tensor({1.f, 2.f, 3.f})}}, {}};
}

Tensor apply(const Model &m, Tensor x) {
  for (const Linear &layer : m.layers)
    x = layer(x);
  if (m.kind == "relu")
    x = relu(x);
  return x + m.extra.at("shift");
}

TEST(Jit, RunsModels) {
  auto f = jit([](const Model &m, Tensor x) { return apply(m, x); });
  Tensor x = tensor({1.f, -2.f, 2.f});
  EXPECT_EQ(f(model(), x).values<float>(), apply(model(), x).values<float>());
  EXPECT_EQ(f(model(), x).values<float>(), (std::vector<float>{4, 5, 6}));
  EXPECT_EQ(f.traceCount(), 1u);
}

TEST(Jit, TracesAgainForOtherStructures) {
  auto f = jit([](const Model &m, Tensor x) { return apply(m, x); });
  Tensor x = zeros({3});
  Model m = model();
  f(m, x);
  m.layers[0].bias = ones({3}); // another value
  f(m, x);
  EXPECT_EQ(f.traceCount(), 1u);
  m.layers[1].scale = 2; // a static
  f(m, x);
  EXPECT_EQ(f.traceCount(), 2u);
  m.kind = "none";
  f(m, x);
  m.layers.push_back(m.layers[0]);
  f(m, x);
  m.mask = x;
  f(m, x);
  EXPECT_EQ(f.traceCount(), 5u);
  f(m, zeros({2, 3}));
  f(m, zeros({3}, bf16));
  EXPECT_EQ(f.traceCount(), 7u);
  m.extra["other"] = x;
  f(m, x);
  m.extra.erase("other");
  m.extra["another"] = x;
  f(m, x);
  EXPECT_EQ(f.traceCount(), 9u);
}

TEST(Jit, ReturnsTrees) {
  auto f = jit([](Tensor x, int n) {
    return std::tuple(Linear{x * n, Tensor(), 0.5}, std::array<Tensor, 2>{x, x + n}, n);
  });
  auto [linear, both, n] = f(ones({2}), 3);
  EXPECT_EQ(linear.weight.values<float>(), (std::vector<float>{3, 3}));
  EXPECT_FALSE(linear.bias.hasValue());
  EXPECT_EQ(linear.scale, 0.5);
  EXPECT_EQ(both[1].values<float>(), (std::vector<float>{4, 4}));
  EXPECT_EQ(n, 3);
  EXPECT_EQ(std::get<2>(f(ones({2}), 4)), 4);
}

/// A captured tensor is a hidden argument, not a constant of the program.
TEST(Jit, CapturesTensors) {
  Tensor big = ones({64, 64});
  auto f = jit([&](Tensor x) { return std::pair(x + big, matmul(x, big)); }, {.name = "my step"});
  const std::string text = f.lower(ones({64}));
  EXPECT_NE(text.find("module @my_step"), std::string::npos);
  EXPECT_NE(text.find("%arg1: tensor<64x64xf32>"), std::string::npos);
  EXPECT_EQ(text.find("%arg2"), std::string::npos);
  EXPECT_EQ(text.find("constant"), std::string::npos);
  EXPECT_EQ(f(ones({64})).second.values<float>()[5], 64);
}

TEST(Jit, NamesLinesAndResults) {
  const Where line = Where::current();
  auto f = jit([](Tensor x) { return Linear{exp(x), x}; });
  const std::string text = f.lower(ones({2}));
  EXPECT_NE(text.find("jit_test.cpp\":" + std::to_string(line.line() + 1)), std::string::npos);
  EXPECT_NE(text.find("jax.result_info = \"weight\""), std::string::npos);
  EXPECT_NE(text.find("stablehlo.exponential"), std::string::npos);
}

TEST(Jit, IsPartOfAnOuterFunction) {
  auto inner = jit([](Tensor x) { return x * 2; });
  auto outer = jit([&](Tensor x) { return inner(x) + inner(x); });
  EXPECT_EQ(outer(ones({2})).values<float>(), (std::vector<float>{4, 4}));
  EXPECT_EQ(inner.traceCount(), 0u);
}

TEST(Jit, CanBeAMemberAndTakeNothing) {
  struct Holder {
    Jitted<Tensor(Tensor)> f;
  } holder{jit([](Tensor x) { return -x; })};
  EXPECT_EQ(holder.f(ones({1})).item(), -1);
  EXPECT_EQ(jit([] { return ones({3}); })().shape(), std::vector<int64_t>{3});
}

/// A function that throws leaves nothing behind.
TEST(Jit, CanFailAndGoOn) {
  auto f = jit([](Tensor x) { return x + zeros({2}); });
  EXPECT_NE(messageOf([&] { f(ones({3})); }), "");
  EXPECT_FALSE(isTracing());
  EXPECT_EQ(f(ones({2})).values<float>(), (std::vector<float>{1, 1}));
}

TEST(Jit, MayBeCalledByManyThreads) {
  auto f = jit([](Tensor x, Tensor y) { return sum(x * y); });
  std::vector<double> results(8);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < results.size(); ++i)
    threads.emplace_back([&, i] {
      for (int repeat = 0; repeat < 5; ++repeat)
        results[i] = f(full({4}, double(i)), ones({4})).item() + (ones({2}) + double(i))[0].item();
    });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t i = 0; i < results.size(); ++i)
    EXPECT_EQ(results[i], 5.0 * double(i) + 1);
  EXPECT_EQ(f.traceCount(), 1u);
}

TEST(Jit, SaysWhyItTracesAgain) {
  std::string said;
  setLogger([&](std::string_view message) { said += std::string(message) + "\n"; });
  setenv("SPMD_LOG", "compile", 1);
  auto f = jit([](const Linear &l, Tensor x) { return l(x); }, {.name = "layer"});
  Linear l{ones({3, 3}), zeros({3})};
  f(l, ones({3}));
  f(l, ones({3}));
  l.scale = 2;
  f(l, ones({3}));
  unsetenv("SPMD_LOG");
  setLogger({});
  EXPECT_NE(said.find(": layer is traced\n"), std::string::npos);
  EXPECT_NE(said.find(": layer is traced again: argument 0/scale: 1 -> 2\n"), std::string::npos);
}

TEST(Trees, HaveLeavesAndStructures) {
  Model m = model();
  Leaves leaves = flatten(m);
  ASSERT_EQ(leaves.size(), 5u);
  EXPECT_EQ(leaves[0].path, "layers/0/weight");
  EXPECT_EQ(leaves[4].path, "extra/shift");
  EXPECT_EQ(structure(m).front().text, "2 elements");
  Model other = m;
  EXPECT_EQ(difference(structure(m), structure(other)), "");
  other.layers[1].scale = 3;
  EXPECT_EQ(difference(structure(m), structure(other)), "layers/1/scale: 1 -> 3");
  other = m;
  other.layers[1].bias = zeros({4});
  EXPECT_EQ(difference(structure(m), structure(other)), "layers/1/bias: f32[3] -> f32[4]");
  EXPECT_EQ(difference(structure(m), structure(other), Differing::Statics), "");
}

TEST(Trees, AreMapped) {
  Model m = model();
  Model twice = mapLeaves([](const Tensor &a, const Tensor &b) { return a + b; }, m, m);
  EXPECT_EQ(twice.layers[1].weight.values<float>()[0], 2);
  EXPECT_EQ(twice.kind, "relu");
  Model other = m;
  other.kind = "none";
  EXPECT_EQ(
      messageOf([&] { mapLeaves([](const Tensor &a, const Tensor &) { return a; }, m, other); }),
      "mapLeaves of trees that differ: kind: \"relu\" -> \"none\"");
  replaceLeaves(m, [](const Tensor &) { return Tensor(); });
  EXPECT_FALSE(m.layers[0].bias.hasValue());
}

TEST(Tensors, AreReadAndMade) {
  Tensor x = tensor({1.f, 2.f, 3.f});
  EXPECT_EQ(text(x.type()), "f32[3]");
  EXPECT_TRUE(x.isConcrete());
  EXPECT_EQ(x.size(-1), 3);
  EXPECT_EQ(x.rank(), 1u);
  EXPECT_EQ(x.host().dtype, "f32");
  EXPECT_EQ(tensor({true, false}).values<uint8_t>(), (std::vector<uint8_t>{1, 0}));
  EXPECT_EQ(text(tensor(std::vector<double>{1, 2}, {2, 1}).type()), "f64[2, 1]");
  EXPECT_EQ(astype(x, bf16).values<uint16_t>()[0], 0x3f80);
  EXPECT_EQ((x + 0.5)[2].item(), 3.5);
  Tensor y = x;
  y += 1, y *= x, y -= 0.5, y /= 2;
  EXPECT_EQ(y.values<float>(), (std::vector<float>{0.75, 2.75, 5.75}));
  EXPECT_EQ(x.values<float>()[0], 1); // the handle was copied, not the value
  EXPECT_EQ(promote(i8, u8), i16);
  EXPECT_TRUE(isFloat(promote(i32, bf16)));
  EXPECT_EQ((tensor({5, -5}) % 3).values<int32_t>(), (std::vector<int32_t>{2, 1}));
  EXPECT_TRUE(std::isnan(max(sqrt(-x)).item()));
  EXPECT_EQ((zeros({0, 3}) + 1).shape(), (std::vector<int64_t>{0, 3}));
  EXPECT_EQ(sum(zeros({0, 3})).item(), 0);
  const int64_t far = std::numeric_limits<int64_t>::min();
  EXPECT_EQ(x[slice({}, {}, far)].values<float>(), std::vector<float>{3});
  EXPECT_EQ(x[slice(far, -far - 1, far + 1 + 3)].shape(), std::vector<int64_t>{0});
  EXPECT_EQ(x[tensor(std::vector<int32_t>{1}, {})].item(), 2); // a position of the program
}

} // namespace
} // namespace spmd::test
