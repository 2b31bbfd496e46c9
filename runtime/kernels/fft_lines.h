// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes of vectors for as many lines in memory: value j of lane l is at offsets[l] + j * stride.
#pragma once
#include <cstdint>
#include <utility>

namespace spmd::rt {

template <class T, int Bytes> struct LineVector {
  static constexpr int kCount = Bytes / int(sizeof(T));
  typedef T V __attribute__((vector_size(Bytes)));
  typedef T Unaligned __attribute__((vector_size(Bytes), aligned(alignof(T)), may_alias));
};

/// Up to N lines. Lanes from `count` on repeat the last line and are not stored.
template <int N> struct Lines {
  int64_t offsets[N] = {};
  int64_t stride = 1;
  int count = 0;
  bool areNeighbours = false; // offsets[l] == offsets[0] + l, and all of them are there
};

/// Every second element of a and then of b, from `First` on.
template <int First, class V, size_t... I>
[[gnu::always_inline]] inline V everySecond(V a, V b, std::index_sequence<I...>) {
  return __builtin_shufflevector(a, b, (2 * int(I) + First)...);
}

/// Element l of a in the even lanes and element l of b in the odd ones, for the first or the second
/// half of l.
template <bool Second, class V, size_t... I>
[[gnu::always_inline]] inline V interleaved(V a, V b, std::index_sequence<I...>) {
  constexpr int n = sizeof...(I);
  return __builtin_shufflevector(a, b, (int(I) / 2 + (I % 2 ? n : 0) + (Second ? n / 2 : 0))...);
}

/// v[i][l] becomes v[l][i]. Each round moves one bit of the row into the lane and one back.
template <class V, int N> [[gnu::always_inline]] inline void transpose(V (&v)[N]) {
  constexpr auto lanes = std::make_index_sequence<N>();
#pragma GCC unroll 4
  for (int bits = 1; bits < N; bits *= 2) {
    V next[N];
#pragma GCC unroll 8
    for (int i = 0; i < N / 2; ++i) {
      next[2 * i] = interleaved<false>(v[i], v[i + N / 2], lanes);
      next[2 * i + 1] = interleaved<true>(v[i], v[i + N / 2], lanes);
    }
#pragma GCC unroll 16
    for (int i = 0; i < N; ++i)
      v[i] = next[i];
  }
}

/// to[j * step] = value j of all lines of the array at `base`, for j < n.
template <class T, int Bytes, int N, class V>
[[gnu::always_inline]] inline void loadLines(const T *base, const Lines<N> &from, int64_t n, V *to,
                                             int64_t step) {
  using U = typename LineVector<T, Bytes>::Unaligned;
  int64_t j = 0;
  if (from.areNeighbours)
    for (; j < n; ++j)
      to[j * step] = *reinterpret_cast<const U *>(base + from.offsets[0] + j * from.stride);
  if (from.stride == 1)
    for (; j + N <= n; j += N) {
      V v[N];
#pragma GCC unroll 16
      for (int l = 0; l < N; ++l)
        v[l] = *reinterpret_cast<const U *>(base + from.offsets[l] + j);
      transpose(v);
#pragma GCC unroll 16
      for (int i = 0; i < N; ++i)
        to[(j + i) * step] = v[i];
    }
  for (; j < n; ++j)
    for (int l = 0; l < N; ++l)
      to[j * step][l] = base[from.offsets[l] + j * from.stride];
}

/// Value j of all lines of the array at `base` = from[j * step], for j < n.
template <class T, int Bytes, int N, class V>
[[gnu::always_inline]] inline void storeLines(T *base, const Lines<N> &to, int64_t n, const V *from,
                                              int64_t step) {
  using U = typename LineVector<T, Bytes>::Unaligned;
  int64_t j = 0;
  if (to.areNeighbours)
    for (; j < n; ++j)
      *reinterpret_cast<U *>(base + to.offsets[0] + j * to.stride) = from[j * step];
  if (to.stride == 1)
    for (; j + N <= n; j += N) {
      V v[N];
#pragma GCC unroll 16
      for (int i = 0; i < N; ++i)
        v[i] = from[(j + i) * step];
      transpose(v);
#pragma GCC unroll 16
      for (int l = 0; l < N; ++l)
        if (l < to.count)
          *reinterpret_cast<U *>(base + to.offsets[l] + j) = v[l];
    }
  for (; j < n; ++j)
    for (int l = 0; l < to.count; ++l)
      base[to.offsets[l] + j * to.stride] = from[j * step][l];
}

/// The same lines where value j of lane l is the pair at 2 * (offsets[l] + j * stride).
template <int N> [[gnu::always_inline]] inline Lines<N> pairsOfLines(Lines<N> lines) {
  for (int64_t &offset : lines.offsets)
    offset *= 2;
  lines.areNeighbours = false;
  return lines;
}

/// to[2 * j], to[2 * j + 1] = real and imaginary part of value j of all lines, for j < n.
template <class T, int Bytes, int N, class V>
[[gnu::always_inline]] inline void loadPairs(const T *base, const Lines<N> &from, int64_t n,
                                             V *to) {
  constexpr auto lanes = std::make_index_sequence<N>();
  using U = typename LineVector<T, Bytes>::Unaligned;
  if (from.stride == 1)
    return loadLines<T, Bytes>(base, pairsOfLines(from), 2 * n, to, 1);
  for (int64_t j = 0; j < n; ++j, to += 2)
    if (from.areNeighbours) {
      const T *first = base + 2 * (from.offsets[0] + j * from.stride);
      const V a = *reinterpret_cast<const U *>(first), b = *reinterpret_cast<const U *>(first + N);
      to[0] = everySecond<0>(a, b, lanes);
      to[1] = everySecond<1>(a, b, lanes);
    } else {
      for (int l = 0; l < N; ++l)
        for (int part = 0; part < 2; ++part)
          to[part][l] = base[2 * (from.offsets[l] + j * from.stride) + part];
    }
}

/// Stores pairs likewise.
template <class T, int Bytes, int N, class V>
[[gnu::always_inline]] inline void storePairs(T *base, const Lines<N> &to, int64_t n,
                                              const V *from) {
  constexpr auto lanes = std::make_index_sequence<N>();
  using U = typename LineVector<T, Bytes>::Unaligned;
  if (to.stride == 1)
    return storeLines<T, Bytes>(base, pairsOfLines(to), 2 * n, from, 1);
  for (int64_t j = 0; j < n; ++j, from += 2)
    if (to.areNeighbours) {
      T *first = base + 2 * (to.offsets[0] + j * to.stride);
      *reinterpret_cast<U *>(first) = interleaved<false>(from[0], from[1], lanes);
      *reinterpret_cast<U *>(first + N) = interleaved<true>(from[0], from[1], lanes);
    } else {
      for (int l = 0; l < to.count; ++l)
        for (int part = 0; part < 2; ++part)
          base[2 * (to.offsets[l] + j * to.stride) + part] = from[part][l];
    }
}

} // namespace spmd::rt
