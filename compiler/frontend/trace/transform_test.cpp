// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients and other transformations: trees, integers, captured tensors, compositions, errors.
// tests/jax/frontend_transforms compares numbers with JAX.
#include "compiler/frontend/test_errors.h"

namespace spmd::test {
namespace {

struct Layer {
  Tensor weight, ids;
  int power = 1;
  SPMD_FIELDS(weight, ids, power)
};

using Floats = std::vector<float>;

/// Statics come along, integers have no gradient.
TEST(Transform, GradientHasTheTypeOfTheArgument) {
  auto loss = [](const Layer &layer, Tensor x) {
    Tensor y = layer.weight * x;
    for (int i = 1; i < layer.power; ++i)
      y = y * layer.weight;
    return sum(y);
  };
  const Layer layer{tensor({1.f, 2.f}), tensor({3, 4}), 2};
  auto [value, gradient] = valueAndGrad(loss)(layer, tensor({5.f, 7.f}));
  EXPECT_EQ(value.item(), 33);
  EXPECT_EQ(gradient.weight.values<float>(), (Floats{10, 28}));
  EXPECT_FALSE(gradient.ids.hasValue());
  EXPECT_EQ(gradient.power, 2);
}

/// What stands beside the loss comes back as it is.
TEST(Transform, GradientsOfSeveralArgumentsAndAux) {
  auto loss = [](Tensor a, Tensor b, Tensor c) { return std::pair(sum(a * b * c), b + 1); };
  auto [value, gradients] = valueAndGrad<0, 2>(loss)(tensor({2.f}), tensor({3.f}), tensor({4.f}));
  EXPECT_EQ(value.first.item(), 24);
  EXPECT_EQ(value.second.item(), 4);
  EXPECT_EQ(std::get<0>(gradients).item(), 12);
  EXPECT_EQ(std::get<1>(gradients).item(), 6);
}

/// A symbolic zero becomes a tensor at the border of the function.
TEST(Transform, UnusedArgumentsGetZeros) {
  auto loss = [](std::pair<Tensor, Tensor> p) { return sum(p.first); };
  auto gradient = grad(loss)({ones({2}), ones({3})});
  EXPECT_EQ(gradient.second.values<float>(), (Floats{0, 0, 0}));
}

/// Concrete tensors, tensors of the jit around, and of a gradient around.
TEST(Transform, CapturesTensorsOfAllKinds) {
  const Tensor constant = tensor({2.f, 3.f});
  auto f = jit([&](Tensor w, Tensor x) {
    Tensor scaled = x * constant;
    auto inner = [&](Tensor w) { return sum(w * scaled * constant); };
    return grad([&](Tensor w) { return sum(square(grad(inner)(w) * w)); })(w);
  });
  // w * (x c c)^2 * 2
  EXPECT_EQ(f(tensor({1.f, 1.f}), tensor({1.f, 2.f})).values<float>(), (Floats{32, 648}));
}

/// Gradients of gradients, and forward mode over reverse mode.
TEST(Transform, HigherDerivatives) {
  auto cube = [](Tensor x) { return x * x * x; };
  EXPECT_EQ(grad(grad(grad(cube)))(full({}, 5)).item(), 6);
  auto along = [&](Tensor x) { return jvp(grad(cube), x, full({}, 1)).second; };
  EXPECT_EQ(along(full({}, 5)).item(), 30);
}

/// Both of a function of two arguments and two results.
TEST(Transform, PullbackAndTangent) {
  auto f = [](Tensor x, Tensor y) { return std::pair(x * y, sum(x)); };
  Tensor x = tensor({2.f, 3.f}), y = tensor({5.f, 7.f});
  auto [value, pullback] = vjp(f, x, y);
  EXPECT_EQ(value.second.item(), 5);
  auto [dx, dy] = pullback({tensor({1.f, 10.f}), full({}, 100)});
  EXPECT_EQ(dx.values<float>(), (Floats{105, 170}));
  EXPECT_EQ(dy.values<float>(), (Floats{2, 30}));
  // A cotangent without a value is zero.
  EXPECT_EQ(std::get<0>(pullback({Tensor(), full({}, 1)})).values<float>(), (Floats{1, 1}));
  auto tangent =
      jvp(f, std::tuple(x, y), std::tuple(tensor({1.f, 0.f}), tensor({0.f, 1.f}))).second;
  EXPECT_EQ(tangent.first.values<float>(), (Floats{5, 3}));
  EXPECT_EQ(tangent.second.item(), 1);
}

/// The gradient is wrong on purpose, so that it can be told from the true one. The backward
/// function captures a tensor, and the second argument is an integer.
TEST(Transform, CustomGradient) {
  const Tensor ten = full({}, 10);
  Jitted<Tensor(Tensor, Tensor)> f =
      customVjp([](Tensor x, Tensor ids) { return x + astype(ids, f32); },
                [](Tensor x, Tensor) { return std::pair(x, cos(x)); },
                [&](Tensor saved, Tensor ct) { return std::pair(saved * ct * ten, Tensor()); });
  Tensor x = tensor({0.f, 0.f});
  auto loss = [&](Tensor x) { return sum(f(x, tensor({1, 2})) * 3); };
  EXPECT_EQ(grad(loss)(x).values<float>(), (Floats{30, 30}));
  EXPECT_EQ(f(x, tensor({1, 2})).values<float>(), (Floats{1, 2}));
}

/// The derivative of x x with one factor held.
TEST(Transform, StopGradient) {
  auto loss = [](Tensor x) { return sum(stopGradient(x) * x); };
  EXPECT_EQ(grad(loss)(tensor({2.f, 3.f})).values<float>(), (Floats{2, 3}));
}

/// The number of sines in the program says what runs again.
TEST(Transform, CheckpointsRunAgain) {
  auto layer = [](Tensor x) { return sin(sin(checkpointName(sin(x), "first"))); };
  auto sines = [&](const std::string &policy) {
    auto loss = [&, policy](Tensor x) { return sum(checkpoint(layer, policy)(x)); };
    const std::string text = jit([&](Tensor x) { return grad(loss)(x); }).lower(ones({2}));
    size_t count = 0;
    for (size_t at = 0; (at = text.find("stablehlo.sine", at)) != text.npos; ++at)
      ++count;
    return count;
  };
  EXPECT_EQ(sines("everything"), 3u);
  EXPECT_EQ(sines("nothing"), 5u);     // the last one is not needed again
  EXPECT_EQ(sines("names:first"), 4u); // nor is the first
  auto loss = [&](Tensor x) { return sum(checkpoint(layer)(x)); };
  EXPECT_EQ(grad(loss)(ones({2})).values<float>(),
            grad([&](Tensor x) { return sum(layer(x)); })(ones({2})).values<float>());
}

/// Dims of arguments and results, shared arguments, and captured tensors.
TEST(Transform, Batches) {
  auto f = [](Tensor x, Tensor w) { return std::pair(sum(x * w), w * 2); };
  Tensor xs = tensor<float>({1, 2, 3, 4, 5, 6}, {2, 3}), w = tensor({1.f, 10.f});
  auto [dots, doubled] = vmap(f, {.in = {1, {}}, .out = {0, {}}})(xs, w);
  EXPECT_EQ(dots.values<float>(), (Floats{41, 52, 63}));
  EXPECT_EQ(doubled.values<float>(), (Floats{2, 20}));
  auto outer = vmap([&](Tensor a) { return vmap([&](Tensor b) { return a * b; })(w); });
  EXPECT_EQ(outer(tensor({1.f, 2.f, 3.f})).values<float>(), (Floats{1, 10, 2, 20, 3, 30}));
  auto each = vmap(grad([](Tensor x) { return sum(x * x * x); }));
  EXPECT_EQ(each(tensor<float>({1, 2, 3, 4}, {2, 2})).values<float>(), (Floats{3, 12, 27, 48}));
  auto all = grad([](Tensor x) { return sum(vmap([](Tensor x) { return x * x; })(x)); });
  EXPECT_EQ(all(w).values<float>(), (Floats{2, 20}));
  auto f3 = [](Tensor x) { return vmap([](Tensor x) { return x; }, {.out = {-1}})(x); };
  EXPECT_EQ(f3(xs).shape(), (std::vector<int64_t>{3, 2}));
}

/// Collectives of shardMap along the axis of a batch.
TEST(Transform, CollectivesOfBatches) {
  Tensor xs = tensor<float>({1, 2, 3, 10, 20, 30, 100, 200, 300}, {3, 3});
  auto over = [&](auto f, VmapOptions options) {
    options.axis = "i";
    return vmap(f, options)(xs).template values<float>();
  };
  const Floats sums{111, 222, 333, 111, 222, 333, 111, 222, 333};
  EXPECT_EQ(over([](Tensor x) { return psum(x, "i"); }, {}), sums);
  EXPECT_EQ(over([](Tensor x) { return pmean(x, "i"); }, {.out = {{}}}), (Floats{37, 74, 111}));
  EXPECT_EQ(over([](Tensor x) { return pmax(x, "i"); }, {.out = {{}}}), (Floats{100, 200, 300}));
  EXPECT_EQ(over([](Tensor x) { return psumScatter(x, "i"); }, {}), (Floats{111, 222, 333}));
  EXPECT_EQ(over([](Tensor x) { return allToAll(x, "i", 0, 0); }, {}),
            transpose(xs).values<float>());
  EXPECT_EQ(over([](Tensor x) { return sum(allGather(x, "i"), 0); }, {}), sums);
  EXPECT_EQ(over([](Tensor x) { return allGather(x, "i", {.tiled = true})[{slice(3, 6)}]; },
                 {.out = {{}}}),
            (Floats{10, 20, 30}));
  EXPECT_EQ(over([](Tensor x) { return ppermute(x, "i", {{0, 1}, {1, 2}})[0]; }, {}),
            (Floats{0, 1, 10}));
  EXPECT_EQ(over([](Tensor x) { return x[0] * axisIndex("i") + axisSize("i"); }, {}),
            (Floats{3, 13, 203}));
  auto outside = [](Tensor x) { return psum(x, "j"); };
  const std::string message = messageOf([&] { vmap(outside, {.axis = "i"})(xs); });
  EXPECT_NE(message.find("psum over \"j\", which is no axis of a shardMap or vmap around it"),
            message.npos)
      << message;
}

TEST(Transform, Errors) {
  const Tensor x = ones({3});
  auto total = [](Tensor x) { return sum(x); };
  auto twice = [](Tensor x) { return x * 2; };
  auto count = [](Tensor x) { return astype(sum(x), i32); };
  auto none = [](Tensor) { return Tensor(); };
  EXPECT_REFUSED(
      "grad: argument 0 has no floating-point leaf, so it has no gradient; it holds i32[3]",
      grad(total)(arange(3)));
  EXPECT_REFUSED("grad: the loss is f32[3], not a floating-point scalar", grad(twice)(x));
  EXPECT_REFUSED("grad: the loss is i32[], not a floating-point scalar", grad(count)(x));
  EXPECT_REFUSED("grad: the function returns no loss", grad(none)(x));
  EXPECT_REFUSED("checkpoint: there is no policy 'some'; there are nothing, dots, "
                 "dots_with_no_batch_dims, names:NAME,.. and everything",
                 checkpoint(twice, "some")(x));
  auto saving = [](Tensor x) { return std::pair(x, x); };
  auto wrong = [](Tensor x, Tensor) { return sum(x); };
  EXPECT_REFUSED("customVjp: the gradient of argument leaf 0 is f32[]; the argument is f32[3]",
                 customVjp(twice, saving, wrong)(x));
  auto loop = [](Tensor x) {
    return whileLoop([](Tensor x) { return x < 9; }, [](Tensor x) { return x * 2; }, x);
  };
  const std::string message = messageOf([&] { grad(loop)(full({}, 1)); });
  EXPECT_NE(message.find("transform_test.cpp"), message.npos) << message;
  EXPECT_NE(message.find("it is not known how many times it runs"), message.npos) << message;
  const Tensor y = ones({4});
  auto both = [](Tensor a, Tensor b) { return std::pair(a, b); };
  EXPECT_REFUSED("vmap: argument 1 has 4 entries, a leaf before it 3", vmap(both)(x, y));
  EXPECT_REFUSED("vmap: argument 0 is f32[3] and has no dim 1", vmap(twice, {.in = {1}})(x));
  EXPECT_REFUSED("vmap: no argument is batched", vmap(twice, {.in = {{}}})(x));
  EXPECT_REFUSED("vmap: there are 2 dims in `in` for 1 parameters", vmap(twice, {.in = {0, 0}})(x));
  EXPECT_REFUSED("vmap: there are 2 dims in `out` for a result of 1 element",
                 vmap(twice, {.out = {0, 0}})(x));
  EXPECT_REFUSED("vmap: there are 3 dims in `out` for a result of 2 elements",
                 vmap(both, {.out = {0, 0, 0}})(x, x));
  auto [value, pullback] = vjp(twice, x);
  const std::string cotangent = messageOf([&] { pullback(ones({4})); });
  EXPECT_NE(cotangent.find("vjp: the cotangent of the result is f32[4]; the result is f32[3]"),
            cotangent.npos)
      << cotangent;
}

} // namespace
} // namespace spmd::test
