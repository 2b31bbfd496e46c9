// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trains a small model on 8 devices and prints its bits; the same main runs on every rank. With an
// argument the ranks do what they must not.
#include <cstdio>
#include <cstring>
#include <spmd/spmd.h>
using namespace spmd;

namespace {

struct Model {
  Tensor up, down;
  SPMD_FIELDS(up, down)
};

Model make() {
  auto numbers = [](int64_t rows, int64_t columns, double scale) {
    Tensor position =
        iota({rows, columns}, 0, f32) * double(columns) + iota({rows, columns}, 1, f32);
    return sin(position) * scale;
  };
  return {withAxes(numbers(16, 64, 0.3), {"embed", "mlp"}),
          withAxes(numbers(64, 16, 0.2), {"mlp", "embed"})};
}

Tensor loss(const Model &model, Tensor x) {
  x = constrain(x, Logical{"batch", ""});
  Tensor y = matmul(tanh(matmul(x, model.up)), model.down);
  return mean(square(y - x));
}

/// The bits of all elements as one number.
unsigned long long hashOf(const Tensor &x) {
  unsigned long long hash = 1469598103934665603u;
  for (std::byte byte : x.host().bytes)
    hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211u;
  return hash;
}

} // namespace

int main(int count, char **words) {
  const bool isWrong = count > 1;
  Mesh mesh({{"data", 2}, {"model", 4}});
  auto scope = mesh.use({{"batch", "data"}, {"mlp", "model"}});
  auto step = jit(
      [](Model model, Tensor x) {
        auto [value, gradient] = valueAndGrad(loss)(model, x);
        model.up -= gradient.up * 0.1;
        model.down -= gradient.down * 0.1;
        return std::pair(model, value);
      },
      {.name = "step", .donate = {0}});
  try {
    Model model = jit(make)();
    Tensor value;
    for (int i = 0; i < 5; ++i) {
      Tensor batch = cos(reshape(arange(8 * 16, f32), {8, 16}) + double(i)); // of each rank alone
      std::tie(model, value) = step(std::move(model), put(batch, P("data")));
    }
    if (isWrong && rank() == 1) { // the others ask for the loss
      if (std::strcmp(words[1], "texts") == 0)
        processAllgather("a text");
      value = sum(model.up);
    }
    const double last = value.item();
    const unsigned long long up = hashOf(model.up), down = hashOf(model.down);
    if (!isMain())
      return 0;
    std::fprintf(stderr, "%d ranks, %d devices here\n", int(rankCount()),
                 int(addressableShards(model.up).size()));
    std::printf("loss %.9g, up %016llx, down %016llx, %s\n", last, up, down,
                text(shardingOf(model.up)).c_str());
  } catch (const Error &error) {
    std::fprintf(stderr, "rank %d is told: %s\n", int(rank()), error.what());
    return isWrong ? 0 : 1;
  }
}
