// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classifies points on two circles by a network of one hidden layer. Its weights are drawn at
// random by hand, and the last layer is found by gradient descent, with the gradient spelled out.
#include <cmath>
#include <cstdio>
#include <spmd/spmd.h>
using namespace spmd;

struct Layer {
  Tensor weight, bias;
  SPMD_FIELDS(weight, bias)

  Tensor operator()(Tensor x) const { return matmul(x, weight) + bias; }
};

struct Network {
  Layer hidden, last;
  SPMD_FIELDS(hidden, last)
};

Tensor logits(const Network &net, Tensor x) { return net.last(tanh(net.hidden(x)))[{_, 0}]; }

int main() {
  const int64_t count = 256, width = 64;
  Tensor angle = iota({count}, 0, f32) * 0.37;
  Tensor label = astype(equal(arange(count) % 2, 0), f32); // inner circle, outer circle
  Tensor radius = 1 + label;
  Tensor x = stack({radius * cos(angle), radius * sin(angle)}, -1); // [count, 2]

  Tensor grid = iota({2, width}, 1, f32) + 100 * iota({2, width}, 0, f32);
  Network net{{3 * sin(grid * grid), 3 * cos(7 * arange(width, f32))},
              {zeros({width, 1}), zeros({1})}};

  // One step: the gradient of the mean cross-entropy in the logits is (sigmoid - label) / count.
  auto step = jit([](Network net, Tensor x, Tensor label) {
    Tensor z = logits(net, x);
    Tensor loss = mean(softplus(z) - label * z);
    Tensor error = (sigmoid(z) - label) / double(z.size(0));
    Tensor features = tanh(net.hidden(x)); // [count, width]
    net.last.weight -= 2 * matmul(transpose(features), error[{_, newAxis}]);
    net.last.bias -= 2 * sum(error, 0, keepDims);
    return std::pair(net, loss);
  });

  Tensor loss;
  for (int i = 0; i <= 200; ++i) {
    std::tie(net, loss) = step(net, x, label);
    if (i % 100 == 0)
      std::printf("step %d: loss %.4f\n", i, loss.item());
  }
  Tensor right = equal(logits(net, x) > 0, label > 0.5); // outside of jit: op by op
  std::printf("%.0f of %ld points are right\n", sum(right).item(), long(count));
}
