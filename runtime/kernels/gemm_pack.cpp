// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Packs panels in one of three ways: side elements that are contiguous are copied, k elements that
// are contiguous are transposed in squares of 4 x 4, and others are gathered one by one. Also
// stores the sums of a tile to the result.
#include "runtime/kernels/gemm_pack.h"
#include "runtime/cpu.h"
#include "runtime/elements.h"
#include <algorithm>
#include <cstring>
#include <type_traits>

namespace spmd::rt {
namespace {

// Whether the offsets are consecutive numbers.
bool isConsecutive(const int64_t *offsets, int64_t count) {
  for (int64_t i = 1; i < count; ++i)
    if (offsets[i] != offsets[i - 1] + 1)
      return false;
  return true;
}

#if defined(__x86_64__)
bool hasAvx2() { return isaOfThisCpu() >= Isa::Avx2; }
#endif

/// Rounds a run of sums to bf16. With baseline x86-64 instructions this function and the transposes
/// below took 7 % of the time of attention's scores, so there is a variant for AVX2.
#if defined(__x86_64__)
// The loop is the same in both variants; only the instruction set differs.
[[gnu::target("avx2")]] void roundRun256(uint16_t *to, const float *from, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    to[i] = toBf16(from[i]);
}
#endif
void roundRun(uint16_t *to, const float *from, int64_t count) {
#if defined(__x86_64__)
  if (hasAvx2())
    return roundRun256(to, from, count);
#endif
  for (int64_t i = 0; i < count; ++i)
    to[i] = toBf16(from[i]);
}

/// Transposes a square of 4 x 4: four rows of four contiguous elements become four columns. bf16 is
/// widened by shuffling zeros below its bits, which vectorises; other types are converted one by
/// one.
template <class E, class T>
inline void transpose4(const typename E::Storage *const *rows, int64_t p, T *out, int64_t width) {
  typedef T Vector __attribute__((vector_size(4 * sizeof(T))));
  typedef T Unaligned __attribute__((vector_size(4 * sizeof(T)), aligned(alignof(T)), may_alias));
  Vector r[4];
  for (int i = 0; i < 4; ++i) {
    if constexpr (std::is_same_v<typename E::Storage, T>) {
      r[i] = *reinterpret_cast<const Unaligned *>(rows[i] + p);
    } else if constexpr (std::is_same_v<E, Bf16Element> && std::is_same_v<T, float>) {
      typedef uint16_t Halves __attribute__((vector_size(8)));
      Halves upper, lower = {};
      std::memcpy(&upper, rows[i] + p, sizeof upper);
      r[i] = Vector(__builtin_shufflevector(lower, upper, 0, 4, 1, 5, 2, 6, 3, 7));
    } else
      for (int q = 0; q < 4; ++q)
        r[i][q] = E::template get<T>(rows[i] + p + q);
  }
  // Two steps of shuffles: pairs of rows are interleaved, then pairs of pairs.
  Vector a = __builtin_shufflevector(r[0], r[1], 0, 4, 1, 5);
  Vector b = __builtin_shufflevector(r[2], r[3], 0, 4, 1, 5);
  Vector c = __builtin_shufflevector(r[0], r[1], 2, 6, 3, 7);
  Vector d = __builtin_shufflevector(r[2], r[3], 2, 6, 3, 7);
  *reinterpret_cast<Unaligned *>(out) = __builtin_shufflevector(a, b, 0, 1, 4, 5);
  *reinterpret_cast<Unaligned *>(out + width) = __builtin_shufflevector(a, b, 2, 3, 6, 7);
  *reinterpret_cast<Unaligned *>(out + 2 * width) = __builtin_shufflevector(c, d, 0, 1, 4, 5);
  *reinterpret_cast<Unaligned *>(out + 3 * width) = __builtin_shufflevector(c, d, 2, 3, 6, 7);
}

/// Converts `Width` contiguous elements by whole vectors. The last vector overlaps the one before
/// where Width is no multiple.
template <class E, class T, int Width>
[[gnu::always_inline]] inline void copyRow(const typename E::Storage *from, T *out) {
  constexpr int kChunk = Width < 8 ? 4 : 8;
  for (int next = 0; next < Width; next += kChunk) {
    const int i = std::min(next, Width - kChunk);
    for (int j = i; j < i + kChunk; ++j)
      out[j] = E::template get<T>(from + j);
  }
}

/// Packs panels whose side elements are contiguous, so that a row of a panel is a copy. A few rows
/// of all panels are copied at a time, because they read the same cache lines.
template <class E, class T, int Width>
[[gnu::always_inline]] inline void copyPanels(const PackSource &source,
                                              const typename E::Storage *base, int64_t count,
                                              int64_t width, T *packed) {
  constexpr int64_t kStep = 4; // more rows would miss the cache where k strides by a power of two
  // A constant width lets the compiler unroll the copies.
  if (Width)
    width = Width;
  for (int64_t p = 0; p < source.depthCount; p += kStep) {
    const int64_t end = std::min(p + kStep, source.depthCount);
    for (int64_t i = 0; i < count; i += width) {
      T *out = packed + i * source.depthCount + p * width;
      const int64_t there = std::min(width, count - i);
      for (int64_t q = end; q < std::min(end + kStep, source.depthCount); ++q)
        __builtin_prefetch(base + source.depth[q] + i);
      for (int64_t q = p; q < end; ++q, out += width) {
        const typename E::Storage *from = base + source.depth[q] + i;
        if (Width && there == Width) {
          copyRow<E, T, Width ? Width : 8>(from, out);
          continue;
        }
        for (int64_t j = 0; j < there; ++j)
          out[j] = E::template get<T>(from + j);
        std::fill(out + there, out + width, T(0));
      }
    }
  }
}

// Instantiates copyPanels for the panel widths of the kernels in matmul_kernel.cpp, so that rows
// are copied by vectors of known number.
template <class E, class T>
[[gnu::always_inline]] inline void copyPanelsOfWidth(const PackSource &source,
                                                     const typename E::Storage *base, int64_t count,
                                                     int64_t width, T *packed) {
  switch (width) {
  case 6:
    return copyPanels<E, T, 6>(source, base, count, width, packed);
  case 12:
    return copyPanels<E, T, 12>(source, base, count, width, packed);
  case 16:
    return copyPanels<E, T, 16>(source, base, count, width, packed);
  case 32:
    return copyPanels<E, T, 32>(source, base, count, width, packed);
  default:
    return copyPanels<E, T, 0>(source, base, count, width, packed);
  }
}

#if defined(__x86_64__)
// The same code with instructions of AVX2.
template <class E, class T>
[[gnu::target("avx2")]] void copyPanels256(const PackSource &source,
                                           const typename E::Storage *base, int64_t count,
                                           int64_t width, T *packed) {
  copyPanelsOfWidth<E, T>(source, base, count, width, packed);
}
#endif

// Packs one source whose element type E is known at compile time.
template <class E, class T> struct Packer {
  using S = typename E::Storage;
  const PackSource &source;
  const S *base;
  const bool depthIsConsecutive;

  /// Packs the panels from side element i on; `count` side elements are contiguous.
  void copy(int64_t i, int64_t count, int64_t width, T *packed) const {
    const S *from = base + source.side[i];
    T *out = packed + i * source.depthCount;
#if defined(__x86_64__)
    if (hasAvx2())
      return copyPanels256<E, T>(source, from, count, width, out);
#endif
    copyPanelsOfWidth<E, T>(source, from, count, width, out);
  }

  /// Packs one panel of any layout with `count` of its `width` side elements; the others are zero.
  /// Runs of at least four consecutive k are transposed.
  void gatherPanel(const int64_t *side, int64_t count, int64_t width, T *out) const {
    const int64_t depthCount = source.depthCount, *depth = source.depth;
    if (count < width)
      std::fill_n(out, width * depthCount, T(0));
    for (int64_t p = 0, end; p < depthCount; p = end) {
      end = depthIsConsecutive ? depthCount : p + 1;
      while (end < depthCount && depth[end] == depth[end - 1] + 1)
        ++end;
      // Shorter runs would not fill a square of 4 x 4.
      if (end - p >= 4)
        transpose(base + depth[p], side, count, end - p, width, out + p * width);
      else
        for (int64_t q = p; q < end; ++q)
          for (int64_t i = 0; i < count; ++i)
            out[q * width + i] = E::template get<T>(base + side[i] + depth[q]);
    }
  }

  /// Transposes a run of at least four k. Remainders in either direction are covered by a square
  /// of 4 x 4 that overlaps the one before.
  void transpose(const S *start, const int64_t *side, int64_t count, int64_t depthCount,
                 int64_t width, T *out) const {
    if (count < 4) {
      for (int64_t i = 0; i < count; ++i)
        for (int64_t p = 0; p < depthCount; ++p)
          out[p * width + i] = E::template get<T>(start + side[i] + p);
      return;
    }
    const int64_t ahead = source.sideCount - (side - source.side); // side elements from here on
    for (int64_t next = 0; next < count; next += 4) {
      const int64_t i = std::min(next, count - 4);
      const S *rows[4] = {start + side[i], start + side[i + 1], start + side[i + 2],
                          start + side[i + 3]};
      for (int64_t p = 0; p < depthCount; p += 4) {
        // Prefetches the next four rows, one cache line ahead of the transposes.
        if (p % 16 == 0 && i + 8 <= ahead)
          for (int r = 4; r < 8; ++r)
            __builtin_prefetch(start + side[i + r] + p);
        const int64_t q = std::min(p, depthCount - 4);
        transpose4<E, T>(rows, q, out + q * width + i, width);
      }
    }
  }
};

/// Whether a matmul in T may read elements of type E. Excludes integer sums of floats, which no
/// config has, so that these loops are not instantiated.
template <class E, class T> constexpr bool converts() {
  return std::is_floating_point_v<T> || std::is_integral_v<typename E::Number>;
}

} // namespace

// Chooses the way by the offsets: contiguous sides copy all panels at once, otherwise each panel is
// examined. A sum over no k packs nothing.
// Example: 3 side elements a, b, c with k of 2 and a width of 2:
//   panel 0: a0 b0 a1 b1   panel 1: c0 0 c1 0
template <class T> void pack(const PackSource &source, int64_t width, T *packed) {
  if (source.depthCount == 0)
    return;
  forElement(source.type, [&](auto element) {
    using E = decltype(element);
    if constexpr (converts<E, T>()) {
      Packer<E, T> packer{source, static_cast<const typename E::Storage *>(source.base),
                          isConsecutive(source.depth, source.depthCount)};
      if (source.sideCount && isConsecutive(source.side, source.sideCount))
        return packer.copy(0, source.sideCount, width, packed);
      for (int64_t i = 0; i < source.sideCount; i += width) {
        const int64_t count = std::min(width, source.sideCount - i);
        if (isConsecutive(source.side + i, count))
          packer.copy(i, count, width, packed);
        else
          packer.gatherPanel(source.side + i, count, width, packed + i * source.depthCount);
      }
    }
  });
  if (source.negateOdd)
    for (int64_t i = 0; i < source.sideCount; i += width)
      for (int64_t p = 1; p < source.depthCount; p += 2)
        for (int64_t j = 0; j < width; ++j)
          packed[i * source.depthCount + p * width + j] *= T(-1);
}

// Contiguous columns are converted in one loop that vectorises; others are written one by one.
template <class T> void store(const T *block, int64_t stride, const StoreTarget &target) {
  forElement(target.type, [&](auto element) {
    using E = decltype(element);
    if constexpr (converts<E, T>()) {
      const bool unit = isConsecutive(target.columns, target.columnCount);
      for (int64_t i = 0; i < target.rowCount; ++i) {
        auto *row = static_cast<typename E::Storage *>(target.base) + target.rows[i];
        const T *sums = block + i * stride;
        if (unit && !target.add) {
          row += target.columnCount ? target.columns[0] : 0;
          if constexpr (std::is_same_v<E, Bf16Element> && std::is_same_v<T, float>) {
            roundRun(row, sums, target.columnCount);
            continue;
          }
          for (int64_t j = 0; j < target.columnCount; ++j)
            E::template set<T>(row + j, sums[j]);
          continue;
        }
        for (int64_t j = 0; j < target.columnCount; ++j) {
          auto *at = row + target.columns[j];
          E::template set<T>(at, target.add ? T(E::template get<T>(at) + sums[j]) : sums[j]);
        }
      }
    }
  });
}

// The four types of Compute.
template void pack(const PackSource &, int64_t, float *);
template void pack(const PackSource &, int64_t, double *);
template void pack(const PackSource &, int64_t, int32_t *);
template void pack(const PackSource &, int64_t, int64_t *);
template void store(const float *, int64_t, const StoreTarget &);
template void store(const double *, int64_t, const StoreTarget &);
template void store(const int32_t *, int64_t, const StoreTarget &);
template void store(const int64_t *, int64_t, const StoreTarget &);

} // namespace spmd::rt
