// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fusions with movement ops (slices, pads, transposes), windows, integers and small floats,
// compiled and run. Gathers, scatters and dynamic slices are tested in
// kernels_indexing_test.cpp.
#include "compiler/codegen/test_fusions.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <cstring>
#include <memory>
#include <random>

using namespace spmd;
using namespace spmd::test;

namespace {

/// The inner loop is split at the border of the two operands, so it has no branch per
/// element.
TEST(Movement, ConcatenateSplitsTheLoop) {
  auto f = compile(R"(func.func @f(%x: tensor<3x20xf32>, %y: tensor<3x13xf32>) -> tensor<3x33xf32> {
    %0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<3x20xf32>, tensor<3x13xf32>) -> tensor<3x33xf32>
    %1 = stablehlo.negate %0 : tensor<3x33xf32>
    return %1 : tensor<3x33xf32>
  })");
  ASSERT_TRUE(f);
  // One break: the border between the operands at column 20.
  EXPECT_EQ(f->plan.kernels[0].breaks.size(), 1u);
  auto x = counted(60), y = counted(39, 1000.0f);
  std::vector<float> out(99);
  f->run({x.data(), y.data(), out.data()});
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 33; ++j)
      ASSERT_EQ(out[i * 33 + j], j < 20 ? -x[i * 20 + j] : -y[i * 13 + j - 20]);
}

/// Along rows each row belongs to one operand.
TEST(Movement, ConcatenateAlongRowsBranches) {
  auto f = compile(R"(func.func @f(%x: tensor<3x20xf32>, %y: tensor<2x20xf32>) -> tensor<5x20xf32> {
    %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<3x20xf32>, tensor<2x20xf32>) -> tensor<5x20xf32>
    return %0 : tensor<5x20xf32>
  })");
  ASSERT_TRUE(f);
  auto x = counted(60), y = counted(40, 1000.0f);
  std::vector<float> out(100);
  f->run({x.data(), y.data(), out.data()});
  for (int i = 0; i < 100; ++i)
    ASSERT_EQ(out[i], i < 60 ? x[i] : y[i - 60]);
}

/// Chains of index computations: padding, a slice and a reverse in one loop.
TEST(Movement, PadSliceAndReverse) {
  auto f = compile(R"(func.func @f(%x: tensor<4x18xf32>, %p: tensor<f32>) -> tensor<6x25xf32> {
    %0 = stablehlo.pad %x, %p, low = [1, 5], high = [1, 2], interior = [0, 0] : (tensor<4x18xf32>, tensor<f32>) -> tensor<6x25xf32>
    %1 = stablehlo.reverse %0, dims = [1] : tensor<6x25xf32>
    return %1 : tensor<6x25xf32>
  })");
  ASSERT_TRUE(f);
  auto x = counted(72);
  float p = -7;
  std::vector<float> out(150);
  f->run({x.data(), &p, out.data()});
  for (int i = 0; i < 6; ++i)
    // Column j of the result comes from column 24 - j of the padded array.
    for (int j = 0; j < 25; ++j) {
      int r = i - 1, c = (24 - j) - 5;
      ASSERT_EQ(out[i * 25 + j], r >= 0 && r < 4 && c >= 0 && c < 18 ? x[r * 18 + c] : p)
          << i << " " << j;
    }
}

/// Interior padding puts two padding elements between neighbours.
TEST(Movement, PadBetweenElements) {
  auto f = compile(R"(func.func @f(%x: tensor<9xf32>, %p: tensor<f32>) -> tensor<26xf32> {
    %0 = stablehlo.pad %x, %p, low = [-1], high = [2], interior = [2] : (tensor<9xf32>, tensor<f32>) -> tensor<26xf32>
    return %0 : tensor<26xf32>
  })");
  ASSERT_TRUE(f);
  auto x = counted(9, 5.0f);
  float p = -7;
  std::vector<float> out(26);
  f->run({x.data(), &p, out.data()});
  for (int i = 0; i < 26; ++i)
    ASSERT_EQ(out[i], (i + 1) % 3 == 0 && (i + 1) / 3 < 9 ? x[(i + 1) / 3] : p) << i;
}

/// A transposed operand is read through transposed tiles, for sizes around those of tiles.
TEST(Movement, TransposesInsideOfArithmetic) {
  // The last sizes are large enough for non-temporal stores, where rows begin with a vector.
  for (auto [rows, columns] :
       {std::pair{33, 47}, {64, 64}, {5, 300}, {300, 5}, {283, 1030}, {2880, 3008}, {2883, 3011}}) {
    std::string r = std::to_string(rows), c = std::to_string(columns);
    auto f =
        compile("func.func @f(%x: tensor<" + r + "x" + c + "xf32>, %y: tensor<" + c + "x" + r +
                "xf32>) -> tensor<" + c + "x" + r +
                "xf32> {\n %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<" + r + "x" + c +
                "xf32>) -> tensor<" + c + "x" + r + "xf32>\n %1 = stablehlo.add %0, %y : tensor<" +
                c + "x" + r + "xf32>\n return %1 : tensor<" + c + "x" + r + "xf32>\n}");
    ASSERT_TRUE(f);
    // Non-temporal stores exist on x86-64 only.
    bool isNonTemporal = f->objects.ir[0].find("!nontemporal") != std::string::npos;
#if defined(__x86_64__)
    EXPECT_EQ(isNonTemporal, rows == 2880);
#else
    EXPECT_FALSE(isNonTemporal);
#endif
    auto x = counted(rows * columns), y = counted(rows * columns, 0.5f);
    // Non-temporal stores need an aligned buffer.
    std::vector<float> room(rows * columns + 16);
    float *out = std::assume_aligned<64>(
        reinterpret_cast<float *>((reinterpret_cast<uintptr_t>(room.data()) + 63) / 64 * 64));
    f->run({x.data(), y.data(), out}, 3);
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < rows; ++i)
        ASSERT_EQ(out[j * rows + i], x[i * columns + j] + y[j * rows + i]);
  }
}

/// Tiles of a concatenation of transposes cross the border between the operands.
TEST(Movement, TransposesOfPiecesGoOverTheirBorders) {
  auto f = compile(
      R"(func.func @f(%x: tensor<301x70xf32>, %y: tensor<250x70xf32>) -> tensor<70x551xf32> {
    %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<301x70xf32>, tensor<250x70xf32>) -> tensor<551x70xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<551x70xf32>) -> tensor<70x551xf32>
    return %1 : tensor<70x551xf32>
  })");
  ASSERT_TRUE(f);
  // 551 columns are done in bands of 256, so tiles lie on both sides of column 301.
  EXPECT_EQ(f->plan.kernels.front().tileColumns, 256);
  auto x = counted(301 * 70), y = counted(250 * 70, 0.5f);
  std::vector<float> out(70 * 551);
  f->run({x.data(), y.data(), out.data()}, 3);
  for (int j = 0; j < 70; ++j)
    for (int i = 0; i < 551; ++i)
      ASSERT_EQ(out[j * 551 + i], i < 301 ? x[i * 70 + j] : y[(i - 301) * 70 + j]) << i << " " << j;
}

/// Swaps the dims of heads and positions, as attention does; rows of 16 elements stay
/// contiguous.
TEST(Movement, HeadsAreSwapped) {
  auto f = compile(R"(func.func @f(%x: tensor<2x5x3x16xf32>) -> tensor<2x3x5x16xf32> {
    %0 = stablehlo.transpose %x, dims = [0, 2, 1, 3] : (tensor<2x5x3x16xf32>) -> tensor<2x3x5x16xf32>
    return %0 : tensor<2x3x5x16xf32>
  })");
  ASSERT_TRUE(f);
  auto x = counted(480);
  std::vector<float> out(480);
  f->run({x.data(), out.data()});
  for (int b = 0; b < 2; ++b)
    for (int h = 0; h < 3; ++h)
      for (int s = 0; s < 5; ++s)
        for (int d = 0; d < 16; ++d)
          ASSERT_EQ(out[((b * 3 + h) * 5 + s) * 16 + d], x[((b * 5 + s) * 3 + h) * 16 + d]);
}

/// A max pooling whose windows reach into the padding.
TEST(Movement, MaxPoolWithPadding) {
  auto f = compile(R"(func.func @f(%x: tensor<1x9x10x16xf32>) -> tensor<1x5x5x16xf32> {
    %c = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>,
      padding = dense<[[0, 0], [1, 1], [1, 0], [0, 0]]> : tensor<4x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<1x9x10x16xf32>, tensor<f32>) -> tensor<1x5x5x16xf32>
    return %0 : tensor<1x5x5x16xf32>
  })");
  ASSERT_TRUE(f);
  std::mt19937 random(3);
  // Integers as floats, so that maxima are exact.
  std::vector<float> x(9 * 10 * 16), out(5 * 5 * 16);
  for (float &v : x)
    v = float(random() % 1000) - 500;
  f->run({x.data(), out.data()});
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j)
      for (int c = 0; c < 16; ++c) {
        float m = -1e30f;
        for (int a = 0; a < 3; ++a)
          for (int b = 0; b < 3; ++b)
            if (int y = 2 * i + a - 1, z = 2 * j + b - 1; y >= 0 && y < 9 && z >= 0 && z < 10)
              m = std::max(m, x[(y * 10 + z) * 16 + c]);
        ASSERT_EQ(out[(i * 5 + j) * 16 + c], m);
      }
}

/// Sums of windows along rows: `size` elements of which `low` and `high` are padding at the ends.
struct Moving {
  int64_t columns, size, low, high, stride = 1, dilation = 1;
};

void checkMoving(const Moving &m) {
  const int64_t rows = 3, reach = (m.size - 1) * m.dilation + 1;
  const int64_t count = (m.columns + m.low + m.high - reach) / m.stride + 1;
  auto type = [&](int64_t n) { return llvm::formatv("tensor<{0}x{1}xf32>", rows, n).str(); };
  auto f = compile(llvm::formatv(R"(func.func @f(%x: {0}) -> {1} {{
    %c = stablehlo.constant dense<0.5> : tensor<f32>
    %0 = "stablehlo.reduce_window"(%x, %c) <{{window_dimensions = array<i64: 1, {2}>,
      window_strides = array<i64: 1, {3}>, window_dilations = array<i64: 1, {4}>,
      padding = dense<[[0, 0], [{5}, {6}]]> : tensor<2x2xi64>}> ({{
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : ({0}, tensor<f32>) -> {1}
    return %0 : {1}
  })",
                                 type(m.columns), type(count), m.size, m.stride, m.dilation, m.low,
                                 m.high));
  ASSERT_TRUE(f);
  auto x = counted(rows * m.columns);
  std::vector<float> out(rows * count);
  f->run({x.data(), out.data()});
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t i = 0; i < count; ++i) {
      float sum = 0.5f; // the initial value, which padding has, too
      for (int64_t k = 0; k < m.size; ++k) {
        const int64_t at = i * m.stride + k * m.dilation - m.low;
        sum += at >= 0 && at < m.columns ? x[r * m.columns + at] : 0.5f;
      }
      ASSERT_EQ(out[r * count + i], sum) << "row " << r << ", window " << i;
    }
}

/// Borders at one end, at both or at none; strides, dilations and negative padding; rows that are
/// too short to be split.
TEST(Movement, WindowsAlongRows) {
  for (int64_t columns : {20, 48, 51, 100, 131}) {
    checkMoving({columns, 5, 2, 2});
    checkMoving({columns, 4, 3, 0});
    checkMoving({columns, 4, 0, 17});
    checkMoving({columns, 3, 0, 0});
    checkMoving({columns, 3, -2, 1});
    checkMoving({columns, 5, 3, 4, 2});
    checkMoving({columns, 3, 2, 2, 1, 2});
    checkMoving({columns, 4, 5, 3, 3, 2});
    checkMoving({columns, columns, columns - 1, 0, 2});
  }
}

/// A reduction with two results; at equal values the first position wins.
TEST(Kernels, ArgMaxOfRows) {
  auto f = compile(R"(func.func @f(%x: tensor<6x50xf32>) -> (tensor<6xf32>, tensor<6xi32>) {
    %i = stablehlo.iota dim = 1 : tensor<6x50xi32>
    %c = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.reduce(%x init: %c), (%i init: %z) across dimensions = [1] : (tensor<6x50xf32>, tensor<6x50xi32>, tensor<f32>, tensor<i32>) -> (tensor<6xf32>, tensor<6xi32>)
      reducer(%a: tensor<f32>, %b: tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) {
        %gt = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %eq = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %lt = stablehlo.compare LT, %p, %q, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %both = stablehlo.and %eq, %lt : tensor<i1>
        %keep = stablehlo.or %gt, %both : tensor<i1>
        %v = stablehlo.select %gt, %a, %b : tensor<i1>, tensor<f32>
        %w = stablehlo.select %keep, %p, %q : tensor<i1>, tensor<i32>
        stablehlo.return %v, %w : tensor<f32>, tensor<i32>
      }
    return %0#0, %0#1 : tensor<6xf32>, tensor<6xi32>
  })");
  ASSERT_TRUE(f);
  std::mt19937 random(5);
  std::vector<float> x(300), best(6);
  std::vector<int32_t> at(6);
  for (float &v : x)
    // 50 integers below 40 often give equal maxima in a row.
    v = float(random() % 40);
  f->run({x.data(), best.data(), at.data()});
  for (int i = 0; i < 6; ++i) {
    auto m = std::max_element(x.begin() + i * 50, x.begin() + (i + 1) * 50);
    EXPECT_EQ(best[i], *m);
    EXPECT_EQ(at[i], m - (x.begin() + i * 50));
  }
}

/// A row-wise result, a sum over rows and a sum over everything from one fusion. Partial
/// sums have a fixed order, so the bits do not depend on the number of calls.
TEST(Kernels, GradientsOfANormalisedRowAndOfItsScale) {
  auto f = compile(
      R"(func.func @f(%x: tensor<300x40xf32>, %d: tensor<300x40xf32>) -> (tensor<300x40xf32>, tensor<40xf32>, tensor<f32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %q = stablehlo.multiply %x, %d : tensor<300x40xf32>
    %s = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<300x40xf32>, tensor<f32>) -> tensor<300xf32>
    %b = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<300xf32>) -> tensor<300x40xf32>
    %o = stablehlo.subtract %d, %b : tensor<300x40xf32>
    %y = stablehlo.multiply %o, %x : tensor<300x40xf32>
    %c = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<300x40xf32>, tensor<f32>) -> tensor<40xf32>
    %t = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<300xf32>, tensor<f32>) -> tensor<f32>
    return %o, %c, %t : tensor<300x40xf32>, tensor<40xf32>, tensor<f32>
  })");
  ASSERT_TRUE(f);
  // Rows with partial sums, and a kernel for each of the two sums.
  EXPECT_EQ(f->plan.kernels.size(), 3u);
  std::mt19937 random(5);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<float> x(12000), d(12000), o(12000), c(40), again(40);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = uniform(random), d[i] = uniform(random);
  float t = 0, t2 = 0;
  f->run({x.data(), d.data(), o.data(), c.data(), &t});
  // The same fusion in three pieces must give equal bits.
  f->run({x.data(), d.data(), o.data(), again.data(), &t2}, 3);
  EXPECT_EQ(c, again);
  EXPECT_EQ(t, t2);
  double total = 0;
  std::vector<double> columns(40);
  for (int i = 0; i < 300; ++i) {
    double s = 0;
    for (int j = 0; j < 40; ++j)
      s += double(x[i * 40 + j]) * d[i * 40 + j];
    total += s;
    for (int j = 0; j < 40; ++j) {
      ASSERT_NEAR(o[i * 40 + j], d[i * 40 + j] - s, 1e-5);
      columns[j] += (d[i * 40 + j] - s) * x[i * 40 + j];
    }
  }
  EXPECT_NEAR(t, total, 1e-3);
  for (int j = 0; j < 40; ++j)
    ASSERT_NEAR(c[j], columns[j], 1e-3);
}

/// Rotations, exclusive ors and comparisons of unsigned integers, as in JAX's random
/// numbers.
TEST(Kernels, ThreefryLikeChainsOfUnsignedIntegers) {
  auto f = compile(
      R"(func.func @f(%x: tensor<100xui32>, %k: tensor<ui32>) -> (tensor<100xui32>, tensor<100xi1>, tensor<100xf32>) {
    %r = stablehlo.constant dense<13> : tensor<100xui32>
    %l = stablehlo.constant dense<19> : tensor<100xui32>
    %kb = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<ui32>) -> tensor<100xui32>
    %0 = stablehlo.add %x, %kb : tensor<100xui32>
    %1 = stablehlo.shift_left %0, %r : tensor<100xui32>
    %2 = stablehlo.shift_right_logical %0, %l : tensor<100xui32>
    %3 = stablehlo.or %1, %2 : tensor<100xui32>
    %4 = stablehlo.xor %3, %x : tensor<100xui32>
    %5 = stablehlo.compare GT, %4, %x : (tensor<100xui32>, tensor<100xui32>) -> tensor<100xi1>
    %6 = stablehlo.convert %4 : (tensor<100xui32>) -> tensor<100xf32>
    return %4, %5, %6 : tensor<100xui32>, tensor<100xi1>, tensor<100xf32>
  })");
  ASSERT_TRUE(f);
  std::vector<uint32_t> x(100), out(100);
  std::vector<uint8_t> larger(100);
  std::vector<float> real(100);
  for (int i = 0; i < 100; ++i)
    // Multiples of a large odd number use all 32 bits.
    x[i] = i * 2654435761u;
  uint32_t k = 0x9e3779b9;
  f->run({x.data(), &k, out.data(), larger.data(), real.data()});
  for (int i = 0; i < 100; ++i) {
    uint32_t s = x[i] + k, want = ((s << 13) | (s >> 19)) ^ x[i];
    ASSERT_EQ(out[i], want);
    ASSERT_EQ(larger[i], want > x[i]);
    ASSERT_EQ(real[i], float(want));
  }
}

/// bf16 and f16 are computed in f32 and rounded to nearest even when they are stored.
TEST(Kernels, SmallFloatsRoundToEven) {
  for (const char *type : {"bf16", "f16"}) {
    std::string t = std::string("tensor<5x21x") + type + ">";
    auto f =
        compile("func.func @f(%x: " + t + ") -> (tensor<5xf32>, " + t +
                ") {\n %z = stablehlo.constant dense<0.0> : tensor<f32>\n"
                " %w = stablehlo.convert %x : (" +
                t +
                ") -> tensor<5x21xf32>\n %c = stablehlo.constant dense<1.1> : tensor<5x21xf32>\n"
                " %y = stablehlo.multiply %w, %c : tensor<5x21xf32>\n"
                " %s = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [1] "
                ": (tensor<5x21xf32>, tensor<f32>) -> tensor<5xf32>\n"
                " %n = stablehlo.convert %y : (tensor<5x21xf32>) -> " +
                t + "\n return %s, %n : tensor<5xf32>, " + t + "\n}");
    ASSERT_TRUE(f);
    std::vector<uint16_t> x(105), out(105);
    std::vector<float> sums(5), wide(105);
    bool isF16 = std::string(type) == "f16";
    for (int i = 0; i < 105; ++i) {
      wide[i] = 0.25f * i - 9;
      uint32_t bits;
      std::memcpy(&bits, &wide[i], 4);
      _Float16 h = _Float16(wide[i]);
      if (isF16)
        std::memcpy(&x[i], &h, 2);
      else
        x[i] = bits >> 16;
    }
    f->run({x.data(), sums.data(), out.data()});
    for (int i = 0; i < 105; ++i) {
      float y = wide[i] * 1.1f;
      uint32_t bits;
      std::memcpy(&bits, &y, 4);
      // Round to nearest even, in integers.
      uint16_t want = (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
      _Float16 h = _Float16(y);
      if (isF16)
        std::memcpy(&want, &h, 2);
      ASSERT_EQ(out[i], want);
    }
  }
}

} // namespace
