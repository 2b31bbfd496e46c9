// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// expm and matrixPower beside an evaluation that shares nothing with them: Taylor's series of the
// exponential, and products, in pairs of doubles (Dekker, A floating-point technique for extending
// the available precision, 1971). JAX itself is off by 1e-10 for matrices of large norm in f64.
#include "compiler/frontend/test_errors.h"
#include <cmath>

namespace spmd::test {
namespace {

/// high + low, with 106 digits of 2; |low| is at most half a unit of high.
struct Pair {
  double high = 0, low = 0;

  static Pair of(double high, double low) {
    const double sum = high + low;
    return {sum, low - (sum - high)};
  }
  friend Pair operator+(Pair a, Pair b) {
    const double sum = a.high + b.high, part = sum - a.high;
    const double lost = (a.high - (sum - part)) + (b.high - part);
    return of(sum, lost + a.low + b.low);
  }
  friend Pair operator*(Pair a, Pair b) {
    const double product = a.high * b.high;
    return of(product, std::fma(a.high, b.high, -product) + (a.high * b.low + a.low * b.high));
  }
};

/// A square matrix in row-major order.
struct Matrix {
  int64_t n;
  std::vector<Pair> elements = std::vector<Pair>(size_t(n * n));

  Pair &at(int64_t i, int64_t j) { return elements[size_t(i * n + j)]; }
  const Pair &at(int64_t i, int64_t j) const { return elements[size_t(i * n + j)]; }
  static Matrix one(int64_t n) {
    Matrix out{n};
    for (int64_t i = 0; i < n; ++i)
      out.at(i, i) = {1, 0};
    return out;
  }
  static Matrix of(const std::vector<double> &values) {
    Matrix out{int64_t(std::lround(std::sqrt(double(values.size()))))};
    for (size_t i = 0; i < values.size(); ++i)
      out.elements[i] = {values[i], 0};
    return out;
  }
  friend Matrix operator*(const Matrix &a, const Matrix &b) {
    Matrix out{a.n};
    for (int64_t i = 0; i < a.n; ++i)
      for (int64_t j = 0; j < a.n; ++j)
        for (int64_t k = 0; k < a.n; ++k)
          out.at(i, j) = out.at(i, j) + a.at(i, k) * b.at(k, j);
    return out;
  }
  Matrix scaled(Pair factor) const {
    Matrix out = *this;
    for (Pair &element : out.elements)
      element = element * factor;
    return out;
  }
  /// The largest sum of sizes in a column.
  double norm() const {
    double most = 0;
    for (int64_t j = 0; j < n; ++j) {
      double sum = 0;
      for (int64_t i = 0; i < n; ++i)
        sum += std::abs(at(i, j).high);
      most = std::max(most, sum);
    }
    return most;
  }
};

/// Taylor's series of x / 2^s, whose norm is below 1 / 64: the 18th term is below 2^-160. Squaring
/// s times loses about s digits of 106.
Matrix exponential(const Matrix &x) {
  const int squarings = std::max(0, 7 + std::ilogb(x.norm() + 1));
  const Matrix small = x.scaled({std::ldexp(1, -squarings), 0});
  Matrix sum = Matrix::one(x.n), term = sum;
  for (int k = 1; k < 18; ++k) {
    const double inverse = 1. / k;
    term = (term * small).scaled({inverse, std::fma(-inverse, k, 1) / k});
    for (size_t i = 0; i < sum.elements.size(); ++i)
      sum.elements[i] = sum.elements[i] + term.elements[i];
  }
  for (int i = 0; i < squarings; ++i)
    sum = sum * sum;
  return sum;
}

/// The largest difference, relative to the largest element.
double distance(const std::vector<double> &actual, const Matrix &wanted) {
  double most = 0, size = 0;
  for (size_t i = 0; i < actual.size(); ++i) {
    const Pair difference = wanted.elements[i] + Pair{-actual[i], 0};
    most = std::max(most, std::abs(difference.high));
    size = std::max(size, std::abs(wanted.elements[i].high));
  }
  return most / size;
}

/// Numbers in [-1, 1), always the same ones, of Knuth's generator MMIX.
std::vector<double> randomMatrix(int64_t n, double factor, uint64_t seed) {
  std::vector<double> values;
  for (int64_t i = 0; i < n * n; ++i) {
    seed = seed * 6364136223846793005 + 1442695040888963407;
    values.push_back(factor * (std::ldexp(double(seed >> 11), -52) - 1));
  }
  return values;
}

/// 2^-52 times the norm: each squaring doubles what the roundings of the one before have lost, and
/// there are as many as the norm has digits. The approximant itself is off by some units.
double limitFor(const Matrix &x, double eps = std::ldexp(1, -52)) {
  return eps * double(x.n + 8) * std::max(1., x.norm());
}

/// Norms from 1/100 to 500, whose exponentials f64 holds.
TEST(Expm, OfLargeNorm) {
  for (int64_t n : {1, 2, 3, 5, 8, 12})
    for (double factor : {0.01, 1., 6., 40., 300.}) {
      const std::vector<double> values =
          randomMatrix(n, factor / double(n), uint64_t(n * 1000) + uint64_t(factor));
      const Matrix x = Matrix::of(values);
      const Tensor actual = expm(tensor(values, {n, n}));
      EXPECT_LT(distance(actual.values<double>(), exponential(x)), limitFor(x))
          << n << " rows, norm " << x.norm();
    }
}

/// f32 beside the same, from numbers that f32 holds.
TEST(Expm, OfLargeNormInF32) {
  for (int64_t n : {2, 5, 9})
    for (double factor : {0.5, 10., 70.}) {
      std::vector<double> values = randomMatrix(n, factor / double(n), uint64_t(n));
      std::vector<float> narrow(values.begin(), values.end());
      values.assign(narrow.begin(), narrow.end());
      const Matrix x = Matrix::of(values);
      const Tensor actual = astype(expm(tensor(narrow, {n, n})), f64);
      EXPECT_LT(distance(actual.values<double>(), exponential(x)), limitFor(x, std::ldexp(1, -23)))
          << n << " rows, norm " << x.norm();
    }
}

/// exp of [[0, -t], [t, 0]] turns by t.
TEST(Expm, OfRotations) {
  for (double t : {0.5, 3., 100., 5000.}) {
    const std::vector<double> turned =
        expm(tensor(std::vector<double>{0, -t, t, 0}, {2, 2})).values<double>();
    const double limit = std::ldexp(4 * t + 4, -52);
    EXPECT_NEAR(turned[0], std::cos(t), limit);
    EXPECT_NEAR(turned[2], std::sin(t), limit);
    EXPECT_NEAR(turned[1], -std::sin(t), limit);
  }
}

/// The series of a nilpotent matrix ends: the corner is t + t^2 / 2. The norm is 2 t.
TEST(Expm, OfNilpotentMatrices) {
  const double t = 4096;
  const std::vector<double> values =
      expm(tensor(std::vector<double>{0, t, t, 0, 0, t, 0, 0, 0}, {3, 3})).values<double>();
  const std::vector<double> wanted{1, t, t + t * t / 2, 0, 1, t, 0, 0, 1};
  for (size_t i = 0; i < wanted.size(); ++i)
    EXPECT_NEAR(values[i], wanted[i], std::ldexp(2 * t * std::abs(wanted[i]), -52)) << i;
}

/// Each matrix of a batch has its own number of squarings; what needs more than 16 is NaN.
TEST(Expm, OfBatches) {
  std::vector<double> all;
  for (double factor : {0.1, 20., 200.})
    for (double value : randomMatrix(3, factor / 3, 7))
      all.push_back(value);
  all.insert(all.end(), 9, 1e6);
  const std::vector<double> actual = expm(tensor(all, {4, 3, 3})).values<double>();
  for (size_t i = 0; i < 3; ++i) {
    const Matrix x = Matrix::of({all.begin() + long(9 * i), all.begin() + long(9 * i + 9)});
    EXPECT_LT(
        distance({actual.begin() + long(9 * i), actual.begin() + long(9 * i + 9)}, exponential(x)),
        limitFor(x))
        << i;
  }
  EXPECT_TRUE(std::isnan(actual[27]));
}

/// A complex number a + bi is the matrix [[a, -b], [b, a]]; so is a matrix of them, in blocks.
TEST(Expm, OfComplexMatrices) {
  const int64_t n = 3;
  const std::vector<double> re = randomMatrix(n, 15, 1), im = randomMatrix(n, 15, 2);
  std::vector<double> blocks;
  for (bool isLower : {false, true})
    for (int64_t i = 0; i < n; ++i)
      for (bool isRight : {false, true})
        for (int64_t j = 0; j < n; ++j) {
          const size_t at = size_t(i * n + j);
          blocks.push_back(isLower == isRight ? re[at] : isLower ? im[at] : -im[at]);
        }
  const Tensor actual = expm(complex(tensor(re, {n, n}), tensor(im, {n, n})));
  const Tensor above = concatenate({real(actual), -imag(actual)}, 1);
  const Tensor below = concatenate({imag(actual), real(actual)}, 1);
  const Matrix x = Matrix::of(blocks);
  EXPECT_LT(distance(concatenate({above, below}).values<double>(), exponential(x)), limitFor(x));
}

/// Squares lose as many digits as the power has.
TEST(MatrixPower, OfLargeExponents) {
  for (int64_t exponent : {1, 7, 64, 1000}) {
    const std::vector<double> values = randomMatrix(4, 1, 3);
    Matrix wanted = Matrix::one(4);
    for (int64_t i = 0; i < exponent; ++i)
      wanted = wanted * Matrix::of(values);
    const Tensor actual = matrixPower(tensor(values, {4, 4}), exponent);
    EXPECT_LT(distance(actual.values<double>(), wanted), std::ldexp(4 * double(exponent), -52))
        << exponent;
  }
}

} // namespace
} // namespace spmd::test
