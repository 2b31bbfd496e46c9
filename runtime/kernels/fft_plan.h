// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all tiles of an fft share: the steps of the transform and its roots of unity.
#pragma once
#include "runtime/kernels/fft.h"
#include <complex>
#include <cstdint>
#include <vector>

namespace spmd::rt {

/// Prime factors up to this one are steps of their own, of r / 2 multiplications per value. A
/// length with a larger one is a convolution of some smooth length, which costs less.
constexpr int64_t kLargestRadix = 47;

/// Transforms of a smooth length, step by step. Before a step, the line is cut into `stride`
/// interleaved lines of radix * rest values each; the step makes radix times as many of a radix-th
/// of the length (Stockham's order: no reversal of digits).
template <class T> struct FftSteps {
  struct Step {
    int radix;
    int64_t rest, stride;
    // Of the roots exp(-2 pi i p k / (radix * rest)) at [p, k - 1] for k = 1 .. radix - 1; and of
    // exp(-2 pi i k / radix), for radices without code of their own.
    size_t twiddles, roots;
  };
  int64_t length = 1;
  std::vector<Step> steps;
  std::vector<std::complex<T>> table;

  FftSteps() = default;
  explicit FftSteps(int64_t length);
};

template <class T> struct FftPlan {
  // Complex values that are transformed: half the length where real numbers go in pairs.
  int64_t count = 1;
  bool isPaired = false;
  // Of `count` values; or, for a convolution, of a smooth length of at least 2 * count - 1.
  FftSteps<T> steps;
  // Convolution (Bluestein, A linear filtering approach to the computation of discrete Fourier
  // transform, 1970): chirp[j] = exp(-pi i j j / count), and the transform of its conjugate,
  // divided by the smooth length. Empty without.
  std::vector<std::complex<T>> chirp, spectrum;
  // exp(-2 pi i k / length) for k = 0 .. count, where real numbers go in pairs.
  std::vector<std::complex<T>> half;
  // exp(-2 pi i e / turn) = turnHigh[e / turnLow.size()] * turnLow[e % turnLow.size()].
  std::vector<std::complex<double>> turnHigh, turnLow;

  explicit FftPlan(const FftConfig &config);
};

/// The smallest length of at least `count` values that has no prime factor above 5.
int64_t smoothLength(int64_t count);

} // namespace spmd::rt
