// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the translation between tensor and factor shardings. The mesh has the axes x of 4, y of 2
// and z of 3. The expected shardings are those that Shardy's propagation gives.
#include "compiler/sharding/projection.h"
#include <gtest/gtest.h>

using namespace mlir;

namespace spmd {
namespace {

constexpr Axis x{0, 1, 4}, xMajor{0, 1, 2}, xMinor{0, 2, 2}, y{1, 1, 2}, z{2, 1, 3};

/// An open sharding with these axes per dim.
Sharding dims(std::initializer_list<AxisList> lists) {
  Sharding sharding = Sharding::open(0, lists.size());
  for (auto [dim, axes] : llvm::zip_equal(sharding.dims, lists))
    dim.axes = axes;
  return sharding;
}

/// The rule ([ij]) -> ([i, j]) of a reshape.
ShardingRule split(int64_t i, int64_t j) {
  return {.factors = {{.size = i}, {.size = j}},
          .operands = {{.dims = {{0, 1}}}},
          .results = {{.dims = {{0}, {1}}}}};
}

/// The sharding of the result after the operand's factors have been copied to it.
Sharding forward(const ShardingRule &rule, const Sharding &operand) {
  TensorProjection projection = projectTensor(rule.operands[0], rule.factors, operand);
  TensorProjection result = projectTensor(rule.results[0], rule.factors, Sharding());
  for (auto [to, from] : llvm::zip_equal(result.factors, projection.factors))
    to.axes = from.axes;
  return unprojectTensor(rule.results[0], rule.factors, result, 0);
}

/// 8 -> 2x4: an axis of 4 is cut at the border of the factors, axes of 2 and 4 fit them exactly.
TEST(Projection, AnAxisIsSplitOverTwoFactors) {
  EXPECT_EQ(forward(split(2, 4), dims({{x}})), dims({{xMajor}, {xMinor}}));
  EXPECT_EQ(forward(split(2, 4), dims({{y, x}})), dims({{y}, {x}}));
}

/// 12 -> 6x2 over an axis of 4: gcd(6, 4) = 2 is taken, and the rest 2 is coprime to the rest 3. An
/// axis of 3 is coprime to the first factor of 12 -> 2x6, so nothing reaches the result.
TEST(Projection, AxesThatFitNoFactorOverflow) {
  ShardingRule rule = split(6, 2);
  TensorProjection projection = projectTensor(rule.operands[0], rule.factors, dims({{x}}));
  EXPECT_EQ(projection.factors[0].axes, AxisList{xMajor});
  EXPECT_EQ(projection.factors[0].overflow, AxisList{xMinor});
  EXPECT_TRUE(projection.factors[1].closed);
  EXPECT_TRUE(projection.factors[1].axes.empty());
  EXPECT_EQ(unprojectTensor(rule.operands[0], rule.factors, projection, 0).dims[0].axes,
            AxisList{x});
  EXPECT_EQ(forward(split(2, 6), dims({{z}})), dims({{}, {}}));
}

/// 2x4 -> 8: the axes of j can be written on the dim only behind a full i.
TEST(Projection, AFactorThatIsNotFullHidesTheFollowing) {
  ShardingRule rule = split(2, 4);
  auto back = [&](const Sharding &result) {
    TensorProjection from = projectTensor(rule.results[0], rule.factors, result);
    TensorProjection to = projectTensor(rule.operands[0], rule.factors, Sharding());
    for (auto [l, r] : llvm::zip_equal(to.factors, from.factors))
      l.axes = r.axes;
    return unprojectTensor(rule.operands[0], rule.factors, to, 0);
  };
  EXPECT_EQ(back(dims({{y}, {x}})), dims({{y, x}}));
  EXPECT_EQ(back(dims({{}, {x}})), dims({{}}));
}

/// The last factor has size 4 and takes an axis of 3, which does not divide it, and an axis of 4.
TEST(Projection, TheLastFactorTakesEverything) {
  ShardingRule rule = split(2, 4);
  TensorProjection projection = projectTensor(rule.operands[0], rule.factors, dims({{y, z, x}}));
  EXPECT_EQ(projection.factors[1].axes, (AxisList{z, x}));
}

} // namespace
} // namespace spmd
