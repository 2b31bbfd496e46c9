// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests what the arena of small programs holds where most of it is live.
#include "runtime/memory_profile.h"
#include <gtest/gtest.h>

namespace spmd::rt {
namespace {

Operand arena(uint64_t offset, uint64_t bytes) {
  return {.base = {.space = Space::Arena, .offset = offset}, .bytes = bytes};
}
Operand argument(uint64_t bytes) { return {.base = {.space = Space::Argument}, .bytes = bytes}; }
Operand result(uint64_t bytes) { return {.base = {.space = Space::Result}, .bytes = bytes}; }

/// A program whose command i of all blocks, in the order of add, is at "f.py:i".
struct TestCommands {
  TestCommands() { program.locations = {"unknown"}, program.blocks.resize(1); }
  void add(decltype(Command::action) action, uint32_t block = 0) {
    program.blocks.resize(std::max<size_t>(program.blocks.size(), block + 1));
    program.blocks[block].push_back({std::move(action), uint32_t(program.locations.size())});
    program.locations.push_back("f.py:" + std::to_string(program.locations.size()));
  }
  void copy(Operand source, Operand target, uint32_t block = 0) {
    add(CopyCommand{std::move(source), std::move(target)}, block);
  }
  MemoryProfile profile() const { return memoryProfileOf(program); }
  Program program;
};

/// "64 of 1 until 3", for each entry.
std::string textOf(const MemoryProfile &profile) {
  std::string text;
  for (const HeldBytes &held : profile.held)
    text += (text.empty() ? "" : ", ") + std::to_string(held.bytes) + " of " +
            held.written.substr(5) + " until " + held.lastRead.substr(5);
  return text;
}

TEST(MemoryProfile, AChainHoldsTwoValues) {
  TestCommands test;
  test.copy(argument(64), arena(0, 64));
  test.copy(arena(0, 64), arena(64, 64));
  test.copy(arena(64, 64), arena(0, 64)); // takes the place of the first one
  test.copy(arena(0, 64), result(64));
  const MemoryProfile profile = test.profile();
  EXPECT_EQ(profile.liveBytes, 128u);
  EXPECT_EQ(profile.where, "f.py:2");
  EXPECT_EQ(textOf(profile), "64 of 1 until 2, 64 of 2 until 3");
}

TEST(MemoryProfile, AResultInThePlaceOfItsOperandCountsOnce) {
  TestCommands test;
  test.copy(argument(64), arena(0, 64));
  test.copy(arena(0, 64), arena(0, 64));
  test.copy(argument(32), arena(64, 32));
  test.copy(arena(0, 64), result(64));
  EXPECT_EQ(textOf(test.profile()), "64 of 2 until 4, 32 of 3 until 3");
}

// The value of 100 bytes is overwritten in its middle, and its ends live on.
TEST(MemoryProfile, PartsOfAValueLiveByThemselves) {
  TestCommands test;
  test.copy(argument(100), arena(0, 100));
  test.copy(argument(20), arena(40, 20));
  test.copy(argument(16), arena(100, 16));
  test.copy(arena(0, 100), result(100));
  test.copy(arena(100, 16), result(16));
  EXPECT_EQ(textOf(test.profile()), "80 of 1 until 4, 20 of 2 until 4, 16 of 3 until 5");
}

TEST(MemoryProfile, WhatNobodyReadsLivesInItsCommandOnly) {
  TestCommands test;
  test.copy(argument(64), arena(0, 64));
  test.copy(argument(32), arena(64, 32));
  EXPECT_EQ(textOf(test.profile()), "64 of 1 until 1");
}

// Each trip reads what the trip before has left, so it lives through the loop. What a trip writes
// before it reads it does not.
TEST(MemoryProfile, CarriedValuesLiveThroughALoop) {
  TestCommands test;
  test.copy(argument(64), arena(0, 64)); // 1
  test.add(WhileCommand{.body = 1, .tripCount = 3});
  test.copy(arena(0, 64), arena(64, 8), 1); // 3
  test.copy(arena(64, 8), arena(0, 64), 1); // 4
  test.copy(argument(8), arena(72, 8), 1);  // 5
  test.copy(arena(72, 8), arena(80, 8), 1); // 6
  EXPECT_EQ(textOf(test.profile()), "64 of 4 until 6, 8 of 5 until 6, 8 of 6 until 6");
}

TEST(MemoryProfile, ALoopReadsWhatItDoesNotWriteUntilItsEnd) {
  TestCommands test;
  test.copy(argument(64), arena(0, 64)); // 1
  test.add(WhileCommand{.body = 1, .tripCount = 3});
  test.copy(arena(0, 64), result(64), 1);    // 3
  test.copy(argument(16), arena(64, 16), 1); // 4
  EXPECT_EQ(textOf(test.profile()), "64 of 1 until 4, 16 of 4 until 4");
}

// The result of the case is 32 bytes, which each branch writes first. While the first branch goes
// on, it is live beside the 64 bytes there.
TEST(MemoryProfile, ABranchKeepsTheResultUntilItsEnd) {
  TestCommands test;
  test.add(CaseCommand{.selector = {.space = Space::Argument}, .branches = {1, 2}}); // 1
  test.copy(argument(32), arena(0, 32), 1);                                          // 2
  test.copy(argument(64), arena(32, 64), 1);                                         // 3
  test.copy(arena(32, 64), arena(96, 8), 1);                                         // 4
  test.copy(argument(32), arena(0, 32), 2);                                          // 5
  test.copy(arena(0, 32), result(32));                                               // 6
  EXPECT_EQ(textOf(test.profile()), "64 of 3 until 4, 32 of 2 until 4, 8 of 4 until 4");
}

// A buffer that begins without contents, and whose halves are written in turn.
TEST(MemoryProfile, ABufferThatIsOnlyUpdatedIsLive) {
  TestCommands test;
  test.add(WhileCommand{.body = 1, .tripCount = 3}); // 1
  Operand half = arena(0, 32);
  half.dynamic.push_back({.index = {.space = Space::Argument}, .limit = 1, .strideBytes = 32});
  test.copy(argument(32), half, 1);        // 2
  test.copy(half, result(32), 1);          // 3
  test.copy(argument(8), arena(64, 8), 1); // 4
  EXPECT_EQ(textOf(test.profile()), "64 of 2 until 4, 8 of 4 until 4");
}

// Both ends of an exchange are in use until it is over.
TEST(MemoryProfile, AnExchangeKeepsItsSourceAndTarget) {
  TestCommands test;
  test.copy(argument(64), arena(0, 64)); // 1
  test.add(CollectiveStart{.id = 5,
                           .kind = CollectiveKind::AllGather,
                           .parts = {{.source = arena(0, 64), .target = arena(64, 128)}}});
  test.copy(argument(16), arena(192, 16)); // 3
  test.add(CollectiveDone{.id = 5});
  test.copy(arena(64, 128), result(128)); // 5
  EXPECT_EQ(textOf(test.profile()), "128 of 2 until 5, 64 of 1 until 4, 16 of 3 until 3");
}

// A window at an index leaves the rest of the buffer as it is.
TEST(MemoryProfile, AnUpdateKeepsTheOldValue) {
  TestCommands test;
  test.copy(argument(64), arena(0, 64)); // 1
  Operand window = arena(0, 16);
  window.dynamic.push_back({.index = {.space = Space::Argument}, .limit = 3, .strideBytes = 16});
  test.copy(argument(16), window);     // 2
  test.copy(arena(0, 64), result(64)); // 3
  EXPECT_EQ(textOf(test.profile()), "64 of 1 until 3");
}

TEST(MemoryProfile, TheTableSumsUpWhatIsSmall) {
  TestCommands test;
  test.copy(argument(4096), arena(0, 4096));
  test.copy(argument(2), arena(4096, 2));
  test.copy(argument(2), arena(4098, 2));
  test.copy(arena(4098, 2), result(2));
  test.copy(arena(4096, 2), result(2));
  test.copy(arena(0, 4096), result(4096));
  test.program.arenaBytes = 4100;
  EXPECT_EQ(memoryTable(test.profile()),
            "peak           4.00 KiB on each device: arguments 0 B, results 0 B of which 0 B in "
            "place, arena 4.00 KiB; constants 0 B\n"
            "temporaries    4.00 KiB at most, at f.py:3:\n"
            "    4.00 KiB  written at f.py:1, read last at f.py:6\n"
            "         4 B  2 smaller ones\n");
  EXPECT_EQ(bytesText(5ull << 40), "5.00 TiB");
}

// 60 cases, each with one block as both branches: 2^60 ways.
TEST(MemoryProfile, SharedBlocksAreListedOnce) {
  TestCommands test;
  for (uint32_t block = 0; block < 60; ++block)
    test.add(
        CaseCommand{.selector = {.space = Space::Argument}, .branches = {block + 1, block + 1}},
        block);
  test.copy(argument(8), arena(0, 8), 60);
  EXPECT_EQ(test.profile().liveBytes, 8u);
}

TEST(MemoryProfile, AProgramWithoutTemporaries) {
  TestCommands test;
  test.copy(argument(8), result(8));
  EXPECT_EQ(test.profile().liveBytes, 0u);
  EXPECT_NE(memoryTable(test.profile()).find("temporaries    none"), std::string::npos);
}

} // namespace
} // namespace spmd::rt
