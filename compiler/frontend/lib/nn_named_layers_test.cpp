// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolutions, group norms, experts, rotary embeddings and caches on named tensors have the bits
// of their twins without names, whatever the order of the axes.
#include "compiler/frontend/test_errors.h"

namespace spmd::test {
namespace {

using Names = std::vector<std::string>;

const Axis Batch("batch", 2), Group("group", 3), Height("height", 6), Width("width", 5),
    Channels("channels", 4), Features("features", 6), Position("position", 5), Heads("heads", 4),
    HeadDim("head_dim", 8);
const Key key(7);

template <class T> void expectEqual(const T &made, const Tensor &wanted) {
  EXPECT_EQ(made.template values<float>(), wanted.values<float>());
}

/// The leaves of a named layer are those of its twin, and have names.
template <class L, class P> void expectSameParameters(const L &layer, const P &plain) {
  const Leaves ours = flatten(layer), theirs = flatten(plain);
  ASSERT_EQ(ours.size(), theirs.size());
  for (size_t i = 0; i < ours.size(); ++i) {
    EXPECT_EQ(ours[i].path, theirs[i].path);
    expectEqual(ours[i].tensor, theirs[i].tensor);
    EXPECT_EQ(axesOf(ours[i].tensor).size(), ours[i].tensor.rank()) << ours[i].path;
  }
}

TEST(NnNamedLayers, Convolutions) {
  const nn::ConvLayerOptions options{.strides = {2, 1},
                                     .padding = {{{1, 2}, {0, 1}}},
                                     .dilation = {1, 2},
                                     .kernelDilation = {1, 2},
                                     .groups = 2,
                                     .biasInit = init::normal()};
  const nn::NamedConv layer({{"height", 3}, {"width", 2}}, Channels, Features, key, options);
  const nn::Conv plain(4, 6, {3, 2}, key, options);
  expectSameParameters(layer, plain);
  EXPECT_EQ(text(layer.weight), "f32[height_window=3, width_window=2, channels=2, features=6]");
  const NamedTensor x = random::normal(Key(1), {Batch, Group, Height, Width, Channels});
  const Tensor wanted = plain(x.tensor);
  const NamedTensor y = layer(x);
  EXPECT_EQ(y.names, (Names{"batch", "group", "height", "width", "features"}));
  expectEqual(y, wanted);
  const NamedTensor turned = layer(rearrange(x, {Width, Channels, Batch, Height, Group}));
  EXPECT_EQ(turned.names, (Names{"width", "features", "batch", "height", "group"}));
  expectEqual(rearrange(turned, y.names), wanted);
  // No batch.
  const NamedTensor one = x[{{Batch, 0}, {Group, 0}}];
  expectEqual(layer(one), plain(one.tensor));
  // Gradients have the same bits, too.
  auto loss = [&](const nn::NamedConv &layer) { return sum(sin(layer(x))); };
  auto wantedLoss = [&](const nn::Conv &layer) { return sum(sin(layer(x.tensor))); };
  const nn::NamedConv gradient = grad(loss)(layer);
  expectEqual(gradient.weight, grad(wantedLoss)(plain).weight);
  EXPECT_EQ(gradient.weight.names, layer.weight.names);
}

TEST(NnNamedLayers, ConvolutionsOfOneAndThreeAxes) {
  const nn::NamedConv one(Axis("width", 3), Channels, Features, key, {.bias = false});
  const NamedTensor x = random::normal(Key(1), {Batch, Width, Channels});
  expectEqual(one(x), nn::Conv(4, 6, {3}, key, {.bias = false})(x.tensor));
  const nn::NamedConv three({{"group", 2}, {"height", 3}, {"width", 2}}, Channels, Features, key);
  const NamedTensor volume = random::normal(Key(1), {Batch, Group, Height, Width, Channels});
  expectEqual(three(volume), nn::Conv(4, 6, {2, 3, 2}, key)(volume.tensor));
}

TEST(NnNamedLayers, TransposedConvolutions) {
  const nn::ConvLayerOptions options{.strides = {2, 2}, .biasInit = init::normal()};
  const nn::NamedConvTranspose layer({{"height", 3}, {"width", 2}}, Channels, Features, key,
                                     options);
  const nn::ConvTranspose plain(4, 6, {3, 2}, key, options);
  expectSameParameters(layer, plain);
  const NamedTensor x = random::normal(Key(1), {Batch, Height, Width, Channels});
  const NamedTensor y = layer(rearrange(x, {Channels, ellipsis}));
  EXPECT_EQ(text(y), "f32[features=6, batch=2, height=12, width=10]");
  expectEqual(rearrange(y, {ellipsis, "features"}), plain(x.tensor));
}

TEST(NnNamedLayers, GroupNorms) {
  const nn::NamedGroupNorm norm(Features, 3);
  const nn::GroupNorm plain(6, 3);
  expectSameParameters(norm, plain);
  const NamedTensor x = random::normal(Key(1), {Batch, Height, Width, Features});
  expectEqual(norm(x, {Height, Width}), plain(x.tensor));
  const NamedTensor turned = norm(rearrange(x, {Width, Features, Batch, Height}), {Height, Width});
  EXPECT_EQ(turned.names, (Names{"width", "features", "batch", "height"}));
  expectEqual(rearrange(turned, x.names), plain(x.tensor));
  // Heights of their own are batches, and so is everything without axes.
  expectEqual(norm(x, Width), reshape(plain(reshape(x.tensor, {12, 5, 6})), {2, 6, 5, 6}));
  expectEqual(norm(x, AxisSelection(Names{})),
              reshape(plain(reshape(x.tensor, {60, 6})), {2, 6, 5, 6}));
  const nn::NormOptions options{.epsilon = 1e-3, .scale = false, .bias = false};
  expectEqual(nn::NamedGroupNorm(Features, 2, options)(x, {Height, Width}),
              nn::GroupNorm(6, 2, "", options)(x.tensor));
}

TEST(NnNamedLayers, Experts) {
  const Axis Experts("expert", 4), Hidden("mlp", 10);
  const nn::ExpertsOptions options{.capacityFactor = 0.8};
  const nn::NamedMixtureOfExperts layer(Experts, Features, Hidden, key, options);
  const nn::MixtureOfExperts plain({4, "expert"}, {6, "features"}, {10, "mlp"}, key, options);
  expectSameParameters(layer, plain);
  const NamedTensor x = random::normal(Key(1), {Batch, Position, Features});
  const auto [wanted, wantedLoss] = plain(x.tensor);
  const auto [y, loss] = layer(x, Position);
  EXPECT_EQ(y.names, x.names);
  expectEqual(y, wanted);
  EXPECT_EQ(loss.item(), wantedLoss.item());
  EXPECT_EQ(loss.rank(), 0u);
  const NamedTensor turned = layer(rearrange(x, {Features, Position, Batch}), Position).first;
  EXPECT_EQ(turned.names, (Names{"features", "position", "batch"}));
  expectEqual(rearrange(turned, x.names), wanted);
  // Several batches are one for the twin; a sequence alone is one as well.
  const NamedTensor more = random::normal(Key(2), {Group, Batch, Position, Features});
  expectEqual(layer(more, Position).first,
              reshape(plain(reshape(more.tensor, {6, 5, 6})).first, {3, 2, 5, 6}));
  const NamedTensor one = x[{Batch, 0}];
  expectEqual(layer(one, Position).first, plain(expandDims(one.tensor, 0)).first);
}

TEST(NnNamedLayers, RotaryEmbeddings) {
  const NamedTensor x = random::normal(Key(1), {Batch, Position, Heads, HeadDim});
  const NamedTensor at = named(tensor({0, 1, 2, 7, 100}), {Position});
  const Tensor wanted = nn::rotary(x.tensor, at.tensor);
  expectEqual(nn::rotary(x, at, HeadDim), wanted);
  const NamedTensor turned =
      nn::rotary(rearrange(x, {HeadDim, Heads, Position, Batch}), at, HeadDim);
  EXPECT_EQ(turned.names, (Names{"head_dim", "heads", "position", "batch"}));
  expectEqual(rearrange(turned, x.names), wanted);
  // Positions of each row, in another order of the axes.
  const NamedTensor rows = random::randint(Key(2), {Position, Batch}, 0, 50);
  expectEqual(nn::rotary(x, rows, HeadDim, 500), nn::rotary(x.tensor, transpose(rows.tensor), 500));
  const NamedTensor narrow = astype(x, bf16);
  expectEqual(astype(nn::rotary(narrow, at, HeadDim), f32),
              astype(nn::rotary(narrow.tensor, at.tensor), f32));
}

/// A prompt of three positions, then one by one, into a cache with room for six.
TEST(NnNamedLayers, Caches) {
  const Axis Room("key_position", 6), Groups("heads", 2);
  const NamedTensor q = random::normal(Key(1), {Batch, Position, Groups, HeadDim}),
                    k = random::normal(Key(2), {Batch, {"key_position", 5}, Groups, HeadDim}),
                    v = random::normal(Key(3), {Batch, {"key_position", 5}, Groups, HeadDim});
  nn::NamedKvCache cache({Batch, Room, Groups, HeadDim}, Room);
  nn::KvCache plain(2, 6, 2, 8);
  for (const auto &[begin, end] : {std::pair(0, 3), {3, 4}, {4, 5}}) {
    auto part = [&, begin = begin, end = end](const NamedTensor &x, const char *axis) {
      return x[{axis, slice(begin, end)}];
    };
    const NamedTensor query = part(q, "position"), keys = part(k, "key_position"),
                      values = part(v, "key_position");
    cache = cache.append(rearrange(keys, {Groups, ellipsis}), values);
    plain = plain.append(keys.tensor, values.tensor);
    EXPECT_EQ(cache.length.item(), plain.length.item());
    const NamedTensor y = cache.attend(query, "position", HeadDim);
    EXPECT_EQ(y.names, q.names);
    expectEqual(y, plain.attend(query.tensor));
    expectEqual(cache.attend(query, "position", HeadDim, 0.3, 4),
                plain.attend(query.tensor, 0.3, 4));
  }
  expectEqual(cache.keys, plain.keys);
}

/// A mask with a dim of keys, a bias without, groups of queries, and axes in any order.
TEST(NnNamedLayers, AttentionByBlocks) {
  const Axis Keys = Position.alias("key_position"), Members("members", 3);
  const NamedTensor q = random::normal(Key(1), {Batch, Position, Heads, Members, HeadDim}),
                    k = random::normal(Key(2), {Batch, Keys, Heads, HeadDim}),
                    v = random::normal(Key(3), {Batch, Keys, Heads, HeadDim}),
                    bias = random::normal(Key(4), {Heads, Position});
  const Tensor flat = reshape(q.tensor, {2, 5, 12, 8});
  const nn::NamedAttentionOptions options{.mask = causalMask(Position, Keys), .block = 2};
  const NamedTensor y = nn::attention(q, k, v, Keys, HeadDim, options);
  EXPECT_EQ(y.names, q.names);
  expectEqual(y, reshape(nn::attention(flat, k.tensor, v.tensor, {.causal = true, .block = 2}),
                         {2, 5, 4, 3, 8}));
  auto turned = [&](std::optional<int64_t> block) {
    return nn::attention(rearrange(q, {HeadDim, ellipsis}), rearrange(k, {ellipsis, Batch}),
                         rearrange(v, {Heads, ellipsis}), Keys, HeadDim,
                         {.bias = bias, .scale = 0.7, .block = block});
  };
  const NamedTensor wanted = turned({}), made = turned(3);
  EXPECT_EQ(made.names, wanted.names);
  EXPECT_LT(max(abs(made - wanted)).item(), 2e-6);
}

/// Names place the layers, and numbers stay.
TEST(NnNamedLayers, OnAMesh) {
  const nn::NamedConv layer({{"height", 3}, {"width", 3}}, Channels, Axis("out", 8), key);
  const NamedTensor x = random::normal(Key(1), {Batch, Height, Width, Channels});
  const Tensor wanted = layer(x).tensor;
  Mesh mesh({{"data", 2}, {"model", 2}});
  auto scope =
      mesh.use({{"out", "model"}, {"height", "model"}}, {{"batch", "data"}, {"out", "model"}});
  const nn::NamedConv placed = jit(
      [] { return nn::NamedConv({{"height", 3}, {"width", 3}}, Channels, Axis("out", 8), key); })();
  EXPECT_EQ(text(shardingOf(placed.weight.tensor)), "P({}, {}, {}, \"model\") on data=2, model=2");
  const NamedTensor y =
      jit([](const nn::NamedConv &layer, NamedTensor x) { return layer(x); })(placed, x);
  EXPECT_EQ(text(shardingOf(y.tensor)), "P(\"data\", {}, {}, \"model\") on data=2, model=2");
  EXPECT_LT(max(abs(y.tensor - wanted)).item(), 1e-6);
}

TEST(NnNamedLayers, RefuseConvolutions) {
  const nn::NamedConv layer(Axis("width", 3), Channels, Features, key);
  EXPECT_MESSAGE("nn::NamedConv of f32[batch=2, channels=4]: there is no axis width",
                 layer(zeros({Batch, Channels})));
  EXPECT_MESSAGE("nn::NamedConv of f32[width=5, channels=3]: axis channels has size 3, not 4",
                 layer(zeros({Width, {"channels", 3}})));
  EXPECT_MESSAGE(
      "nn::NamedConv of f32[width=5, channels=4, features=6]: axis features is an output "
      "of the layer",
      layer(zeros({Width, Channels, Features})));
  EXPECT_MESSAGE("nn::NamedConv with axes width, channels, channels: axis channels stands twice",
                 nn::NamedConv(Axis("width", 3), Channels, Channels, key));
  EXPECT_MESSAGE("nn::NamedConv of 4 inputs and 6 outputs in 3 groups; the groups must divide both",
                 nn::NamedConv(Axis("width", 3), Channels, Features, key, {.groups = 3}));
  EXPECT_MESSAGE("nn::NamedConvTranspose with groups or a dilation of x; it has none",
                 nn::NamedConvTranspose(Axis("width", 3), Channels, Features, key, {.groups = 2}));
  EXPECT_MESSAGE(
      "nn::NamedConvTranspose of f32[channels=4]: there is no axis width",
      nn::NamedConvTranspose(Axis("width", 3), Channels, Features, key)(zeros(Channels)));
}

TEST(NnNamedLayers, RefuseNormsAndExperts) {
  EXPECT_MESSAGE("nn::GroupNorm of 6 features in 4 groups; the groups must divide the features",
                 nn::NamedGroupNorm(Features, 4));
  const nn::NamedGroupNorm norm(Features, 3);
  EXPECT_MESSAGE("nn::NamedGroupNorm of f32[batch=2, features=6]: there is no axis height",
                 norm(zeros({Batch, Features}), Height));
  EXPECT_MESSAGE("nn::NamedGroupNorm of f32[batch=2, features=6]: axis features stands twice",
                 norm(zeros({Batch, Features}), Features));
  const Axis Experts("expert", 2), Hidden("mlp", 8);
  EXPECT_MESSAGE("nn::NamedMixtureOfExperts with 3 active of 2 experts and a capacity factor of "
                 "1.250000; at least one and no more than all are active",
                 nn::NamedMixtureOfExperts(Experts, Features, Hidden, key, {.active = 3}));
  EXPECT_MESSAGE("nn::NamedMixtureOfExperts with axes expert, mlp, mlp: axis mlp stands twice",
                 nn::NamedMixtureOfExperts(Experts, Hidden, Hidden, key));
  const nn::NamedMixtureOfExperts layer(Experts, Features, Hidden, key);
  EXPECT_MESSAGE("nn::NamedMixtureOfExperts of f32[batch=2, features=6]: there is no axis position",
                 layer(zeros({Batch, Features}), Position));
  EXPECT_MESSAGE("nn::NamedMixtureOfExperts of f32[batch=2, features=6]: axis features is that of "
                 "the features, not of positions",
                 layer(zeros({Batch, Features}), Features));
}

TEST(NnNamedLayers, RefuseAttention) {
  const NamedTensor x = zeros({Batch, Position, HeadDim});
  EXPECT_MESSAGE("nn::rotary of f32[batch=2, position=5, head_dim=8]: the size of axis position is "
                 "odd",
                 nn::rotary(x, arange(Batch), Position));
  EXPECT_MESSAGE("nn::rotary of f32[batch=2, position=5, head_dim=8] at positions i32[heads=4]: "
                 "positions have axes of x, without head_dim",
                 nn::rotary(x, arange(Heads), HeadDim));
  EXPECT_MESSAGE("nn::NamedKvCache of f32[batch=2, head_dim=8]: there is no axis position",
                 nn::NamedKvCache({Batch, HeadDim}, Position));
  const nn::NamedKvCache cache({Batch, {"keys", 4}, HeadDim}, "keys");
  EXPECT_MESSAGE("nn::NamedKvCache::append of f32[batch=2, keys=5, head_dim=8] to a cache of "
                 "f32[batch=2, keys=4, head_dim=8]: the axes are those of the cache, with no more "
                 "positions along keys",
                 cache.append(zeros({Batch, {"keys", 5}, HeadDim}), x));
  const NamedTensor one = zeros({Batch, {"keys", 1}, HeadDim}),
                    two = zeros({Batch, {"keys", 2}, HeadDim});
  EXPECT_MESSAGE("nn::NamedKvCache::append of f32[batch=2, keys=1, head_dim=8] and f32[batch=2, "
                 "keys=2, head_dim=8]: the sizes of axis keys differ",
                 cache.append(one, two));
  EXPECT_MESSAGE("nn::NamedKvCache::attend of f32[batch=2, head_dim=8]: there is no axis position",
                 cache.attend(zeros({Batch, HeadDim}), Position, HeadDim));
  const NamedTensor keys = zeros({Batch, {"keys", 4}, HeadDim});
  EXPECT_MESSAGE("nn::attention by blocks of 0 keys; a block has one key or more",
                 nn::attention(x, keys, keys, "keys", HeadDim, {.block = 0}));
  EXPECT_MESSAGE(
      "nn::attention of f32[batch=2, position=5, head_dim=8] and f32[batch=2, keys=4, "
      "head_dim=8] with a mask i1[heads=4]: the scores have no axis heads=4",
      nn::attention(x, keys, keys, "keys", HeadDim, {.mask = zeros(Heads, boolean), .block = 2}));
}

} // namespace
} // namespace spmd::test
