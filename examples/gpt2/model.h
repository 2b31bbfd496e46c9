// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GPT-2 (Radford et al. 2019): a decoder of pre-normalised blocks with tied embeddings.
//
// Parameters carry logical axis names; which of them are split, and how, is the business of main.
#pragma once
#include <spmd/spmd.h>

struct Config {
  int64_t vocab = 256, positions = 128, embed = 128, heads = 4, layers = 4;
  int64_t headDim() const { return embed / heads; }
  int64_t mlp() const { return 4 * embed; }
};

/// x, placed by the rules of the mesh for values. Without a mesh there is nothing to place.
inline spmd::Tensor placed(spmd::Tensor x, const spmd::Logical &names) {
  return spmd::currentMesh() ? spmd::constrain(x, names) : x;
}

struct Block {
  spmd::nn::LayerNorm norm1, norm2;
  spmd::nn::Linear qkv, out, up, down;
  SPMD_FIELDS(norm1, norm2, qkv, out, up, down)

  Block(const Config &c, const spmd::Key &key)
      : norm1(c.embed, "embed"), norm2(c.embed, "embed"),
        qkv({{c.embed, "embed"}}, {{3, ""}, {c.heads, "heads"}, {c.headDim(), ""}}, key.fold(0)),
        out({{c.heads, "heads"}, {c.headDim(), ""}}, {{c.embed, "embed"}}, key.fold(1)),
        up({{c.embed, "embed"}}, {{c.mlp(), "mlp"}}, key.fold(2)),
        down({{c.mlp(), "mlp"}}, {{c.embed, "embed"}}, key.fold(3)) {}

  spmd::Tensor operator()(spmd::Tensor x) const { // [batch, position, embed]
    using spmd::_;
    spmd::Tensor h = qkv(norm1(x)); // [batch, position, 3, heads, head dim]
    spmd::Tensor a =
        spmd::nn::attention(h[{_, _, 0}], h[{_, _, 1}], h[{_, _, 2}], {.causal = true});
    x = placed(x + out(a), {"batch", "position", ""});
    return placed(x + down(spmd::gelu(up(norm2(x)))), {"batch", "position", ""});
  }
};

struct Gpt {
  spmd::nn::Embedding tokens, positions;
  spmd::Stacked<Block> blocks;
  spmd::nn::LayerNorm norm;
  SPMD_FIELDS(tokens, positions, blocks, norm)

  Gpt(const Config &c, const spmd::Key &key)
      : tokens({c.vocab, "vocab"}, {c.embed, "embed"}, key.fold(0)),
        positions({c.positions, ""}, {c.embed, "embed"}, key.fold(1)),
        blocks(makeBlocks(c, key.fold(2))), norm(c.embed, "embed") {}

  /// Logits [batch, position, vocab] of tokens [batch, position].
  spmd::Tensor operator()(spmd::Tensor ids) const {
    spmd::Tensor x = tokens[ids] + positions[spmd::arange(ids.size(1))];
    auto layer = [](spmd::Tensor x, const Block &block) { return spmd::toCompute(block)(x); };
    x = scan(spmd::checkpoint(layer), placed(x, {"batch", "position", ""}), blocks);
    return tokens.attend(norm(x));
  }

private:
  static spmd::Stacked<Block> makeBlocks(const Config &c, const spmd::Key &key) {
    auto make = spmd::vmap([c](const spmd::Key &key) { return Block(c, key); });
    return spmd::Stacked<Block>::of(make(key.splitStacked(c.layers)));
  }
};
