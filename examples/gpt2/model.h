// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GPT-2 (Radford et al. 2019): a decoder of pre-normalised blocks with tied embeddings.
//
// Parameters carry logical axis names; which of them are split, and how, is the business of main.
#pragma once
#include "../options.h"

struct Config {
  int64_t vocab = 256, positions = 128, embed = 128, heads = 4, layers = 4;
  int64_t stages = 1; // of a pipeline
  int64_t headDim() const { return embed / heads; }
  int64_t mlp() const { return 4 * embed; }
};

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

/// x through all layers, one after the other. The backward part computes each layer again.
inline spmd::Tensor through(const spmd::Stacked<Block> &layers, spmd::Tensor x) {
  auto layer = [](spmd::Tensor x, const Block &block) { return block(x); };
  return scan(spmd::checkpoint(layer), x, layers);
}

/// The same in stages (GPipe, Huang et al. 2019). The batch is cut into as many parts; in tick t
/// stage s works on part t - s. All stages are entries of one batched function, which a mesh
/// splits, and what they hand on is a roll along them.
inline spmd::Tensor throughStages(const spmd::Stacked<Block> &layers, spmd::Tensor x,
                                  int64_t stages) {
  const std::vector<int64_t> part{x.size(0) / stages, x.size(1), x.size(2)};
  spmd::Tensor queue = reshape(x, {stages, part[0], part[1], part[2]});
  queue = pad(queue, {{0, stages - 1}, {}, {}, {}}); // while the pipeline runs empty
  const auto perStage = spmd::mapLeaves(
      [stages](const spmd::Tensor &leaf) { // [layers, ..] -> [stages, layers per stage, ..]
        std::vector<int64_t> shape = leaf.shape();
        shape[0] /= stages;
        shape.insert(shape.begin(), stages);
        return reshape(leaf, shape);
      },
      layers);
  auto tick = [&](spmd::Tensor at, spmd::Tensor next) { // [stages, part]
    at = spmd::setAt(roll(at, 1, 0), 0, next);
    at = placed(spmd::vmap(through)(perStage, at), {"stage", "batch", "position", ""});
    return std::pair(at, at[-1]);
  };
  const spmd::Tensor empty = spmd::zeros({stages, part[0], part[1], part[2]}, x.elementType());
  const spmd::Tensor out = scan(tick, empty, queue).second; // [ticks, part]
  return reshape(out[{spmd::slice(stages - 1, {})}], x.shape());
}

struct Gpt {
  spmd::nn::Embedding tokens, positions;
  spmd::Stacked<Block> blocks;
  spmd::nn::LayerNorm norm;
  int64_t stages;
  SPMD_FIELDS(tokens, positions, blocks, norm, stages)

  Gpt(const Config &c, const spmd::Key &key)
      : tokens({c.vocab, "vocab"}, {c.embed, "embed"}, key.fold(0)),
        positions({c.positions, ""}, {c.embed, "embed"}, key.fold(1)),
        blocks(makeBlocks(c, key.fold(2))), norm(c.embed, "embed"), stages(c.stages) {}

  /// Logits [batch, position, vocab] of tokens [batch, position].
  spmd::Tensor operator()(spmd::Tensor ids) const {
    spmd::Tensor x = tokens[ids] + positions[spmd::arange(ids.size(1))];
    x = placed(x, {"batch", "position", ""});
    x = stages > 1 ? throughStages(blocks, x, stages) : through(blocks, x);
    return tokens.attend(norm(x));
  }

private:
  static spmd::Stacked<Block> makeBlocks(const Config &c, const spmd::Key &key) {
    auto make = spmd::vmap([c](const spmd::Key &key) { return Block(c, key); });
    const Block all = spmd::mapLeaves(
        [](const spmd::Tensor &leaf) {
          std::vector<std::string> axes = spmd::axesOf(leaf);
          axes.resize(leaf.rank());
          axes[0] = "layers";
          return withAxes(leaf, axes);
        },
        make(key.splitStacked(c.layers)));
    return spmd::Stacked<Block>::of(all);
  }
};
