// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Multiplies a few rows with a matrix in place, in one of two ways.
//
// Where the columns of rhs are contiguous, four or eight rows of rhs at a time are added to the
// sums, which stay in the first-level cache. Where its k elements are contiguous, dot products of
// four columns and two rows at a time are computed. lhs is read in place where possible: with rhs
// in a cache, copying a few rows for each tile took a fifth of the time (measured).
#include "runtime/cpu.h"
#include "runtime/kernels/gemm_backends.h"
#include "runtime/kernels/gemm_pack.h"
#include "runtime/kernels/workspace.h"
#include "runtime/small_floats.h"
#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

namespace spmd::rt {
namespace {

/// A vector of T, and the conversion of elements of W to it.
template <class T, class W, int Bytes> struct Lanes {
  typedef T Vector __attribute__((vector_size(Bytes)));
  typedef T Unaligned __attribute__((vector_size(Bytes), aligned(alignof(T)), may_alias));
  typedef std::conditional_t<sizeof(T) == 8, int64_t, int32_t> Mask
      __attribute__((vector_size(Bytes)));
  static constexpr int kCount = Bytes / int(sizeof(T));

  // Loads kCount contiguous elements as one vector.
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

/// The operands of one tile: rows of lhs and of the sums in T, and rhs with its offsets.
template <class T, class W> struct Skinny {
  const T *lhs; // [rows, depth]
  int64_t lhsStride;
  const W *rhs;
  const int64_t *rhsColumns, *rhsDepth;
  T *sums; // [rows, columns]
  int64_t sumStride;
  int64_t rows, columns, depth;
  bool alongColumns;
};

/// Adds a group of rows of rhs to the sums: sums[i * sumStride + j] += sum over g of lhs[i *
/// lhsStride + g] * rhs[g][j], for `Rows` rows.
template <class T, class W, int Bytes, int Rows, int Group>
[[gnu::always_inline]] inline void addRows(const Skinny<T, W> &s, int64_t i0, int64_t p,
                                           const W *const *rhs) {
  using L = Lanes<T, W, Bytes>;
  using Vector = typename L::Vector;
  const int64_t columns = s.columns, sumStride = s.sumStride, lhsStride = s.lhsStride;
  const T *lhs = s.lhs + i0 * lhsStride + p;
  T *sums = s.sums + i0 * sumStride;
  // Copied to registers first: the compiler must assume that a store to the sums changes lhs.
  Vector left[Rows][Group];
#pragma GCC unroll 4
  for (int i = 0; i < Rows; ++i)
#pragma GCC unroll 8
    for (int g = 0; g < Group; ++g)
      left[i][g] = lhs[i * lhsStride + g] - Vector{};
  int64_t j = 0;
  for (; j + L::kCount <= columns; j += L::kCount) {
    Vector right[Group];
#pragma GCC unroll 8
    for (int g = 0; g < Group; ++g)
      L::load(rhs[g] + j, right[g]);
#pragma GCC unroll 4
    for (int i = 0; i < Rows; ++i) {
      auto *target = reinterpret_cast<typename L::Unaligned *>(sums + i * sumStride + j);
      Vector sum = *target;
#pragma GCC unroll 8
      for (int g = 0; g < Group; ++g)
        sum += left[i][g] * right[g];
      *target = sum;
    }
  }
  // The remaining columns, one by one.
  for (; j < columns; ++j)
    for (int i = 0; i < Rows; ++i)
      for (int g = 0; g < Group; ++g)
        sums[i * sumStride + j] += lhs[i * lhsStride + g] * L::scalar(rhs[g] + j);
}

/// Adds a group of rows of rhs, from depth p on, for all rows of lhs. Three rows run at a time,
/// whose factors fill twelve registers. A rest of four runs as two and two, not as three and one.
template <class T, class W, int Bytes, int Group>
[[gnu::always_inline]] inline void addGroup(const Skinny<T, W> &s, int64_t p) {
  const W *group[Group];
  for (int g = 0; g < Group; ++g)
    group[g] = s.rhs + s.rhsColumns[0] + s.rhsDepth[p + g];
  int64_t i = 0;
  for (int64_t left = s.rows; left > 0; left = s.rows - i) {
    if (left == 1)
      addRows<T, W, Bytes, 1, Group>(s, i, p, group), i += 1;
    else if (left == 2 || left == 4)
      addRows<T, W, Bytes, 2, Group>(s, i, p, group), i += 2;
    else
      addRows<T, W, Bytes, 3, Group>(s, i, p, group), i += 3;
  }
}

/// The way for contiguous columns of rhs. A single row of lhs takes eight rows of rhs at once: its
/// factors leave room in the registers.
template <class T, class W, int Bytes>
[[gnu::always_inline]] inline void addAll(const Skinny<T, W> &s) {
  for (int64_t i = 0; i < s.rows; ++i)
    std::fill_n(s.sums + i * s.sumStride, s.columns, T(0));
  int64_t p = 0;
  if (s.rows == 1)
    for (; p + 8 <= s.depth; p += 8) {
      const W *group[8];
      for (int g = 0; g < 8; ++g)
        group[g] = s.rhs + s.rhsColumns[0] + s.rhsDepth[p + g];
      addRows<T, W, Bytes, 1, 8>(s, 0, p, group);
    }
  for (; p + 4 <= s.depth; p += 4)
    addGroup<T, W, Bytes, 4>(s, p);
  for (; p < s.depth; ++p)
    addGroup<T, W, Bytes, 1>(s, p);
}

/// The sum of all lanes, by halves.
template <class L, size_t... I>
[[gnu::always_inline]] inline auto totalOf(typename L::Vector v, std::index_sequence<I...>) {
#pragma GCC unroll 4
  for (int half = L::kCount / 2; half; half /= 2)
    switch (half) {
    case 8:
      v += __builtin_shufflevector(v, v, (I + 8) % L::kCount...);
      break;
    case 4:
      v += __builtin_shufflevector(v, v, (I + 4) % L::kCount...);
      break;
    case 2:
      v += __builtin_shufflevector(v, v, (I + 2) % L::kCount...);
      break;
    default:
      v += __builtin_shufflevector(v, v, (I + 1) % L::kCount...);
    }
  return v[0];
}

/// Computes Rows x Columns dot products from (i0, j0) on: sums[i, j] = sum over p < depth of lhs[i,
/// p] * rhs[j][p]. Each lane sums its own elements, and the lanes are added at the end. The last
/// vector of a row ends with it, and the lanes that were summed before are cleared in both.
template <class T, class W, int Bytes, int Rows, int Columns>
[[gnu::always_inline]] inline void dots(const Skinny<T, W> &s, int64_t i0, int64_t j0,
                                        const W *const *rhs) {
  using L = Lanes<T, W, Bytes>;
  using Vector = typename L::Vector;
  using Mask = typename L::Mask;
  const int64_t depth = s.depth;
  const T *lhs = s.lhs + i0 * s.lhsStride;
  Vector sum[Rows][Columns] = {};
  auto add = [&](int64_t p, Mask mask) __attribute__((always_inline)) {
    Vector right[Columns];
#pragma GCC unroll 8
    for (int j = 0; j < Columns; ++j) {
      L::load(rhs[j] + p, right[j]);
      right[j] = Vector(Mask(right[j]) & mask);
    }
#pragma GCC unroll 2
    for (int i = 0; i < Rows; ++i) {
      Vector left = *reinterpret_cast<const typename L::Unaligned *>(lhs + i * s.lhsStride + p);
      left = Vector(Mask(left) & mask);
#pragma GCC unroll 8
      for (int j = 0; j < Columns; ++j)
        sum[i][j] += left * right[j];
    }
  };
  const int64_t whole = depth / L::kCount * L::kCount;
  for (int64_t p = 0; p < whole; p += L::kCount)
    add(p, ~Mask{});
  const bool hasRest = whole < depth, isShort = depth < L::kCount;
  if (hasRest && !isShort) {
    Mask mask;
    for (int lane = 0; lane < L::kCount; ++lane)
      mask[lane] = depth - L::kCount + lane >= whole ? -1 : 0;
    add(depth - L::kCount, mask);
  }
  for (int i = 0; i < Rows; ++i)
    for (int j = 0; j < Columns; ++j) {
      T total = totalOf<L>(sum[i][j], std::make_index_sequence<L::kCount>());
      for (int64_t q = 0; isShort && q < depth; ++q)
        total += lhs[i * s.lhsStride + q] * L::scalar(rhs[j] + q);
      s.sums[(i0 + i) * s.sumStride + j0 + j] = total;
    }
}

// Chooses the way by the layout of rhs and walks the tile. The remainders of columns and rows run
// as single dot products.
template <class T, class W, int Bytes>
[[gnu::always_inline]] inline void multiply(const Skinny<T, W> &s) {
  if (s.alongColumns)
    return addAll<T, W, Bytes>(s);
  // The columns of a step stay in the first cache while all rows pass. A single row has eight sums,
  // for the latency of an addition; two rows have as many in four columns.
  const int64_t step = s.rows == 1 ? 8 : 4;
  for (int64_t j = 0; j < s.columns; j += step) {
    const W *columns[8];
    const int64_t count = std::min(step, s.columns - j);
    for (int64_t c = 0; c < count; ++c)
      columns[c] = s.rhs + s.rhsColumns[j + c] + s.rhsDepth[0];
    for (int64_t i = 0; i < s.rows; i += 2) {
      const bool two = i + 2 <= s.rows;
      if (count == 8)
        dots<T, W, Bytes, 1, 8>(s, i, j, columns);
      else if (count == 4 && two)
        dots<T, W, Bytes, 2, 4>(s, i, j, columns);
      else if (count == 4)
        dots<T, W, Bytes, 1, 4>(s, i, j, columns);
      else
        for (int64_t c = 0; c < count; ++c)
          for (int64_t r = 0; r < (two ? 2 : 1); ++r)
            dots<T, W, Bytes, 1, 1>(s, i + r, j + c, columns + c);
    }
  }
}

// The same code compiled for each vector width.
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

// Chosen once per process.
template <class T, class W> void multiplyOnThisCpu(const Skinny<T, W> &s) {
  static void (*const best)(const Skinny<T, W> &) = [] {
#if defined(__x86_64__)
    if (isaOfThisCpu() >= Isa::Avx512)
      return multiply512<T, W>;
    if (isaOfThisCpu() >= Isa::Avx2)
      return multiply256<T, W>;
#endif
    return multiply128<T, W>;
  }();
  best(s);
}

/// Whether the array holds elements of T, its rows are contiguous, and it has one dim of rows at
/// most. Such an array can be read or written in place.
template <class T>
bool hasRows(const DimList &rows, const DimList &columns, DType type, int64_t GemmDim::*stride) {
  return type == (std::is_same_v<T, double> ? DType::F64 : DType::F32) && rows.count <= 1 &&
         columns.count == 1 && columns.dims[0].*stride == 1;
}
// The stride of the only dim of a list; 0 for a list without dims.
int64_t strideOf(const DimList &list, int64_t GemmDim::*stride) {
  return list.count ? list.dims[0].*stride : 0;
}

// Prepares the operands of a tile, multiplies, and stores the sums. lhs is packed only where
// hasRows() is false.
// The workspace holds six tables of offsets, then a packed lhs, then the sums.
template <class T, class W>
void runAs(const GemmPlan &plan, const GemmRegion &region, const std::byte *lhs,
           const std::byte *rhs, std::byte *result) {
  const int64_t rows = region.mCount, columns = region.nCount, depth = plan.k.size;
  auto round = [](int64_t count) { return (count + 15) / 16 * 16; }; // parts begin at cache lines
  const int64_t offsets = round(2 * (rows + columns + depth) + 1);
  // Rows of sums must not be a multiple of 4 KiB apart, as rows of rhs and of the result often are.
  // A load would then wait for a store to the same place in another page (measured with 8 rows: 1.4
  // times the time).
  const int64_t sumStride = round(columns) + 16;
  auto *numbers = reinterpret_cast<int64_t *>(workspace(
      WorkspaceUse::Matmul, uint64_t(offsets) * sizeof(int64_t) +
                                uint64_t(round(rows * depth) + rows * sumStride) * sizeof(T)));
  int64_t *lhsRows = numbers, *resultRows = lhsRows + rows, *rhsColumns = resultRows + rows;
  int64_t *resultColumns = rhsColumns + columns, *lhsDepth = resultColumns + columns;
  int64_t *rhsDepth = lhsDepth + depth;
  T *left = reinterpret_cast<T *>(numbers + offsets);
  fillOffsets(plan.n, &GemmDim::rhs, region.nBegin, columns, rhsColumns);
  rhsDepth[0] = 0; // needed also where k is empty
  fillOffsets(plan.k, &GemmDim::rhs, 0, depth, rhsDepth);
  const bool alongColumns = plan.n.count == 1 && plan.n.dims[0].rhs == 1;
  Skinny<T, W> skinny{.lhs = left,
                      .lhsStride = depth,
                      .rhs = reinterpret_cast<const W *>(rhs),
                      .rhsColumns = rhsColumns,
                      .rhsDepth = rhsDepth,
                      .sums = left + round(rows * depth),
                      .sumStride = sumStride,
                      .rows = rows,
                      .columns = columns,
                      .depth = depth,
                      .alongColumns = alongColumns};
  if (hasRows<T>(plan.m, plan.k, plan.lhs, &GemmDim::lhs)) {
    skinny.lhsStride = strideOf(plan.m, &GemmDim::lhs);
    skinny.lhs = reinterpret_cast<const T *>(lhs) + region.mBegin * skinny.lhsStride;
  } else {
    fillOffsets(plan.m, &GemmDim::lhs, region.mBegin, rows, lhsRows);
    fillOffsets(plan.k, &GemmDim::lhs, 0, depth, lhsDepth);
    pack<T>({plan.lhs, lhs, lhsRows, lhsDepth, rows, depth}, 1, left);
  }
  multiplyOnThisCpu<T, W>(skinny);
  if (!plan.addToResult && hasRows<T>(plan.m, plan.n, plan.result, &GemmDim::result)) {
    T *out = reinterpret_cast<T *>(result) + region.nBegin;
    for (int64_t i = 0; i < rows; ++i)
      std::copy_n(skinny.sums + i * sumStride, columns,
                  out + (region.mBegin + i) * strideOf(plan.m, &GemmDim::result));
    return;
  }
  fillOffsets(plan.m, &GemmDim::result, region.mBegin, rows, resultRows);
  fillOffsets(plan.n, &GemmDim::result, region.nBegin, columns, resultColumns);
  store<T>(skinny.sums, sumStride,
           {plan.result, result, resultRows, resultColumns, rows, columns, plan.addToResult});
}

} // namespace

// Dispatches on the type of the sums and of rhs.
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
