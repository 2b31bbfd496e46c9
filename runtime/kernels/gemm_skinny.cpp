// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two ways through rhs. Its columns lie next to each other: eight rows of it at a time are added to
// the sums, which stay in the first cache. Its k elements do: dot products, four columns and two
// rows at a time.
#include "runtime/kernels/gemm_skinny.h"
#include "runtime/kernels/gemm_pack.h"
#include "runtime/kernels/workspace.h"
#include "runtime/small_floats.h"
#include <algorithm>
#include <cstring>
#include <type_traits>

namespace spmd::rt {
namespace {

/// A vector of T and how elements of W become one.
template <class T, class W, int Bytes> struct Lanes {
  typedef T Vector __attribute__((vector_size(Bytes)));
  typedef T Unaligned __attribute__((vector_size(Bytes), aligned(alignof(T)), may_alias));
  static constexpr int kCount = Bytes / int(sizeof(T));

  [[gnu::always_inline]] static void load(const W *at, Vector &to) {
    if constexpr (std::is_same_v<T, W>) {
      to = *reinterpret_cast<const Unaligned *>(at);
    } else { // bf16: the upper half of a float
      uint32_t words[kCount];
#pragma GCC unroll 16
      for (int i = 0; i < kCount; ++i)
        words[i] = uint32_t(at[i]) << 16;
      std::memcpy(&to, words, sizeof to);
    }
  }
  [[gnu::always_inline]] static T scalar(const W *at) {
    if constexpr (std::is_same_v<T, W>)
      return *at;
    else
      return fromBf16(*at);
  }
};

/// What a tile works on: lhs dense in T, offsets of rhs.
template <class T, class W> struct Skinny {
  const T *lhs; // [rows, depth]
  const W *rhs;
  const int64_t *rhsColumns, *rhsDepth;
  T *sums; // [rows, columns]
  int64_t rows, columns, depth;
  bool alongColumns;
};

/// sums[i * columns + j] += sum over g of lhs[i * depth + g] * rhs[g][j], for Rows rows.
template <class T, class W, int Bytes, int Rows, int Group>
[[gnu::always_inline]] inline void addRows(T *sums, int64_t columns, const T *lhs, int64_t depth,
                                           const W *const *rhs) {
  using L = Lanes<T, W, Bytes>;
  using Vector = typename L::Vector;
  Vector left[Rows]
             [Group]; // copies: stores to the sums might change lhs, for all the compiler knows
  for (int i = 0; i < Rows; ++i)
#pragma GCC unroll 8
    for (int g = 0; g < Group; ++g)
      left[i][g] = lhs[i * depth + g] - Vector{};
  int64_t j = 0;
  for (; j + L::kCount <= columns; j += L::kCount) {
    Vector right[Group];
#pragma GCC unroll 8
    for (int g = 0; g < Group; ++g)
      L::load(rhs[g] + j, right[g]);
#pragma GCC unroll 2
    for (int i = 0; i < Rows; ++i) {
      auto *target = reinterpret_cast<typename L::Unaligned *>(sums + i * columns + j);
      Vector sum = *target;
#pragma GCC unroll 8
      for (int g = 0; g < Group; ++g)
        sum += left[i][g] * right[g];
      *target = sum;
    }
  }
  for (; j < columns; ++j)
    for (int i = 0; i < Rows; ++i)
      for (int g = 0; g < Group; ++g)
        sums[i * columns + j] += lhs[i * depth + g] * L::scalar(rhs[g] + j);
}

/// A group of rows of rhs from depth p on, for all rows of lhs.
template <class T, class W, int Bytes, int Rows, int Group>
[[gnu::always_inline]] inline void addGroup(const Skinny<T, W> &s, int64_t p) {
  const W *group[Group];
  for (int g = 0; g < Group; ++g)
    group[g] = s.rhs + s.rhsColumns[0] + s.rhsDepth[p + g];
  int64_t i = 0;
  for (; i + Rows <= s.rows; i += Rows)
    addRows<T, W, Bytes, Rows, Group>(s.sums + i * s.columns, s.columns, s.lhs + i * s.depth + p,
                                      s.depth, group);
  for (; i < s.rows; ++i)
    addRows<T, W, Bytes, 1, Group>(s.sums + i * s.columns, s.columns, s.lhs + i * s.depth + p,
                                   s.depth, group);
}

/// Along the columns of rhs: Rows x Group factors stay in registers.
template <class T, class W, int Bytes, int Rows, int Group>
[[gnu::always_inline]] inline void addAll(const Skinny<T, W> &s) {
  std::fill_n(s.sums, s.rows * s.columns, T(0));
  int64_t p = 0;
  for (; p + Group <= s.depth; p += Group)
    addGroup<T, W, Bytes, Rows, Group>(s, p);
  for (; p < s.depth; ++p)
    addGroup<T, W, Bytes, Rows, 1>(s, p);
}

/// sums[i * columns + j] = sum over p < depth of lhs[i * depth + p] * rhs[j][p], for Rows x Columns
/// of them.
template <class T, class W, int Bytes, int Rows, int Columns>
[[gnu::always_inline]] inline void dots(T *sums, int64_t columns, const T *lhs, int64_t depth,
                                        const W *const *rhs) {
  using L = Lanes<T, W, Bytes>;
  using Vector = typename L::Vector;
  Vector sum[Rows][Columns] = {};
  int64_t p = 0;
  for (; p + L::kCount <= depth; p += L::kCount) {
    Vector right[Columns];
#pragma GCC unroll 4
    for (int j = 0; j < Columns; ++j)
      L::load(rhs[j] + p, right[j]);
#pragma GCC unroll 2
    for (int i = 0; i < Rows; ++i) {
      Vector left = *reinterpret_cast<const typename L::Unaligned *>(lhs + i * depth + p);
#pragma GCC unroll 4
      for (int j = 0; j < Columns; ++j)
        sum[i][j] += left * right[j];
    }
  }
  for (int i = 0; i < Rows; ++i)
    for (int j = 0; j < Columns; ++j) {
      T total = 0;
      for (int lane = 0; lane < L::kCount; ++lane)
        total += sum[i][j][lane];
      for (int64_t q = p; q < depth; ++q)
        total += lhs[i * depth + q] * L::scalar(rhs[j] + q);
      sums[i * columns + j] = total;
    }
}

template <class T, class W, int Bytes>
[[gnu::always_inline]] inline void multiply(const Skinny<T, W> &s) {
  if (s.alongColumns)
    return s.rows == 1 ? addAll<T, W, Bytes, 1, 8>(s) : addAll<T, W, Bytes, 2, 4>(s);
  for (int64_t j = 0; j < s.columns; j += 4) {
    const W *columns[4];
    const int64_t count = std::min<int64_t>(4, s.columns - j);
    for (int64_t c = 0; c < count; ++c)
      columns[c] = s.rhs + s.rhsColumns[j + c] + s.rhsDepth[0];
    for (int64_t i = 0; i < s.rows; i += 2) {
      T *sums = s.sums + i * s.columns + j;
      const T *lhs = s.lhs + i * s.depth;
      const bool two = i + 2 <= s.rows;
      if (count == 4 && two)
        dots<T, W, Bytes, 2, 4>(sums, s.columns, lhs, s.depth, columns);
      else if (count == 4)
        dots<T, W, Bytes, 1, 4>(sums, s.columns, lhs, s.depth, columns);
      else
        for (int64_t c = 0; c < count; ++c)
          for (int64_t r = 0; r < (two ? 2 : 1); ++r)
            dots<T, W, Bytes, 1, 1>(sums + r * s.columns + c, s.columns, lhs + r * s.depth, s.depth,
                                    columns + c);
    }
  }
}

#if defined(__x86_64__)
template <class T, class W>
[[gnu::target("avx512f,avx512dq,avx512bw,avx512vl")]] void multiply512(const Skinny<T, W> &s) {
  multiply<T, W, 64>(s);
}
template <class T, class W> [[gnu::target("avx2,fma")]] void multiply256(const Skinny<T, W> &s) {
  multiply<T, W, 32>(s);
}
#endif
template <class T, class W> void multiply128(const Skinny<T, W> &s) { multiply<T, W, 16>(s); }

template <class T, class W> void multiplyOnThisCpu(const Skinny<T, W> &s) {
  static void (*const best)(const Skinny<T, W> &) = [] {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl"))
      return multiply512<T, W>;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
      return multiply256<T, W>;
#endif
    return multiply128<T, W>;
  }();
  best(s);
}

template <class T, class W>
void runAs(const GemmPlan &plan, const GemmRegion &region, const std::byte *lhs,
           const std::byte *rhs, std::byte *result) {
  const int64_t rows = region.mCount, columns = region.nCount, depth = plan.k.size;
  const int64_t offsets = 2 * (rows + columns + depth) + 1;
  auto *numbers = reinterpret_cast<int64_t *>(
      workspace(WorkspaceUse::Product, uint64_t(offsets) * sizeof(int64_t) +
                                           uint64_t(rows * depth + rows * columns) * sizeof(T)));
  int64_t *lhsRows = numbers, *resultRows = lhsRows + rows, *rhsColumns = resultRows + rows;
  int64_t *resultColumns = rhsColumns + columns, *lhsDepth = resultColumns + columns;
  int64_t *rhsDepth = lhsDepth + depth;
  T *left = reinterpret_cast<T *>(numbers + offsets), *sums = left + rows * depth;
  fillOffsets(plan.m, &GemmDim::lhs, region.mBegin, rows, lhsRows);
  fillOffsets(plan.m, &GemmDim::result, region.mBegin, rows, resultRows);
  fillOffsets(plan.n, &GemmDim::rhs, region.nBegin, columns, rhsColumns);
  fillOffsets(plan.n, &GemmDim::result, region.nBegin, columns, resultColumns);
  fillOffsets(plan.k, &GemmDim::lhs, 0, depth, lhsDepth);
  rhsDepth[0] = 0; // also where k is empty
  fillOffsets(plan.k, &GemmDim::rhs, 0, depth, rhsDepth);
  pack<T>({plan.lhs, lhs, lhsRows, lhsDepth, rows, depth}, 1, left);
  const bool alongColumns = plan.n.count == 1 && plan.n.dims[0].rhs == 1;
  multiplyOnThisCpu<T, W>({left, reinterpret_cast<const W *>(rhs), rhsColumns, rhsDepth, sums, rows,
                           columns, depth, alongColumns});
  store<T>(sums, columns,
           {plan.result, result, resultRows, resultColumns, rows, columns, plan.addToResult});
}

} // namespace

void runSkinny(const GemmPlan &plan, const GemmRegion &region, const std::byte *lhs,
               const std::byte *rhs, std::byte *result) {
  if (plan.compute == Compute::F64)
    runAs<double, double>(plan, region, lhs, rhs, result);
  else if (plan.rhs == DType::F32)
    runAs<float, float>(plan, region, lhs, rhs, result);
  else
    runAs<float, uint16_t>(plan, region, lhs, rhs, result);
}

} // namespace spmd::rt
