// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests matmuls of narrow integers against sums of 64 bits: all layouts and remainders, the largest
// numbers, sums that wrap.
#include "runtime/elements.h"
#include "runtime/kernels/gemm_pairs.h"
#include "runtime/kernels/library_config.h"
#include "runtime/kernels/test_tiles.h"
#include <gtest/gtest.h>
#include <random>

namespace spmd::rt {
namespace {

struct Sizes {
  int64_t m, n, k;
};

/// result[m, n] = lhs . rhs with the layouts given by three flags.
template <class L, class R>
void check(DType left, DType right, Sizes s, bool lhsByRows, bool rhsByRows, bool resultByRows,
           bool extremes) {
  std::mt19937 draw(unsigned(s.m * 7 + s.n * 5 + s.k));
  auto number = [&]<class T>(T) {
    if (extremes)
      return std::numeric_limits<T>::min() ? std::numeric_limits<T>::min()
                                           : std::numeric_limits<T>::max();
    return T(draw());
  };
  std::vector<L> lhs(s.m * s.k);
  std::vector<R> rhs(s.k * s.n);
  for (L &x : lhs)
    x = number(L{});
  for (R &x : rhs)
    x = number(R{});
  GemmConfig config{.lhs = left, .rhs = right, .result = DType::S32, .accumulate = DType::S32};
  const GemmDim m{s.m, lhsByRows ? s.k : 1, 0, resultByRows ? s.n : 1},
      n{s.n, 0, rhsByRows ? 1 : s.k, resultByRows ? 1 : s.m},
      k{s.k, lhsByRows ? 1 : s.m, rhsByRows ? s.n : 1, 0};
  config.m = {m}, config.n = {n}, config.k = {k};
  GemmPlan plan = GemmPlan::of(config);
  // A library may be faster, but with int8 alone.
  EXPECT_TRUE(suitsPairs(plan) ||
              (plan.backend == GemmBackend::OneDnn && left == DType::S8 && right == DType::S8));
  plan.backend = GemmBackend::Panels;
  EXPECT_TRUE(suitsPairs(plan));
  std::vector<int32_t> result(s.m * s.n, 3);
  for (int64_t tile = 0; tile < plan.tiles(); ++tile)
    runGemmTile(plan, lhs.data(), rhs.data(), result.data(), tile);
  int64_t wrong = 0;
  for (int64_t i = 0; i < s.m; ++i)
    for (int64_t j = 0; j < s.n; ++j) {
      int64_t sum = 0;
      for (int64_t p = 0; p < s.k; ++p)
        sum += int64_t(lhs[i * m.lhs + p * k.lhs]) * rhs[j * n.rhs + p * k.rhs];
      wrong += result[i * m.result + j * n.result] != int32_t(sum);
    }
  EXPECT_EQ(wrong, 0) << s.m << " x " << s.k << " x " << s.n << ", " << mlirName(left) << " "
                      << mlirName(right) << " " << lhsByRows << rhsByRows << resultByRows;
}

TEST(GemmPairs, TakesAllLayoutsAndRemainders) {
  const Sizes all[] = {{1, 1, 2},    {13, 33, 3},  {12, 32, 64},  {5, 100, 17},
                       {70, 70, 70}, {3, 7, 1100}, {97, 41, 1025}};
  for (const Sizes &s : all)
    for (int layout = 0; layout < 8; ++layout) {
      const bool l = layout & 1, r = layout & 2, o = layout & 4;
      check<int8_t, int8_t>(DType::S8, DType::S8, s, l, r, o, false);
      check<uint8_t, int8_t>(DType::U8, DType::S8, s, l, r, o, false);
      check<int16_t, uint8_t>(DType::S16, DType::U8, s, l, r, o, false);
    }
}

TEST(GemmPairs, TakesTheLargestNumbers) {
  check<int8_t, int8_t>(DType::S8, DType::S8, {5, 40, 300}, true, true, true, true);
  check<uint8_t, uint8_t>(DType::U8, DType::U8, {5, 40, 301}, true, true, true, true);
  check<int16_t, int16_t>(DType::S16, DType::S16, {5, 40, 6}, true, true, true, true);
}

// More than one tile and more than one section of k.
TEST(GemmPairs, CutsLargeMatmuls) {
  check<int8_t, int8_t>(DType::S8, DType::S8, {700, 1100, 40}, true, true, true, false);
  check<int8_t, int8_t>(DType::S8, DType::S8, {30, 50, 2500}, true, false, true, false);
}

// Bytes of narrower integers are no numbers of 8 bits: those above the number are ignored.
TEST(GemmPairs, LeavesIntegersOfFourBits) {
  GemmConfig config{
      .lhs = DType::S4, .rhs = DType::S8, .result = DType::S32, .accumulate = DType::S32};
  config.m = {{1, 2, 0, 1}}, config.n = {{1, 0, 1, 1}}, config.k = {{2, 1, 1, 0}};
  EXPECT_FALSE(suitsPairs(GemmPlan::of(config)));
  const uint8_t lhs[] = {0x7f, 0x08}; // -1, -8
  const int8_t rhs[] = {100, 3};
  int32_t result = 0;
  void *operands[] = {const_cast<uint8_t *>(lhs), const_cast<int8_t *>(rhs)},
       *results[] = {&result};
  LibraryConfig call = config;
  runAllTiles({call, operands, results});
  EXPECT_EQ(result, -124);
}

} // namespace
} // namespace spmd::rt
