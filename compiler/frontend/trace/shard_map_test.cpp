// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// shardMap: what it records, what a device sees, and the messages of collectives that do not fit.
// tests/jax/frontend_sharding.test compares the collectives with those of JAX.
#include "compiler/frontend/test_errors.h"

namespace spmd::test {
namespace {

/// Checks the whole message of a refused call in this line.
struct ShardMaps : testing::Test {
  Mesh mesh = Mesh({{"data", 2}, {"model", 4}});
  MeshScope scope = mesh.use({{"batch", "data"}});
};

TEST_F(ShardMaps, DevicesSeeTheirParts) {
  std::vector<int64_t> seen;
  Tensor bias = ones({2}); // captured: whole on each device
  auto f = shardMap(
      [&](Tensor x) {
        seen = x.shape();
        return psum(x, "model") + bias;
      },
      P("data", "model"), P("data"));
  Tensor x = reshape(arange(32, f32), {4, 8});
  Tensor y = f(x);
  EXPECT_EQ(seen, (std::vector<int64_t>{2, 2}));
  EXPECT_EQ(y.shape(), (std::vector<int64_t>{4, 2}));
  EXPECT_EQ(y.values<float>(), (sum(reshape(x, {4, 4, 2}), 1) + 1).values<float>());
  EXPECT_EQ(text(shardingOf(y).spec), "P(\"data\")");
}

TEST_F(ShardMaps, AreRecordedAsJaxExportsThem) {
  auto f = jit([](Tensor x) {
    return shardMap([](Tensor x) { return psum(x, "model"); }, P("data", "model"), P("data"))(x);
  });
  std::string module = f.lower(ones({4, 8}));
  for (const char *line :
       {"sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{\"data\"}, {\"model\"}]>] "
        "out_shardings=[<@mesh, [{\"data\"}, {}]>] manual_axes={\"data\", \"model\"} (%arg1: "
        "tensor<2x2xf32>",
        "\"stablehlo.all_reduce\"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, "
        "type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, "
        "use_global_device_ids}>"})
    EXPECT_NE(module.find(line), std::string::npos) << module;
}

TEST_F(ShardMaps, TakeTreesAndSomeAxes) {
  auto f = shardMap(
      [](std::pair<Tensor, Tensor> xs, Tensor scale) {
        return std::tuple(pmean(xs, "data"), xs.second * scale * axisSize("data"));
      },
      {P("data"), {}}, {P(), P("data")}, {.axes = "data"});
  std::pair<Tensor, Tensor> xs{ones({4, 4}), arange(4, f32)};
  auto [means, scaled] = f(xs, tensor({3.f}));
  EXPECT_EQ(means.second.values<float>(), (std::vector<float>{1, 2}));
  EXPECT_EQ(scaled.values<float>(), (std::vector<float>{0, 6, 12, 18}));
}

TEST_F(ShardMaps, HaveGradients) {
  auto loss = [](Tensor w, Tensor x) {
    return shardMap(
        [](Tensor w, Tensor x) { return psum(sum(square(matmul(x, w))), {"data", "model"}); },
        {P({}, "model"), P("data")}, P())(w, x);
  };
  Tensor w = reshape(cos(arange(32, f32)), {4, 8}), x = reshape(sin(arange(32, f32)), {8, 4});
  auto plain = [](Tensor w, Tensor x) { return sum(square(matmul(x, w))); };
  std::vector<float> wanted = grad(plain)(w, x).values<float>();
  std::vector<float> actual = grad(loss)(w, x).values<float>();
  for (size_t i = 0; i < wanted.size(); ++i)
    EXPECT_NEAR(actual[i], wanted[i], 1e-5f);
}

TEST_F(ShardMaps, Speak) {
  Tensor x = ones({6, 8});
  auto local = [](Tensor x) { return x; };
  EXPECT_MESSAGE("parameter 0 of shardMap of f32[6, 8] by P(\"model\"): size 6 of dim 0 is not "
                 "divisible by 4 devices; .padded() behind a spec or rules lets the last shards be "
                 "padded",
                 shardMap(local, P("model"), P())(x));
  EXPECT_MESSAGE("parameter 0 of shardMap is split along \"model\", which is no axis of this "
                 "shardMap",
                 shardMap(local, P({}, "model"), P(), {.axes = "data"})(x));
  EXPECT_MESSAGE("result of shardMap of f32[6, 8] by P({}, {}, \"data\"): the spec has 3 dims, the "
                 "tensor 2",
                 shardMap(local, P(), P({}, {}, "data"))(x));
  EXPECT_MESSAGE("shardMap over \"rows\": the mesh has data=2, model=4",
                 shardMap(local, P(), P(), {.axes = "rows"})(x));
  EXPECT_MESSAGE("shardMap has 2 specs of parameters, but 1 parameters",
                 shardMap(local, {P(), P()}, P())(x));
  EXPECT_MESSAGE(
      "constrain by P(\"data\") inside of a shardMap over \"data\": its values are parts "
      "along this axis",
      shardMap([](Tensor x) { return constrain(x, P("data")); }, P(), P())(x));
}

/// The message of a collective on a tensor of this shape, without its lines.
template <class F> std::string wordsOf(F f, std::vector<int64_t> shape) {
  std::string message =
      messageOf([&] { shardMap([&](Tensor x) { return f(x); }, P(), P())(ones(shape)); });
  message = message.substr(0, message.find('\n'));
  return message.substr(message.find(": ") + 2);
}

TEST_F(ShardMaps, CollectivesSpeak) {
  EXPECT_MESSAGE("psum over \"model\", which is no axis of a shardMap or vmap around it",
                 psum(ones({2}), "model"));
  EXPECT_MESSAGE("axisIndex over \"model\", which is no axis of a shardMap or vmap around it",
                 axisIndex("model"));
  EXPECT_EQ(wordsOf([](Tensor x) { return psum(x, "rows"); }, {2}),
            "psum over \"rows\", which is no axis of this shardMap; the mesh has data=2, model=4");
  EXPECT_EQ(wordsOf([](Tensor x) { return pmax(x, {"data", "data"}); }, {2}),
            "pmax over \"data\" twice");
  EXPECT_EQ(wordsOf([](Tensor x) { return psum(x, {}); }, {2}), "psum over no axes");
  EXPECT_EQ(wordsOf([](Tensor x) { return pmean(astype(x, i32), "data"); }, {2}),
            "pmean of i32[2]: convert it to a float first");
  EXPECT_EQ(wordsOf([](Tensor x) { return allGather(x, "data", {.dim = 3}); }, {2}),
            "allGather of f32[2]: there is no dim 3 among 2");
  EXPECT_EQ(wordsOf([](Tensor x) { return psumScatter(x, "model"); }, {8}),
            "psumScatter of f32[8]: dim 0 of size 8 has not the size of 4 devices; .tiled = true "
            "cuts dims");
  EXPECT_EQ(wordsOf([](Tensor x) { return allToAll(x, "model", 0, 0, true); }, {6}),
            "allToAll of f32[6]: dim 0 of size 6 is not divisible by 4 devices");
  EXPECT_EQ(wordsOf([](Tensor x) { return ppermute(x, "model", {{0, 4}}); }, {6}),
            "ppermute: the pair (0, 4) is not among 4 devices");
  EXPECT_EQ(wordsOf([](Tensor x) { return ppermute(x, "model", {{0, 1}, {2, 1}}); }, {6}),
            "ppermute: a device of the pair (2, 1) sends or receives twice");
}

} // namespace
} // namespace spmd::test
