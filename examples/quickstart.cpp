// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Classifies points on two circles by a network of two layers.
#include <cstdio>
#include <spmd/spmd.h>
using namespace spmd;

struct Layer {
  Tensor weight, bias;
  SPMD_FIELDS(weight, bias)

  Layer(int64_t in, int64_t out, const Key &key)
      : weight(init::lecunNormal(key, {in, out})), bias(zeros({out})) {}
  Tensor operator()(Tensor x) const { return matmul(x, weight) + bias; }
};

struct Network {
  Layer hidden, last;
  SPMD_FIELDS(hidden, last)

  Tensor operator()(Tensor x) const { return last(tanh(hidden(x)))[{_, 0}]; } // logits
};

int main() {
  const int64_t count = 256, width = 64;
  const Key key(0);
  Tensor angle = random::uniform(key.fold(0), {count}, f32, 0, 6.283);
  Tensor label = astype(random::bernoulli(key.fold(1), 0.5, {count}), f32);
  Tensor radius = 1 + label;                                        // inner circle, outer circle
  Tensor x = stack({radius * cos(angle), radius * sin(angle)}, -1); // [count, 2]

  Network net{Layer(2, width, key.fold(2)), Layer(width, 1, key.fold(3))};
  auto optimizer = optim::adam(0.01);
  optim::State state = optimizer.init(net);

  auto step = jit([&](Network net, optim::State state, Tensor x, Tensor label) {
    auto loss = [&](const Network &net) { return mean(nn::sigmoidCrossEntropy(net(x), label)); };
    auto [value, gradient] = valueAndGrad(loss)(net);
    auto [updates, next] = optimizer.update(gradient, state, net);
    return std::tuple(applyUpdates(net, updates), next, value);
  });

  Tensor loss;
  Progress progress({.total = 200, .every = 100, .out = stdout});
  for (int i = 0; i < 200; ++i) {
    std::tie(net, state, loss) = step(net, state, x, label);
    progress.show({{"loss", loss}});
  }
  progress.finish();
  Tensor right = equal(net(x) > 0, label > 0.5); // outside of jit: op by op
  std::printf("%.0f of %ld points are right\n", sum(right).item(), long(count));
}
