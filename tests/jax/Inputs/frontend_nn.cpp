// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the layers of the C++ frontend, for tests/jax/frontend_nn.py. A file gets the elements; a
// line for each tensor goes to stdout: the case, the tensor's name, type and shape.
// usage: frontend_nn FILE
#include <cstdio>
#include <spmd/spmd.h>

using namespace spmd;

namespace {

std::FILE *file;

void write(const std::string &name, const std::string &part, const Tensor &x) {
  std::printf("%s %s %s", name.c_str(), part.c_str(), text(x.elementType()).c_str());
  for (int64_t size : x.shape())
    std::printf(" %ld", long(size));
  std::printf("\n");
  const HostArray host = x.host();
  std::fwrite(host.bytes.data(), 1, host.bytes.size(), file);
}

/// The leaves of a layer or of several tensors.
void writeTree(const std::string &name, const TreeRef &tree) {
  for (const Leaf &leaf : flatten(tree))
    write(name, leaf.path, leaf.tensor);
}

Tensor input(std::vector<int64_t> shape, ElementType type = f32) {
  static int64_t number = 100;
  return random::normal(Key(++number), std::move(shape), type) * 2 + 0.5;
}

/// A layer of one input, with its parameters.
template <class Layer> void run(const std::string &name, const Layer &layer, const Tensor &x) {
  writeTree(name, layer);
  write(name, "x", x);
  write(name, "y", jit([](const Layer &layer, Tensor x) -> Tensor { return layer(x); })(layer, x));
}

void runLinears() {
  const Key key(3);
  run("linear", nn::Linear(12, 20, key), input({5, 12}));
  run("linearScalars", nn::Linear({12, "embed"}, {20, "mlp"}, key), input({12}));
  run("linearGeneral",
      nn::Linear({{4, "heads"}, {6, ""}}, {{3, ""}, {2, "heads"}, {5, "head_dim"}}, key),
      input({2, 7, 4, 6}));
  nn::LinearOptions options;
  options.bias = false;
  options.weight = init::heUniform;
  options.type = bf16;
  run("linearNarrow", nn::Linear(12, 20, key, options), input({5, 12}, bf16));
  options.type = f32;
  options.bias = true;
  options.biasInit = init::normal(0.5);
  run("linearMixed", nn::Linear(12, 20, key, options), input({5, 12}, bf16));
  const nn::Embedding table({11, "vocab"}, {6, "embed"}, key);
  const Tensor ids = tensor({0, 10, 3, 3}), x = input({3, 2, 6});
  writeTree("embedding", table);
  write("embedding", "ids", ids);
  write("embedding", "x", x);
  write("embedding", "y", table[ids]);
  write("embedding", "logits", table.attend(x));
  run("mlp", nn::Mlp({6, "embed"}, {24, "mlp"}, key), input({3, 6}));
  nn::MlpOptions gated;
  gated.gated = true;
  gated.bias = false;
  gated.activation = nn::Activation::Silu;
  run("mlpGated", nn::Mlp({6}, {24}, key, gated), input({3, 6}));
}

void runConvolutions() {
  const Key key(4);
  run("conv1", nn::Conv(4, 6, {3}, key), input({2, 9, 4}));
  run("conv2",
      nn::Conv(4, {6, "mlp"}, {3, 2}, key, {.strides = {2, 1}, .padding = "VALID", .groups = 2}),
      input({2, 9, 8, 4}));
  run("conv3", nn::Conv(3, 5, {2, 3, 2}, key, {.kernelDilation = {1, 2, 1}, .bias = false}),
      input({1, 4, 6, 5, 3}));
  run("convBatches",
      nn::Conv(4, 6, {3, 3}, key, {.padding = {{{1, 2}, {0, 1}}}, .dilation = {1, 2}}),
      input({2, 3, 7, 7, 4}));
  run("convTranspose", nn::ConvTranspose(4, 6, {3, 2}, key, {.strides = {2, 2}}),
      input({2, 5, 4, 4}));
}

/// Scales and biases that are not 1 and 0.
template <class Layer> Layer perturbed(const Layer &layer) {
  return mapLeaves([](const Tensor &x) { return x + input(x.shape()) * 0.3; }, layer);
}

void runNorms() {
  run("layerNorm", perturbed(nn::LayerNorm(24, "embed")), input({3, 5, 24}));
  run("layerNormPlain", nn::LayerNorm(7, "", {.epsilon = 1e-3, .scale = false, .bias = false}),
      input({9, 7}));
  run("layerNormNarrow", nn::LayerNorm(24, "", {.type = bf16}), input({3, 24}, bf16));
  run("rmsNorm", perturbed(nn::RmsNorm(24)), input({3, 5, 24}));
  run("groupNorm", perturbed(nn::GroupNorm(12, 4)), input({3, 5, 6, 12}));
  run("groupNormRows", perturbed(nn::GroupNorm(12, 3)), input({3, 12}));
  const nn::BatchNorm norm = perturbed(nn::BatchNorm(6, "embed"));
  nn::BatchNormState state = norm.initialState();
  writeTree("batchNorm", norm);
  for (const char *step : {"1", "2"}) {
    const Tensor x = input({4, 5, 6});
    Tensor y;
    std::tie(y, state) = norm(x, state, nn::Mode::Train);
    write("batchNorm", std::string("x") + step, x);
    write("batchNorm", std::string("y") + step, y);
  }
  const Tensor x = input({2, 6});
  write("batchNorm", "x3", x);
  write("batchNorm", "y3", norm(x, state, nn::Mode::Evaluate).first);
  writeTree("batchNorm", state);
  const nn::Dropout dropout(0.3);
  write("dropout", "x", x);
  write("dropout", "y", dropout(x, Key(8)));
  write("dropout", "inference", dropout(x, {}));
}

/// q, k, v and what the options hold; with the gradient of sum(sin(y)).
void runAttention(const std::string &name, std::vector<int64_t> queries, std::vector<int64_t> keys,
                  nn::AttentionOptions options, ElementType type = f32) {
  const Tensor q = input(queries, type), k = input(keys, type), v = input(keys, type);
  write(name, "q", q);
  write(name, "k", k);
  write(name, "v", v);
  if (options.mask)
    write(name, "mask", *options.mask);
  if (options.bias)
    write(name, "bias", *options.bias);
  using Inputs = std::tuple<Tensor, Tensor, Tensor, std::optional<Tensor>>;
  auto loss = [&](const Inputs &inputs) {
    const auto &[q, k, v, bias] = inputs;
    options.bias = bias;
    const Tensor y = nn::attention(q, k, v, options);
    return std::pair(sum(sin(astype(y, promote(type, f32)))), y);
  };
  const auto [value, gradient] = valueAndGrad(loss)(Inputs{q, k, v, options.bias});
  const auto &[dq, dk, dv, bias] = gradient;
  write(name, "y", value.second);
  write(name, "dq", dq);
  write(name, "dk", dk);
  write(name, "dv", dv);
  if (bias)
    write(name, "dbias", *bias);
}

/// All of them with all keys at once, and by blocks.
void runAttentionCases(const std::string &suffix, std::optional<int64_t> block) {
  auto run = [&](const std::string &name, const std::vector<int64_t> &queries,
                 const std::vector<int64_t> &keys, nn::AttentionOptions options,
                 ElementType type = f32) {
    options.block = block;
    runAttention(name + suffix, queries, keys, options, type);
  };
  run("attention", {2, 5, 4, 8}, {2, 5, 4, 8}, {});
  run("attentionCausal", {2, 5, 4, 8}, {2, 5, 4, 8}, {.causal = true});
  run("attentionCross", {2, 5, 4, 8}, {2, 9, 4, 8}, {.causal = true, .scale = 0.3});
  run("attentionGrouped", {2, 5, 6, 8}, {2, 7, 2, 8}, {});
  run("attentionMasked", {2, 5, 4, 8}, {2, 7, 4, 8},
      {.mask = input({2, 1, 5, 7}) > 0, .bias = input({1, 4, 5, 7})});
  run("attentionGroupedMasked", {2, 5, 6, 8}, {2, 7, 3, 8},
      {.mask = input({2, 6, 5, 7}) > 0, .bias = input({2, 1, 1, 7})});
  run("attentionNarrow", {2, 5, 6, 8}, {2, 7, 2, 8}, {}, bf16);
  run("attentionDouble", {2, 5, 6, 8}, {2, 7, 2, 8}, {}, f64);
}

void runAttentions() {
  runAttentionCases("", {});
  runAttentionCases("Block3", 3);

  const Tensor x = input({2, 5, 3, 8}), positions = tensor({0, 1, 2, 7, 100});
  write("rotary", "x", x);
  write("rotary", "positions", positions);
  write("rotary", "y", nn::rotary(x, positions));
  write("rotary", "rows", nn::rotary(x, broadcastTo(positions, {2, 5}), 500));

  // A prompt of four positions, then one by one.
  const Tensor q = input({2, 7, 4, 8}), k = input({2, 7, 2, 8}), v = input({2, 7, 2, 8});
  nn::KvCache cache(2, 9, 2, 8);
  auto step = jit([](nn::KvCache cache, Tensor q, Tensor k, Tensor v) {
    cache = cache.append(k, v);
    return std::pair(cache.attend(q), cache);
  });
  std::vector<Operand> parts;
  for (int64_t begin : {0, 4, 5, 6}) {
    const Slice at = slice(begin, begin == 0 ? 4 : begin + 1);
    Tensor y;
    std::tie(y, cache) = step(cache, q[{_, at}], k[{_, at}], v[{_, at}]);
    parts.push_back(y);
  }
  write("kvCache", "q", q);
  write("kvCache", "k", k);
  write("kvCache", "v", v);
  write("kvCache", "y", concatenate(parts, 1));
}

void runExperts() {
  const nn::MixtureOfExperts layer({4, "expert"}, {6, "embed"}, {10, "mlp"}, Key(11),
                                   {.capacityFactor = 0.8});
  const Tensor x = input({3, 16, 6});
  auto [y, loss] =
      jit([](const nn::MixtureOfExperts &layer, Tensor x) { return layer(x); })(layer, x);
  writeTree("experts", layer);
  write("experts", "x", x);
  write("experts", "y", y);
  write("experts", "loss", loss);
}

struct Block {
  nn::LayerNorm norm1, norm2;
  nn::Linear qkv, out;
  nn::Mlp mlp;
  SPMD_FIELDS(norm1, norm2, qkv, out, mlp)

  explicit Block(const Key &key)
      : norm1(12, "embed"), norm2(12, "embed"),
        qkv({12, "embed"}, {{3, ""}, {2, "heads"}, {6, "head_dim"}}, key.fold(0)),
        out({{2, "heads"}, {6, "head_dim"}}, {12, "embed"}, key.fold(1)),
        mlp({12, "embed"}, {48, "mlp"}, key.fold(2)) {}
  Tensor operator()(Tensor x) const {
    const Tensor h = qkv(norm1(x));
    x = x + out(nn::attention(h[{_, _, 0}], h[{_, _, 1}], h[{_, _, 2}], {.causal = true}));
    return x + mlp(norm2(x));
  }
};

/// Two blocks by scan, with the gradient.
void runBlocks() {
  const Stacked<Block> blocks({Block(Key(1)), Block(Key(2))});
  const Tensor x = input({2, 5, 12});
  auto loss = [](const Stacked<Block> &blocks, Tensor x) {
    auto apply = [](Tensor h, const Block &block) { return block(h); };
    return sum(cos(scan(checkpoint(apply), x, blocks)));
  };
  auto [value, gradient] = jit(valueAndGrad(loss))(blocks, x);
  writeTree("blocks", blocks);
  write("blocks", "x", x);
  write("blocks", "y", value);
  writeTree("gradient", gradient);
}

} // namespace

int main(int, char **arguments) {
  file = std::fopen(arguments[1], "wb");
  runLinears();
  runConvolutions();
  runNorms();
  runAttentions();
  runExperts();
  runBlocks();
  std::fclose(file);
}
