// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fusions from text, compiled and run, compared with plain loops in double precision.
#include "compiler/codegen/test_fusions.h"
#include <cmath>
#include <cstring>
#include <random>

using namespace spmd;
using namespace spmd::test;

namespace {

/// Uniform random floats; equal seeds give equal arrays.
std::vector<float> randoms(size_t count, float low = -2, float high = 2, unsigned seed = 1) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<float> uniform(low, high);
  std::vector<float> out(count);
  for (float &x : out)
    x = uniform(generator);
  return out;
}

/// Compares with a tolerance relative to the larger of 1 and the expected magnitude.
void expectNear(const std::vector<float> &got, const std::vector<double> &want, double tolerance) {
  ASSERT_EQ(got.size(), want.size());
  for (size_t i = 0; i < got.size(); ++i)
    ASSERT_NEAR(got[i], want[i], tolerance * std::max(1.0, std::fabs(want[i]))) << "at " << i;
}

/// Fills a template of program text: every `from` becomes `to`.
std::string replaceAll(std::string text, const std::string &from, const std::string &to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// 1073 elements are no multiple of any vector length, and three calls share the work.
TEST(Kernels, AddsWholeArraysOfOddSize) {
  auto f = compile(
      R"(func.func @f(%x: tensor<37x29xf32>, %y: tensor<37x29xf32>) -> (tensor<37x29xf32>, tensor<1073xf32>) {
    %0 = stablehlo.add %x, %y : tensor<37x29xf32>
    %1 = stablehlo.multiply %0, %x : tensor<37x29xf32>
    %2 = stablehlo.reshape %1 : (tensor<37x29xf32>) -> tensor<1073xf32>
    return %0, %2 : tensor<37x29xf32>, tensor<1073xf32>
  })");
  ASSERT_TRUE(f);
  size_t n = 37 * 29;
  auto x = randoms(n), y = randoms(n, -1, 1, 2);
  std::vector<float> a(n), b(n);
  // Three pieces, the last one first: pieces must not depend on each other.
  f->run({x.data(), y.data(), a.data(), b.data()}, 3);
  for (size_t i = 0; i < n; ++i) {
    EXPECT_EQ(a[i], x[i] + y[i]);
    EXPECT_EQ(b[i], (x[i] + y[i]) * x[i]);
  }
  ASSERT_EQ(f->plan.mayShare.size(), 2u);
  // The first output may overwrite either operand, since both are read at the same
  // elements.
  EXPECT_EQ(f->plan.mayShare[0].size(), 2u);
}

/// A broadcast operand is read once per column, a scalar once.
TEST(Kernels, BroadcastsABiasAlongRows) {
  auto f = compile(
      R"(func.func @f(%x: tensor<5x33xf32>, %b: tensor<33xf32>, %s: tensor<f32>) -> tensor<5x33xf32> {
    %0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<33xf32>) -> tensor<5x33xf32>
    %1 = stablehlo.add %x, %0 : tensor<5x33xf32>
    %2 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<5x33xf32>
    %3 = stablehlo.multiply %1, %2 : tensor<5x33xf32>
    %4 = stablehlo.tanh %3 : tensor<5x33xf32>
    return %4 : tensor<5x33xf32>
  })");
  ASSERT_TRUE(f);
  auto x = randoms(5 * 33), b = randoms(33);
  float s = 1.5f;
  std::vector<float> out(5 * 33);
  f->run({x.data(), b.data(), &s, out.data()});
  std::vector<double> want;
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 33; ++j)
      want.push_back(std::tanh((double(x[i * 33 + j]) + b[j]) * s));
  expectNear(out, want, 1e-6);
}

/// Softmax over rows; replaceAll sets R rows and C columns.
const char *kSoftmax = R"(func.func @f(%x: tensor<RxCxf32>) -> tensor<RxCxf32> {
    %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %m = stablehlo.reduce(%x init: %ninf) applies stablehlo.maximum across dimensions = [1] : (tensor<RxCxf32>, tensor<f32>) -> tensor<Rxf32>
    %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<Rxf32>) -> tensor<RxCxf32>
    %d = stablehlo.subtract %x, %mb : tensor<RxCxf32>
    %e = stablehlo.exponential %d : tensor<RxCxf32>
    %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<RxCxf32>, tensor<f32>) -> tensor<Rxf32>
    %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<Rxf32>) -> tensor<RxCxf32>
    %o = stablehlo.divide %e, %sb : tensor<RxCxf32>
    return %o : tensor<RxCxf32>
  })";

/// Three passes over each row with the exponentials kept in between; the result may
/// overwrite the operand.
TEST(Kernels, SoftmaxOfRows) {
  // Columns that fill vectors, leave a rest, and fit into less than one vector.
  for (auto [rows, columns] : {std::pair{7, 256}, {3, 1000}, {4, 5}, {2, 77}}) {
    auto f = compile(replaceAll(replaceAll(kSoftmax, "Rx", std::to_string(rows) + "x"), "Cx",
                                std::to_string(columns) + "x"));
    ASSERT_TRUE(f);
    EXPECT_EQ(f->plan.staged.size(), 1u);
    EXPECT_EQ(f->plan.kernels[0].passes, 3u);
    auto x = randoms(rows * columns, -30, 30);
    std::vector<float> out(rows * columns), again(rows * columns);
    f->run({x.data(), out.data()});
    f->run({x.data(), again.data()}, 2);
    EXPECT_EQ(out, again);
    std::vector<double> want;
    for (int i = 0; i < rows; ++i) {
      double m = -1e30, s = 0;
      for (int j = 0; j < columns; ++j)
        m = std::max<double>(m, x[i * columns + j]);
      for (int j = 0; j < columns; ++j)
        s += std::exp(x[i * columns + j] - m);
      for (int j = 0; j < columns; ++j)
        want.push_back(std::exp(x[i * columns + j] - m) / s);
    }
    expectNear(out, want, 2e-6);
    f->run({x.data(), x.data()}); // in place, as mayShare says
    EXPECT_EQ(out, x);
    EXPECT_EQ(f->plan.mayShare[0].size(), 1u);
  }
}

/// The exponential of numbers of at most zero is computed by shorter code with equal bits.
/// Here the bound is the maximum of the row, then an argument, and in the second program the
/// maximum of the column, where differences have both signs.
TEST(Kernels, ExponentialsBelowARowsLargestAreThoseOfAnyNumber) {
  const char *kProgram =
      R"(func.func @f(%x: tensor<NxNxf32>, %k: tensor<Nxf32>)
                   -> (tensor<NxNxf32>, tensor<NxNxf32>) {
    %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %m = stablehlo.reduce(%x init: %ninf) applies stablehlo.maximum across dimensions = [1]
        : (tensor<NxNxf32>, tensor<f32>) -> tensor<Nxf32>
    %mb = stablehlo.broadcast_in_dim %m, dims = [DIM] : (tensor<Nxf32>) -> tensor<NxNxf32>
    %kb = stablehlo.broadcast_in_dim %k, dims = [DIM] : (tensor<Nxf32>) -> tensor<NxNxf32>
    %0 = stablehlo.subtract %x, %mb : tensor<NxNxf32>
    %1 = stablehlo.subtract %x, %kb : tensor<NxNxf32>
    %2 = stablehlo.exponential %0 : tensor<NxNxf32>
    %3 = stablehlo.exponential %1 : tensor<NxNxf32>
    return %2, %3 : tensor<NxNxf32>, tensor<NxNxf32>
  })";
  // With dim 1 the kernel computes the maxima again in every row. At 70 the planner refuses that.
  for (auto [dim, n] : {std::pair("0", 70), std::pair("1", 42)}) {
    auto f = compile(replaceAll(replaceAll(kProgram, "DIM", dim), "N", std::to_string(n)));
    ASSERT_TRUE(f);
    auto x = randoms(n * n, -80, 30);
    // Rows have several scales. Every seventh has a NaN, every fifth an infinity.
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        x[i * n + j] = i % 7 == 3 && j == 11      ? NAN
                       : i % 5 == 2 && j == n - 1 ? (i % 2 ? INFINITY : -INFINITY)
                                                  : x[i * n + j] * (1 + i % 3);
    // The same maxima, computed here: the kernel does not know that they bound the rows.
    std::vector<float> k(n, -INFINITY), below(n * n), any(n * n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        k[i] = std::isnan(k[i]) || k[i] > x[i * n + j] ? k[i] : x[i * n + j];
    f->run({x.data(), k.data(), below.data(), any.data()});
    for (int i = 0; i < n * n; ++i)
      // NaNs may differ in their bits.
      ASSERT_TRUE(std::isnan(any[i]) ? std::isnan(below[i]) : !memcmp(&below[i], &any[i], 4))
          << "at " << i << ": " << below[i] << " and " << any[i];
  }
}

/// Large results use non-temporal stores where their buffer is aligned. A row of 1021
/// elements may start at any place in a vector.
TEST(Kernels, LargeRowsAreTheSameWhereverTheirBufferLies) {
  const char *kBias =
      R"(func.func @f(%x: tensor<RxCxbf16>, %b: tensor<Cxbf16>) -> tensor<RxCxbf16> {
    %0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<Cxbf16>) -> tensor<RxCxbf16>
    %1 = stablehlo.add %x, %0 : tensor<RxCxbf16>
    return %1 : tensor<RxCxbf16>
  })";
  for (auto [program, bytes] : {std::pair<std::string, int>{kSoftmax, 4}, {kBias, 2}}) {
    // 33 MiB, more than the limit of 24 MiB above which results use non-temporal stores.
    size_t rows = (size_t(33) << 20) / (1021 * bytes), size = rows * 1021;
    auto f =
        compile(replaceAll(replaceAll(program, "Rx", std::to_string(rows) + "x"), "Cx", "1021x"));
    ASSERT_TRUE(f);
    auto x = randoms(size * bytes / 4 + 1, -30, 30);
    std::vector<float> bias(1021, 0.5f), out(x.size() + 32);
    // An aligned buffer, and one that is off by one element.
    auto at = reinterpret_cast<char *>((reinterpret_cast<uintptr_t>(out.data()) + 63) / 64 * 64);
    std::vector<std::string> results;
    for (int offset : {0, bytes}) {
      memset(out.data(), 0x5a, out.size() * sizeof(float));
      std::vector<void *> buffers{x.data(), at + offset};
      if (bytes == 2)
        buffers.insert(buffers.begin() + 1, bias.data());
      f->run(buffers, 3);
      EXPECT_EQ(at[offset + size * bytes], 0x5a); // nothing behind it
      results.emplace_back(at + offset, size * bytes);
    }
    EXPECT_TRUE(results[0] == results[1]);
  }
}

/// Two large results of different passes, and sums over rows and columns in the pass that
/// stores the first one.
TEST(Kernels, LargeResultsAndSumsAreTheSameWhereverTheirBuffersLie) {
  constexpr size_t kRows = 5400, kColumns = 1000, kSize = kRows * kColumns;
  auto f = compile(replaceAll(
      replaceAll(
          R"(func.func @f(%x: tensor<RxCxf32>) -> (tensor<RxCxf32>, tensor<RxCxf32>, tensor<Cxf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<RxCxf32>, tensor<f32>) -> tensor<Rxf32>
    %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<Rxf32>) -> tensor<RxCxf32>
    %y = stablehlo.subtract %x, %sb : tensor<RxCxf32>
    %c = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<RxCxf32>, tensor<f32>) -> tensor<Cxf32>
    %q = stablehlo.multiply %y, %x : tensor<RxCxf32>
    %t = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<RxCxf32>, tensor<f32>) -> tensor<Rxf32>
    %tb = stablehlo.broadcast_in_dim %t, dims = [0] : (tensor<Rxf32>) -> tensor<RxCxf32>
    %z = stablehlo.add %y, %tb : tensor<RxCxf32>
    return %y, %z, %c : tensor<RxCxf32>, tensor<RxCxf32>, tensor<Cxf32>
  })",
          "Rx", std::to_string(kRows) + "x"),
      "Cx", std::to_string(kColumns) + "x"));
  ASSERT_TRUE(f);
  ASSERT_EQ(f->plan.kernels.front().passes, 3u);
#if defined(__x86_64__)
  size_t first = f->objects.ir[0].find("!nontemporal"),
         second = f->objects.ir[0].rfind("!nontemporal");
  EXPECT_TRUE(first != std::string::npos && first < second); // the stores of both
#endif
  auto x = randoms(kSize);
  std::vector<float> results[2];
  for (int offset : {0, 1}) {
    std::vector<float> y(kSize + 32), z(kSize + 32), c(kColumns);
    auto at = [&](std::vector<float> &v) {
      return reinterpret_cast<float *>((reinterpret_cast<uintptr_t>(v.data()) + 63) / 64 * 64) +
             offset;
    };
    f->run({x.data(), at(y), at(z), c.data()}, 3);
    std::vector<float> &all = results[offset];
    all.assign(at(y), at(y) + kSize);
    all.insert(all.end(), at(z), at(z) + kSize);
    all.insert(all.end(), c.begin(), c.end());
  }
  EXPECT_TRUE(results[0] == results[1]);
  // Element 7 of the first row stands for all, since the two runs agree bit by bit.
  double sum = std::accumulate(x.begin(), x.begin() + kColumns, 0.0), products = 0;
  for (size_t j = 0; j < kColumns; ++j)
    products += (x[j] - sum) * x[j];
  EXPECT_NEAR(results[0][7], x[7] - sum, 1e-2);
  EXPECT_NEAR(results[0][kSize + 7], x[7] - sum + products, 1e-3 * std::abs(products) + 1e-2);
}

/// Reductions over rows, columns and everything, for shapes around the limits of chunks.
TEST(Kernels, SumsOfRowsColumnsAndAll) {
  // The sum of squares of each row, of each column and of everything, and its root.
  for (auto [rows, columns] : {std::pair{200, 300}, {9, 40}, {1000, 96}, {64, 1027}}) {
    std::string text = R"(func.func @f(%x: tensor<RxCxf32>) -> TYPE {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %y = stablehlo.multiply %x, %x : tensor<RxCxf32>
      %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = DIMS : (tensor<RxCxf32>, tensor<f32>) -> TYPE
      %t = stablehlo.sqrt %s : TYPE
      return %t : TYPE
    })";
    text = replaceAll(replaceAll(text, "Rx", std::to_string(rows) + "x"), "Cx",
                      std::to_string(columns) + "x");
    auto x = randoms(rows * columns);
    for (int which = 0; which < 3; ++which) {
      std::string type = which == 0   ? "tensor<" + std::to_string(rows) + "xf32>"
                         : which == 1 ? "tensor<" + std::to_string(columns) + "xf32>"
                                      : "tensor<f32>";
      const char *dims[] = {"[1]", "[0]", "[0, 1]"};
      auto f = compile(replaceAll(replaceAll(text, "TYPE", type), "DIMS", dims[which]));
      ASSERT_TRUE(f);
      std::vector<double> want(which == 0 ? rows : which == 1 ? columns : 1);
      for (int i = 0; i < rows; ++i)
        for (int j = 0; j < columns; ++j)
          want[which == 0   ? i
               : which == 1 ? j
                            : 0] += double(x[i * columns + j]) * x[i * columns + j];
      for (double &w : want)
        w = std::sqrt(w);
      std::vector<float> out(want.size()), again(want.size());
      f->run({x.data(), out.data()});
      // The number of pieces must not change the order of additions.
      f->run({x.data(), again.data()}, 5);
      EXPECT_EQ(out, again);
      expectNear(out, want, 1e-5);
    }
  }
}

/// Mean and variance of each row; the row dims are two dims of a batch.
TEST(Kernels, LayerNormOfRowsOfABatch) {
  auto f = compile(
      R"(func.func @f(%x: tensor<2x9x96xf32>, %g: tensor<96xf32>) -> (tensor<2x9x96xf32>, tensor<2x9xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %n = stablehlo.constant dense<9.6e+01> : tensor<2x9xf32>
    %eps = stablehlo.constant dense<1.0e-05> : tensor<2x9xf32>
    %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x9x96xf32>, tensor<f32>) -> tensor<2x9xf32>
    %mean = stablehlo.divide %s, %n : tensor<2x9xf32>
    %mb = stablehlo.broadcast_in_dim %mean, dims = [0, 1] : (tensor<2x9xf32>) -> tensor<2x9x96xf32>
    %d = stablehlo.subtract %x, %mb : tensor<2x9x96xf32>
    %q = stablehlo.multiply %d, %d : tensor<2x9x96xf32>
    %v = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x9x96xf32>, tensor<f32>) -> tensor<2x9xf32>
    %vn = stablehlo.divide %v, %n : tensor<2x9xf32>
    %ve = stablehlo.add %vn, %eps : tensor<2x9xf32>
    %r = stablehlo.rsqrt %ve : tensor<2x9xf32>
    %rb = stablehlo.broadcast_in_dim %r, dims = [0, 1] : (tensor<2x9xf32>) -> tensor<2x9x96xf32>
    %y = stablehlo.multiply %d, %rb : tensor<2x9x96xf32>
    %gb = stablehlo.broadcast_in_dim %g, dims = [2] : (tensor<96xf32>) -> tensor<2x9x96xf32>
    %o = stablehlo.multiply %y, %gb : tensor<2x9x96xf32>
    return %o, %r : tensor<2x9x96xf32>, tensor<2x9xf32>
  })");
  ASSERT_TRUE(f);
  auto x = randoms(18 * 96), g = randoms(96);
  std::vector<float> out(18 * 96), r(18);
  f->run({x.data(), g.data(), out.data(), r.data()}, 4);
  std::vector<double> want, wantR;
  for (int i = 0; i < 18; ++i) {
    double mean = 0, v = 0;
    for (int j = 0; j < 96; ++j)
      mean += x[i * 96 + j] / 96.0;
    for (int j = 0; j < 96; ++j)
      v += (x[i * 96 + j] - mean) * (x[i * 96 + j] - mean) / 96;
    wantR.push_back(1 / std::sqrt(v + 1e-5));
    for (int j = 0; j < 96; ++j)
      want.push_back((x[i * 96 + j] - mean) * wantR.back() * g[j]);
  }
  expectNear(out, want, 1e-5);
  expectNear(r, wantR, 1e-5);
}

} // namespace
