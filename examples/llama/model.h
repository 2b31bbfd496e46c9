// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Llama (Touvron et al. 2023): rotary positions, grouped heads, RMS norms, gated MLPs, no biases.
//
// A model is called in two ways: on whole texts to train it, and on the next tokens beside a cache
// of keys and values to generate text.
#pragma once
#include "../options.h"

namespace llama {
using namespace spmd;

struct Config {
  int64_t vocab = 256, embed = 128, heads = 8, groups = 4, hidden = 352, layers = 4;
  int64_t headDim() const { return embed / heads; }
};

struct Block {
  nn::RmsNorm norm1, norm2;
  nn::Linear query, key, value, out;
  nn::Mlp mlp;
  SPMD_FIELDS(norm1, norm2, query, key, value, out, mlp)

  Block(const Config &c, const Key &seed)
      : norm1(c.embed, "embed"), norm2(c.embed, "embed"),
        query({{c.embed, "embed"}}, {{c.heads, "heads"}, {c.headDim()}}, seed.fold(0), noBias),
        key({{c.embed, "embed"}}, {{c.groups, "heads"}, {c.headDim()}}, seed.fold(1), noBias),
        value({{c.embed, "embed"}}, {{c.groups, "heads"}, {c.headDim()}}, seed.fold(2), noBias),
        out({{c.heads, "heads"}, {c.headDim()}}, {{c.embed, "embed"}}, seed.fold(3), noBias),
        mlp({c.embed, "embed"}, {c.hidden, "mlp"}, seed.fold(4),
            {.activation = nn::Activation::Silu, .gated = true, .bias = false}) {}

  /// x [batch, position, embed] of whole texts.
  Tensor operator()(Tensor x) const {
    const Tensor h = norm1(x), at = arange(x.size(1));
    x = x + out(nn::attention(nn::rotary(query(h), at), nn::rotary(key(h), at), value(h),
                              {.causal = true}));
    return placed(x + mlp(norm2(x)), {"batch", "position", ""});
  }

  /// x of the tokens behind those in the cache, which comes back with theirs.
  std::pair<Tensor, nn::KvCache> operator()(Tensor x, nn::KvCache cache) const {
    const Tensor h = norm1(x), at = cache.length + arange(x.size(1));
    cache = cache.append(nn::rotary(key(h), at), value(h));
    x = x + out(cache.attend(nn::rotary(query(h), at)));
    return {x + mlp(norm2(x)), cache};
  }

private:
  static inline const nn::LinearOptions noBias{.bias = false};
};

struct Llama {
  nn::Embedding tokens;
  Stacked<Block> blocks;
  nn::RmsNorm norm;
  nn::Linear head;
  SPMD_FIELDS(tokens, blocks, norm, head)

  Llama(const Config &c, const Key &seed)
      : tokens({c.vocab, "vocab"}, {c.embed, "embed"}, seed.fold(0)),
        blocks(makeBlocks(c, seed.fold(1))), norm(c.embed, "embed"),
        head({{c.embed, "embed"}}, {{c.vocab, "vocab"}}, seed.fold(2), {.bias = false}) {}

  /// Logits [batch, position, vocab] of ids [batch, position].
  Tensor operator()(Tensor ids) const {
    const Tensor x = placed(tokens[ids], {"batch", "position", ""});
    auto layer = [](Tensor x, const Block &block) { return block(x); };
    return head(norm(scan(checkpoint(layer), x, blocks)));
  }

  /// The same for ids behind those in the caches. Leaves of these have a leading dim of layers.
  std::pair<Tensor, nn::KvCache> operator()(Tensor ids, const nn::KvCache &caches) const {
    using Layer = std::pair<Block, nn::KvCache>;
    auto layer = [](Tensor x, const Layer &layer) { return layer.first(x, layer.second); };
    auto [x, next] = scan(layer, tokens[ids], Layer(blocks.layers, caches));
    return {head(norm(x)), next};
  }

  /// Empty caches of all layers with room for this many positions.
  nn::KvCache emptyCaches(int64_t batch, int64_t positions) const {
    const Tensor &keys = blocks.layers.key.weight; // [layers, embed, groups, head dim]
    const nn::KvCache one(batch, positions, keys.size(2), keys.size(3), keys.elementType());
    auto forEachLayer = [&](const Tensor &x) { return repeat(expandDims(x, 0), keys.size(0), 0); };
    return mapLeaves(forEachLayer, one);
  }

private:
  static Stacked<Block> makeBlocks(const Config &c, const Key &seed) {
    auto make = vmap([c](const Key &seed) { return Block(c, seed); });
    return Stacked<Block>::of(make(seed.splitStacked(c.layers)));
  }
};

/// The `count` tokens i32[batch, count] that follow prompts [batch, position]: the likeliest ones,
/// or with a temperature above 0 drawn ones.
inline Tensor generate(const Llama &model, Tensor prompt, int64_t count, double temperature,
                       const Key &key) {
  auto pick = [&](Tensor logits, Tensor i) { // of the last position
    logits = logits[{_, -1}];
    return temperature > 0 ? random::categorical(key.fold(i), logits / temperature)
                           : astype(argmax(logits, -1), i32);
  };
  auto [logits, caches] = model(prompt, model.emptyCaches(prompt.size(0), prompt.size(1) + count));
  using Carry = std::pair<Tensor, nn::KvCache>;
  auto next = [&](Carry carry, Tensor i) {
    auto [logits, caches] = model(expandDims(carry.first, 1), carry.second);
    return std::pair(Carry(pick(logits, i), caches), carry.first);
  };
  const Carry first(pick(logits, full({}, count, i32)), caches);
  return transpose(scan(next, first, arange(count)).second); // [count, batch] before
}

} // namespace llama
