// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests Fourier transforms against their definition, summed in long double.
#include "runtime/kernels/fft.h"
#include "runtime/kernels/fft_plan.h"
#include "runtime/kernels/library_config.h"
#include "runtime/kernels/test_tiles.h"
#include <cmath>
#include <complex>
#include <gtest/gtest.h>
#include <numbers>
#include <random>

namespace spmd::rt {
namespace {

using Wide = std::complex<long double>;

/// exp(-2 pi i e / n), or its conjugate.
Wide root(int64_t e, int64_t n, bool inverse) {
  const long double angle = 2 * std::numbers::pi_v<long double> * (e % n) / n;
  return {std::cos(angle), inverse ? std::sin(angle) : -std::sin(angle)};
}

/// Complex arrays [outer, length, inner] of one config, in and out.
template <class T> struct Case {
  FftConfig config;
  std::vector<T> in[2], out[2];

  std::vector<Wide> roots; // of the length

  explicit Case(FftConfig config) : config(config) {
    for (int64_t e = 0; e < config.length; ++e)
      roots.push_back(root(e, config.length, config.inverse));
    std::mt19937 generator(unsigned(config.length * 31 + config.inner));
    std::uniform_real_distribution<T> number(-1, 1);
    for (int part = 0; part < 2; ++part) {
      in[part].resize(config.outer * from() * config.inner);
      out[part].resize(config.outer * to() * config.inner);
      for (T &v : in[part])
        v = number(generator);
    }
    // Pairs are made of both parts, and parts of pairs.
    std::vector<T> from, to(2 * out[0].size());
    for (size_t i = 0; i < in[0].size(); ++i)
      from.insert(from.end(), {in[0][i], in[1][i]});
    void *operands[] = {config.fromPairs ? from.data() : in[0].data(), in[1].data()};
    void *results[] = {config.toPairs ? to.data() : out[0].data(), out[1].data()};
    runAllTiles({config, operands, results});
    for (size_t i = 0; config.toPairs && i < to.size(); ++i)
      out[i % 2][i / 2] = to[i];
  }
  int64_t half() const { return config.length / 2 + 1; }
  int64_t from() const { return config.kind == FftKind::ToReal ? half() : config.length; }
  int64_t to() const { return config.kind == FftKind::FromReal ? half() : config.length; }

  /// Value j of a line, completed to the whole length.
  Wide value(int64_t o, int64_t j, int64_t i) const {
    const bool isMirror = j >= from();
    const int64_t k = isMirror ? config.length - j : j, at = (o * from() + k) * config.inner + i;
    const bool isReal = config.kind == FftKind::FromReal ||
                        (config.kind == FftKind::ToReal && (j == 0 || 2 * j == config.length));
    const Wide z(in[0][at], isReal ? 0 : in[1][at]);
    return isMirror ? std::conj(z) : z;
  }
  Wide expected(int64_t o, int64_t k, int64_t i) const {
    Wide sum = 0;
    for (int64_t j = 0; j < config.length; ++j)
      sum += value(o, j, i) * roots[j * k % config.length];
    if (config.turn)
      sum *= root(i * k, config.turn, config.inverse);
    return config.inverse ? sum / static_cast<long double>(config.length) : sum;
  }
  /// The largest error beside the norm of a line's values, in units of T's rounding.
  double error() const {
    long double worst = 0;
    for (int64_t o = 0; o < config.outer; ++o)
      for (int64_t i = 0; i < config.inner; ++i) {
        long double power = 0, off = 0;
        for (int64_t k = 0; k < to(); ++k) {
          const int64_t at =
              config.turn ? (o * config.inner + i) * to() + k : (o * to() + k) * config.inner + i;
          const Wide want = expected(o, k, i);
          const bool isReal = config.kind == FftKind::ToReal;
          off = std::max(off, std::abs(Wide(out[0][at], isReal ? 0 : out[1][at]) -
                                       (isReal ? Wide(want.real()) : want)));
          power += std::norm(want);
        }
        worst = std::max(worst, off / std::sqrt(power / to()));
      }
    return double(worst / std::numeric_limits<T>::epsilon());
  }
};

/// Errors grow with the logarithm of the length.
template <class T> void check(FftConfig config) {
  const double error = Case<T>(config).error();
  EXPECT_LT(error, 2 + 2 * std::log2(double(config.length)))
      << "length " << config.length << ", outer " << config.outer << ", inner " << config.inner
      << ", kind " << int(config.kind) << (config.inverse ? ", inverse" : "") << ", turn "
      << config.turn;
}
void checkBoth(FftConfig config) {
  check<float>(config);
  config.type = DType::F64;
  check<double>(config);
}

TEST(Fft, HasTheValuesOfTheDefinitionAtEveryShortLength) {
  for (int64_t n = 1; n <= 130; ++n)
    for (bool inverse : {false, true})
      checkBoth({.inverse = inverse, .outer = 3, .length = n});
}

TEST(Fft, HasThemAtLengthsOfEveryRadix) {
  for (int64_t n : {243, 256, 289, 343, 360, 512, 625, 720, 1024, 1331, 47 * 16, 53 * 8, 1009})
    checkBoth({.outer = 2, .length = n});
}

TEST(Fft, TransformsAnyDim) {
  for (int64_t inner : {1, 2, 7, 15, 16, 17, 33, 48})
    for (int64_t outer : {1, 2, 19})
      checkBoth({.outer = outer, .length = 12, .inner = inner});
}

TEST(Fft, TransformsRealLinesThereAndBack) {
  for (int64_t n : {1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 30, 31, 32, 94, 106, 107, 251})
    for (int64_t inner : {1, 3, 18}) {
      checkBoth({.kind = FftKind::FromReal, .outer = 2, .length = n, .inner = inner});
      checkBoth(
          {.kind = FftKind::ToReal, .inverse = true, .outer = 2, .length = n, .inner = inner});
    }
}

TEST(Fft, TurnsTheFirstHalfOfALongTransform) {
  for (int64_t n : {1, 16, 17, 40})
    for (int64_t inner : {1, 5, 16, 21})
      for (bool inverse : {false, true})
        checkBoth({.inverse = inverse, .outer = 2, .length = n, .inner = inner, .turn = n * inner});
}

TEST(Fft, ReadsAndWritesPairs) {
  for (int64_t inner : {1, 3, 16, 21})
    for (bool inverse : {false, true})
      for (int64_t n : {1, 9, 40}) {
        const FftConfig all{.inverse = inverse, .outer = 19, .length = n, .inner = inner};
        FftConfig config = all;
        config.fromPairs = true;
        checkBoth(config);
        config.toPairs = true;
        checkBoth(config);
        config.turn = n * inner;
        checkBoth(config);
        config = all;
        config.kind = inverse ? FftKind::ToReal : FftKind::FromReal;
        (inverse ? config.fromPairs : config.toPairs) = true;
        checkBoth(config);
      }
}

TEST(Fft, KeepsALineFromItsNeighbours) {
  FftConfig config{.kind = FftKind::FromReal, .outer = 40, .length = 24};
  std::vector<float> x(40 * 24, 1), re(40 * 13), im(40 * 13);
  x[7 * 24 + 3] = std::numeric_limits<float>::quiet_NaN();
  void *operands[] = {x.data()}, *results[] = {re.data(), im.data()};
  runAllTiles({config, operands, results});
  for (int64_t line = 0; line < 40; ++line)
    for (int64_t k = 0; k < 13; ++k)
      EXPECT_EQ(std::isnan(re[line * 13 + k]), line == 7) << line << " " << k;
}

TEST(Fft, SmoothLengthsAreTheNextOnes) {
  auto isSmooth = [](int64_t n) {
    for (int64_t p : {2, 3, 5})
      while (n % p == 0)
        n /= p;
    return n == 1;
  };
  for (int64_t n = 1; n < 3000; ++n) {
    int64_t want = n;
    while (!isSmooth(want))
      ++want;
    ASSERT_EQ(smoothLength(n), want);
  }
}

} // namespace
} // namespace spmd::rt
