// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layers: names of parameters, and inputs that do not fit. tests/jax/frontend_nn.test compares the
// values with flax.
#include "compiler/frontend/test_errors.h"

namespace spmd::test {
namespace {

const Key key(7);
const nn::Linear linear({{2, "heads"}, {3, "head_dim"}}, {4, "embed"}, key);

TEST(Nn, ParametersHaveTheNamesOfTheirDims) {
  EXPECT_EQ(axesOf(linear.weight), (std::vector<std::string>{"heads", "head_dim", "embed"}));
  EXPECT_EQ(axesOf(*linear.bias), std::vector<std::string>{"embed"});
  EXPECT_TRUE(axesOf(nn::Linear(3, 4, key).weight).empty());
  const nn::Embedding table({5, "vocab"}, {4, "embed"}, key);
  EXPECT_EQ(axesOf(table.weight), (std::vector<std::string>{"vocab", "embed"}));
  EXPECT_EQ(axesOf(*nn::LayerNorm(4, "embed").scale), std::vector<std::string>{"embed"});
  std::vector<std::string> paths;
  for (const Leaf &leaf : flatten(nn::Mlp(4, 8, key, {.gated = true, .bias = false})))
    paths.push_back(leaf.path);
  EXPECT_EQ(paths, (std::vector<std::string>{"up/weight", "down/weight", "gate/weight"}));
}

TEST(Nn, AModelIsDrawnInsideOfJit) {
  const nn::Linear drawn = jit([] { return nn::Linear(16, 8, Key(3)); })();
  EXPECT_EQ(drawn.weight.values<float>(), nn::Linear(16, 8, Key(3)).weight.values<float>());
  EXPECT_EQ(drawn.inputDims, 1);
}

TEST(Nn, DropoutWithoutAKeyIsInference) {
  const Tensor x = random::normal(key, {100});
  EXPECT_EQ(nn::Dropout(0.5)(x, {}).values<float>(), x.values<float>());
  EXPECT_EQ(nn::Dropout(0)(x, key).values<float>(), x.values<float>());
  EXPECT_EQ(sum(abs(nn::Dropout(1)(x, key))).item(), 0);
}

TEST(Nn, ExpertsOfEqualLoadHaveALossOfOne) {
  nn::MixtureOfExperts layer(2, 4, 8, key, {.active = 1});
  layer.router.weight = zerosLike(layer.router.weight);
  auto [y, loss] = layer(ones({1, 6, 4}));
  EXPECT_EQ(text(y.type()), "f32[1, 6, 4]");
  EXPECT_NEAR(loss.item(), 1, 1e-6);
}

TEST(Nn, RefusesInputs) {
  EXPECT_REFUSED("nn::Linear of f32[5, 3, 2]: its last dims must have the sizes [2, 3]",
                 linear(zeros({5, 3, 2})));
  EXPECT_REFUSED("nn::Linear of a tensor without a value; it takes a tensor", linear(Tensor()));
  EXPECT_REFUSED("nn::Linear with no inputs or no outputs; each is one dim or more",
                 nn::Linear(nn::DimList(std::initializer_list<nn::Dim>{}), 3, key));
  EXPECT_REFUSED("nn::LayerNorm of f32[5]: its last dims must have the sizes [4]",
                 nn::LayerNorm(4)(zeros({5})));
  EXPECT_REFUSED("nn::GroupNorm of 5 features in 2 groups; the groups must divide the features",
                 nn::GroupNorm(5, 2));
  EXPECT_REFUSED("nn::Dropout with a rate of 1.500000; it lies between 0 and 1", nn::Dropout(1.5));
  EXPECT_REFUSED("take at f32[3]: positions are integers", nn::Embedding(3, 4, key)[zeros({3})]);
}

TEST(Nn, RefusesConvolutions) {
  EXPECT_REFUSED("nn::Conv with a window of 0 dims; it has one to three",
                 nn::Conv(3, 4, std::vector<int64_t>(), key));
  EXPECT_REFUSED("nn::Conv of 3 inputs and 4 outputs in 2 groups; the groups must divide both",
                 nn::Conv(3, 4, {3}, key, {.groups = 2}));
  EXPECT_REFUSED("nn::Conv of f32[3]: it takes 1 spatial dims before the features",
                 nn::Conv(3, 4, {3}, key)(zeros({3})));
  EXPECT_REFUSED("nn::ConvTranspose with groups or a dilation of x; it has none",
                 nn::ConvTranspose(4, 4, {3}, key, {.groups = 2}));
}

TEST(Nn, RefusesAttention) {
  const Tensor q = zeros({2, 5, 4, 8}), k = zeros({2, 5, 3, 8});
  EXPECT_REFUSED("nn::attention of f32[2, 5, 4, 8], f32[2, 5, 3, 8] and f32[2, 5, 3, 8]: they are "
                 "[batch, queries, heads, head_dim], [batch, keys, groups, head_dim] and [batch, "
                 "keys, groups, value_dim], and the groups divide the heads",
                 nn::attention(q, k, k));
  EXPECT_REFUSED("nn::rotary of f32[2, 5, 4, 8] at positions i32[4]: they are [batch, position, "
                 "heads, head_dim], where head_dim is even, and [position] or [batch, position]",
                 nn::rotary(q, arange(4)));
  const nn::KvCache cache(2, 9, 3, 8);
  EXPECT_REFUSED("nn::KvCache::append of f32[1, 5, 3, 8] to a cache of f32[2, 9, 3, 8]: the "
                 "batches differ, or there are too many positions",
                 cache.append(zeros({1, 5, 3, 8}), k));
  EXPECT_REFUSED("nn::MixtureOfExperts with 3 active of 2 experts and a capacity factor of "
                 "1.250000; at least one and no more than all are active",
                 nn::MixtureOfExperts(2, 4, 8, key, {.active = 3}));
}

} // namespace
} // namespace spmd::test
