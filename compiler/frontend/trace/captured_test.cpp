// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of what functions of loops, branches and reductions capture, return and throw.
#include "compiler/frontend/test_errors.h"

namespace spmd::test {
namespace {

// The initial value has a gradient by the carry and by its use in each trip.
TEST(Captured, AnInitialValueMayBeCaptured) {
  auto power = [](Tensor x) { return foriLoop(0, 3, [=](Tensor, Tensor c) { return c * x; }, x); };
  auto affine = [](Tensor x) {
    return scan([=](Tensor c, Tensor) { return c * 2 + x; }, x, zeros({3}));
  };
  EXPECT_EQ(grad(power)(full({}, 2)).item(), 32);  // x^4
  EXPECT_EQ(grad(affine)(full({}, 2)).item(), 15); // 8x + 7x
  auto nested = [](Tensor x) {
    return foriLoop(
        0, 2,
        [](Tensor, Tensor c) { return foriLoop(0, 2, [=](Tensor, Tensor d) { return d * c; }, c); },
        x);
  };
  EXPECT_EQ(grad(nested)(full({}, 1)).item(), 9); // x^9
}

TEST(Captured, OperandsOfASortMayHaveOtherUses) {
  auto loss = [](Tensor x) {
    auto sorted = sortBy({x, x * x});
    return sum(sorted[0] * sorted[1]) + sum(x * 2);
  };
  EXPECT_EQ(grad(loss)(tensor({0.5, -1.})).values<double>(), (std::vector<double>{2.75, 5}));
  auto twice = [](Tensor x) {
    auto sorted = sortBy({x, x});
    return sum(sorted[0] * sorted[1]);
  };
  EXPECT_EQ(grad(twice)(tensor({0.5, -1.})).values<double>(), (std::vector<double>{1, -2}));
}

// The half of an op that a function has recorded before it throws is not in the program.
TEST(Captured, AnErrorThatIsCaughtLeavesNothing) {
  const Tensor x = full({}, 1.);
  auto orTriple = [](auto f) {
    return [f](Tensor x) {
      try {
        return f(x);
      } catch (const Error &) {
        return x * 3;
      }
    };
  };
  auto refuse = [](Tensor c) -> Tensor {
    throw Error("no");
    return c;
  };
  auto branches = orTriple([](Tensor x) {
    return cond(x > 0, [](Tensor x) { return x; }, [](Tensor x) { return astype(x, i32); }, x);
  });
  auto counted = orTriple(
      [&](Tensor x) { return foriLoop(0, 3, [&](Tensor, Tensor c) { return refuse(c); }, x); });
  auto open =
      orTriple([&](Tensor x) { return whileLoop([](Tensor c) { return c < 1; }, refuse, x); });
  auto condition =
      orTriple([&](Tensor x) { return whileLoop(refuse, [](Tensor c) { return c; }, x); });
  auto reduction = orTriple([&](Tensor x) {
    return reduce(stack({x, x}), 0., [&](Tensor a, Tensor) { return refuse(a); }, {0});
  });
  auto check = [&](auto f) {
    EXPECT_EQ(jit(f)(x).item(), 3);
    EXPECT_EQ(grad(f)(x).item(), 3);
  };
  check(branches), check(counted), check(open), check(condition), check(reduction);
}

// How a value lies is no part of its type: arguments of jit lie on the mesh, what is computed of
// them does not yet.
TEST(Captured, CarriesMayLieElsewhereAfterATrip) {
  Mesh mesh({{"data", 2}});
  auto scope = mesh.use();
  const Tensor state = put(ones({4}), P("data"));
  auto loop = [](Tensor x) { return foriLoop(0, 3, [](Tensor, Tensor c) { return c + 1; }, x); };
  EXPECT_EQ(jit(loop)(state).values<float>(), (std::vector<float>(4, 4)));
  auto steps = [](Tensor x) { return scan([](Tensor c, Tensor) { return c + 1; }, x, zeros({3})); };
  EXPECT_EQ(jit(steps)(state).values<float>(), (std::vector<float>(4, 4)));
  auto branches = [](Tensor x) {
    return cond(x[0] > 0, [](Tensor x) { return x; }, [](Tensor x) { return -x; }, x);
  };
  EXPECT_EQ(jit(branches)(state).values<float>(), (std::vector<float>(4, 1)));
  const Stacked<Tensor> stacked(
      std::vector<Tensor>{put(ones({4}), P("data")), put(ones({4}), P())});
  EXPECT_EQ(text(stacked.layers.type()), "f32[2, 4]");
}

// Numbers of narrow integers are added and multiplied in 32 bits, as by JAX.
TEST(Captured, SumsOfNarrowIntegersAreWide) {
  const Tensor x = full({2}, 100, i8);
  EXPECT_EQ(text(sum(x).type()), "i32[]");
  EXPECT_EQ(sum(x).item(), 200);
  EXPECT_EQ(prod(x).item(), 10000);
  EXPECT_EQ(text(sum(ones({300}, u8)).type()), "ui32[]");
  EXPECT_EQ(sum(ones({300}, u8)).item(), 300);
  EXPECT_EQ(text(cumsum(x, 0).type()), "i8[2]");
}

TEST(Captured, QuotientsByZeroAreInfinite) {
  const std::vector<float> found = floorDivide(tensor({1.f, -1.f, 0.f}), 0.f).values<float>();
  EXPECT_EQ(found[0], INFINITY);
  EXPECT_EQ(found[1], -INFINITY);
  EXPECT_TRUE(std::isnan(found[2]));
}

// Axes of several batches at once, and one twice.
TEST(Captured, SumsOverSeveralBatches) {
  auto over = [](AxisList axes) {
    return vmap(
        [=](Tensor x) { return vmap([=](Tensor x) { return psum(x, axes); }, {.axis = "j"})(x); },
        {.axis = "i"})(ones({3, 4}));
  };
  EXPECT_EQ(over({"i", "j"}).values<float>(), std::vector<float>(12, 12));
  EXPECT_NE(refusalOf([&] { over({"i", "j", "i"}); }).find("psum over \"i\" twice"),
            std::string::npos);
}

// An entry that takes the other branch divides zero by zero in this one.
TEST(Captured, BranchesThatAreNotTakenHaveNoGradient) {
  auto f = [](Tensor x) {
    return cond(x > 0, [](Tensor x) { return x / (1 + x); }, [](Tensor x) { return x * x * x; }, x);
  };
  auto loss = [=](Tensor x) { return sum(vmap(grad(f))(x)); };
  const std::vector<float> found = grad(loss)(tensor({1.f, -2.f})).values<float>();
  EXPECT_NEAR(found[0], -0.25, 1e-6);
  EXPECT_EQ(found[1], -12);
}

} // namespace
} // namespace spmd::test
