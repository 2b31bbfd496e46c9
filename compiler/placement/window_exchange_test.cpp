// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/placement/window_exchange.h"
#include <gtest/gtest.h>
#include <random>
#include <set>

using namespace spmd;

namespace {

TEST(WindowExchange, OneRowOfEachNeighbour) {
  RowWindow window{.shards = 4, .rows = 4, .first = -1, .step = 4, .size = 6};
  WindowExchange exchange = planWindow(window);
  ASSERT_EQ(exchange.rounds.size(), 2u);
  EXPECT_TRUE(exchange.isRegular(window));
  EXPECT_EQ(exchange.sentRows, 2);
  EXPECT_EQ(exchange.rounds[0].transfers.size(), 3u); // to the right, the first shard gets none
  EXPECT_EQ(exchange.rounds[0].transfers[0], (RowTransfer{0, 1, 3, 0, 1}));
  EXPECT_EQ(exchange.rounds[1].transfers[0], (RowTransfer{1, 0, 0, 5, 1}));
}

TEST(WindowExchange, TheSecondHalfIsSpread) {
  RowWindow window{.shards = 8, .rows = 2, .first = 8, .step = 1, .size = 1};
  WindowExchange exchange = planWindow(window);
  EXPECT_EQ(exchange.rounds.size(), 2u); // each of the last four shards has two rows to give
  EXPECT_EQ(exchange.sentRows, 2);
  EXPECT_FALSE(exchange.isRegular(window));
}

TEST(WindowExchange, AReversedDimIsOnePermutation) {
  RowWindow window{.shards = 4, .rows = 3, .first = 9, .step = -3, .size = 3};
  WindowExchange exchange = planWindow(window);
  ASSERT_EQ(exchange.rounds.size(), 1u); // to the left and to the right
  EXPECT_TRUE(exchange.isRegular(window));
  EXPECT_EQ(exchange.sentRows, 3);
}

/// Every wanted row comes from its holder, once, and no round has two transfers of one shard.
TEST(WindowExchange, RandomWindowsGetTheirRows) {
  std::mt19937 random(11);
  auto pick = [&](int low, int high) { return low + int(random() % (high - low + 1)); };
  for (int round = 0; round < 20000; ++round) {
    RowWindow window{pick(1, 9), pick(1, 6), pick(-30, 30), pick(-6, 9), pick(1, 14)};
    WindowExchange exchange = planWindow(window);
    std::set<std::pair<int64_t, int64_t>> got; // target, row of its window
    auto take = [&](const RowTransfer &t) {
      for (int64_t i = 0; i < t.size; ++i) {
        EXPECT_EQ(t.source * window.rows + t.from + i, window.begin(t.target) + t.to + i);
        EXPECT_TRUE(got.insert({t.target, t.to + i}).second);
      }
      EXPECT_LE(t.from + t.size, window.rows);
      EXPECT_LE(t.to + t.size, window.size);
    };
    for (const RowTransfer &t : exchange.own) {
      EXPECT_EQ(t.source, t.target);
      take(t);
    }
    for (const ExchangeRound &r : exchange.rounds) {
      std::set<int64_t> sources, targets;
      for (const RowTransfer &t : r.transfers) {
        EXPECT_TRUE(sources.insert(t.source).second);
        EXPECT_TRUE(targets.insert(t.target).second);
        EXPECT_LE(t.size, r.rows);
        EXPECT_NE(t.source, t.target);
        take(t);
      }
    }
    for (int64_t shard = 0; shard < window.shards; ++shard)
      for (int64_t i = 0; i < window.size; ++i) {
        int64_t row = window.begin(shard) + i;
        EXPECT_EQ(got.contains({shard, i}), row >= 0 && row < window.shards * window.rows);
      }
  }
}

} // namespace
