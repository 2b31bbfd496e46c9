// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the gradient of a scan over layers whose parameters are kept in parts and computed with
// whole (FSDP). With an argument it runs it on the mesh and on one device instead.
#include <cmath>
#include <cstdio>
#include <spmd/spmd.h>
using namespace spmd;

namespace {

struct Layer {
  Tensor up, down; // [embed, mlp], [mlp, embed]
  SPMD_FIELDS(up, down)
};

Tensor numbers(int64_t layers, int64_t rows, int64_t columns) {
  return sin(reshape(arange(layers * rows * columns, f32), {layers, rows, columns})) * 0.1;
}

Stacked<Layer> make() {
  return Stacked<Layer>::of({withAxes(numbers(4, 32, 64), {"layers", "embed", "mlp"}),
                             withAxes(numbers(4, 64, 32), {"layers", "mlp", "embed"})});
}

Tensor loss(const Stacked<Layer> &layers, Tensor x) {
  auto body = [](Tensor h, Layer kept) {
    Layer layer = toCompute(kept);
    h = h + matmul(tanh(matmul(h, layer.up)), layer.down);
    return constrain(h, Logical{"batch", ""});
  };
  return mean(square(scan(checkpoint(body), x, layers)));
}

} // namespace

int main(int count, char **) {
  auto f = jit([](Stacked<Layer> layers, Tensor x) { return valueAndGrad(loss)(layers, x); });
  Tensor x = cos(reshape(arange(1024 * 32, f32), {1024, 32}));
  Mesh mesh({{"data", 8}});
  auto scope = mesh.use({{"embed", "data"}}, {{"batch", "data"}});
  auto layers = jit(make)();
  if (count == 1) {
    std::printf("%s", f.lower(layers, x).c_str());
    return 0;
  }
  auto [value, gradient] = f(layers, x);
  std::printf("parameters: %s, gradients: %s\n", text(shardingOf(layers.layers.up)).c_str(),
              text(shardingOf(gradient.layers.up)).c_str());
  // The same on one device.
  auto none = Mesh({{"one", 1}}).use();
  auto whole =
      Stacked<Layer>::of({tensor(layers.layers.up.host()), tensor(layers.layers.down.host())});
  auto [wanted, exact] = f(whole, x);
  const std::vector<float> a = gradient.layers.down.values<float>(),
                           b = exact.layers.down.values<float>();
  double worst = std::fabs(value.item() - wanted.item());
  for (size_t i = 0; i < a.size(); ++i)
    worst = std::fmax(worst, std::fabs(double(a[i]) - double(b[i])));
  std::printf("%s\n", worst < 1e-6 ? "the same numbers" : "other numbers");
}
