// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests sorts of all types and orders against std::sort.
#include "runtime/elements.h"
#include "runtime/kernels/library_config.h"
#include "runtime/kernels/test_tiles.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <random>

namespace spmd::rt {
namespace {

/// Sorts values together with their positions. Returns the sorted positions, which also show
/// whether the sort is stable.
template <class T>
std::vector<int32_t> sorted(DType type, std::vector<T> values, SortOrder order,
                            ScalarFn callback = nullptr) {
  std::vector<int32_t> positions(values.size());
  std::iota(positions.begin(), positions.end(), 0);
  auto config =
      SortConfig{.length = int64_t(values.size()), .order = order, .types = {type, DType::S32}};
  void *arrays[] = {values.data(), positions.data()};
  runAllTiles({config, arrays, arrays, callback});
  return positions;
}

// The stable order by the values alone.
template <class T> std::vector<int32_t> expected(const std::vector<T> &values, bool down) {
  std::vector<int32_t> positions(values.size());
  std::iota(positions.begin(), positions.end(), 0);
  std::sort(positions.begin(), positions.end(), [&](int32_t a, int32_t b) {
    return values[a] == values[b] ? a < b : down ? values[a] > values[b] : values[a] < values[b];
  });
  return positions;
}

// Values with many repetitions, so that stability matters.
template <class T> std::vector<T> random(size_t count, int range) {
  std::mt19937 generator(5);
  std::vector<T> values(count);
  for (T &v : values)
    v = T(int(generator() % unsigned(range)) - (std::is_signed_v<T> ? range / 2 : 0));
  return values;
}

/// A comparator on floats: (a0, b0, ..) -> a0 > b0.
void greater(const void *const *args, void *const *results) {
  *static_cast<uint8_t *>(results[0]) =
      *static_cast<const float *>(args[0]) > *static_cast<const float *>(args[1]);
}
/// A comparator on two operands: the second decides, then the first.
void secondThenFirst(const void *const *args, void *const *results) {
  auto at = [&](int i) { return *static_cast<const int32_t *>(args[i]); };
  *static_cast<uint8_t *>(results[0]) = at(2) != at(3) ? at(2) < at(3) : at(0) < at(1);
}
// A comparator that is no order: everything comes first.
void always(const void *const *, void *const *results) { *static_cast<uint8_t *>(results[0]) = 1; }

// Lengths around the switch from comparison to radix sort, by key and by callback.
TEST(Sort, IsStableInEveryOrderAndLength) {
  for (size_t count : {1, 2, 7, 100, 127, 128, 1000, 5000}) {
    auto f = random<float>(count, 40);
    EXPECT_EQ(sorted(DType::F32, f, SortOrder::Less), expected(f, false)) << count;
    EXPECT_EQ(sorted(DType::F32, f, SortOrder::Greater), expected(f, true)) << count;
    EXPECT_EQ(sorted(DType::F32, f, SortOrder::Callback, greater), expected(f, true)) << count;
    // Keys of eight, one and eight bytes.
    auto wide = random<int64_t>(count, 1 << 30);
    EXPECT_EQ(sorted(DType::S64, wide, SortOrder::Less), expected(wide, false));
    auto narrow = random<uint8_t>(count, 250);
    EXPECT_EQ(sorted(DType::U8, narrow, SortOrder::Greater), expected(narrow, true));
    auto twice = random<double>(count, 1000);
    EXPECT_EQ(sorted(DType::F64, twice, SortOrder::TotalLess), expected(twice, false));
  }
}

// In the partial order -0 equals +0 and NaNs come last; in the total order the signs decide.
TEST(Sort, OrdersZerosNanAndInfinity) {
  float nan = std::nanf(""), inf = std::numeric_limits<float>::infinity();
  std::vector<float> v = {nan, 0.f, inf, -0.f, -inf, -nan, 1.f};
  EXPECT_EQ(sorted(DType::F32, v, SortOrder::Less), (std::vector<int32_t>{4, 1, 3, 6, 2, 0, 5}));
  EXPECT_EQ(sorted(DType::F32, v, SortOrder::TotalLess),
            (std::vector<int32_t>{5, 4, 3, 1, 6, 2, 0}));
  EXPECT_EQ(sorted(DType::F32, v, SortOrder::TotalGreater),
            (std::vector<int32_t>{0, 2, 6, 1, 3, 4, 5}));
}

// All bit patterns of the small float types come out in the order of their values.
TEST(Sort, OrdersSmallFloatsByValue) {
  for (int t = int(DType::F8E5M2); t <= int(DType::F16); ++t) {
    DType type = DType(t);
    std::vector<uint16_t> bits(type == DType::BF16 || type == DType::F16 ? 65536 : 256);
    std::iota(bits.begin(), bits.end(), 0);
    std::vector<uint8_t> bytes(bits.begin(), bits.end());
    std::vector<int32_t> positions = bits.size() > 256 ? sorted(type, bits, SortOrder::Less)
                                                       : sorted(type, bytes, SortOrder::Less);
    float before = -std::numeric_limits<float>::infinity();
    forElement(type, [&](auto element) {
      using E = decltype(element);
      for (int32_t p : positions) {
        typename E::Storage stored = typename E::Storage(p);
        float value = E::template get<float>(&stored);
        EXPECT_TRUE(std::isnan(value) || before <= value) << mlirName(type) << " " << p;
        before = value;
      }
    });
  }
}

// The array has shape [2, 3, 2] and is sorted along dim 1: lines are strided.
TEST(Sort, SortsAlongAMiddleDim) {
  std::vector<int32_t> v = {5, 0, 1, 9, 3, 4, 2, 2, 1, 1, 3, 3}, out(12);
  auto config = SortConfig{
      .outer = 2, .length = 3, .inner = 2, .order = SortOrder::Less, .types = {DType::S32}};
  void *operands[] = {v.data()}, *results[] = {out.data()};
  runAllTiles({config, operands, results});
  EXPECT_EQ(out, (std::vector<int32_t>{1, 0, 3, 4, 5, 9, 1, 1, 2, 2, 3, 3}));
}

// Three operands move together; the comparator reads two of them.
TEST(Sort, ComparesByACallbackOnSeveralOperands) {
  std::vector<int32_t> a = {3, 1, 2, 0, 5}, b = {1, 1, 0, 2, 0};
  std::vector<double> c = {0, 1, 2, 3, 4};
  auto config = SortConfig{.length = 5, .types = {DType::S32, DType::S32, DType::F64}};
  // Operands and results share their memory.
  void *arrays[] = {a.data(), b.data(), c.data()};
  runAllTiles({config, arrays, arrays, secondThenFirst});
  EXPECT_EQ(a, (std::vector<int32_t>{2, 5, 1, 3, 0}));
  EXPECT_EQ(b, (std::vector<int32_t>{0, 0, 1, 1, 2}));
  EXPECT_EQ(c, (std::vector<double>{2, 4, 1, 0, 3}));
}

// The result is some permutation, and nothing is read or written out of bounds.
TEST(Sort, SurvivesAComparatorThatIsNoOrder) {
  // A length that is no multiple of the runs of the merge sort.
  auto positions = sorted(DType::F32, random<float>(333, 10), SortOrder::Callback, always);
  std::sort(positions.begin(), positions.end());
  for (int32_t i = 0; i < 333; ++i)
    EXPECT_EQ(positions[size_t(i)], i);
}

// A tile holds many lines, and the routine has several tiles.
TEST(Sort, CutsManyLinesIntoTiles) {
  auto v = random<float>(100 * 1000, 1000);
  auto config =
      SortConfig{.outer = 1000, .length = 100, .order = SortOrder::Greater, .types = {DType::F32}};
  EXPECT_GT(planRoutine(config).tiles, 1);
  void *arrays[] = {v.data()};
  runAllTiles({config, arrays, arrays});
  for (int line = 0; line < 1000; ++line)
    EXPECT_TRUE(std::is_sorted(v.begin() + line * 100, v.begin() + line * 100 + 100,
                               std::greater<float>()));
}

} // namespace
} // namespace spmd::rt
