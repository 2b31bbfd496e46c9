// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arena planner on hand-made and on random lifetimes.
#include "compiler/codegen/arena.h"
#include <gtest/gtest.h>
#include <random>

using namespace spmd;

namespace {
/// The first two allocations are live one after the other, the third overlaps both.
TEST(Arena, BlocksThatFollowEachOtherShareBytes) {
  ArenaPlan plan = planArena({{100, {{0, 1}}}, {128, {{2, 3}}}, {64, {{1, 2}}}}, 64);
  EXPECT_EQ(plan.offsets[0], plan.offsets[1]);
  EXPECT_EQ(plan.bytes, 128u + 64u);
}

TEST(Arena, ABlockAtRestLendsItsBytes) {
  // The first allocation holds nothing in steps 3 to 6, which are the lifetime of the
  // second.
  ArenaPlan plan = planArena({{64, {{0, 2}, {7, 9}}}, {64, {{3, 6}}}}, 64);
  EXPECT_EQ(plan.bytes, 64u);
}

/// Both ends of a lifetime belong to it.
TEST(Arena, TouchingStepsConflict) {
  EXPECT_TRUE(overlap({{0, 2}}, {{2, 3}}));
  EXPECT_FALSE(overlap({{0, 2}}, {{3, 3}}));
}

/// None of the three orders finds the plan without a gap at step 3, but a repair does: the third
/// allocation goes below the first one.
TEST(Arena, RepairsAPlanWithGaps) {
  ArenaPlan plan =
      planArena({{128, {{2, 3}}}, {192, {{3, 3}}}, {128, {{3, 4}}}, {256, {{1, 2}}}}, 64);
  EXPECT_EQ(plan.bytes, 128u + 192u + 128u);
}

/// Allocations that are live at a common step never overlap, and the arena has at most 1.1
/// times the bytes that the lower bound needs.
TEST(Arena, RandomPlansAreSoundAndTight) {
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    llvm::SmallVector<ArenaBlock> blocks;
    for (int i = 0; i < 200; ++i) {
      int64_t begin = random() % 300;
      int64_t last = begin + int64_t(random() % (i % 10 ? 20 : 200)); // some live long
      blocks.push_back({1 + random() % 5000, {{begin, last}}});
      if (i % 4 == 0) // and once more after a gap
        blocks.back().lifetimes.push_back({last + 30, last + 40});
    }
    ArenaPlan plan = planArena(blocks, 64);
    for (size_t i = 0; i < blocks.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        if (overlap(blocks[i].lifetimes, blocks[j].lifetimes)) {
          bool apart = plan.offsets[i] + blocks[i].bytes <= plan.offsets[j] ||
                       plan.offsets[j] + blocks[j].bytes <= plan.offsets[i];
          EXPECT_TRUE(apart);
        }
    EXPECT_LE(plan.bytes, arenaLowerBound(blocks, 64) * 11 / 10);
  }
}

/// A result is written at step 3, so its bytes hold what dies before. What is live at step 3 stays
/// in the arena.
TEST(Arena, AResultLendsItsBytesBeforeItIsWritten) {
  ArenaPlan plan =
      planArena({{64, {{0, 1}}}, {128, {{0, 2}}}, {16, {{3, 4}}}}, {{100, {{3, 9}}}}, 64);
  EXPECT_EQ(plan.bytes, 128u);
  EXPECT_EQ(plan.lenders[0], 0);
  EXPECT_EQ(plan.lenders[1], -1); // 128 bytes are more than the result has
  EXPECT_EQ(plan.lenders[2], -1);
}

/// The last bytes of a lender need not fill a whole multiple of the alignment.
TEST(Arena, ASmallLenderLendsAllOfItsBytes) {
  ArenaPlan plan = planArena({{16, {{0, 1}}}, {41, {{0, 1}}}}, {{40, {{3, 9}}}}, 64);
  EXPECT_EQ(plan.lenders[0], 0);
  EXPECT_EQ(plan.lenders[1], -1);
  EXPECT_EQ(plan.bytes, 64u);
}

/// Blocks in one lender never overlap each other, its own value or its end, and the arena is never
/// larger than without lenders. Over all rounds it is smaller.
TEST(Arena, RandomLendersAreSound) {
  std::mt19937 random(2);
  uint64_t alone = 0, lent = 0;
  for (int round = 0; round < 50; ++round) {
    llvm::SmallVector<ArenaBlock> blocks, lenders;
    for (int i = 0; i < 100; ++i) {
      int64_t begin = random() % 300;
      blocks.push_back({1 + random() % 5000, {{begin, begin + int64_t(random() % 40)}}});
    }
    for (int i = 0; i < 8; ++i) {
      int64_t begin = random() % 300;
      lenders.push_back({1 + random() % 20000, {{0, begin / 3}, {begin, 400}}});
    }
    ArenaPlan plan = planArena(blocks, lenders, 64), without = planArena(blocks, 64);
    EXPECT_LE(plan.bytes, without.bytes);
    alone += without.bytes;
    lent += plan.bytes;
    for (size_t i = 0; i < blocks.size(); ++i) {
      EXPECT_EQ(plan.offsets[i] % 64, 0u);
      uint64_t end = plan.offsets[i] + blocks[i].bytes;
      if (int lender = plan.lenders[i]; lender >= 0) {
        EXPECT_LE(end, lenders[lender].bytes);
        EXPECT_FALSE(overlap(blocks[i].lifetimes, lenders[lender].lifetimes));
      } else {
        EXPECT_LE(end, plan.bytes);
      }
      for (size_t j = 0; j < i; ++j)
        if (plan.lenders[i] == plan.lenders[j] &&
            overlap(blocks[i].lifetimes, blocks[j].lifetimes)) {
          bool apart =
              end <= plan.offsets[j] || plan.offsets[j] + blocks[j].bytes <= plan.offsets[i];
          EXPECT_TRUE(apart);
        }
    }
  }
  EXPECT_LT(lent, alone);
}
} // namespace
