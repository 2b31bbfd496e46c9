// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors that stay on their devices: shards, their layouts, moves, and donation.
#include "compiler/frontend/test_errors.h"
#include "runtime/shards.h"
#include <numeric>

namespace spmd::test {
namespace {

struct Placed : testing::Test {
  Mesh mesh = Mesh({{"data", 2}, {"model", 4}});
  MeshScope scope = mesh.use({{"embed", "model"}});
};

std::vector<float> counted(int64_t count) {
  std::vector<float> values(static_cast<size_t>(count));
  std::iota(values.begin(), values.end(), 0.f);
  return values;
}

TEST_F(Placed, ShardsAreParts) {
  Tensor x = put(reshape(arange(24, f32), {4, 6}), P("data", {}));
  std::vector<Shard> shards = addressableShards(x);
  ASSERT_EQ(shards.size(), 8u);
  EXPECT_EQ(shards[5].device, 5);
  EXPECT_EQ(shards[5].begin, (std::vector<int64_t>{2, 0}));
  EXPECT_EQ(shards[5].data.shape, (std::vector<int64_t>{2, 6}));
  EXPECT_EQ(*reinterpret_cast<const float *>(shards[5].data.bytes.data()), 12);
  EXPECT_EQ(x.values<float>(), counted(24));
  EXPECT_EQ(shardingOf(x), (Sharding{mesh, P("data")}));
  EXPECT_EQ(shardingOf(ones({2})), Sharding());
  EXPECT_EQ(text(shardingOf(ones({2}))), "one device");
  EXPECT_EQ(addressableShards(ones({2})).size(), 1u);
}

/// Each element once, whichever devices hold it.
TEST_F(Placed, OwnedShardsAreTheFirstOfTheirKind) {
  Tensor x = put(reshape(arange(24, f32), {4, 6}), P("data", {}));
  std::vector<Shard> shards = ownedShards(x);
  ASSERT_EQ(shards.size(), 2u);
  EXPECT_EQ(shards[0].device, 0);
  EXPECT_EQ(shards[1].device, 4);
  EXPECT_EQ(shards[1].begin, (std::vector<int64_t>{2, 0}));
  EXPECT_EQ(ownedShards(put(ones({3}), P())).size(), 1u);
  EXPECT_EQ(ownedShards(ones({3})).size(), 1u);
}

/// Distinct parts are read once each, the last one without its padding.
TEST_F(Placed, MadeFromACallback) {
  std::vector<std::string> calls;
  auto read = [&](const std::vector<int64_t> &begin, const std::vector<int64_t> &shape) {
    calls.push_back(std::to_string(begin[0]) + "+" + std::to_string(shape[0]));
    return (arange(shape[0], f32) + double(begin[0])).host();
  };
  Tensor x = makeArrayFromCallback({f32, {10}}, {mesh, P("model").padded()}, read);
  EXPECT_EQ(calls, (std::vector<std::string>{"0+3", "3+3", "6+3", "9+1"}));
  EXPECT_EQ(x.values<float>(), counted(10));
  EXPECT_EQ(sum(x).item(), 45);
  calls.clear();
  Tensor whole = makeArrayFromCallback({f32, {10}}, {mesh, P()}, read);
  Tensor host = makeArrayFromCallback({f32, {10}}, {}, read);
  EXPECT_EQ(calls, (std::vector<std::string>{"0+10", "0+10"}));
  EXPECT_EQ(whole.values<float>(), counted(10));
  EXPECT_EQ(shardingOf(whole), (Sharding{mesh, P()}));
  EXPECT_EQ(shardingOf(host), Sharding());
  EXPECT_REFUSED("makeArrayFromCallback of i32[8], the part that begins at [0]: it is f32[2], not "
                 "i32[2]",
                 makeArrayFromCallback({i32, {8}}, {mesh, P("model")}, read));
  EXPECT_REFUSED("makeArrayFromCallback of f32[10] by P(\"model\"): size 10 of dim 0 is not "
                 "divisible by 4 devices; .padded() behind a spec or rules lets the last shards be "
                 "padded",
                 makeArrayFromCallback({f32, {10}}, {mesh, P("model")}, read));
}

/// By the layout of a tensor on the mesh, else by its names; values have rules of their own.
TEST_F(Placed, ShardingsOfOthers) {
  EXPECT_EQ(shardingLike(put(ones({8}), P("data"))), (Sharding{mesh, P("data")}));
  EXPECT_EQ(shardingLike(withAxes(ones({8, 2}), {"embed", ""})).spec, P("model"));
  EXPECT_EQ(shardingLike(ones({8})), Sharding());
  auto values = mesh.use({{"embed", "model"}}, {{"batch", "data"}});
  EXPECT_EQ(shardingBy({"batch", "embed"}), (Sharding{mesh, P("data")}));
  EXPECT_REFUSED("shardingLike of a tensor without a value", shardingLike(Tensor()));
}

TEST_F(Placed, PaddingIsNotShown) {
  Tensor x = put(arange(10, f32), P("model").padded());
  std::vector<Shard> shards = addressableShards(x);
  EXPECT_EQ(shards[3].begin, (std::vector<int64_t>{9}));
  EXPECT_EQ(shards[3].data.shape, (std::vector<int64_t>{1}));
  EXPECT_EQ(x.values<float>(), counted(10));
  Tensor five = put(arange(5, f32), P({"data", "model"}).padded());
  EXPECT_EQ(addressableShards(five)[7].data.shape, (std::vector<int64_t>{0}));
  EXPECT_EQ(sum(five).item(), 10);
  auto twice = jit([](Tensor x) { return x * 2; });
  EXPECT_EQ(text(shardingOf(twice(x)).spec), "P(\"model\").padded()");
  EXPECT_EQ(twice(x).values<float>()[9], 18);
}

TEST_F(Placed, ResultsAreArgumentsWhereTheyLie) {
  auto make = jit([] { return withAxes(iota({8, 4}, 0, f32), {"embed", ""}); });
  Tensor w = make();
  EXPECT_EQ(text(shardingOf(w).spec), "P(\"model\")");
  auto twice = jit([](Tensor w) { return w * 2; });
  EXPECT_NE(twice.lower(w).find("{sdy.sharding = #sdy.sharding<@mesh, [{\"model\"}, {}]>}"),
            std::string::npos);
  Tensor y = twice(w);
  EXPECT_EQ(shardingOf(y), shardingOf(w));
  EXPECT_EQ(twice(y).values<float>()[31], 28);
  EXPECT_EQ(twice.traceCount(), 1u);
  EXPECT_EQ(w.values<float>()[31], 7); // stays
}

TEST_F(Placed, OpsRunWhereTheirOperandsLie) {
  Tensor x = put(arange(8, f32), P("model"));
  Tensor y = x * 2 + ones({8});
  EXPECT_EQ(text(shardingOf(y).spec), "P(\"model\")");
  EXPECT_EQ(y.values<float>()[7], 15);
  EXPECT_EQ(sum(y).item(), 64);
}

TEST_F(Placed, MoveFromDeviceToDevice) {
  Tensor x = put(reshape(arange(64, f32), {8, 8}), P("data", "model"));
  for (const Spec &spec : {P("model", "data"), P(), P({}, {"data", "model"}), P("data")}) {
    Tensor y = put(x, spec);
    EXPECT_EQ(shardingOf(y).spec, spec);
    EXPECT_EQ(y.values<float>(), counted(64));
  }
  Tensor z = jit([](Tensor x) { return put(x, P("model")); })(x);
  EXPECT_EQ(shardingOf(z).spec, P("model"));
}

TEST_F(Placed, CapturedTensorsLieAsTheyDo) {
  Tensor w = put(ones({8, 8}), P({}, "model"));
  auto f = jit([&](Tensor x) { return matmul(x, w); });
  EXPECT_NE(f.lower(ones({2, 8})).find("[{}, {\"model\"}]"), std::string::npos);
  EXPECT_EQ(f(ones({2, 8})).values<float>(), std::vector<float>(16, 8));
}

TEST_F(Placed, ConstrainLikeTakesTheSharding) {
  auto init = jit([] { return iota({8, 8}, 0, f32); }, {.outSpecs = P("data", "model")});
  Tensor w = init();
  auto slots =
      jit([](Tensor w) { return std::pair(zerosLike(w), constrainLike(ones({8, 8}), w)); });
  auto [zero, one] = slots(w);
  EXPECT_EQ(shardingOf(zero), shardingOf(w));
  EXPECT_EQ(shardingOf(one), shardingOf(w));
  EXPECT_EQ(shardingOf(constrainLike(ones({8, 8}), w)), shardingOf(w));
  EXPECT_EQ(shardingOf(zerosLike(w)), shardingOf(w));
}

/// A donated step works in the memory of its arguments.
TEST_F(Placed, DonationTakesMemory) {
  auto init = jit([] { return withAxes(iota({1024, 256}, 0, f32), {"embed", ""}); });
  auto step = jit([](Tensor w, Tensor x) { return std::pair(w * 0.5 + x, sum(x)); },
                  {.name = "step", .donate = {0}});
  Tensor w = init(), loss, x = put(ones({1024, 256}), P("model"));
  std::tie(w, loss) = step(std::move(w), x);
  const uint64_t before = rt::Shards::liveBytes();
  for (int i = 0; i < 3; ++i)
    std::tie(w, loss) = step(std::move(w), x);
  EXPECT_EQ(rt::Shards::liveBytes(), before);
  EXPECT_EQ(w.values<float>()[0], 1.875f);
  EXPECT_EQ(step.traceCount(), 1u);
}

TEST_F(Placed, DonatedTensorsCannotBeRead) {
  auto step = jit([](Tensor w, Tensor x) { return w + x; }, {.name = "step", .donate = {0}});
  Tensor w = put(ones({8}), P("model"));
  Tensor copy = withAxes(w, {"embed"}), x = ones({8});
  const int line = __LINE__;
  Tensor y = step(w, x);
  const std::string words =
      ": the tensor was donated to step at placed_test.cpp:" + std::to_string(line + 1) +
      ", whose results have its memory; use the result of that call\n"
      "placed_test.cpp:" +
      std::to_string(line - 2) + ": note: it is f32[8]";
  const auto expected = [&](Where where) { return lineText("placed_test.cpp", where) + words; };
  EXPECT_EQ(messageOf([&] { w.host(); }), expected(Where::current()));
  EXPECT_EQ(messageOf([&] { (void)(w + 1); }), expected(Where::current()));
  EXPECT_EQ(messageOf([&] { step(w, x); }), expected(Where::current()));
  EXPECT_EQ(messageOf([&] { copy.values<float>(); }), expected(Where::current()));
  EXPECT_EQ(messageOf([&] { addressableShards(copy); }), expected(Where::current()));
  EXPECT_EQ(y.values<float>(), std::vector<float>(8, 2));
  EXPECT_EQ(w.shape(), (std::vector<int64_t>{8}));
}

TEST_F(Placed, DonatedTwiceIsRefusedAndKept) {
  auto step = jit([](Tensor w, Tensor x) { return w + x; }, {.name = "step", .donate = {0}});
  Tensor w = put(ones({8}), P("model"));
  const std::string message = messageOf([&] { step(w, w); });
  EXPECT_EQ(message.substr(message.find(": ") + 2, message.find('\n') - message.find(": ") - 2),
            "a tensor is passed twice to step, which donates it");
  EXPECT_EQ(step(w, ones({8})).values<float>(), std::vector<float>(8, 2));
}

/// Shards in other hands are copied, and a host array is not written to.
TEST(Donation, OfHostArraysAndViews) {
  auto step = jit([](Tensor w) { return w + 1; }, {.donate = {0}});
  HostArray array{"f32", {2}, std::vector<std::byte>(8)};
  Tensor w = tensor(array), same = w;
  w = step(w);
  w = step(w);
  EXPECT_EQ(w.values<float>(), std::vector<float>(2, 2));
  EXPECT_NE(messageOf([&] { same.host(); }), "");
}

TEST(Donation, OfOneDevice) {
  auto step = jit(
      [](std::vector<Tensor> w, Tensor x) {
        for (Tensor &one : w)
          one += x;
        return w;
      },
      {.donate = {0}});
  std::vector<Tensor> w{zeros({3}), zeros({3}), zeros({2, 3})};
  for (int i = 0; i < 5; ++i)
    w = step(std::move(w), ones({3}));
  EXPECT_EQ(w[2].values<float>(), std::vector<float>(6, 5));
  EXPECT_EQ(step.traceCount(), 1u);
}

/// jit of a constructor makes each device's part alone.
TEST_F(Placed, ConstructorsMakeParts) {
  auto make = jit([] {
    Tensor position = iota({4096, 1024}, 0, u32) * 1024 + iota({4096, 1024}, 1, u32);
    Tensor bits = (position * 2654435761u) ^ (position * 40503 + 12345);
    return withAxes(astype(bits, f32) * (1 / 4294967296.0), {"embed", ""});
  });
  const uint64_t before = rt::Shards::liveBytes();
  Tensor w = make();
  // Four parts on two devices each.
  EXPECT_EQ(rt::Shards::liveBytes() - before, 2u * 4096 * 1024 * 4);
  std::vector<float> values = w.values<float>();
  auto other = Mesh({{"model", 8}}).use({{"embed", "model"}});
  EXPECT_EQ(make().values<float>(), values);
  auto none = Mesh({{"model", 1}}).use();
  EXPECT_EQ(make().values<float>(), values);
}

} // namespace
} // namespace spmd::test
