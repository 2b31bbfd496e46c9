// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases of the layers of spmd/nn_*.h (frontend_cases.h). Parameters are operands as the input is,
// so that batches and gradients go over them, too.
#include "layer_cases.h"

namespace {

const ShapeLists kProducts{{{5, 12}, {12, 20}}, {{12}, {12, 20}}, {{2, 3, 4}, {4, 6}},
                           {{1, 1}, {1, 1}},    {{0, 3}, {3, 5}}, {{7, 13}, {13, 2}}};

/// A Linear whose weight is operand 1 and has so many input dims; operand 2 is the bias.
Tensor linear(const Operands &in, size_t inputs) {
  const nn::Linear layer(dimsOf(in[1], 0, inputs), dimsOf(in[1], inputs, in[1].rank()), Key(0),
                         {.bias = in.size() > 2, .weight = init::zeros});
  return with(layer, in)(in[0]);
}

void addLinears() {
  shaped("Linear", [](const Operands &in) { return linear(in, 1); }, withVectors(kProducts, 1));
  shaped("LinearPlain", [](const Operands &in) { return linear(in, 1); }, kProducts);
  shaped("LinearGeneral", [](const Operands &in) { return linear(in, 2); },
         {{{2, 7, 4, 6}, {4, 6, 3, 2, 5}, {3, 2, 5}},
          {{4, 6}, {4, 6, 3}, {3}},
          {{2, 2, 3}, {2, 3, 4}, {4}},
          {{1, 1}, {1, 1, 1}, {1}},
          {{5, 3, 2}, {3, 2, 2, 2}, {2, 2}},
          {{3, 1, 7}, {1, 7, 2, 3}, {2, 3}}});
  const ShapeLists tables{{{4}, {11, 6}}, {{}, {5, 3}},  {{2, 3}, {7, 4}},
                          {{0}, {3, 2}},  {{9}, {1, 5}}, {{2, 1, 2}, {13, 1}}};
  auto table = [](const Tensor &weight) {
    return nn::Embedding(weight.size(0), weight.size(1), Key(0), {.weight = init::zeros});
  };
  shaped("Embedding",
         [=](const Operands &in) { return with(table(in[1]), in)[abs(in[0]) % in[1].size(0)]; },
         tables, {i32, f32});
  shaped("EmbeddingBeyond",
         [=](const Operands &in) { return with(table(in[1]), in)[abs(in[0]) * 5]; }, tables,
         {i32, f32});
  shaped("attend", [=](const Operands &in) { return with(table(in[1]), in).attend(in[0]); },
         {{{3, 2, 6}, {11, 6}},
          {{4}, {5, 4}},
          {{2, 3}, {7, 3}},
          {{1, 1}, {1, 1}},
          {{0, 2}, {3, 2}},
          {{2, 2, 2, 5}, {3, 5}}});
}

void addMlps() {
  auto mlp = [](const Operands &in, const nn::MlpOptions &options) {
    return with(nn::Mlp(in[1].size(0), in[1].size(1), Key(0), options), in)(in[0]);
  };
  shaped("Mlp", [=](const Operands &in) { return mlp(in, {.weight = init::zeros}); },
         {{{3, 6}, {6, 24}, {24}, {24, 6}, {6}},
          {{4}, {4, 5}, {5}, {5, 4}, {4}},
          {{2, 3, 5}, {5, 7}, {7}, {7, 5}, {5}},
          {{1, 1}, {1, 1}, {1}, {1, 1}, {1}},
          {{2, 2}, {2, 1}, {1}, {1, 2}, {2}},
          {{0, 3}, {3, 2}, {2}, {2, 3}, {3}}});
  const ShapeLists gated{{{3, 6}, {6, 24}, {24, 6}, {6, 24}}, {{4}, {4, 5}, {5, 4}, {4, 5}},
                         {{2, 3, 5}, {5, 7}, {7, 5}, {5, 7}}, {{1, 1}, {1, 1}, {1, 1}, {1, 1}},
                         {{2, 2}, {2, 1}, {1, 2}, {2, 1}},    {{0, 3}, {3, 2}, {2, 3}, {3, 2}}};
  shaped(
      "MlpGated",
      [=](const Operands &in) {
        return mlp(in, {.activation = nn::Activation::Silu,
                        .gated = true,
                        .bias = false,
                        .weight = init::zeros});
      },
      gated);
  using enum nn::Activation;
  for (const auto &[name, activation] : {std::pair{"activateGelu", Gelu},
                                         {"activateGeluExact", GeluExact},
                                         {"activateRelu", Relu},
                                         {"activateSilu", Silu},
                                         {"activateSigmoid", Sigmoid},
                                         {"activateTanh", Tanh},
                                         {"activateNone", None}})
    unary(name, [activation = activation](Tensor x) { return nn::activate(x, activation); },
          {f32, bf16, f64});
}

/// A Conv or ConvTranspose whose weight is operand 1.
template <class Layer> Tensor convolved(const Operands &in, nn::ConvLayerOptions options) {
  const Tensor &weight = in[1];
  const Shape window(weight.shape().begin(), weight.shape().end() - 2);
  options.bias = in.size() > 2;
  options.weight = init::zeros;
  return with(Layer(weight.size(-2) * options.groups, weight.size(-1), window, Key(0), options),
              in)(in[0]);
}
template <class Layer>
void addConvolution(const std::string &name, const nn::ConvLayerOptions &options,
                    const ShapeLists &shapes) {
  exactly(name, [=](const Operands &in) { return convolved<Layer>(in, options); }, shapes);
}

void addConvolutions() {
  addConvolution<nn::Conv>("Conv", {},
                           withVectors({{{2, 9, 4}, {3, 4, 6}},
                                        {{1, 5, 1}, {2, 1, 1}},
                                        {{3, 4, 2}, {1, 2, 5}},
                                        {{2, 5, 6, 3}, {3, 2, 3, 2}},
                                        {{1, 7, 2}, {5, 2, 3}},
                                        {{2, 3, 4, 2, 2}, {2, 3, 1, 2, 3}}},
                                       1));
  addConvolution<nn::Conv>("ConvGroups", {.strides = {2, 1}, .padding = "VALID", .groups = 2},
                           withVectors({{{2, 9, 8, 4}, {3, 2, 2, 6}},
                                        {{1, 4, 4, 2}, {2, 2, 1, 2}},
                                        {{3, 5, 6, 6}, {1, 3, 3, 4}},
                                        {{2, 3, 3, 4}, {3, 3, 2, 2}},
                                        {{1, 7, 2, 2}, {2, 1, 1, 4}},
                                        {{2, 6, 5, 8}, {4, 2, 4, 2}}},
                                       1));
  addConvolution<nn::Conv>("ConvDilated", {.kernelDilation = {1, 2, 1}},
                           {{{1, 4, 6, 5, 3}, {2, 3, 2, 3, 5}},
                            {{2, 3, 4, 2, 1}, {1, 2, 2, 1, 2}},
                            {{1, 2, 5, 2, 2}, {2, 2, 1, 2, 1}},
                            {{1, 1, 3, 1, 2}, {1, 1, 1, 2, 3}},
                            {{2, 2, 6, 3, 1}, {2, 2, 3, 1, 1}},
                            {{1, 3, 3, 3, 2}, {3, 2, 2, 2, 2}}});
  addConvolution<nn::Conv>("ConvBatches", {.padding = {{{1, 2}, {0, 1}}}, .dilation = {1, 2}},
                           withVectors({{{2, 3, 7, 6, 4}, {3, 3, 4, 6}},
                                        {{5, 5, 2}, {2, 3, 2, 3}},
                                        {{2, 4, 3, 1}, {2, 2, 1, 2}},
                                        {{1, 2, 2, 3, 3}, {1, 2, 3, 2}},
                                        {{3, 3, 5, 2}, {3, 1, 2, 1}},
                                        {{1, 6, 4, 3}, {4, 2, 3, 2}}},
                                       1));
  const ShapeLists transposed{{{2, 5, 4, 4}, {3, 2, 4, 6}}, {{1, 3, 2, 2}, {2, 2, 2, 3}},
                              {{2, 2, 3, 1}, {1, 3, 1, 2}}, {{3, 4, 4, 3}, {2, 3, 3, 1}},
                              {{1, 1, 5, 2}, {3, 3, 2, 2}}, {{2, 6, 2, 3}, {4, 1, 3, 2}}};
  addConvolution<nn::ConvTranspose>("ConvTranspose", {.strides = {2, 2}},
                                    withVectors(transposed, 1));
  addConvolution<nn::ConvTranspose>(
      "ConvTransposeValid", {.strides = {1, 2}, .padding = "VALID", .kernelDilation = {2, 1}},
      transposed);
}

const ShapeLists kRows{{{3, 5, 24}}, {{9, 7}}, {{13}}, {{2, 3, 2, 4}}, {{1, 5}}, {{0, 3}}};

void addNorms() {
  auto features = [](const Operands &in) { return in[0].size(-1); };
  shaped(
      "LayerNorm", [=](const Operands &in) { return with(nn::LayerNorm(features(in)), in)(in[0]); },
      withVectors(kRows, 0, 2));
  shaped(
      "LayerNormPlain",
      [=](const Operands &in) {
        return nn::LayerNorm(features(in), "",
                             {.epsilon = 1e-3, .scale = false, .bias = false})(in[0]);
      },
      kRows);
  shaped(
      "RmsNorm", [=](const Operands &in) { return with(nn::RmsNorm(features(in)), in)(in[0]); },
      withVectors(kRows, 0));
  const ShapeLists grouped{{{3, 5, 6, 12}}, {{3, 12}},      {{2, 4, 6}},
                           {{1, 3, 18}},    {{2, 2, 2, 6}}, {{5, 24}}};
  shaped(
      "GroupNorm",
      [=](const Operands &in) {
        return with(nn::GroupNorm(features(in), features(in) % 3 ? 1 : 3), in)(in[0]);
      },
      withVectors(grouped, 0, 2));
  shaped(
      "GroupNormOfOne",
      [=](const Operands &in) {
        return with(nn::GroupNorm(features(in), features(in)), in)(in[0]);
      },
      withVectors(grouped, 0, 2));
  // x, scale, bias, then mean and variance of the state.
  auto run = [](const Operands &in, nn::Mode mode) {
    const nn::BatchNorm layer = with(nn::BatchNorm(in[0].size(-1)), {in[0], in[1], in[2]});
    return layer(in[0], {in[3], abs(in[4]) + 0.5}, mode);
  };
  const ShapeLists batches =
      withVectors({{{4, 5, 6}}, {{7, 3}}, {{2, 3, 2, 4}}, {{9, 1}}, {{3, 13}}, {{2, 2, 5}}}, 0, 4);
  shaped("BatchNorm", [=](const Operands &in) { return run(in, nn::Mode::Train).first; }, batches);
  shaped(
      "BatchNormEvaluate", [=](const Operands &in) { return run(in, nn::Mode::Evaluate).first; },
      batches);
  shaped(
      "BatchNormState",
      [=](const Operands &in) {
        const nn::BatchNormState next = run(in, nn::Mode::Train).second;
        return joined({next.mean, next.variance});
      },
      batches);
  shaped("initialState",
         [=](const Operands &in) {
           const nn::BatchNorm layer(features(in), "", {.momentum = 0.9, .epsilon = 1e-3});
           const auto [y, next] = layer(in[0], layer.initialState(), nn::Mode::Train);
           return joined({y, layer(in[0], next, nn::Mode::Evaluate).first});
         },
         {{{4, 5, 6}}, {{7, 3}}, {{2, 3, 2, 4}}, {{9, 1}}, {{3, 13}}, {{2, 2, 5}}});
  exactly(
      "Dropout", [](const Operands &in) { return nn::Dropout(0.3)(in[1], Key(in[0])); },
      {{{2}, {3, 5}}, {{2}, {13}}, {{2}, {}}, {{2}, {2, 1, 3}}, {{2}, {0, 4}}, {{2}, {6, 2, 2}}},
      {u32, f32});
}

} // namespace

int main() {
  addLinears();
  addMlps();
  addConvolutions();
  addNorms();
  runAll();
}
