// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops and branches: the same numbers inside and outside of jit, gradients, errors.
#include "compiler/frontend/test_errors.h"

namespace spmd::test {
namespace {

using Floats = std::vector<float>;

struct Layer {
  Tensor weight;
  int power = 1;
  SPMD_FIELDS(weight, power)
  Tensor operator()(Tensor x) const {
    for (int i = 0; i < power; ++i)
      x = x * weight;
    return x;
  }
};

/// All ways to unroll: no step, some steps and all steps stand behind the loop.
TEST(ControlFlow, ScanGivesCarryAndOutputs) {
  const Tensor xs = tensor({1.f, 2.f, 3.f, 4.f, 5.f}), one = full({}, 1);
  for (int64_t unroll : {1, 2, 5, 9})
    for (bool reverse : {false, true}) {
      auto run = [=](Tensor xs) {
        auto step = [=](Tensor sum, Tensor x) { return std::pair(sum + x * one, sum); };
        return scan(step, full({}, 0.5), xs, {.reverse = reverse, .unroll = unroll});
      };
      auto [last, sums] = run(xs);
      EXPECT_EQ(last.item(), 15.5);
      EXPECT_EQ(sums.values<float>(),
                reverse ? (Floats{14.5, 12.5, 9.5, 5.5, 0.5}) : (Floats{0.5, 1.5, 3.5, 6.5, 10.5}));
      auto [jitLast, jitSums] = jit(run)(xs);
      EXPECT_EQ(jitLast.item(), last.item());
      EXPECT_EQ(jitSums.values<float>(), sums.values<float>()) << unroll << reverse;
    }
}

/// Layers with a static: all of them have it.
TEST(ControlFlow, ScanOverLayers) {
  const Stacked<Layer> layers({{tensor({2.f, 3.f}), 2}, {tensor({5.f, 7.f}), 2}});
  EXPECT_EQ(layers.size(), 2);
  EXPECT_EQ(layers.at(-1).weight.values<float>(), (Floats{5, 7}));
  EXPECT_EQ(layers.at(0).power, 2);
  auto run = [](const Stacked<Layer> &layers, Tensor x) {
    return scan([](Tensor x, const Layer &layer) { return layer(x); }, x, layers);
  };
  EXPECT_EQ(run(layers, ones({2})).values<float>(), (Floats{100, 441}));
  EXPECT_EQ(jit(run)(layers, ones({2})).values<float>(), (Floats{100, 441}));
  EXPECT_EQ(flatten(layers)[0].path, "weight");
  auto loss = [&](const Stacked<Layer> &layers) { return sum(run(layers, ones({2}))); };
  EXPECT_EQ(grad(loss)(layers).layers.weight.values<float>(), (Floats{100, 294, 40, 126}));
}

/// An empty tuple is a tree without leaves.
TEST(ControlFlow, ScanWithoutInputs) {
  auto run = [](Tensor x) {
    return scan([](Tensor x, std::tuple<>) { return x * 2; }, x, std::tuple<>(), {.length = 10});
  };
  EXPECT_EQ(run(full({}, 1)).item(), 1024);
  EXPECT_EQ(jit(run)(full({}, 1)).item(), 1024);
}

/// A scan of no elements gives the carry, and ys without rows.
TEST(ControlFlow, ScanOfNoElements) {
  auto run = [](Tensor x, Tensor xs) {
    return scan([](Tensor c, Tensor x) { return std::pair(c * x, c + x); }, x, xs);
  };
  const Tensor x = tensor({1.f, 2.f}), xs = zeros({0, 2});
  auto [last, ys] = jit(run)(x, xs);
  EXPECT_EQ(last.values<float>(), (Floats{1, 2}));
  EXPECT_EQ(ys.shape(), (std::vector<int64_t>{0, 2}));
  auto loss = [&](Tensor x, Tensor xs) {
    auto [last, ys] = run(x, xs);
    return sum(last * last) + sum(ys);
  };
  auto [dx, dxs] = jit(grad<0, 1>(loss))(x, xs);
  EXPECT_EQ(dx.values<float>(), (Floats{2, 4}));
  EXPECT_EQ(dxs.shape(), xs.shape());
}

/// A counted loop has a gradient; the loops with bounds that are tensors, and with a condition,
/// end by the data.
TEST(ControlFlow, ForAndWhile) {
  auto power = [](Tensor x) { return foriLoop(1, 5, [](Tensor i, Tensor y) { return y * i; }, x); };
  EXPECT_EQ(power(full({}, 2)).item(), 48);
  EXPECT_EQ(jit(power)(full({}, 2)).item(), 48);
  EXPECT_EQ(grad(power)(full({}, 2)).item(), 24);
  // Bounds that are tensors.
  auto count = [](Tensor n) {
    return foriLoop(0, n, [](Tensor, Tensor y) { return y + 1; }, full({}, 0, i32));
  };
  EXPECT_EQ(jit(count)(full({}, 7, i32)).item(), 7);
  auto collatz = [](Tensor x) {
    return whileLoop([](std::pair<Tensor, Tensor> s) { return notEqual(s.first, 1); },
                     [](std::pair<Tensor, Tensor> s) {
                       Tensor isOdd = equal(s.first % 2, 1);
                       Tensor next = where(isOdd, s.first * 3 + 1, astype(s.first / 2, i32));
                       return std::pair(next, s.second + 1);
                     },
                     std::pair(x, full({}, 0, i32)))
        .second;
  };
  EXPECT_EQ(collatz(full({}, 27, i32)).item(), 111);
  EXPECT_EQ(jit(collatz)(full({}, 27, i32)).item(), 111);
}

/// Both branches and both ways to run; an index beyond the branches takes the nearest one.
TEST(ControlFlow, Branches) {
  auto f = [](Tensor condition, Tensor x) {
    return cond(condition, [](Tensor x) { return x * x; }, [](Tensor x) { return -x; }, x);
  };
  auto slope = jit([&](Tensor condition, Tensor x) {
    return grad([&](Tensor x) { return f(condition, x); })(x);
  });
  const Tensor yes = full({}, true, boolean), no = full({}, false, boolean), x = full({}, 3);
  EXPECT_EQ(f(yes, x).item(), 9);
  EXPECT_EQ(jit(f)(yes, x).item(), 9);
  EXPECT_EQ(jit(f)(no, x).item(), -3);
  EXPECT_EQ(slope(yes, x).item(), 6);
  EXPECT_EQ(slope(no, x).item(), -1);
  auto pick = [](Tensor i, Tensor x) {
    std::vector<std::function<Tensor(Tensor)>> branches;
    for (int k = 0; k < 3; ++k)
      branches.push_back([k](Tensor x) { return x + k; });
    return switchCase(i, branches, x);
  };
  for (auto [i, wanted] : {std::pair(-5, 3), {0, 3}, {1, 4}, {2, 5}, {9, 5}}) {
    EXPECT_EQ(pick(full({}, int64_t(i), i32), x).item(), wanted);
    EXPECT_EQ(jit(pick)(full({}, int64_t(i), i32), x).item(), wanted);
  }
}

/// A model of many terabytes.
TEST(ControlFlow, EvalShapeComputesNothing) {
  auto make = [](Tensor x) {
    Layer layer{withAxes(zeros({1 << 20, 1 << 20}), {"in", "out"}), 2};
    return std::pair(layer, matmul(x, layer.weight));
  };
  const std::vector<LeafType> made = state(evalShape(make, ones({2, 1 << 20})));
  ASSERT_EQ(made.size(), 2u);
  EXPECT_EQ(made[0], (LeafType{"0/weight", {f32, {1 << 20, 1 << 20}}, {"in", "out"}}));
  EXPECT_EQ(made[1], (LeafType{"1", {f32, {2, 1 << 20}}, {}}));
}

/// Checks the first line of the message of a call that stands in the line before.
#define EXPECT_REFUSED_AT(f, words)                                                                \
  do {                                                                                             \
    const std::string message = messageOf([&] { run(f); });                                        \
    EXPECT_EQ(message.substr(0, message.find('\n')), lineBefore(Where::current()) + (words));      \
  } while (false)

/// The running product of 2 x 2 matrices, which do not commute.
TEST(ControlFlow, AssociativeScan) {
  auto products = [](Tensor xs, bool reverse) {
    return associativeScan([](Tensor a, Tensor b) { return matmul(a, b); }, xs,
                           {.reverse = reverse});
  };
  for (int64_t count : {1, 2, 3, 7, 8}) {
    Tensor xs = iota({count, 2, 2}, 0, f32) * tensor<float>({0, 1, 1, 0}, {2, 2}) + eye(2);
    Tensor wanted = eye(2), reversed = eye(2);
    for (int64_t i = 0; i < count; ++i) {
      wanted = matmul(wanted, xs[i]);
      reversed = matmul(reversed, xs[count - 1 - i]);
    }
    Tensor all = products(xs, false);
    EXPECT_EQ(all.shape(), xs.shape());
    EXPECT_EQ(all[-1].values<float>(), wanted.values<float>()) << count;
    EXPECT_EQ(products(xs, true)[0].values<float>(), reversed.values<float>()) << count;
    auto jitted = jit([&](Tensor xs) { return products(xs, false); });
    EXPECT_EQ(jitted(xs).values<float>(), all.values<float>());
  }
  const Tensor x = ones({3, 2});
  using Two = std::pair<Tensor, Tensor>;
  auto first = [](Two a, Two) { return a; };
  auto shorter = [](Tensor a, Tensor) { return sum(a, 1); };
  auto plus = [](Tensor a, Tensor b) { return a + b; };
  EXPECT_REFUSED("associativeScan of f32[3, 2] and f32[4]: the sizes of dim 0 differ",
                 associativeScan(first, Two(x, ones({4}))));
  EXPECT_REFUSED("associativeScan: the function makes f32[1] of f32[1, 2]",
                 associativeScan(shorter, x));
  EXPECT_REFUSED("associativeScan of f32[3, 2]: there is no dim 2",
                 associativeScan(plus, x, {.dim = 2}));
}

struct Refusals : testing::TestWithParam<bool> {
  /// The line before this one, where the test writes the call.
  static std::string lineBefore(Where where) {
    return "control_flow_test.cpp:" + std::to_string(where.line() - 1) + ": ";
  }
  /// Runs f at once or inside of jit.
  template <class F> void run(F f) {
    if (GetParam())
      jit([f](Tensor) { return f(); })(ones({1}));
    else
      f();
  }
};
INSTANTIATE_TEST_SUITE_P(Both, Refusals, testing::Bool());

TEST_P(Refusals, OfLoopsAndBranches) {
  const Tensor x = ones({3}), ints = arange(3);
  auto widen = [=] { return scan([](Tensor c, Tensor) { return stack({c, c}); }, x, x); };
  EXPECT_REFUSED_AT(widen, "scan: the carry changes in a trip: f32[3] -> f32[2, 3]");
  auto convert = [=] { return scan([](Tensor c, Tensor) { return astype(c, bf16); }, x, x); };
  EXPECT_REFUSED_AT(convert, "scan: the carry changes in a trip: f32[3] -> bf16[3]");
  auto scalar = [=] { return scan([](Tensor c, Tensor) { return c; }, x, full({}, 1)); };
  EXPECT_REFUSED_AT(scalar, "scan: the input is f32[]; it needs a leading dim");
  using Two = std::pair<Tensor, Tensor>;
  auto sizes = [=] { return scan([](Tensor c, Two) { return c; }, x, Two(ones({3}), ones({4}))); };
  EXPECT_REFUSED_AT(sizes, "scan: the leading sizes differ: '1' has 4, a leaf before it 3");
  auto length = [=] { return scan([](Tensor c, Tensor) { return c; }, x, x, {.length = 4}); };
  EXPECT_REFUSED_AT(length, "scan: the option length is 4, but the inputs have 3 elements");
  auto endless = [=] { return scan([](Tensor c, std::tuple<>) { return c; }, x, std::tuple<>()); };
  EXPECT_REFUSED_AT(endless, "scan of no inputs: their number is the option length");
  auto never = [=] { return scan([](Tensor c, Tensor) { return c; }, x, x, {.unroll = 0}); };
  EXPECT_REFUSED_AT(never, "scan: length 3 and unroll 0; unroll is at least 1");
  auto bound = [=] { return foriLoop(0, 2.5, [](Tensor, Tensor c) { return c; }, x); };
  EXPECT_REFUSED_AT(bound, "foriLoop: a bound is f32[], not an integer scalar");
  auto far = [=] { return foriLoop(0, 1l << 40, [](Tensor, Tensor c) { return c; }, x); };
  EXPECT_REFUSED_AT(far, "foriLoop: the bound 1099511627776 does not fit into an i32");
  auto grow = [=] { return foriLoop(0, 2, [](Tensor, Tensor c) { return sum(c); }, x); };
  EXPECT_REFUSED_AT(grow, "foriLoop: the carry changes in a trip: f32[3] -> f32[]");
  auto same = [](Tensor c) { return c; };
  auto number = [=] { return whileLoop(same, same, x); };
  EXPECT_REFUSED_AT(number, "whileLoop: the condition is f32[3], not a boolean scalar");
  auto index = [=] { return cond(ints, same, same, x); };
  EXPECT_REFUSED_AT(index, "cond: the condition is i32[3], not a boolean scalar");
  auto empty = [=] { return switchCase(0, std::vector<Tensor (*)(Tensor)>(), x); };
  EXPECT_REFUSED_AT(empty, "switchCase of no branches");
}

/// Outside of jit one branch runs, so there is nothing to compare.
TEST(ControlFlow, BranchesReturnTheSame) {
  auto f = jit([](Tensor c, Tensor x) {
    return cond(c, [](Tensor x) { return x; }, [](Tensor x) { return sum(x); }, x);
  });
  const std::string message = messageOf([&] { f(full({}, true, boolean), ones({3})); });
  EXPECT_NE(message.find("cond: branch 1 returns another type than branch 0: f32[] -> f32[3]"),
            message.npos)
      << message;
}

} // namespace
} // namespace spmd::test
