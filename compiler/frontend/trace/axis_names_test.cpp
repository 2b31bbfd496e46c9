// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Logical axis names: who gives them, what keeps them, and that they are part of a program's key.
#include "compiler/frontend/test_errors.h"

namespace spmd::test {
namespace {

using Names = std::vector<std::string>;

TEST(AxisNames, BelongToTheHandle) {
  Tensor x = ones({2, 3});
  Tensor named = withAxes(x, {"embed", ""});
  EXPECT_EQ(axesOf(named), (Names{"embed", ""}));
  EXPECT_EQ(axesOf(x), Names());
  EXPECT_EQ(named.values<float>(), x.values<float>());
  EXPECT_EQ(axesOf(zerosLike(named)), (Names{"embed", ""}));
  EXPECT_EQ(axesOf(onesLike(named)), (Names{"embed", ""}));
  EXPECT_EQ(axesOf(withAxes(named, {"", ""})), Names());
  EXPECT_EQ(axesOf(0.5 * exp(named) - x), (Names{"embed", ""}));
  EXPECT_EQ(axesOf(astype(named, bf16)), (Names{"embed", ""}));
  EXPECT_EQ(axesOf(named + ones({4, 2, 3})), Names());
  EXPECT_EQ(axesOf(transpose(named)), Names());
  named -= 1;
  EXPECT_EQ(axesOf(named), (Names{"embed", ""}));
}

TEST(AxisNames, GoThroughJit) {
  std::vector<Names> seen;
  auto f = jit([&](Tensor x) {
    seen.push_back(axesOf(x));
    return std::pair(x * 2, withAxes(zerosLike(x), {"a", "b"}));
  });
  auto [twice, zero] = f(withAxes(ones({2, 3}), {"embed", "mlp"}));
  EXPECT_EQ(axesOf(zero), (Names{"a", "b"}));
  EXPECT_EQ(axesOf(twice), (Names{"embed", "mlp"}));
  EXPECT_EQ(zero.values<float>(), std::vector<float>(6, 0));
  f(withAxes(zeros({2, 3}), {"embed", "mlp"}));
  EXPECT_EQ(f.traceCount(), 1u);
  f(ones({2, 3})); // other names, other program
  EXPECT_EQ(f.traceCount(), 2u);
  EXPECT_EQ(seen, (std::vector<Names>{{"embed", "mlp"}, {}}));
}

TEST(AxisNames, ConstrainLikeCopiesThem) {
  std::vector<Tensor> model{withAxes(ones({2, 3}), {"embed", "mlp"}), ones({4}), Tensor()};
  std::vector<Tensor> other{zeros({2, 3}), withAxes(zeros({4}), {"mlp"}), Tensor()};
  std::vector<Tensor> made = constrainLike(other, model);
  EXPECT_EQ(axesOf(made[0]), (Names{"embed", "mlp"}));
  EXPECT_EQ(axesOf(made[1]), Names());
  EXPECT_FALSE(made[2].hasValue());
}

TEST(AxisNames, RefuseOtherRanks) {
  const Where line = Where::current();
  Tensor x = zeros({2, 3});
  EXPECT_EQ(messageOf([&] { withAxes(x, {"embed"}); }),
            lineText("axis_names_test.cpp", Where::current()) +
                ": withAxes of f32[2, 3]: the names are 1; one per dim is wanted, \"\" for a dim "
                "without one\naxis_names_test.cpp:" +
                std::to_string(line.line() + 1) + ": note: the operand is f32[2, 3]");
  EXPECT_EQ(messageOf([&] { withAxes(2, {}); }), lineText("axis_names_test.cpp", Where::current()) +
                                                     ": withAxes of a number, which has no dims");
  EXPECT_EQ(messageOf([&] { withAxes(Tensor(), {"embed"}); }),
            lineText("axis_names_test.cpp", Where::current()) +
                ": withAxes of a tensor without a value");
}

} // namespace
} // namespace spmd::test
