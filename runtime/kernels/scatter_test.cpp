// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests scatters against a walk over all elements: kinds, types, windows that lie outside in part,
// positions that are hit again and again, and shapes that are cut into tiles.
#include "runtime/elements.h"
#include "runtime/kernels/library_config.h"
#include "runtime/kernels/scatter_combine.h"
#include "runtime/kernels/test_tiles.h"
#include <gtest/gtest.h>
#include <random>

namespace spmd::rt {
namespace {

using Kind = ScatterCombine;

/// Whole numbers in an array, so that sums are exact in any order.
template <class E> std::vector<typename E::Storage> stored(const std::vector<double> &values) {
  std::vector<typename E::Storage> out(values.size());
  for (size_t i = 0; i < values.size(); ++i)
    E::set(&out[i], values[i]);
  return out;
}

double combined(Kind kind, double a, double b) {
  switch (kind) {
  case Kind::Add:
    return a + b;
  case Kind::Multiply:
    return a * b;
  case Kind::Minimum:
    return std::min(a, b);
  case Kind::Maximum:
    return std::max(a, b);
  default:
    return b;
  }
}

/// An input of [rows, columns] takes `vectors` windows of [height, width], each at a drawn row;
/// some lie outside. `byColumn` draws the column, too.
struct Shape {
  int64_t rows, columns, vectors, height, width;
  bool byColumn = false;
};

template <class E> void check(DType type, Kind kind, const Shape &s, unsigned seed) {
  std::mt19937 draw(seed);
  auto numbers = [&](int64_t count, int range) {
    std::vector<double> out(count);
    for (double &v : out)
      v = double(draw() % unsigned(range)) + 1;
    return out;
  };
  const int range = kind == Kind::Multiply ? 2 : 3;
  std::vector<double> input = numbers(s.rows * s.columns, range),
                      updates =
                          numbers(s.vectors * s.height * s.width, kind == Kind::Add ? 1 : range);
  const int64_t components = s.byColumn ? 2 : 1;
  std::vector<int32_t> indices;
  for (int64_t i = 0; i < s.vectors; ++i) {
    indices.push_back(int32_t(draw() % unsigned(s.rows + 2)) - 1);
    if (s.byColumn)
      indices.push_back(int32_t(draw() % unsigned(s.columns + 2)) - 1);
  }
  ScatterConfig config{.type = type, .combine = kind};
  config.batch = {{s.vectors, s.height * s.width, components, 0}};
  config.window = {{s.height, s.width, s.columns, 0}, {s.width, 1, 1, s.byColumn ? 1 : -1}};
  config.components = {{0, s.columns, s.rows}};
  if (s.byColumn)
    config.components.push_back({1, 1, s.columns});
  auto result = stored<E>(input), from = stored<E>(updates);
  for (int64_t i = 0; i < s.vectors; ++i)
    for (int64_t r = 0; r < s.height; ++r)
      for (int64_t c = 0; c < s.width; ++c) {
        const int64_t row = indices[i * components] + r,
                      column = (s.byColumn ? indices[i * 2 + 1] : 0) + c;
        if (row >= 0 && row < s.rows && column >= 0 && column < s.columns) {
          double &to = input[row * s.columns + column];
          to = combined(kind, to, updates[(i * s.height + r) * s.width + c]);
        }
      }
  void *operands[] = {result.data(), indices.data(), from.data()}, *results[] = {result.data()};
  LibraryConfig call = config;
  runAllTiles({call, operands, results});
  auto wanted = stored<E>(input);
  EXPECT_EQ(std::memcmp(result.data(), wanted.data(), wanted.size() * sizeof(wanted[0])), 0)
      << mlirName(type) << " kind " << int(kind) << ", " << s.vectors << " of " << s.height << " x "
      << s.width << " into " << s.rows << " x " << s.columns;
}

TEST(Scatter, CombinesWindowsOfAllShapes) {
  const Shape shapes[] = {{5, 7, 9, 1, 7},        {5, 7, 30, 1, 1, true}, {9, 8, 20, 2, 3, true},
                          {40, 1, 600, 1, 1},     {9, 700, 12, 1, 700},   {30, 600, 9, 3, 600},
                          {100, 64, 1500, 1, 64}, {6, 40, 5000, 1, 17}};
  unsigned seed = 0;
  for (const Shape &s : shapes)
    for (Kind kind : {Kind::Add, Kind::Minimum, Kind::Maximum, Kind::Replace}) {
      check<Plain<float>>(DType::F32, kind, s, ++seed);
      check<Plain<int32_t>>(DType::S32, kind, s, ++seed);
      check<Plain<double>>(DType::F64, kind, s, ++seed);
    }
}

TEST(Scatter, KnowsNarrowTypes) {
  const Shape few{50, 40, 100, 1, 40}, points{2000, 1, 3000, 1, 1};
  for (const Shape &s : {few, points}) {
    check<Bf16Element>(DType::BF16, Kind::Add, s, 1);
    check<F16Element>(DType::F16, Kind::Add, s, 2);
    check<F8Element<DType::F8E5M2>>(DType::F8E5M2, Kind::Replace, s, 3);
    check<Plain<int8_t>>(DType::S8, Kind::Multiply, s, 4);
    check<Plain<uint16_t>>(DType::U16, Kind::Add, s, 5);
    check<NarrowInteger<4, true>>(DType::S4, Kind::Add, s, 6);
    check<NarrowInteger<2, false>>(DType::U2, Kind::Multiply, s, 7);
  }
}

// Integers of 4 bits: bits above are ignored, the sign is that of bit 3, and results are clean.
TEST(Scatter, WrapsIntegersOfFourBits) {
  auto after = [](Kind kind) {
    std::vector<uint8_t> target = {0x0f, 0xf7, 0x38}; // -1, 7, -8
    const uint8_t update[] = {0x01, 0xff, 0x07};      // 1, -1, 7
    scatterLoops(kind, DType::S4).run(target.data(), 1, update, 1, 3);
    return target;
  };
  EXPECT_EQ(after(Kind::Maximum), (std::vector<uint8_t>{1, 7, 7}));
  EXPECT_EQ(after(Kind::Minimum), (std::vector<uint8_t>{15, 15, 8}));
  EXPECT_EQ(after(Kind::Add), (std::vector<uint8_t>{0, 6, 15}));
  EXPECT_EQ(after(Kind::Multiply), (std::vector<uint8_t>{15, 9, 8}));
}

// Few targets and many updates go to copies of the target; more than the copies may take do not.
TEST(Scatter, CopiesSmallTargets) {
  for (int64_t rows : {1, 8, 37, 1000, 1400}) {
    const Shape s{rows, 1, 23000, 1, 1};
    for (Kind kind : {Kind::Add, Kind::Maximum, Kind::Minimum, Kind::Replace}) {
      check<Plain<float>>(DType::F32, kind, s, unsigned(rows));
      check<Plain<int32_t>>(DType::S32, kind, s, unsigned(rows));
    }
  }
}

// Sums of no updates keep -0, also in copies.
TEST(Scatter, KeepsZerosThatNothingHits) {
  std::vector<float> x = {-0.0f, -0.0f}, updates(1000, -0.0f);
  std::vector<int32_t> indices(1000, 1);
  ScatterConfig config{.batch = {{1000, 1, 1, 0}}, .components = {{0, 1, 2}}};
  void *operands[] = {x.data(), indices.data(), updates.data()}, *results[] = {x.data()};
  LibraryConfig call = config;
  runAllTiles({call, operands, results});
  EXPECT_TRUE(std::signbit(x[0]) && std::signbit(x[1]));
}

} // namespace
} // namespace spmd::rt
