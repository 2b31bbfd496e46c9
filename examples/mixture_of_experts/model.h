// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A language model whose layers have a mixture of experts each (Shazeer et al. 2017; Fedus et al.,
// Switch Transformers, 2021): a router sends each token to the experts that it likes best.
#pragma once
#include "../options.h"

namespace mixture {
using namespace spmd;

struct Config {
  int64_t vocab = 256, embed = 64, heads = 4, hidden = 128, layers = 2;
  int64_t experts = 8, active = 2; // active: experts per token
};

struct Block {
  nn::RmsNorm norm1, norm2;
  nn::Linear qkv, out;
  nn::MixtureOfExperts experts;
  SPMD_FIELDS(norm1, norm2, qkv, out, experts)

  Block(const Config &c, const Key &key)
      : norm1(c.embed, "embed"), norm2(c.embed, "embed"),
        qkv({{c.embed, "embed"}}, {{3}, {c.heads, "heads"}, {c.embed / c.heads}}, key.fold(0)),
        out({{c.heads, "heads"}, {c.embed / c.heads}}, {{c.embed, "embed"}}, key.fold(1)),
        experts({c.experts, "experts"}, {c.embed, "embed"}, {c.hidden, "mlp"}, key.fold(2),
                {.active = c.active}) {}

  /// x [batch, position, embed], and how unevenly the router uses the experts: 1 is even.
  std::pair<Tensor, Tensor> operator()(Tensor x) const {
    const Tensor h = qkv(norm1(x)), at = arange(x.size(1)); // [batch, position, 3, heads, head dim]
    x = x + out(nn::attention(nn::rotary(h[{_, _, 0}], at), nn::rotary(h[{_, _, 1}], at),
                              h[{_, _, 2}], {.causal = true}));
    auto [y, balance] = experts(placed(norm2(x), {"batch", "position", ""}));
    return {placed(x + y, {"batch", "position", ""}), balance};
  }
};

struct Mixture {
  nn::Embedding tokens;
  Stacked<Block> blocks;
  nn::RmsNorm norm;
  SPMD_FIELDS(tokens, blocks, norm)

  Mixture(const Config &c, const Key &key)
      : tokens({c.vocab, "vocab"}, {c.embed, "embed"}, key.fold(0)),
        blocks(makeBlocks(c, key.fold(1))), norm(c.embed, "embed") {}

  /// Logits [batch, position, vocab] of ids [batch, position], and the mean balance of all layers.
  std::pair<Tensor, Tensor> operator()(Tensor ids) const {
    auto layer = [](Tensor x, const Block &block) { return block(x); };
    auto [x, balance] =
        scan(checkpoint(layer), placed(tokens[ids], {"batch", "position", ""}), blocks);
    return {tokens.attend(norm(x)), mean(balance)};
  }

private:
  static Stacked<Block> makeBlocks(const Config &c, const Key &key) {
    auto make = vmap([c](const Key &key) { return Block(c, key); });
    return Stacked<Block>::of(make(key.splitStacked(c.layers)));
  }
};

} // namespace mixture
