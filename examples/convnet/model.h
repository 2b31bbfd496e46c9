// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A small convolutional network with batch normalisation (Ioffe and Szegedy 2015), and drawings of
// circles, squares and crosses, which it tells apart.
#pragma once
#include "../options.h"

namespace convnet {
using namespace spmd;

struct Drawings {
  Tensor pixels; // [count, 16, 16, 1]
  Tensor label;  // i32[count]: circle, square, cross
  SPMD_FIELDS(pixels, label)
};

/// A shape in each picture, anywhere and of any size, bright or pale, under noise.
inline Drawings draw(const Key &key, int64_t count) {
  const std::vector<int64_t> one{count, 1, 1};
  Tensor label = random::randint(key.fold(0), {count}, 0, 3), kind = reshape(label, one);
  Tensor size = random::uniform(key.fold(1), one, f32, 4, 6);
  auto distance = [&](int64_t dim, int number) { // of each pixel from the centre along a dim
    std::vector<int64_t> shape{1, 1, 1};
    shape[size_t(dim)] = 16;
    return abs(iota(shape, dim, f32) - random::uniform(key.fold(number), one, f32, 5, 10));
  };
  Tensor down = distance(1, 2), right = distance(2, 3);
  Tensor longer = maximum(down, right), shorter = minimum(down, right);
  Tensor isCircle = square(down) + square(right) < square(size);
  Tensor isSquare = longer < 0.886 * size; // as large as the circle
  Tensor isCross = logicalAnd(longer < size, shorter < 0.3 * size);
  Tensor isInside = where(equal(kind, 0), isCircle, where(equal(kind, 1), isSquare, isCross));
  Tensor light = random::uniform(key.fold(4), one, f32, 0.5, 1);
  Tensor noise = 0.1 * random::normal(key.fold(5), {count, 16, 16});
  return {placed(expandDims(where(isInside, light, 0) + noise, -1), {"batch", "height", "", ""}),
          placed(label, {"batch"})};
}

/// Convolution, normalisation, relu, and the largest of each four pixels.
struct Stage {
  nn::Conv conv;
  nn::BatchNorm norm;
  SPMD_FIELDS(conv, norm)

  Stage(int64_t inputs, const nn::Dim &outputs, const Key &key)
      : conv(inputs, outputs, {3, 3}, key, {.bias = false}),
        norm(outputs.size, outputs.axis, {.momentum = 0.9}) {}

  std::pair<Tensor, nn::BatchNormState> operator()(Tensor x, const nn::BatchNormState &averages,
                                                   nn::Mode mode) const {
    auto [y, next] = norm(conv(x), averages, mode);
    return {maxPool(relu(y), {2, 2}), next};
  }
};

/// Means and variances of all stages: a tree beside the model, which no gradient goes through.
using Averages = std::vector<nn::BatchNormState>;

struct Network {
  std::vector<Stage> stages;
  nn::Linear last;
  SPMD_FIELDS(stages, last)

  explicit Network(const Key &key)
      : stages{Stage(1, {16, "features"}, key.fold(0)), Stage(16, {32, "features"}, key.fold(1))},
        last(32, 3, key.fold(2)) {}

  Averages initialState() const {
    Averages averages;
    for (const Stage &stage : stages)
      averages.push_back(stage.norm.initialState());
    return averages;
  }

  /// Logits [count, 3] of pixels [count, height, width, 1], and the next means and variances.
  std::pair<Tensor, Averages> operator()(Tensor x, Averages averages, nn::Mode mode) const {
    for (size_t i = 0; i < stages.size(); ++i)
      std::tie(x, averages[i]) = stages[i](x, averages[i], mode);
    return {last(mean(x, {1, 2})), averages};
  }
};

} // namespace convnet
