// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MinCut beside all choices of small problems.
#include "compiler/structure/min_cut.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace spmd;
namespace {

TEST(MinCut, TakesTheCheaperValue) {
  MinCut cut;
  auto a = cut.addVariable(), b = cut.addVariable(), c = cut.addVariable();
  cut.addCost(a, 3, 2);
  cut.addCost(b, 2, 3);
  cut.addCost(c, 1, 1); // as good: 0
  EXPECT_EQ(cut.solve(), (std::vector<bool>{true, false, false}));
}

TEST(MinCut, APairMayBeDearerThanBothAlone) {
  MinCut cut;
  auto a = cut.addVariable(), b = cut.addVariable();
  cut.addCost(a, 0, 5);
  cut.addCost(b, 8, 0);
  cut.addCost(a, b, {{{0, 10}, {10, 0}}});
  EXPECT_EQ(cut.solve(), (std::vector<bool>{true, true}));
}

TEST(MinCut, FollowsImplications) {
  MinCut cut;
  auto a = cut.addVariable(), b = cut.addVariable();
  cut.addCost(a, 4, 0);
  cut.addCost(b, 0, 3);
  cut.imply(a, b);
  EXPECT_EQ(cut.solve(), (std::vector<bool>{true, true}));
  MinCut other;
  a = other.addVariable(), b = other.addVariable();
  other.addCost(a, 2, 0);
  other.addCost(b, 0, 3);
  other.imply(a, b);
  EXPECT_EQ(other.solve(), (std::vector<bool>{false, false}));
}

TEST(MinCut, AgreesWithAllChoices) {
  std::mt19937 random(1);
  auto cost = [&] { return double(random() % 20); };
  for (int round = 0; round < 300; ++round) {
    unsigned count = 2 + random() % 7;
    std::vector<std::array<double, 2>> alone;
    struct Pair {
      unsigned a, b;
      std::array<std::array<double, 2>, 2> costs;
    };
    std::vector<Pair> pairs;
    MinCut cut;
    for (unsigned i = 0; i < count; ++i) {
      alone.push_back({cost(), cost()});
      cut.addVariable();
      cut.addCost(i, alone[i][0], alone[i][1]);
    }
    for (unsigned i = 0; i < 2 * count; ++i) {
      Pair pair{unsigned(random() % count), unsigned(random() % count), {}};
      if (pair.a == pair.b)
        continue;
      double equal = cost(), more = cost();
      pair.costs = {{{equal, equal + more}, {cost(), 0}}};
      pair.costs[1][0] += equal; // a cut can express it
      pairs.push_back(pair);
      cut.addCost(pair.a, pair.b, pair.costs);
    }
    auto total = [&](auto isOne) {
      double sum = 0;
      for (unsigned i = 0; i < count; ++i)
        sum += alone[i][isOne(i)];
      for (const Pair &pair : pairs)
        sum += pair.costs[isOne(pair.a)][isOne(pair.b)];
      return sum;
    };
    double best = 1e300;
    for (unsigned choice = 0; choice < (1u << count); ++choice)
      best = std::min(best, total([&](unsigned i) { return choice >> i & 1; }));
    std::vector<bool> found = cut.solve();
    EXPECT_EQ(total([&](unsigned i) { return bool(found[i]); }), best) << "round " << round;
  }
}

TEST(MinCut, LongChainsNeedNoStack) {
  MinCut cut;
  constexpr unsigned count = 300000;
  for (unsigned i = 0; i < count; ++i) {
    cut.addVariable();
    if (i)
      cut.addCost(i - 1, i, {{{0, 2}, {2, 0}}});
  }
  cut.addCost(0, 0, 3);
  cut.addCost(count - 1, 4, 0);
  // One edge of the chain is cut, as near to the source of ones as can be.
  std::vector<bool> isOne = cut.solve();
  EXPECT_FALSE(isOne[0]);
  EXPECT_TRUE(isOne[count - 1]);
  EXPECT_EQ(llvm::count(isOne, true), 1);
}

} // namespace
