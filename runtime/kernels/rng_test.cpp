// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the random number generators against known answers.
#include "runtime/kernels/library_config.h"
#include "runtime/kernels/test_tiles.h"
#include <gtest/gtest.h>

namespace spmd::rt {
namespace {

// The new state and the bits of one call.
struct Drawn {
  std::vector<uint64_t> state;
  std::vector<uint8_t> bytes;
  uint32_t word(size_t i) const {
    uint32_t value;
    std::copy_n(bytes.data() + 4 * i, 4, reinterpret_cast<uint8_t *>(&value));
    return value;
  }
};

// Calls the routine with a state.
Drawn draw(RngAlgorithm algorithm, std::vector<uint64_t> state, DType type, int64_t count) {
  RngConfig config{algorithm, int64_t(state.size()), type, count};
  Drawn drawn{std::vector<uint64_t>(state.size()),
              std::vector<uint8_t>(size_t(count * sizeOf(type)))};
  void *operands[] = {state.data()}, *results[] = {drawn.state.data(), drawn.bytes.data()};
  runAllTiles({config, operands, results});
  return drawn;
}

// Known answers of the paper's reference implementation (Random123, kat_vectors): key and counter
// all zeros, and all ones.
TEST(Rng, GivesTheKnownAnswersOfPhilox) {
  Drawn zero = draw(RngAlgorithm::Philox, {0, 0, 0}, DType::U32, 4);
  EXPECT_EQ(zero.word(0), 0x6627e8d5u);
  EXPECT_EQ(zero.word(1), 0xe169c58du);
  EXPECT_EQ(zero.word(2), 0xbc57ac4cu);
  EXPECT_EQ(zero.word(3), 0x9b00dbd8u);
  Drawn ones = draw(RngAlgorithm::Philox, {~0ul, ~0ul, ~0ul}, DType::U32, 4);
  EXPECT_EQ(ones.word(0), 0x408f276du);
  // The carry crosses the low word of the counter.
  EXPECT_EQ(ones.state, (std::vector<uint64_t>{~0ul, 0, 0}));
}

TEST(Rng, GivesTheKnownAnswersOfThreeFry) {
  Drawn zero = draw(RngAlgorithm::ThreeFry, {0, 0}, DType::U32, 2);
  EXPECT_EQ(zero.word(0), 0x6b200159u);
  EXPECT_EQ(zero.word(1), 0x99ba4efeu);
  Drawn ones = draw(RngAlgorithm::ThreeFry, {~0ul, ~0ul}, DType::U32, 2);
  EXPECT_EQ(ones.word(0), 0x1cb996fcu);
  EXPECT_EQ(ones.word(1), 0xbb002be7u);
}

// Two calls that pass the state on give the bits of one longer call.
TEST(Rng, GoesOnWhereTheStateSays) {
  for (RngAlgorithm algorithm : {RngAlgorithm::ThreeFry, RngAlgorithm::Philox}) {
    Drawn whole = draw(algorithm, {7, 9, 1}, DType::U32, 48),
          part = draw(algorithm, {7, 9, 1}, DType::U32, 32);
    Drawn rest = draw(algorithm, part.state, DType::U32, 16);
    for (size_t i = 0; i < 16; ++i)
      EXPECT_EQ(rest.word(i), whole.word(32 + i));
    EXPECT_EQ(rest.state, whole.state);
  }
}

// A counter that starts in the middle gives the second half of a long call, which spans several
// tiles.
TEST(Rng, TilesAgreeWithOneLongWalk) {
  Drawn large = draw(RngAlgorithm::Philox, {3, 0, 0}, DType::U64, 40000);
  Drawn tail = draw(RngAlgorithm::Philox, {3, 10000, 0}, DType::U64, 20000);
  for (size_t i = 0; i < 40000; ++i)
    ASSERT_EQ(tail.word(i), large.word(40000 + i));
}

// Elements of 8 bits and booleans are the low bits of 32-bit words.
TEST(Rng, NarrowElementsTakeTheLowBitsOfAWord) {
  Drawn wide = draw(RngAlgorithm::ThreeFry, {1, 2}, DType::U32, 100);
  Drawn narrow = draw(RngAlgorithm::ThreeFry, {1, 2}, DType::U8, 100),
        truth = draw(RngAlgorithm::ThreeFry, {1, 2}, DType::Pred, 100);
  for (size_t i = 0; i < 100; ++i) {
    EXPECT_EQ(narrow.bytes[i], wide.word(i) & 255);
    EXPECT_EQ(truth.bytes[i], wide.word(i) & 1);
  }
}

} // namespace
} // namespace spmd::rt
