// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Largest and smallest of rows against IEEE's maximum and minimum, bit by bit, whatever stands at
// each place of a row.
#include "compiler/compiled_fusion.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

using namespace spmd;

namespace {

template <class T> T extreme(T x, T y, bool isLargest) {
  if (std::isnan(x) || std::isnan(y))
    return std::numeric_limits<T>::quiet_NaN();
  if (x == y)
    return std::signbit(x) == isLargest ? y : x;
  return (x > y) == isLargest ? x : y;
}

/// Rows of `columns` elements, reduced to one, by the kernel and one element after the other.
template <class T> void check(const std::vector<T> &x, size_t columns, bool isLargest) {
  size_t rows = x.size() / columns;
  std::string type = sizeof(T) == 4 ? "f32" : "f64", row = std::to_string(rows) + "x",
              all = row + std::to_string(columns) + "x" + type;
  std::string none = sizeof(T) == 4 ? (isLargest ? "0xFF800000" : "0x7F800000")
                                    : (isLargest ? "0xFFF0000000000000" : "0x7FF0000000000000");
  auto f = CompiledFusion::create(
      "func.func @f(%x: tensor<" + all + ">) -> tensor<" + row + type + "> {\n" +
      "%none = stablehlo.constant dense<" + none + "> : tensor<" + type + ">\n" +
      "%m = stablehlo.reduce(%x init: %none) applies stablehlo." +
      (isLargest ? "maximum" : "minimum") + " across dimensions = [1] : (tensor<" + all +
      ">, tensor<" + type + ">) -> tensor<" + row + type + ">\n" + "return %m : tensor<" + row +
      type + ">\n}");
  ASSERT_TRUE(bool(f)) << llvm::toString(f.takeError());
  std::vector<T> out(rows), read = x;
  (*f)->run({read.data(), out.data()}, 2);
  for (size_t i = 0; i < rows; ++i) {
    T want = isLargest ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::infinity();
    for (size_t j = 0; j < columns; ++j)
      want = extreme(want, x[i * columns + j], isLargest);
    bool isSame = std::isnan(want) ? std::isnan(out[i]) : !memcmp(&out[i], &want, sizeof(T));
    ASSERT_TRUE(isSame) << "row " << i << " of " << columns << " columns: " << out[i]
                        << " instead of " << want;
  }
}

template <class T> class MaxMin : public testing::Test {};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(MaxMin, Types);

// No lanes, whole steps of few, what is left of 16 and of 32 lanes.
constexpr size_t kColumns[] = {5, 16, 77, 300};

TYPED_TEST(MaxMin, EveryPlaceCounts) {
  using T = TypeParam;
  T infinity = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  for (size_t columns : kColumns)
    for (bool isLargest : {true, false}) {
      std::vector<T> x;
      for (auto [others, one] : {std::pair<T, T>{1, nan},
                                 {T(-1), -nan},
                                 {T(0), T(-0.0)},
                                 {T(-0.0), T(0)},
                                 {-infinity, infinity},
                                 {infinity, -infinity},
                                 {-infinity, T(-3)},
                                 {infinity, nan},
                                 {T(-2), T(2)}})
        for (size_t place = 0; place < columns; ++place) {
          x.insert(x.end(), columns, others);
          x[x.size() - columns + place] = one;
        }
      check(x, columns, isLargest);
    }
}

TYPED_TEST(MaxMin, RowsOfOneKind) {
  using T = TypeParam;
  T infinity = std::numeric_limits<T>::infinity(), tiny = std::numeric_limits<T>::denorm_min();
  for (size_t columns : kColumns)
    for (bool isLargest : {true, false}) {
      std::vector<T> x;
      for (T value : {-infinity, infinity, T(0), T(-0.0), tiny, -tiny,
                      std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::lowest()})
        x.insert(x.end(), columns, value);
      for (size_t i = 0; i < columns; ++i) // zeros of both signs below or above all others
        x.push_back(i % 3 ? (isLargest ? T(-1) - T(i) : T(1) + T(i)) : i % 2 ? T(0) : T(-0.0));
      check(x, columns, isLargest);
    }
}

/// The smallest and largest of all go over partial results.
TYPED_TEST(MaxMin, OfOneLongRow) {
  using T = TypeParam;
  for (bool isLargest : {true, false})
    for (T special : {T(-0.0), std::numeric_limits<T>::quiet_NaN(), T(0)}) {
      std::vector<T> x(100003, isLargest ? T(-0.0) : T(0));
      x[77777] = special;
      check(x, x.size(), isLargest);
    }
}

} // namespace
