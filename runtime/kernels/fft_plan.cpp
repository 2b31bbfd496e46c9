// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cuts the length of a transform into steps and computes the roots that they need, each rounded
// once from f64 (f64 ones from long double).
#include "runtime/kernels/fft_plan.h"
#include "runtime/kernels/fft_steps.h"
#include <cmath>
#include <numbers>

namespace spmd::rt {
namespace {

/// exp(-2 pi i e / n). The angle is folded into one eighth of a turn, where sine and cosine are
/// accurate.
std::complex<long double> rootOf(int64_t e, int64_t n) {
  // e / n of a turn = quarters + rest, with |rest| <= 1 / 8.
  e %= n;
  const int64_t quarters = (8 * e + n) / (2 * n);
  const long double rest = (4.0L * e - static_cast<long double>(quarters) * n) / (4.0L * n) * 2 *
                           std::numbers::pi_v<long double>;
  const long double c = std::cos(rest), s = std::sin(rest);
  switch (quarters % 4) {
  case 0:
    return {c, -s};
  case 1:
    return {-s, -c};
  case 2:
    return {-c, s};
  default:
    return {s, c};
  }
}

template <class T> std::complex<T> rounded(std::complex<long double> z) {
  return {static_cast<T>(z.real()), static_cast<T>(z.imag())};
}

/// The radices whose product is `n`: large primes first, then 5 and 3, then 8 with at most two 4 or
/// one 2, so that the number of passes over a line is the smallest.
std::vector<int> radicesOf(int64_t n) {
  std::vector<int> out;
  int twos = 0;
  for (; n % 2 == 0; n /= 2)
    ++twos;
  for (int p = 3; p <= kLargestRadix; p += 2)
    for (; n % p == 0; n /= p)
      out.insert(out.begin(), p);
  const int fours = twos % 3 == 1 && twos > 1 ? 2 : twos % 3 == 2 ? 1 : 0;
  const int eights = (twos - 2 * fours) / 3;
  // A step of 8 is one pass over the line, three steps of 2 are three.
  out.insert(out.end(), eights, 8);
  out.insert(out.end(), fours, 4);
  if (twos == 1)
    out.push_back(2);
  return out;
}

/// Whether steps alone can transform the length.
bool isSmooth(int64_t n) {
  for (int64_t p = 2; p <= kLargestRadix; ++p)
    while (n % p == 0)
      n /= p;
  return n == 1;
}

} // namespace

int64_t smoothLength(int64_t count) {
  int64_t best = 1;
  while (best < count)
    best *= 2;
  // For each product of fives and threes, the smallest power of two that is large enough.
  for (int64_t fives = 1; fives < best; fives *= 5)
    for (int64_t threes = fives; threes < best; threes *= 3) {
      int64_t n = threes;
      while (n < count)
        n *= 2;
      best = std::min(best, n);
    }
  return best;
}

template <class T> FftSteps<T>::FftSteps(int64_t length) : length(length) {
  int64_t stride = 1, left = length;
  // The twiddles of a step for all p, then the roots of its radix.
  for (int radix : radicesOf(length)) {
    Step step{.radix = radix,
              .rest = left / radix,
              .stride = stride,
              .twiddles = table.size(),
              .roots = 0};
    for (int64_t p = 0; p < step.rest; ++p)
      for (int64_t k = 1; k < radix; ++k)
        table.push_back(rounded<T>(rootOf(p * k, left)));
    step.roots = table.size();
    for (int64_t k = 0; k < radix; ++k)
      table.push_back(rounded<T>(rootOf(k, radix)));
    steps.push_back(step);
    stride *= radix;
    left = step.rest;
  }
}

template <class T> FftPlan<T>::FftPlan(const FftConfig &config) {
  const int64_t n = config.length;
  isPaired = config.kind != FftKind::Complex && n % 2 == 0;
  count = isPaired ? n / 2 : n;
  if (isSmooth(count)) {
    steps = FftSteps<T>(count);
  } else {
    // Both halves of the chirp must not overlap at either end of the convolution.
    const int64_t smooth = smoothLength(2 * count - 1);
    steps = FftSteps<T>(smooth);
    // j j grows beyond 2^63 only for lines of 24 GB; its remainder keeps the angle exact.
    for (int64_t j = 0; j < count; ++j)
      chirp.push_back(rounded<T>(rootOf(j * j % (2 * count), 2 * count)));
    std::vector<std::complex<T>> line(smooth);
    for (int64_t j = 0; j < count; ++j)
      line[j] = line[(smooth - j) % smooth] = std::conj(chirp[j]) / static_cast<T>(smooth);
    spectrum = transformed(steps, line);
  }
  for (int64_t k = 0; isPaired && k <= count; ++k)
    half.push_back(rounded<T>(rootOf(k, n)));
  if (config.turn) {
    // Two tables of about sqrt(turn) numbers in place of one of `turn`.
    const int64_t low = std::max<int64_t>(1, std::llround(std::sqrt(double(config.turn))));
    for (int64_t e = 0; e < low; ++e)
      turnLow.push_back(rounded<double>(rootOf(e, config.turn)));
    for (int64_t e = 0; e < config.turn; e += low)
      turnHigh.push_back(rounded<double>(rootOf(e, config.turn)));
  }
}

template struct FftSteps<float>;
template struct FftSteps<double>;
template struct FftPlan<float>;
template struct FftPlan<double>;

} // namespace spmd::rt
