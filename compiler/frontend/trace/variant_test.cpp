// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variants in trees: the alternative is static, so it decides which program runs, and gradients and
// other copies have the same one.
#include "compiler/frontend/test_errors.h"

namespace spmd::test {
namespace {

struct Dense {
  Tensor weight;
  SPMD_FIELDS(weight)
};
struct Scale {
  Tensor factor, shift;
  SPMD_FIELDS(factor, shift)
};
struct Layer {
  std::variant<Dense, Scale, std::monostate> kind;
  std::variant<int64_t, std::string> note = int64_t(1);
  SPMD_FIELDS(kind, note)

  Tensor operator()(Tensor x) const {
    if (const auto *dense = std::get_if<Dense>(&kind))
      return matmul(x, dense->weight);
    if (const auto *scale = std::get_if<Scale>(&kind))
      return x * scale->factor + scale->shift;
    return x;
  }
};

Layer dense() { return {Dense{full({2, 2}, 2)}}; }
Layer scale() { return {Scale{full({2}, 3), ones({2})}}; }
Layer none() { return {std::monostate()}; }

std::vector<std::string> pathsOf(const Layer &layer) {
  std::vector<std::string> paths;
  for (const Leaf &leaf : flatten(layer))
    paths.push_back(leaf.path);
  return paths;
}

TEST(Variants, HoldTheLeavesOfTheirAlternative) {
  EXPECT_EQ(pathsOf(dense()), std::vector<std::string>{"kind/weight"});
  EXPECT_EQ(pathsOf(scale()), (std::vector<std::string>{"kind/factor", "kind/shift"}));
  EXPECT_TRUE(pathsOf(none()).empty());
  const Layer twice = mapLeaves([](const Tensor &x) { return x * 2; }, scale());
  EXPECT_EQ(std::get<Scale>(twice.kind).factor.values<float>(), (std::vector<float>{6, 6}));
}

TEST(Variants, AreAPartOfTheKey) {
  auto run = jit([](const Layer &layer, Tensor x) { return layer(x); });
  const Tensor x = ones({1, 2});
  EXPECT_EQ(run(dense(), x).values<float>(), (std::vector<float>{4, 4}));
  EXPECT_EQ(run(scale(), x).values<float>(), (std::vector<float>{4, 4}));
  EXPECT_EQ(run(none(), x).values<float>(), (std::vector<float>{1, 1}));
  EXPECT_EQ(run.traceCount(), 3u);
  EXPECT_EQ(run(Layer{Dense{zeros({2, 2})}}, x).values<float>(), (std::vector<float>{0, 0}));
  EXPECT_EQ(run.traceCount(), 3u);
  Layer other = dense();
  other.note = int64_t(2); // the value of a static alternative
  run(other, x);
  EXPECT_EQ(run.traceCount(), 4u);
  EXPECT_EQ(difference(structure(dense()), structure(scale())),
            "kind: alternative 0 -> alternative 1");
  EXPECT_EQ(difference(structure(dense()), structure(other)), "note: 1 -> 2");
  other.note = "text";
  EXPECT_EQ(difference(structure(dense()), structure(other)),
            "note: alternative 0 -> alternative 1");
}

/// Alternatives of one type are told apart by their position.
TEST(Variants, OfOneTypeTwice) {
  using Either = std::variant<Dense, Dense>;
  auto run =
      jit([](Either x) { return x.index() == 0 ? std::get<0>(x).weight : -std::get<1>(x).weight; });
  const Dense one{ones({2})};
  EXPECT_EQ(run(Either(std::in_place_index<0>, one)).values<float>()[0], 1);
  EXPECT_EQ(run(Either(std::in_place_index<1>, one)).values<float>()[0], -1);
}

TEST(Variants, GradientsHaveTheSameAlternative) {
  auto loss = [](const Layer &layer, Tensor x) { return sum(layer(x)); };
  const Layer gradient = grad(loss)(scale(), full({1, 2}, 5));
  EXPECT_EQ(std::get<Scale>(gradient.kind).factor.values<float>(), (std::vector<float>{5, 5}));
  EXPECT_EQ(std::get<Scale>(gradient.kind).shift.values<float>(), (std::vector<float>{1, 1}));
  const Stacked<Layer> layers(std::vector<Layer>{dense(), dense()});
  auto through = jit([](const Stacked<Layer> &layers, Tensor x) {
    return scan(checkpoint([](Tensor x, const Layer &layer) { return layer(x); }), x, layers);
  });
  EXPECT_EQ(through(layers, ones({1, 2})).values<float>(), (std::vector<float>{16, 16}));
  EXPECT_EQ(std::get<Dense>(layers.at(1).kind).weight.values<float>(), std::vector<float>(4, 2));
}

TEST(Variants, OfOtherAlternativesAreRefused) {
  auto both = [](const Layer &a, const Layer &b) {
    return mapLeaves([](const Tensor &x, const Tensor &y) { return x + y; }, a, b);
  };
  EXPECT_EQ(messageOf([&] { both(dense(), scale()); }),
            "mapLeaves of trees that differ: kind: alternative 0 -> alternative 1");
  EXPECT_MESSAGE("Stacked of trees that differ: kind: alternative 0 -> alternative 1",
                 Stacked<Layer>(std::vector<Layer>{dense(), scale()}));
  auto step = [](Layer, Tensor x) { return Layer{Scale{x, x}}; };
  EXPECT_MESSAGE("scan: the carry changes in a trip: kind: alternative 0 -> alternative 1",
                 scan(step, Layer{Dense{ones({2})}}, ones({3, 2}), {}));
  auto branches = jit([](Tensor holds, Tensor x) {
    return cond(
        holds, [](Tensor x) { return Layer{Dense{x}}; },
        [](Tensor x) { return Layer{Scale{x, x}}; }, x);
  });
  const std::string message = messageOf([&] { branches(full({}, true, boolean), ones({3})); });
  EXPECT_NE(
      message.find("cond: branch 1 returns another type than branch 0: kind: alternative 1 -> "
                   "alternative 0"),
      std::string::npos)
      << message;
}

} // namespace
} // namespace spmd::test
