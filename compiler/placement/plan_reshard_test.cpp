// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of the reshard planner. Each test gives shape, from and to, and expects the steps. Atoms 0
// ("x") and 1 ("y") have size 2, atom 2 ("z") has size 4.
#include "compiler/placement/plan_reshard.h"
#include <gtest/gtest.h>

using namespace spmd;

namespace {
constexpr int64_t kSizes[] = {2, 2, 4};
constexpr int x = 0, y = 1, z = 2;

ReshardPlan plan(llvm::ArrayRef<int64_t> shape, Placement from, Placement to) {
  auto found = planReshard(shape, 4, kSizes, from, to);
  EXPECT_TRUE(found.has_value());
  return found ? *found : ReshardPlan{};
}

TEST(PlanReshard, NothingToDo) {
  EXPECT_TRUE(plan({8, 8}, {{{x}, {}}, {}}, {{{x}, {}}, {}}).steps.empty());
}

TEST(PlanReshard, MovingAnAxisBetweenDimsIsOneAllToAll) {
  ReshardPlan p = plan({8, 8}, {{{x}, {}}, {}}, {{{}, {x}}, {}});
  ASSERT_EQ(p.steps.size(), 1u);
  EXPECT_EQ(p.steps[0].kind, StepKind::AllToAll);
  EXPECT_DOUBLE_EQ(p.wireBytes, 8 * 8 * 4 / 2 / 2); // half of the device's half
}

TEST(PlanReshard, PartialSumsWantedShardedAreOneReduceScatter) {
  ReshardPlan p = plan({8, 8}, {{{}, {y}}, {z}}, {{{z}, {y}}, {}});
  ASSERT_EQ(p.steps.size(), 1u);
  EXPECT_EQ(p.steps[0].kind, StepKind::ReduceScatter);
  EXPECT_DOUBLE_EQ(p.wireBytes, 8 * 8 * 4 / 2 * 0.75);
}

TEST(PlanReshard, PartialSumsWantedWholeAreOneAllReduceOverAllAxes) {
  ReshardPlan p = plan({8, 8}, {{{}, {}}, {x, z}}, {{{}, {}}, {}});
  ASSERT_EQ(p.steps.size(), 1u);
  EXPECT_EQ(p.steps[0].kind, StepKind::AllReduce);
  EXPECT_EQ(p.steps[0].atoms, (Atoms{x, z}));
}

// What one device has is broadcast, for half the bytes; what several have is summed up.
TEST(PlanReshard, OwnedValuesAreSentOnce) {
  Placement from{{{}, {}}, {z}}, to{{{}, {}}, {}};
  for (Atoms owned : {Atoms{}, Atoms{x}, Atoms{z}}) {
    auto p = planReshard({8, 8}, 4, kSizes, from, to, {}, {}, owned);
    ASSERT_TRUE(p && p->steps.size() == 1);
    EXPECT_EQ(p->steps[0].kind, StepKind::AllReduce);
    EXPECT_DOUBLE_EQ(p->wireBytes, (owned == Atoms{z} ? 1 : 2) * 8 * 8 * 4 * 0.75);
  }
}

TEST(PlanReshard, GathersOfOneDimMergeMajorFirst) {
  ReshardPlan p = plan({8, 8}, {{{x, z}, {}}, {}}, {{{}, {}}, {}});
  ASSERT_EQ(p.steps.size(), 1u);
  EXPECT_EQ(p.steps[0].kind, StepKind::AllGather);
  EXPECT_EQ(p.steps[0].atoms, (Atoms{x, z}));
}

TEST(PlanReshard, DroppingTheMajorAxisPermutesFirst) {
  ReshardPlan p = plan({8}, {{{x, z}}, {}}, {{{z}}, {}});
  ASSERT_EQ(p.steps.size(), 2u);
  EXPECT_EQ(p.steps[0].kind, StepKind::Permute);
  EXPECT_EQ(p.steps[1].kind, StepKind::AllGather);
}

TEST(PlanReshard, SlicingSendsNothing) {
  ReshardPlan p = plan({8, 8}, {{{}, {}}, {}}, {{{x}, {z}}, {}});
  EXPECT_EQ(p.wireBytes, 0);
  EXPECT_EQ(timeOf(p, {}), 0);
}

// A latency for each step that sends, at the rate of the slowest link of its axes.
TEST(PlanReshard, StepsTakeTimeOneAfterAnother) {
  ReshardPlan p = plan({8, 8}, {{{x, z}, {}}, {}}, {{{}, {}}, {}});
  double bytes = 8 * 8 * 4 * 7.0 / 8;
  EXPECT_DOUBLE_EQ(timeOf(p, {}), 1000 + bytes / 5);
  const Link links[] = {{1000, 5}, {1000, 5}, {20000, 1}};
  EXPECT_DOUBLE_EQ(timeOf(p, links), 20000 + bytes);
  ReshardPlan two = plan({8}, {{{x, z}}, {}}, {{{z}}, {}}); // a permute of 4 bytes, then a gather
  EXPECT_DOUBLE_EQ(timeOf(two, {}), 2 * 1000 + two.wireBytes / 5);
}

// [12, 3, 12] {-, -, bc} -> {bc, -, -}: the plan lets a stand in for b, so that b can be sliced
// before c moves. If a is manual, the devices along a hold different values, and no step may name
// it.
TEST(PlanReshard, ManualAxesStandInForNone) {
  constexpr int64_t sizes[] = {2, 2, 2};
  constexpr int a = 0, b = 1, c = 2;
  auto isNamed = [&](llvm::ArrayRef<int> taken) {
    auto found =
        planReshard({12, 3, 12}, 4, sizes, {{{}, {}, {b, c}}, {}}, {{{b, c}, {}, {}}, {}}, taken);
    EXPECT_TRUE(found.has_value());
    return found &&
           llvm::any_of(found->steps, [&](const ReshardStep &step) { return step.after.uses(a); });
  };
  EXPECT_TRUE(isNamed({}));
  EXPECT_FALSE(isNamed({a}));
}

TEST(PlanReshard, ADimThatDoesNotDivideHasNoPlan) {
  EXPECT_FALSE(planReshard({3}, 4, kSizes, {{{}}, {}}, {{{x}}, {}}).has_value());
}

// For all pairs of placements of a [8, 8] array over x, y and z, the last step's `after` is the
// target.
TEST(PlanReshard, EveryPairIsReached) {
  llvm::SmallVector<Placement> all;
  for (auto a : {Atoms{}, Atoms{x}, Atoms{z}, Atoms{x, z}, Atoms{z, y}})
    for (auto b : {Atoms{}, Atoms{x}, Atoms{y}, Atoms{y, x}})
      for (auto partial : {Atoms{}, Atoms{y}, Atoms{z}}) {
        Placement p{{a, b}, partial};
        llvm::SmallVector<int> seen;
        for (const Atoms *list : {&a, &b, &partial})
          seen.append(list->begin(), list->end());
        llvm::sort(seen);
        if (std::adjacent_find(seen.begin(), seen.end()) == seen.end())
          all.push_back(p);
      }
  for (const Placement &from : all)
    for (const Placement &to : all)
      if (to.partial.empty()) {
        ReshardPlan p = plan({8, 8}, from, to);
        EXPECT_TRUE(p.steps.empty() ? from == to : p.steps.back().after == to);
      }
}
} // namespace
