// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matmuls of integers of at most 16 bits with sums of 32 bits. Operands are packed as pairs of
// neighbouring k, 16 bits each, because CPUs multiply such pairs and add the two products in one
// instruction (pmaddwd, vpdpwssd): two to four times the rate of 32-bit multiplications. Sums of
// two products fit 32 bits but for (-32768)^2 twice, which wraps as the sum would.
//
// Example: row {a, b, c} of lhs is {(a, b), (c, 0)}; three rows of rhs are two rows of pairs.
#include "runtime/kernels/gemm_pairs.h"
#include "runtime/cpu.h"
#include "runtime/elements.h"
#include "runtime/kernels/gemm_pack.h"
#include "runtime/kernels/workspace.h"
#include <algorithm>
#include <utility>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace spmd::rt {
namespace {

/// Pairs of one section of k: rows of lhs (512 x 2 KiB) fill the second cache of a core with 1 MiB,
/// a panel of rhs (64 KiB) streams from there.
constexpr int64_t kDepth = 512;

using Pair = int32_t; // the element of the even k in the low half

/// Computes c[rowOffsets[i] + j] (+)= sum over p < depth of the products of pairs lhs[lhsRows[i] +
/// p] and rhs[p * columns + j].
struct PairKernel {
  int64_t rows, columns;
  void (*run)(int64_t depth, const Pair *lhs, const int64_t *lhsRows, const Pair *rhs, int32_t *c,
              const int64_t *rowOffsets, bool add);
};

// The body of a kernel: Rows x 2 vectors of sums stay in registers. It is a macro because
// intrinsics must stand in functions of their instruction set. MULTIPLY_ADD(sum, a, b) adds
// products of pairs.
#define PAIR_KERNEL(name, attribute, Vector, load, store, broadcast, zero, add32, MULTIPLY_ADD,    \
                    Rows, Lanes)                                                                   \
  attribute void name(int64_t depth, const Pair *lhs, const int64_t *lhsRows, const Pair *rhs,     \
                      int32_t *c, const int64_t *rowOffsets, bool add) {                           \
    Vector sums[Rows][2];                                                                          \
    const Pair *rows[Rows];                                                                        \
    _Pragma("GCC unroll 16") for (int i = 0; i < (Rows); ++i) {                                    \
      rows[i] = lhs + lhsRows[i];                                                                  \
      sums[i][0] = sums[i][1] = zero();                                                            \
    }                                                                                              \
    for (int64_t p = 0; p < depth; ++p, rhs += 2 * (Lanes)) {                                      \
      const Vector left = load(rhs), right = load(rhs + (Lanes));                                  \
      _Pragma("GCC unroll 16") for (int i = 0; i < (Rows); ++i) {                                  \
        const Vector pair = broadcast(rows[i][p]);                                                 \
        sums[i][0] = MULTIPLY_ADD(sums[i][0], pair, left);                                         \
        sums[i][1] = MULTIPLY_ADD(sums[i][1], pair, right);                                        \
      }                                                                                            \
    }                                                                                              \
    _Pragma("GCC unroll 16") for (int i = 0; i < (Rows); ++i) {                                    \
      int32_t *to = c + rowOffsets[i];                                                             \
      store(to, add ? add32(load(to), sums[i][0]) : sums[i][0]);                                   \
      store(to + (Lanes), add ? add32(load(to + (Lanes)), sums[i][1]) : sums[i][1]);               \
    }                                                                                              \
  }

#if defined(__x86_64__)
#define LOAD128(at) _mm_loadu_si128(reinterpret_cast<const __m128i *>(at))
#define STORE128(at, v) _mm_storeu_si128(reinterpret_cast<__m128i *>(at), v)
#define LOAD256(at) _mm256_loadu_si256(reinterpret_cast<const __m256i *>(at))
#define STORE256(at, v) _mm256_storeu_si256(reinterpret_cast<__m256i *>(at), v)
#define ADD_PAIRS128(sum, a, b) _mm_add_epi32(sum, _mm_madd_epi16(a, b))
#define ADD_PAIRS256(sum, a, b) _mm256_add_epi32(sum, _mm256_madd_epi16(a, b))
#define ADD_PAIRS512(sum, a, b) _mm512_add_epi32(sum, _mm512_madd_epi16(a, b))
PAIR_KERNEL(pairs128, , __m128i, LOAD128, STORE128, _mm_set1_epi32, _mm_setzero_si128,
            _mm_add_epi32, ADD_PAIRS128, 4, 4)
PAIR_KERNEL(pairs256, [[gnu::target("avx2")]], __m256i, LOAD256, STORE256, _mm256_set1_epi32,
            _mm256_setzero_si256, _mm256_add_epi32, ADD_PAIRS256, 6, 8)
PAIR_KERNEL(pairs512, [[gnu::target("avx512f,avx512bw")]], __m512i, _mm512_loadu_si512,
            _mm512_storeu_si512, _mm512_set1_epi32, _mm512_setzero_si512, _mm512_add_epi32,
            ADD_PAIRS512, 12, 16)
PAIR_KERNEL(pairsVnni, [[gnu::target("avx512f,avx512bw,avx512vnni")]], __m512i, _mm512_loadu_si512,
            _mm512_storeu_si512, _mm512_set1_epi32, _mm512_setzero_si512, _mm512_add_epi32,
            _mm512_dpwssd_epi32, 12, 16)
#else
/// Lanes of 32 bits on other CPUs.
typedef int32_t Lanes4 __attribute__((vector_size(16)));
typedef uint32_t Wrapping4 __attribute__((vector_size(16)));
typedef int32_t Unaligned4 __attribute__((vector_size(16), aligned(4), may_alias));
inline Lanes4 broadcast4(Pair pair) { return pair - Lanes4{}; }
inline Lanes4 zero4() { return Lanes4{}; }
inline Lanes4 load4(const int32_t *at) { return *reinterpret_cast<const Unaligned4 *>(at); }
inline void store4(int32_t *at, Lanes4 v) { *reinterpret_cast<Unaligned4 *>(at) = v; }
inline Lanes4 add4(Lanes4 a, Lanes4 b) { return Lanes4(Wrapping4(a) + Wrapping4(b)); }
inline Lanes4 addPairs4(Lanes4 sum, Lanes4 a, Lanes4 b) {
  const auto low = [](Lanes4 v) { return Wrapping4(Lanes4(Wrapping4(v) << 16) >> 16); };
  const auto high = [](Lanes4 v) { return Wrapping4(v >> 16); };
  return Lanes4(Wrapping4(sum) + low(a) * low(b) + high(a) * high(b));
}
PAIR_KERNEL(pairs128, , Lanes4, load4, store4, broadcast4, zero4, add4, addPairs4, 4, 4)
#endif
#undef PAIR_KERNEL

// VNNI has no name of its own in Isa, so a limit of any kind leaves it out.
PairKernel kernelOfThisCpu() {
#if defined(__x86_64__)
  if (!isaLimit() && __builtin_cpu_supports("avx512vnni") && isaOfThisCpu() >= Isa::Avx512)
    return {12, 32, pairsVnni};
  if (isaOfThisCpu() >= Isa::Avx512)
    return {12, 32, pairs512};
  if (isaOfThisCpu() >= Isa::Avx2)
    return {6, 16, pairs256};
#endif
  return {4, 8, pairs128};
}

int64_t roundUp(int64_t value, int64_t unit) { return (value + unit - 1) / unit * unit; }

Pair pairOf(int low, int high) { return Pair(uint32_t(uint16_t(low)) | uint32_t(high) << 16); }

/// One element at a time, for any layout; the last pair of an odd count has a zero.
template <class S> Pair pairAt(const S *row, const int64_t *depth, int64_t count, int64_t p) {
  return pairOf(row[depth[2 * p]], 2 * p + 1 < count ? row[depth[2 * p + 1]] : 0);
}

bool isRun(const int64_t *offsets, int64_t count) {
  for (int64_t i = 1; i < count; ++i)
    if (offsets[i] != offsets[i - 1] + 1)
      return false;
  return true;
}

/// Rows of lhs as rows of pairs, each `stride` pairs long.
// A row of lhs stays a row, so that the kernel broadcasts pairs from it and no transposition is
// needed; rows of transposed layouts are gathered pair by pair.
template <class S>
void packRows(const S *base, const int64_t *side, int64_t rows, const int64_t *depth, int64_t count,
              int64_t stride, Pair *to) {
  const int64_t pairs = (count + 1) / 2;
  const bool isContiguous = isRun(depth, count);
  for (int64_t i = 0; i < rows; ++i, to += stride) {
    const S *row = base + side[i];
    if (!isContiguous) {
      for (int64_t p = 0; p < pairs; ++p)
        to[p] = pairAt(row, depth, count, p);
      continue;
    }
    // The halves of pairs are the elements in their order on CPUs with low bytes first.
    auto *halves = reinterpret_cast<int16_t *>(to);
    const S *from = row + depth[0];
    for (int64_t p = 0; p < count; ++p)
      halves[p] = int16_t(from[p]);
    if (count % 2)
      halves[count] = 0;
  }
}

/// Columns of rhs as panels of `width` columns: pairs of one row after the other.
// Where columns are contiguous, two rows of rhs are interleaved by a loop that vectorises. Panels
// at the edge are filled up with zeros, which add nothing.
template <class S>
void packPanels(const S *base, const int64_t *side, int64_t columns, const int64_t *depth,
                int64_t count, int64_t width, Pair *to) {
  const int64_t pairs = (count + 1) / 2;
  for (int64_t j = 0; j < columns; j += width, to += pairs * width) {
    const int64_t there = std::min(width, columns - j);
    if (there < width)
      std::fill_n(to, pairs * width, 0);
    if (!isRun(side + j, there)) {
      for (int64_t c = 0; c < there; ++c)
        for (int64_t p = 0; p < pairs; ++p)
          to[p * width + c] = pairAt(base + side[j + c], depth, count, p);
      continue;
    }
    for (int64_t p = 0; p < pairs; ++p) {
      const S *low = base + side[j] + depth[2 * p];
      Pair *out = to + p * width;
      if (2 * p + 1 == count) {
        for (int64_t c = 0; c < there; ++c)
          out[c] = pairOf(low[c], 0);
        continue;
      }
      const S *high = base + side[j] + depth[2 * p + 1];
      for (int64_t c = 0; c < there; ++c)
        out[c] = pairOf(low[c], high[c]);
    }
  }
}

/// Calls f with the C++ type of the elements.
template <class F> void forNarrow(DType type, F &&f) {
  if (type == DType::S8)
    return f(int8_t{});
  if (type == DType::U8)
    return f(uint8_t{});
  f(int16_t{});
}

/// The workspace of one tile.
struct PairTile {
  int64_t *lhsRows, *rowOffsets, *edgeRows, *lhsSide, *rhsSide, *resultRows, *resultColumns;
  int64_t *lhsDepth, *rhsDepth;
  Pair *left, *panels;
  int32_t *sums;

  PairTile(int64_t rows, int64_t columns, int64_t depth, int64_t pairs) {
    const int64_t offsets = 5 * rows + 2 * columns + 2 * depth + 16;
    auto *next = reinterpret_cast<int64_t *>(
        workspace(WorkspaceUse::Matmul,
                  uint64_t(offsets) * sizeof(int64_t) +
                      uint64_t((rows + columns) * pairs + rows * columns) * sizeof(Pair)));
    auto take = [&](int64_t count) { return std::exchange(next, next + count); };
    lhsRows = take(rows), rowOffsets = take(rows), lhsSide = take(rows), resultRows = take(rows);
    edgeRows = take(rows), rhsSide = take(columns), resultColumns = take(columns);
    lhsDepth = take(depth), rhsDepth = take(depth);
    sums = reinterpret_cast<int32_t *>(next);
    left = sums + rows * columns, panels = left + rows * pairs;
  }
};

} // namespace

bool suitsPairs(const GemmPlan &plan) {
  auto isNarrow = [](DType type) {
    return type == DType::S8 || type == DType::U8 || type == DType::S16;
  };
  return plan.backend == GemmBackend::Panels && plan.compute == Compute::I32 &&
         isNarrow(plan.lhs) && isNarrow(plan.rhs) && plan.k.size >= 2;
}

// Sums go to a block of whole panels first, and from there to the result in its type and layout.
void runPairs(const GemmPlan &plan, const GemmRegion &region, bool adds, const std::byte *lhs,
              const std::byte *rhs, std::byte *result) {
  static const PairKernel kernel = kernelOfThisCpu();
  const int64_t rows = roundUp(region.mCount, kernel.rows),
                columns = roundUp(region.nCount, kernel.columns),
                pairs = std::min((plan.k.size + 1) / 2, kDepth);
  PairTile tile(rows, columns, plan.k.size, pairs);
  fillOffsets(plan.m, &GemmDim::lhs, region.mBegin, region.mCount, tile.lhsSide);
  fillOffsets(plan.n, &GemmDim::rhs, region.nBegin, region.nCount, tile.rhsSide);
  fillOffsets(plan.m, &GemmDim::result, region.mBegin, region.mCount, tile.resultRows);
  fillOffsets(plan.n, &GemmDim::result, region.nBegin, region.nCount, tile.resultColumns);
  fillOffsets(plan.k, &GemmDim::lhs, 0, plan.k.size, tile.lhsDepth);
  fillOffsets(plan.k, &GemmDim::rhs, 0, plan.k.size, tile.rhsDepth);
  for (int64_t i = 0; i < rows; ++i) {
    tile.lhsRows[i] = std::min(i, region.mCount - 1) * pairs; // rows that lack repeat the last one
    tile.rowOffsets[i] = i * columns;
  }
  // Sections of k: both sides are packed, then each panel meets all rows while it is in the first
  // cache. From the second section on, sums are added to those that are there.
  for (int64_t begin = 0; begin < plan.k.size; begin += 2 * pairs) {
    const int64_t count = std::min(2 * pairs, plan.k.size - begin), deep = (count + 1) / 2;
    forNarrow(plan.lhs, [&]<class S>(S) {
      packRows(reinterpret_cast<const S *>(lhs), tile.lhsSide, region.mCount, tile.lhsDepth + begin,
               count, pairs, tile.left);
    });
    forNarrow(plan.rhs, [&]<class S>(S) {
      packPanels(reinterpret_cast<const S *>(rhs), tile.rhsSide, region.nCount,
                 tile.rhsDepth + begin, count, kernel.columns, tile.panels);
    });
    for (int64_t j = 0; j < columns; j += kernel.columns)
      for (int64_t i = 0; i < rows; i += kernel.rows)
        kernel.run(deep, tile.left, tile.lhsRows + i, tile.panels + j * deep, tile.sums + j,
                   tile.rowOffsets + i, begin > 0);
  }
  store<int32_t>(tile.sums, columns,
                 {plan.result, result, tile.resultRows, tile.resultColumns, region.mCount,
                  region.nCount, adds});
}

} // namespace spmd::rt
