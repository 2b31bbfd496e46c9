// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A perceptron of some layers, and points on two spirals, which it tells apart.
#pragma once
#include <spmd/spmd.h>

namespace mlp {
using namespace spmd;

struct Points {
  Tensor x;     // [count, 2]
  Tensor label; // i32[count]: the spiral, 0 or 1
  SPMD_FIELDS(x, label)
};

/// Points on two arms that wind around each other, with some noise. Inside of jit under a mesh each
/// device draws its own points.
inline Points spirals(const Key &key, int64_t count) {
  const double pi = 3.14159265358979;
  Tensor label = random::randint(key.fold(0), {count}, 0, 2);
  Tensor along = sqrt(random::uniform(key.fold(1), {count})); // evenly over the length of the arm
  Tensor angle = 3 * pi * along + pi * label;
  Tensor x = stack({along * cos(angle), along * sin(angle)}, -1);
  return {x + 0.02 * random::normal(key.fold(2), {count, 2}), label};
}

struct Perceptron {
  std::vector<nn::Linear> layers;
  SPMD_FIELDS(layers)

  /// Layers between widths, the first of which is that of the points.
  Perceptron(const std::vector<nn::Dim> &widths, const Key &key) {
    for (size_t i = 0; i + 1 < widths.size(); ++i)
      layers.emplace_back(nn::DimList{widths[i]}, nn::DimList{widths[i + 1]}, key.fold(i));
  }

  /// Logits [count, classes] of points [count, 2].
  Tensor operator()(Tensor x) const {
    for (const nn::Linear &layer : layers)
      x = &layer == &layers.back() ? layer(x) : gelu(layer(x));
    return x;
  }
};

} // namespace mlp
