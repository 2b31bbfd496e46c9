// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layers on named tensors have the parameters, values and gradients of those without names, which
// tests/jax/frontend_nn.test compares with flax.
#include "compiler/frontend/test_errors.h"

namespace spmd::test {
namespace {

using Names = std::vector<std::string>;

const Axis Batch("batch", 2), Position("position", 5), Embed("embed", 6), Mlp("mlp", 8),
    Heads("heads", 2), HeadDim("head_dim", 3);
const Key key(7);

NamedTensor input() { return random::normal(Key(1), {Batch, Position, Embed}); }

/// Elements that differ by rounding alone.
void expectNear(const Tensor &made, const Tensor &wanted) {
  ASSERT_EQ(made.type(), wanted.type());
  const std::vector<float> a = made.values<float>(), b = wanted.values<float>();
  for (size_t i = 0; i < a.size(); ++i)
    EXPECT_NEAR(a[i], b[i], 2e-6 * (1 + std::abs(b[i])));
}

/// Compares the layers on x: the bits of their parameters, results, and gradients of these. `turn`
/// changes the order of the axes for the named one.
template <class L, class P>
void expectSameLayer(const L &layer, const P &plain, const NamedTensor &x) {
  const Leaves ours = flatten(layer), theirs = flatten(plain);
  ASSERT_EQ(ours.size(), theirs.size());
  for (size_t i = 0; i < ours.size(); ++i) {
    EXPECT_EQ(ours[i].path, theirs[i].path);
    EXPECT_EQ(ours[i].tensor.values<float>(), theirs[i].tensor.values<float>());
  }
  auto loss = [](const L &layer, NamedTensor x) {
    const NamedTensor y = layer(x);
    return std::pair(sum(sin(y)), y);
  };
  auto wanted = [](const P &layer, Tensor x) {
    const Tensor y = layer(x);
    return std::pair(sum(sin(y)), y);
  };
  const auto [other, gradients] = valueAndGrad<0, 1>(wanted)(plain, x.tensor);
  const NamedTensor turned = rearrange(x, {Embed, ellipsis});
  for (const NamedTensor &in : {x, turned}) {
    const auto [value, gradient] = valueAndGrad<0, 1>(loss)(layer, in);
    expectNear(rearrange(value.second, {Batch, Position, ellipsis}).tensor, other.second);
    expectNear(rearrange(std::get<1>(gradient), x.names).tensor, std::get<1>(gradients));
    const Leaves made = flatten(std::get<0>(gradient)), same = flatten(std::get<0>(gradients));
    for (size_t i = 0; i < made.size(); ++i)
      expectNear(made[i].tensor, same[i].tensor);
  }
}

TEST(NnNamed, LinearOfSeveralAxes) {
  const nn::NamedLinear one(Embed, {Heads, HeadDim}, key);
  EXPECT_EQ(text(one.weight), "f32[embed=6, heads=2, head_dim=3]");
  EXPECT_EQ(axesOf(one.weight.tensor), one.weight.names);
  expectSameLayer(one, nn::Linear(6, {{2}, {3}}, key), input());
  const nn::NamedLinear many({Heads, HeadDim}, Embed, key, {.bias = false});
  const nn::Linear plain({{2}, {3}}, 6, key, {.bias = false});
  const NamedTensor x = random::normal(Key(2), {Batch, Heads, HeadDim});
  expectNear(many(x).tensor, plain(x.tensor));
  expectNear(many(rearrange(x, {HeadDim, Batch, Heads})).tensor, plain(x.tensor));
}

TEST(NnNamed, NormsAndMlp) {
  expectSameLayer(nn::NamedLayerNorm(Embed), nn::LayerNorm(6), input());
  expectSameLayer(nn::NamedLayerNorm(Embed, {.epsilon = 1e-3, .bias = false}),
                  nn::LayerNorm(6, "", {.epsilon = 1e-3, .bias = false}), input());
  expectSameLayer(nn::NamedRmsNorm(Embed), nn::RmsNorm(6), input());
  expectSameLayer(nn::NamedMlp(Embed, Mlp, key), nn::Mlp(6, 8, key), input());
  const nn::MlpOptions gated{.activation = nn::Activation::Silu, .gated = true, .bias = false};
  expectSameLayer(nn::NamedMlp(Embed, Mlp, key, gated), nn::Mlp(6, 8, key, gated), input());
}

TEST(NnNamed, Embeddings) {
  const nn::NamedEmbedding table(Axis("vocab", 9), Embed, key);
  const nn::Embedding plain(9, 6, key);
  EXPECT_EQ(table.weight.values<float>(), plain.weight.values<float>());
  const NamedTensor ids = random::randint(Key(3), {Batch, Position}, 0, 9);
  EXPECT_EQ(text(table[ids]), "f32[batch=2, position=5, embed=6]");
  EXPECT_EQ(table[ids].values<float>(), plain[ids.tensor].values<float>());
  EXPECT_EQ(text(table.attend(input())), "f32[batch=2, position=5, vocab=9]");
  expectNear(table.attend(input()).tensor, plain.attend(input().tensor));
}

TEST(NnNamed, Dropout) {
  const nn::NamedDropout dropout(0.5);
  EXPECT_EQ(dropout(input(), {}).values<float>(), input().values<float>());
  EXPECT_EQ(dropout(input(), key).values<float>(),
            nn::Dropout(0.5)(input().tensor, key).values<float>());
}

/// q, k and v [batch, position, heads, head_dim].
struct Heads3 {
  NamedTensor q, k, v;
  SPMD_FIELDS(q, k, v)
};
Heads3 heads(const Axes &ofQuery, const Axes &ofKey) {
  return {random::normal(Key(4), ofQuery), random::normal(Key(5), ofKey),
          random::normal(Key(6), ofKey)};
}

TEST(NnNamed, Attention) {
  const Axis Keys = Position.alias("key_position");
  const Heads3 in = heads({Batch, Position, Heads, HeadDim}, {Batch, Keys, Heads, HeadDim});
  auto ours = [&](const Heads3 &in) {
    return nn::attention(in.q, in.k, in.v, Keys, HeadDim, {.mask = causalMask(Position, Keys)});
  };
  auto plain = [&](const Heads3 &in) {
    return nn::attention(in.q.tensor, in.k.tensor, in.v.tensor, {.causal = true});
  };
  EXPECT_EQ(ours(in).names, in.q.names);
  EXPECT_EQ(ours(in).values<float>(), plain(in).values<float>());
  const Heads3 gradient = grad([&](const Heads3 &in) { return sum(sin(ours(in))); })(in),
               wanted = grad([&](const Heads3 &in) { return sum(sin(plain(in))); })(in);
  expectNear(gradient.q.tensor, wanted.q.tensor);
  expectNear(gradient.k.tensor, wanted.k.tensor);
  expectNear(gradient.v.tensor, wanted.v.tensor);
  // Axes may stand anywhere; a bias meets the scores by name.
  const NamedTensor bias = random::normal(Key(8), {Keys, Heads});
  const NamedTensor turned = nn::attention(
      rearrange(in.q, {HeadDim, ellipsis}), rearrange(in.k, {ellipsis, Batch}),
      rearrange(in.v, {Heads, ellipsis}), Keys, HeadDim, {.bias = bias, .scale = 0.7});
  nn::AttentionOptions options;
  options.bias = expandDims(transpose(bias.tensor), 1);
  options.scale = 0.7;
  expectNear(rearrange(turned, in.q.names).tensor,
             nn::attention(in.q.tensor, in.k.tensor, in.v.tensor, options));
}

/// Heads that keys lack share them: grouped queries.
TEST(NnNamed, AttentionOfGroups) {
  const Axis Keys = Position.alias("key_position"), Members("members", 4);
  const Heads3 in =
      heads({Batch, Position, Heads, Members, HeadDim}, {Batch, Keys, Heads, HeadDim});
  const NamedTensor y = nn::attention(in.q, in.k, in.v, Keys, HeadDim);
  EXPECT_EQ(y.names, in.q.names);
  const Tensor q = reshape(in.q.tensor, {2, 5, 8, 3});
  expectNear(reshape(y.tensor, {2, 5, 8, 3}), nn::attention(q, in.k.tensor, in.v.tensor));
}

TEST(NnNamed, Losses) {
  const Axis Vocab("vocab", 9);
  const NamedTensor logits = random::normal(Key(2), {Batch, Position, Vocab}),
                    labels = random::randint(Key(3), {Batch, Position}, 0, 9);
  const nn::CrossEntropyOptions options{.labelSmoothing = 0.1, .zLoss = 1e-3, .ignore = 3};
  const NamedTensor each = nn::softmaxCrossEntropy(logits, labels, Vocab, options);
  EXPECT_EQ(each.names, labels.names);
  EXPECT_EQ(each.values<float>(),
            nn::softmaxCrossEntropy(logits.tensor, labels.tensor, options).values<float>());
  const double wanted = nn::nextTokenLoss(logits.tensor, labels.tensor).item();
  EXPECT_EQ(nn::nextTokenLoss(logits, labels, Position, Vocab).item(), wanted);
  EXPECT_NEAR(nn::nextTokenLoss(rearrange(logits, {Vocab, Position, Batch}),
                                rearrange(labels, {Position, Batch}), Position, Vocab)
                  .item(),
              wanted, 1e-6);
}

TEST(NnNamed, RefuseInputs) {
  const nn::NamedLinear linear(Embed, Mlp, key);
  EXPECT_MESSAGE("nn::NamedLinear of f32[batch=2]: there is no axis embed", linear(zeros(Batch)));
  EXPECT_MESSAGE("nn::NamedLinear of f32[embed=4]: axis embed has size 4, not 6",
                 linear(zeros(Axis("embed", 4))));
  EXPECT_MESSAGE("nn::NamedLinear of f32[embed=6, mlp=8]: axis mlp is an output of the layer",
                 linear(zeros({Embed, Mlp})));
  EXPECT_MESSAGE("nn::NamedLinear with axes embed, embed: axis embed stands twice",
                 nn::NamedLinear(Embed, Embed, key));
  EXPECT_MESSAGE("nn::LayerNorm of 0 features; it needs one or more",
                 nn::NamedLayerNorm(Axis("embed", 0)));
  EXPECT_MESSAGE("nn::NamedLayerNorm of f32[batch=2]: there is no axis embed",
                 nn::NamedLayerNorm(Embed)(zeros(Batch)));
  const nn::NamedEmbedding table(Axis("vocab", 9), Embed, key);
  EXPECT_MESSAGE("nn::NamedEmbedding of i32[embed=6]: axis embed is that of the features",
                 table[arange(Embed)]);
  EXPECT_MESSAGE("nn::NamedEmbedding::attend of f32[embed=6, vocab=9]: axis vocab is that of the "
                 "result",
                 table.attend(zeros({Embed, Axis("vocab", 9)})));
  const NamedTensor q = zeros({Position, HeadDim}), k = zeros({Axis("keys", 4), HeadDim});
  EXPECT_MESSAGE("nn::attention of f32[position=5, head_dim=3]: there is no axis keys",
                 nn::attention(q, q, q, "keys", HeadDim));
  EXPECT_MESSAGE(
      "nn::attention of f32[position=5, head_dim=3], f32[position=5, head_dim=3] and "
      "f32[position=5, head_dim=3]: queries have the axis position of keys; rename it in "
      "keys and values",
      nn::attention(q, q, q, Position, HeadDim));
  EXPECT_MESSAGE("nn::attention of f32[position=5, head_dim=3], f32[keys=4, head_dim=3] and "
                 "f32[keys=5, head_dim=3]: the sizes of axis keys differ",
                 nn::attention(q, k, zeros({Axis("keys", 5), HeadDim}), "keys", HeadDim));
  EXPECT_MESSAGE(
      "nextTokenLoss of f32[position=5, head_dim=3] and tokens i32[batch=2, position=5]: "
      "tokens have the axes of the logits but head_dim",
      nn::nextTokenLoss(q, random::randint(key, {Batch, Position}, 0, 9), Position, HeadDim));
  EXPECT_MESSAGE("softmaxCrossEntropy of f32[position=5, head_dim=3] and labels i32[batch=2]: "
                 "labels have the axes of the logits but head_dim",
                 nn::softmaxCrossEntropy(q, arange(Batch), HeadDim));
}

} // namespace
} // namespace spmd::test
