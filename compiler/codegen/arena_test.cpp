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

/// Allocations that are live at a common step never overlap, and the arena has at most 1.5
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
    EXPECT_LE(plan.bytes, arenaLowerBound(blocks, 64) * 3 / 2);
  }
}
} // namespace
