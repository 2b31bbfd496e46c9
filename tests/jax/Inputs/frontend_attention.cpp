// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases of attention, of the mixture of experts, and of losses and metrics (frontend_cases.h).
#include "layer_cases.h"

namespace {

// q, k and v.
const ShapeLists kHeads{
    {{2, 5, 4, 8}, {2, 5, 4, 8}, {2, 5, 4, 8}}, {{1, 3, 2, 4}, {1, 3, 2, 4}, {1, 3, 2, 4}},
    {{2, 5, 4, 8}, {2, 9, 4, 8}, {2, 9, 4, 8}}, {{2, 5, 6, 4}, {2, 7, 2, 4}, {2, 7, 2, 4}},
    {{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}}, {{3, 2, 4, 5}, {3, 6, 1, 5}, {3, 6, 1, 5}}};

/// The shapes, and for each one more that follows from them.
ShapeLists beside(const std::function<Shape(const std::vector<Shape> &)> &more,
                  ShapeLists shapes = kHeads) {
  for (std::vector<Shape> &each : shapes)
    each.push_back(more(each));
  return shapes;
}

void addAttention(const std::string &name,
                  const std::function<nn::AttentionOptions(const Operands &)> &options,
                  const ShapeLists &shapes = kHeads, const Types &types = {}) {
  exactly(
      name, [=](const Operands &in) { return nn::attention(in[0], in[1], in[2], options(in)); },
      shapes, types);
}

void addAttentions() {
  using Options = nn::AttentionOptions;
  addAttention("attention", [](const Operands &) { return Options{}; });
  addAttention("attentionCausal",
               [](const Operands &) { return Options{.causal = true, .scale = 0.3}; });
  addAttention(
      "attentionBias", [](const Operands &in) { return Options{.bias = in[3]}; },
      beside(
          [](const std::vector<Shape> &s) { return Shape{s[0][0], s[0][2], s[0][1], s[1][1]}; }));
  addAttention(
      "attentionMask", [](const Operands &in) { return Options{.mask = in[3]}; },
      beside([](const std::vector<Shape> &s) { return Shape{s[0][0], 1, s[0][1], s[1][1]}; }),
      {f32, f32, f32, boolean});
  addAttention("attentionStart",
               [](const Operands &in) { return Options{.causal = true, .start = abs(in[3])}; },
               beside([](const std::vector<Shape> &) { return Shape{}; }), {f32, f32, f32, i32});
  addAttention("attentionValues", [](const Operands &) { return Options{}; },
               {{{2, 5, 4, 8}, {2, 5, 4, 8}, {2, 5, 4, 3}},
                {{1, 3, 2, 4}, {1, 3, 2, 4}, {1, 3, 2, 5}},
                {{2, 5, 6, 4}, {2, 7, 2, 4}, {2, 7, 2, 1}},
                {{1, 1, 1, 1}, {1, 4, 1, 1}, {1, 4, 1, 2}},
                {{3, 2, 2, 6}, {3, 2, 1, 6}, {3, 2, 1, 4}},
                {{2, 2, 3, 2}, {2, 3, 3, 2}, {2, 3, 3, 3}}});
  const ShapeLists turned{{{2, 5, 3, 8}, {5}}, {{1, 3, 2, 4}, {3}},    {{2, 2, 1, 2}, {2}},
                          {{3, 4, 2, 6}, {4}}, {{2, 5, 3, 8}, {2, 5}}, {{1, 7, 2, 4}, {1, 7}}};
  exactly("rotary", [](const Operands &in) { return nn::rotary(in[0], abs(in[1])); }, turned,
          {f32, i32});
  exactly("rotaryBase", [](const Operands &in) { return nn::rotary(in[0], in[1] * 3, 500); },
          turned, {f32, i32});
}

/// A cache with all keys and values, the last of which were appended on their own.
nn::KvCache filled(const Operands &in) {
  const Tensor &k = in[1], &v = in[2];
  const int64_t first = k.size(1) / 2;
  return nn::KvCache(k.size(0), k.size(1) + 2, k.size(2), k.size(3), k.elementType())
      .append(k[{_, slice(0, first)}], v[{_, slice(0, first)}])
      .append(k[{_, slice(first, {})}], v[{_, slice(first, {})}]);
}

void addCaches() {
  ShapeLists shapes = kHeads;
  shapes[2] = {{2, 3, 4, 8}, {2, 9, 4, 8}, {2, 9, 4, 8}};
  shapes[5] = {{3, 2, 4, 5}, {3, 6, 2, 5}, {3, 6, 2, 5}};
  exactly("attend", [](const Operands &in) { return filled(in).attend(in[0]); }, shapes);
  exactly("KvCache", [](const Operands &in) { return filled(in).attend(in[0], 0.7); }, shapes);
  exactly("append",
          [](const Operands &in) {
            const nn::KvCache cache = filled({in[0], in[0], in[1]});
            return joined({cache.keys, cache.values, cache.length * 0.5});
          },
          {{{2, 5, 4, 8}, {2, 5, 4, 8}},
           {{1, 3, 2, 4}, {1, 3, 2, 4}},
           {{2, 7, 1, 1}, {2, 7, 1, 1}},
           {{1, 2, 3, 2}, {1, 2, 3, 2}},
           {{3, 4, 2, 5}, {3, 4, 2, 5}},
           {{1, 1, 1, 1}, {1, 1, 1, 1}}});
}

void addExperts() {
  // x, router, up, down and gate.
  const ShapeLists shapes{{{3, 8, 6}, {6, 4}, {4, 6, 10}, {4, 10, 6}, {4, 6, 10}},
                          {{1, 5, 3}, {3, 2}, {2, 3, 4}, {2, 4, 3}, {2, 3, 4}},
                          {{2, 7, 4}, {4, 3}, {3, 4, 2}, {3, 2, 4}, {3, 4, 2}},
                          {{2, 3, 5}, {5, 6}, {6, 5, 3}, {6, 3, 5}, {6, 5, 3}},
                          {{1, 9, 2}, {2, 2}, {2, 2, 1}, {2, 1, 2}, {2, 2, 1}},
                          {{4, 4, 7}, {7, 5}, {5, 7, 2}, {5, 2, 7}, {5, 7, 2}}};
  auto run = [](const Operands &in, const nn::ExpertsOptions &options) {
    const nn::MixtureOfExperts layer(in[1].size(1), in[0].size(2), in[2].size(2), Key(0), options);
    return with(layer, in)(in[0]);
  };
  exactly(
      "MixtureOfExperts",
      [=](const Operands &in) {
        return run(in, {.capacityFactor = 0.8, .weight = init::zeros}).first;
      },
      shapes);
  exactly(
      "MixtureOfExpertsLoss",
      [=](const Operands &in) { return run(in, {.weight = init::zeros}).second; }, shapes);
}

} // namespace

int main() {
  addAttentions();
  addCaches();
  addExperts();
  runAll();
}
