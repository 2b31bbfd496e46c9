// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GPT-2 (Radford et al. 2019) on named tensors: no line depends on the order of dims, and no line
// says where a value lies. The names of the axes do, by the rules of main.
#pragma once
#include <spmd/spmd.h>

struct GptAxes {
  spmd::Axis vocab{"vocab", 256}, position{"position", 128}, embed{"embed", 128};
  spmd::Axis heads{"heads", 4}, headDim{"head_dim", 32}, mlp{"mlp", 512}, layers{"layers", 4};
};

struct NamedBlock {
  spmd::nn::NamedLayerNorm norm1, norm2;
  spmd::nn::NamedLinear qkv, out, up, down;
  SPMD_FIELDS(norm1, norm2, qkv, out, up, down)

  NamedBlock(const GptAxes &c, const spmd::Key &key)
      : norm1(c.embed), norm2(c.embed),
        qkv(c.embed, {spmd::Axis("qkv", 3), c.heads, c.headDim}, key.fold(0)),
        out({c.heads, c.headDim}, c.embed, key.fold(1)), up(c.embed, c.mlp, key.fold(2)),
        down(c.mlp, c.embed, key.fold(3)) {}

  spmd::NamedTensor operator()(spmd::NamedTensor x) const { // [batch, position, embed]
    const spmd::Axis position = x.axis("position"), keys = position.alias("key_position");
    const spmd::NamedTensor h = qkv(norm1(x)); // [batch, position, qkv, heads, head_dim]
    const spmd::NamedTensor k = rename(h[{"qkv", 1}], position, keys.name),
                            v = rename(h[{"qkv", 2}], position, keys.name);
    x += out(spmd::nn::attention(h[{"qkv", 0}], k, v, keys, "head_dim",
                                 {.mask = causalMask(position, keys)}));
    return x + down(gelu(up(norm2(x))));
  }
};

struct NamedGpt {
  spmd::nn::NamedEmbedding tokens, positions;
  NamedBlock blocks; // with the axis of the layers in front
  spmd::nn::NamedLayerNorm norm;
  spmd::Axis layers;
  SPMD_FIELDS(tokens, positions, blocks, norm, layers)

  NamedGpt(const GptAxes &c, const spmd::Key &key)
      : tokens(c.vocab, c.embed, key.fold(0)), positions(c.position, c.embed, key.fold(1)),
        blocks(makeBlocks(c, key.fold(2))), norm(c.embed), layers(c.layers) {}

  /// Logits [batch, position, vocab] of tokens [batch, position].
  spmd::NamedTensor operator()(const spmd::NamedTensor &ids) const {
    const spmd::NamedTensor x = tokens[ids] + positions[arange(ids.axis("position"))];
    auto layer = [](spmd::NamedTensor x, const NamedBlock &block) { return block(x); };
    return tokens.attend(norm(fold(spmd::checkpoint(layer), layers, x, blocks)));
  }

private:
  static NamedBlock makeBlocks(const GptAxes &c, const spmd::Key &key) {
    auto make = spmd::vmap([c](const spmd::Key &key) { return NamedBlock(c, key); });
    return withLeadingAxis(make(key.splitStacked(c.layers.size)), c.layers);
  }
};
