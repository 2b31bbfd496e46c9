// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fourier transforms of as many lines at a time as a vector has lanes. A group of lines is loaded
// into a buffer where value j of all lines is one vector, transformed there step by step, and
// stored. A tile is some groups of lines.
#include "runtime/kernels/fft.h"
#include "runtime/cpu.h"
#include "runtime/kernels/fft_lines.h"
#include "runtime/kernels/fft_plan.h"
#include "runtime/kernels/fft_steps.h"
#include "runtime/kernels/library_config.h"
#include "runtime/kernels/workspace.h"
#include <algorithm>

namespace spmd::rt {
namespace {

constexpr int64_t kGroup = 16; // lines; a multiple of the lanes of every vector
// About so many values make a tile: 1 to 5 ns each, beside 0.1 us for handing out the tile, and in
// two copies as large as the second cache of small machines, 256 KiB. Measured: a quarter and four
// times of it take 0.98 to 1.07 of its time, for lines of 48, 1000, 1536, 5003 and 65,536 values.
constexpr int64_t kTileValues = 1 << 14;
constexpr int64_t kNearPowers = 16; // Transform::turn

/// Lines along `inner` are groups of neighbours where there are enough of them. Each `outer` then
/// ends with a group that is not full.
int64_t linesPerOuter(const FftConfig &config) {
  return config.inner < kGroup ? config.inner : (config.inner + kGroup - 1) / kGroup * kGroup;
}
/// All lines, those that only fill a group among them.
int64_t linesOf(const FftConfig &config) { return config.outer * linesPerOuter(config); }
int64_t linesPerTile(const FftConfig &config) {
  return kGroup * std::max<int64_t>(1, kTileValues / (kGroup * config.length));
}

/// Transforms lines of one config on vectors of `Bytes` bytes. An inverse is the transform with
/// real and imaginary parts exchanged before and after.
template <class T, int Bytes> struct Transform {
  static constexpr int N = LineVector<T, Bytes>::kCount;
  using V = typename LineVector<T, Bytes>::V;
  using C = Parts<V>;

  const FftConfig &config;
  const FftPlan<T> &plan;
  const T *const *operands;
  T *const *results;
  C *x, *y;      // two buffers of bufferLength(); the line is in x
  C *near, *far; // kNearPowers, and as many as needed, powers of the roots of Transform::turn

  static int64_t bufferLength(const FftConfig &config, const FftPlan<T> &plan) {
    return std::max(config.length, plan.steps.length) + 1;
  }

  [[gnu::always_inline]] void run(int64_t begin, int64_t end) {
    const int64_t half = config.length / 2 + 1;
    const int64_t from = config.kind == FftKind::ToReal ? half : config.length;
    const int64_t to = config.kind == FftKind::FromReal ? half : config.length;
    const T scale = T(1) / T(config.length);
    for (int64_t line = begin; line < end; line += N) {
      // A group without lines is at the end of a group of kGroup.
      const Lines<N> source = lines(line, from, false);
      if (source.count == 0)
        continue;
      load(source, from);
      plan.chirp.empty() ? steps() : convolve();
      if (config.turn)
        turn(line % linesPerOuter(config));
      // Parts change back, and the inverse is divided by its length.
      for (int64_t k = 0; config.inverse && k < plan.count; ++k)
        x[k] = {x[k].im * scale, x[k].re * scale};
      store(lines(line, to, config.turn != 0), to);
    }
  }

private:
  /// N lines from `line` on, of `length` values each; values of a line are neighbours where
  /// `isSwapped`.
  [[gnu::always_inline]] Lines<N> lines(int64_t line, int64_t length, bool isSwapped) const {
    Lines<N> out{.stride = isSwapped ? 1 : config.inner};
    const int64_t per = linesPerOuter(config), inner = config.inner;
    for (int l = 0; l < N; ++l, ++line) {
      const int64_t o = line / per, i = line % per;
      if (o < config.outer && i < inner)
        out.offsets[out.count++] = o * length * inner + (isSwapped ? i * length : i);
    }
    for (int l = out.count; l < N && out.count; ++l)
      out.offsets[l] = out.offsets[out.count - 1];
    out.areNeighbours =
        !isSwapped && out.count == N && out.offsets[N - 1] - out.offsets[0] == N - 1;
    return out;
  }

  /// Loads `n` values of each line; makes complex values of real ones, and values that a transform
  /// of the half length takes to real ones.
  [[gnu::always_inline]] void load(const Lines<N> &source, int64_t n) {
    V *parts = reinterpret_cast<V *>(x);
    if (config.kind == FftKind::FromReal) {
      // A pair of neighbours is one complex value, which is how they lie in a buffer.
      loadLines<T, Bytes>(operands[0], source, n, parts, plan.isPaired ? 1 : 2);
      for (int64_t j = 0; !plan.isPaired && j < n; ++j)
        x[j].im = V{};
      return;
    }
    const bool isExchanged = config.kind == FftKind::Complex && config.inverse;
    if (config.fromPairs) {
      loadPairs<T, Bytes>(operands[0], source, n, parts);
      for (int64_t j = 0; isExchanged && j < n; ++j)
        std::swap(x[j].re, x[j].im);
    } else {
      loadLines<T, Bytes>(operands[isExchanged ? 1 : 0], source, n, parts, 2);
      loadLines<T, Bytes>(operands[isExchanged ? 0 : 1], source, n, parts + 1, 2);
    }
    if (config.kind == FftKind::ToReal)
      plan.isPaired ? pairsOfHalf() : completeHalf();
  }

  /// Stores `n` values of each line, for real numbers the half spectrum.
  [[gnu::always_inline]] void store(const Lines<N> &target, int64_t n) {
    if (config.kind == FftKind::FromReal && plan.isPaired)
      halfOfPairs();
    const V *parts = reinterpret_cast<V *>(x);
    if (config.kind == FftKind::ToReal)
      return storeLines<T, Bytes>(results[0], target, n, parts, plan.isPaired ? 1 : 2);
    if (config.toPairs)
      return storePairs<T, Bytes>(results[0], target, n, parts);
    storeLines<T, Bytes>(results[0], target, n, parts, 2);
    storeLines<T, Bytes>(results[1], target, n, parts + 1, 2);
  }

  /// Transforms x by steps.
  [[gnu::always_inline]] void steps() {
    if (runSteps(plan.steps, x, y) != x)
      std::swap(x, y);
  }

  /// Transforms x by a convolution with the chirp: jk = (j j + k k - (k - j)(k - j)) / 2.
  [[gnu::always_inline]] void convolve() {
    for (int64_t j = 0; j < plan.count; ++j)
      x[j] = x[j] * plan.chirp[j];
    for (int64_t j = plan.count; j < plan.steps.length; ++j)
      x[j] = C{};
    steps();
    // A product of spectra is a convolution. The spectrum has the factor 1 / length already.
    for (int64_t k = 0; k < plan.steps.length; ++k) {
      const C z = x[k] * plan.spectrum[k];
      x[k] = {z.im, z.re}; // back by the inverse
    }
    steps();
    for (int64_t k = 0; k < plan.count; ++k)
      x[k] = C{x[k].im, x[k].re} * plan.chirp[k];
  }

  /// The half spectrum X of a real line from the transform Z of its pairs: the even values have the
  /// spectrum E[k] = (Z[k] + conj Z[-k]) / 2, the odd ones O[k] = (Z[k] - conj Z[-k]) / 2i, and
  /// X[k] = E[k] + exp(-2 pi i k / length) O[k].
  [[gnu::always_inline]] void halfOfPairs() {
    const int64_t count = plan.count;
    for (int64_t k = 0; k <= count; ++k) {
      const C a = x[k % count], b = x[(count - k) % count];
      const C even{(a.re + b.re) * T(0.5), (a.im - b.im) * T(0.5)};
      const C odd{(a.im + b.im) * T(0.5), (b.re - a.re) * T(0.5)};
      y[k] = even + odd * plan.half[k];
    }
    std::swap(x, y);
  }

  /// The reverse: twice Z[k] = E[k] + i O[k], with exchanged parts for the inverse.
  [[gnu::always_inline]] void pairsOfHalf() {
    const int64_t count = plan.count;
    x[0].im = x[count].im = V{};
    for (int64_t k = 0; k < count; ++k) {
      const C a = x[k], b{x[count - k].re, -x[count - k].im};
      const C z = plusTurned(a + b, (a - b) * std::conj(plan.half[k]));
      y[k] = {z.im, z.re};
    }
    std::swap(x, y);
  }

  /// All values of a half spectrum, with exchanged parts for the inverse.
  [[gnu::always_inline]] void completeHalf() {
    const int64_t n = config.length;
    x[0] = {V{}, x[0].re};
    for (int64_t k = 1; k <= n / 2; ++k) {
      x[n - k] = {-x[k].im, x[k].re};
      x[k] = {x[k].im, x[k].re};
    }
  }

  /// Multiplies value k of the line at place i by the root to the power i k, which is the product
  /// of a near power (k % kNearPowers) and a far one. A table of all powers would be as large as
  /// the data.
  [[gnu::always_inline]] void turn(int64_t firstPlace) {
    const int64_t n = config.length, low = int64_t(plan.turnLow.size());
    // Each lane has a place, and so a root, of its own.
    auto fill = [&](C *powers, int64_t count, int64_t step) {
      for (int64_t k = 0; k < count; ++k)
        for (int l = 0; l < N; ++l) {
          const int64_t e = (firstPlace + l) % config.inner * k * step % config.turn;
          const std::complex<double> root = plan.turnHigh[e / low] * plan.turnLow[e % low];
          powers[k].re[l] = T(root.real());
          powers[k].im[l] = T(root.imag());
        }
    };
    fill(near, kNearPowers, 1);
    fill(far, (n + kNearPowers - 1) / kNearPowers, kNearPowers);
    for (int64_t k = 0; k < n; ++k) {
      const C a = near[k % kNearPowers], b = far[k / kNearPowers];
      const C w{a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
      x[k] = {x[k].re * w.re - x[k].im * w.im, x[k].re * w.im + x[k].im * w.re};
    }
  }
};

template <class T, int Bytes>
[[gnu::always_inline]] inline void runLines(const RoutineArgs &args, int64_t begin, int64_t end) {
  const auto &config = std::get<FftConfig>(args.config);
  const auto &plan = *static_cast<const FftPlan<T> *>(args.plan);
  using Lanes = Transform<T, Bytes>;
  using C = typename Lanes::C;
  // The workspace has two buffers, then powers of roots.
  const int64_t buffer = Lanes::bufferLength(config, plan);
  const int64_t powers = config.turn ? kNearPowers + config.length / kNearPowers + 1 : 0;
  C *memory = reinterpret_cast<C *>(
      workspace(WorkspaceUse::Fft, uint64_t(2 * buffer + powers) * sizeof(C)));
  const T *operands[] = {
      static_cast<const T *>(args.operands[0]),
      config.kind == FftKind::FromReal ? nullptr : static_cast<const T *>(args.operands[1])};
  T *results[] = {static_cast<T *>(args.results[0]),
                  config.kind == FftKind::ToReal || config.toPairs
                      ? nullptr
                      : static_cast<T *>(args.results[1])};
  Lanes{config,
        plan,
        operands,
        results,
        memory,
        memory + buffer,
        memory + 2 * buffer,
        memory + 2 * buffer + kNearPowers}
      .run(begin, end);
}

// The same code compiled for each vector width.
#if defined(__x86_64__)
template <class T>
[[gnu::target("avx512f,avx512dq,avx512bw,avx512vl")]] void runLines512(const RoutineArgs &args,
                                                                       int64_t begin, int64_t end) {
  runLines<T, 64>(args, begin, end);
}
template <class T>
[[gnu::target("avx2,fma")]] void runLines256(const RoutineArgs &args, int64_t begin, int64_t end) {
  runLines<T, 32>(args, begin, end);
}
#endif
template <class T> void runLines128(const RoutineArgs &args, int64_t begin, int64_t end) {
  runLines<T, 16>(args, begin, end);
}

// Chosen once per process. Results may differ between processors by rounding: only some of them
// add a product in one operation.
template <class T> void runOnThisCpu(const RoutineArgs &args, int64_t begin, int64_t end) {
  static void (*const best)(const RoutineArgs &, int64_t, int64_t) = [] {
#if defined(__x86_64__)
    if (isaOfThisCpu() >= Isa::Avx512)
      return runLines512<T>;
    if (isaOfThisCpu() >= Isa::Avx2)
      return runLines256<T>;
#endif
    return runLines128<T>;
  }();
  best(args, begin, end);
}

// Tiles depend on sizes alone.
int64_t tilesOf(const LibraryConfig &call, const void *) {
  const auto &config = std::get<FftConfig>(call);
  const int64_t per = linesPerTile(config);
  return (linesOf(config) + per - 1) / per;
}

void runTile(const RoutineArgs &args, int64_t tile) {
  const auto &config = std::get<FftConfig>(args.config);
  const int64_t per = linesPerTile(config);
  const int64_t begin = tile * per, end = std::min(begin + per, linesOf(config));
  config.type == DType::F64 ? runOnThisCpu<double>(args, begin, end)
                            : runOnThisCpu<float>(args, begin, end);
}

// Roots are computed when the program is loaded.
std::shared_ptr<const void> planOf(const LibraryConfig &call) {
  const auto &config = std::get<FftConfig>(call);
  if (config.type == DType::F64)
    return std::make_shared<FftPlan<double>>(config);
  return std::make_shared<FftPlan<float>>(config);
}

} // namespace

const Routine kFftRoutine = {.name = "fft", .tiles = tilesOf, .run = runTile, .plan = planOf};

} // namespace spmd::rt
