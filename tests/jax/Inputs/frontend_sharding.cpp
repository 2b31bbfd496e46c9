// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the collectives of shardMap on 8 devices and prints what each device then has, and how
// tensors lie on a mesh. tests/jax/frontend_sharding.py does the same in JAX.
#include <cstdio>
#include <spmd/spmd.h>
using namespace spmd;

namespace {

/// "NAME DEVICE ROW COLUMN: elements" for the part of each device.
void print(const char *name, const Tensor &x) {
  for (const Shard &shard : addressableShards(x)) {
    std::printf("%s %d", name, int(shard.device));
    for (int64_t begin : shard.begin)
      std::printf(" %d", int(begin));
    std::printf(":");
    const auto *elements = reinterpret_cast<const float *>(shard.data.bytes.data());
    for (size_t i = 0; i < shard.data.bytes.size() / 4; ++i)
      std::printf(" %g", double(elements[i]));
    std::printf("\n");
  }
}

/// A collective on parts [2, 4] of [4, 16]; the results of all devices lie side by side.
template <class F> void collective(const char *name, F f) {
  Tensor x = reshape(arange(64, f32), {4, 16}) * 0.5;
  auto local = [&](Tensor part) {
    Tensor y = f(part);
    return reshape(y, {1, -1}); // a row per device
  };
  print(name, shardMap(local, P("data", "model"), P({"data", "model"}))(x));
}

} // namespace

int main() {
  Mesh mesh({{"data", 2}, {"model", 4}});
  auto scope = mesh.use();
  const AxisList both{"data", "model"}, crossed{"model", "data"};
  collective("psum", [](Tensor x) { return psum(x, "model"); });
  collective("psumBoth", [&](Tensor x) { return psum(x, both); });
  collective("pmean", [](Tensor x) { return pmean(x, "data"); });
  collective("pmax", [](Tensor x) { return pmax(x, "model"); });
  collective("pmin", [](Tensor x) { return pmin(-x, "data"); });
  collective("allGather", [](Tensor x) { return allGather(x, "model"); });
  collective("allGatherLast", [](Tensor x) { return allGather(x, "data", {.dim = -1}); });
  collective("allGatherTiled",
             [](Tensor x) { return allGather(x, "model", {.dim = 1, .tiled = true}); });
  collective("allGatherCrossed", [&](Tensor x) { return allGather(x, crossed); });
  collective("psumScatter", [](Tensor x) { return psumScatter(x, "model", {.dim = 1}); });
  collective("psumScatterFirst", [](Tensor x) { return psumScatter(x, "data"); });
  collective("psumScatterTiled",
             [](Tensor x) { return psumScatter(x, "model", {.dim = 1, .tiled = true}); });
  collective("allToAll", [](Tensor x) { return allToAll(x, "model", 1, 0); });
  collective("allToAllBack", [](Tensor x) { return allToAll(x, "data", 0, 1); });
  collective("allToAllTiled", [](Tensor x) { return allToAll(x, "model", 1, 0, true); });
  collective("allToAllSame", [](Tensor x) { return allToAll(x, "data", 0, 0, true); });
  collective("ppermute", [](Tensor x) { return ppermute(x, "model", {{0, 1}, {1, 2}, {3, 0}}); });
  collective("ppermuteBoth", [&](Tensor x) { return ppermute(x, both, {{0, 7}, {7, 3}, {3, 4}}); });
  collective("axisIndex", [](Tensor x) { return x + axisIndex("model") * 100; });
  collective("axisIndexCrossed", [&](Tensor x) { return x + axisIndex(crossed) * 100; });
  // How tensors lie.
  Tensor x = reshape(arange(64, f32), {8, 8});
  print("put", put(x, P("model", "data")));
  print("putBoth", put(x, P({}, {"data", "model"})));
  print("putCrossed", put(x, P({"model", "data"})));
  auto layer = jit([](Tensor x, Tensor w1, Tensor w2) {
    Tensor h = constrain(matmul(x, w1), P("data", "model"));
    return constrain(matmul(h, w2), P("data"));
  });
  print("layer", layer(put(x, P("data")) / 64, put(x, P({}, "model")), put(x, P("model"))));
}
