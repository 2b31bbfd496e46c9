// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds plans: merging dims, swapping sides and choosing tile sizes.
#include "runtime/kernels/gemm_plan.h"
#include "runtime/cpu.h"
#include "runtime/kernels/plain_matrix.h"
#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>
#include <utility>

namespace spmd::rt {

// A dim joins the previous one where both are one stride apart in all three arrays: sizes {4, 8}
// with strides {8, 1} become {32} with stride 1. Dims of size 1 are dropped.
void DimList::append(const GemmDim &dim) {
  size *= dim.size;
  if (dim.size == 1)
    return;
  if (count > 0) {
    GemmDim &outer = dims[count - 1];
    if (outer.lhs == dim.lhs * dim.size && outer.rhs == dim.rhs * dim.size &&
        outer.result == dim.result * dim.size) {
      outer = {outer.size * dim.size, dim.lhs, dim.rhs, dim.result};
      return;
    }
  }
  appendApart(dim);
}

void DimList::appendApart(const GemmDim &dim) {
  if (count == int(dims.size()))
    dims.emplace_back();
  dims[count++] = dim;
}

// Walks the list like an odometer; runs of the innermost dim are filled by a simple loop.
void fillOffsets(const DimList &list, int64_t GemmDim::*stride, int64_t begin, int64_t count,
                 int64_t *offsets) {
  if (list.count == 0 || count == 0) {
    std::fill_n(offsets, count, 0);
    return;
  }
  llvm::SmallVector<int64_t, 12> index(list.count);
  int64_t rest = begin, offset = 0;
  for (int d = list.count; d-- > 0; rest /= list.dims[d].size) {
    index[d] = rest % list.dims[d].size;
    offset += index[d] * (list.dims[d].*stride);
  }
  const GemmDim &inner = list.dims[list.count - 1];
  for (int64_t i = 0; i < count;) {
    int64_t run = std::min(count - i, inner.size - index[list.count - 1]);
    for (int64_t j = 0; j < run; ++j)
      offsets[i + j] = offset + j * (inner.*stride);
    i += run;
    // Advances to the next row: the inner dim starts over and the outer ones count up.
    offset -= index[list.count - 1] * (inner.*stride);
    index[list.count - 1] = 0;
    for (int d = list.count - 1; d-- > 0;) {
      offset += list.dims[d].*stride;
      if (++index[d] < list.dims[d].size)
        break;
      offset -= list.dims[d].size * (list.dims[d].*stride);
      index[d] = 0;
    }
  }
}

bool isWrittenAlongM(const GemmPlan &plan) {
  auto inner = [](const DimList &list) {
    return list.count ? std::abs(list.dims[list.count - 1].result) : INT64_MAX;
  };
  return inner(plan.m) < inner(plan.n);
}

void swapSides(GemmPlan &plan) {
  plan.swapped = !plan.swapped;
  std::swap(plan.lhs, plan.rhs);
  std::swap(plan.m, plan.n);
  for (DimList *list : {&plan.batch, &plan.m, &plan.n, &plan.k, &plan.terms})
    for (GemmDim &d : std::span(list->dims.data(), size_t(list->count)))
      std::swap(d.lhs, d.rhs);
}

namespace {

DimList listOf(const std::vector<GemmDim> &dims) {
  DimList list;
  for (const GemmDim &dim : dims)
    list.append(dim);
  return list;
}

/// Turns strides of complex elements into strides of their parts.
void doubleStrides(DimList &list) {
  for (GemmDim &d : std::span(list.dims.data(), size_t(list.count)))
    d.lhs *= 2, d.rhs *= 2, d.result *= 2;
}

// C64 -> F32, C128 -> F64, other types are themselves.
DType realPart(DType type) {
  return type == DType::C64 ? DType::F32 : type == DType::C128 ? DType::F64 : type;
}

// Sums are kept in the wider of the accumulation type and the result type.
Compute computeType(DType result, DType accumulate) {
  if (isFloat(accumulate) || isFloat(result))
    return accumulate == DType::F64 || result == DType::F64 ? Compute::F64 : Compute::F32;
  return std::max(sizeOf(accumulate), sizeOf(result)) == 8 ? Compute::I64 : Compute::I32;
}

int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

// Whether a list is one dim that is contiguous in rhs.
bool hasUnitStride(const DimList &list) { return list.count == 1 && list.dims[0].rhs == 1; }

/// Whether the plan has at most 16 rows (or columns) and a matrix that is read once; such a matrix
/// becomes rhs. The sides stay swapped only if the answer is yes. A row of 64 columns
/// already takes twice as long to begin as to read (see fewRowTiles). Both limits decide in which
/// order sums are added, and with it their bits.
bool isSkinny(GemmPlan &plan) {
  constexpr int64_t kRows = 16;
  if (plan.complex || (plan.compute != Compute::F32 && plan.compute != Compute::F64) ||
      std::min(plan.m.size, plan.n.size) > kRows || std::max(plan.m.size, plan.n.size) < 64)
    return false;
  const bool swap = plan.n.size < plan.m.size;
  if (swap)
    swapSides(plan);
  const DType type = plan.compute == Compute::F32 ? DType::F32 : DType::F64;
  if ((plan.rhs == type || (plan.rhs == DType::BF16 && type == DType::F32)) &&
      (hasUnitStride(plan.n) || hasUnitStride(plan.k)))
    return true;
  if (swap)
    swapSides(plan);
  return false;
}

/// The number of tiles that a matmul has where each is worth it: two rounds of four workers.
constexpr int64_t kWantedTiles = 8;
/// A tile is worth its own worker from this many multiplications on: a core does 32 to 48 of them
/// in a nanosecond (two vectors of 32 bytes, 2 to 3 GHz), so that they take the 100 us in which a
/// sleeping worker wakes (docs/runtime.md).
constexpr int64_t kTileMultiplications = int64_t(1) << 22;

/// The size of `parts` equal parts, a multiple of `unit`.
int64_t cut(int64_t size, int64_t parts, int64_t unit) {
  return parts <= 1 ? size : std::min(size, ceilDiv(ceilDiv(size, parts), unit) * unit);
}

/// The number of tiles of a few rows. These are cut by columns alone, and their time is that of
/// reading rhs, 0.05 to 0.3 ns per element. (The times here are measured by bench/few_rows.cpp on
/// one core of a Zen 4: 1 to 16 rows, k and n from 64 to 50257, odd and prime ones too.) Counts
/// divide by two, four and eight where that is possible, for as many workers.
int64_t fewRowTiles(const GemmPlan &plan) {
  const int64_t n = plan.n.size, k = std::max<int64_t>(1, plan.k.size), elements = n * k;
  if (plan.backend == GemmBackend::OneDnn) {
    // Each call costs 2.4 us beside its elements, so two parts pay where they take five times that
    // (2^17 elements each). Parts of more than 1536 columns would be up to 1.2 times as fast where
    // k is small (64 x 50257). But bits of oneDNN depend on the columns of a call, so this number
    // decides results.
    constexpr int64_t kElements = int64_t(1) << 17, kColumns = 1536;
    return elements < 2 * kElements ? 1 : ceilDiv(n, 2 * kColumns) * 2;
  }
  // To begin with another row of rhs takes 7 ns, as long as reading 8 lines of the last cache (128
  // f32). A tile is handed out in 0.1 us, 1/32 of the time of 2^16 elements.
  const int64_t columns = std::max<int64_t>(128, (int64_t(1) << 16) / k);
  // With one or two rows the 7 ns are a larger share. They are an eighth of reading 1024 columns.
  const int64_t wanted = plan.m.size <= 2
                             ? std::clamp<int64_t>(n / 1024, kWantedTiles / 2, kWantedTiles)
                             : kWantedTiles;
  const int64_t fit = std::min((n + columns / 2) / columns, wanted);
  const int64_t tiles = fit > 2 ? int64_t(std::bit_ceil(uint64_t(fit))) : fit;
  // The sums of a tile are read and written for every four rows of rhs that pass. They have an
  // eighth of the second cache.
  const int64_t bytes = n * plan.m.size * (plan.compute == Compute::F32 ? 4 : 8),
                fitting = ceilDiv(bytes, kSecondCache / 8);
  return fitting <= kWantedTiles ? std::max(tiles, fitting)
                                 : ceilDiv(fitting, kWantedTiles) * kWantedTiles;
}

/// Into how many tiles of whole rows a matmul of oneDNN is cut; 1 where it is cut as others are.
///
/// oneDNN 2.6 has kernels for bytes and bf16 with AMX that take dense matrices only, so a tile has
/// all columns. They are 4 (int8) and 1.4 (bf16) times as fast as those for any stride, at 64 rows
/// and more (128 x 512 x 256 to 512 x 1024 x 4096 on one core of a Sapphire Rapids), and so worth
/// as many times fewer tiles. Without AMX both are equally fast.
int64_t wholeRowTiles(const GemmPlan &plan) {
  constexpr int64_t kRows = 64;
  const bool isInt8 = plan.lhs == DType::S8;
  if (plan.backend != GemmBackend::OneDnn || (!isInt8 && plan.lhs != DType::BF16))
    return 1;
  const PlainMatrices plain(plan);
  const bool areDense = !plain.lhs.transposed && plain.lhs.leading == plan.k.size &&
                        plain.rhs.leading == (plain.rhs.transposed ? plan.k : plan.n).size &&
                        plain.result.leading == plan.n.size;
  const int64_t work = plan.m.size * plan.n.size * plan.k.size;
  const int64_t parts = std::min({kWantedTiles, plan.m.size / kRows, work / kTileMultiplications});
  const double gain = isInt8 ? 4 : 1.4;
  return areDense && parts * plan.batch.size * gain >= kWantedTiles ? std::max<int64_t>(1, parts)
                                                                    : 1;
}

/// Chooses the sizes of tiles.
///
/// Matmuls have up to 512 rows and 1024 columns per tile. A tile packs its rows of lhs and its
/// columns of rhs for itself: an element that costs about four multiplications to pack is used in
/// 512 or 1024 of them. A section of the packed columns (256 deep, gemm.cpp) is half of the share
/// that each of 16 cores has of the last cache. Tiles are halved until there are kWantedTiles of
/// them, as long as each is worth a worker and keeps at least two panels of 48 in its longer side.
///
/// In batches of shallow oneDNN matmuls the operands and the result of a tile fill the second
/// cache: (256 x 128 + 256 x 256 + 256 x 128) f32. That is 1.05 to 1.17 times as fast (measured on
/// Zen 4).
void chooseTiles(GemmPlan &plan) {
  constexpr int64_t kShallow = 256, kColumns = 128, kRows = 512, kMostColumns = 1024;
  static_assert((2 * kShallow * kColumns + kShallow * kShallow) * 4 == kSecondCache);
  static_assert(256 * kMostColumns * 4 == kLastCache / 16 / 2);
  // Columns are cut in multiples of whole panels.
  const int64_t unit = plan.backend == GemmBackend::Panels ? 48 : 16;
  if (plan.skinny) {
    plan.mTile = plan.m.size;
    plan.nTile = cut(plan.n.size, fewRowTiles(plan), unit);
  } else if (const int64_t parts = wholeRowTiles(plan); parts > 1) {
    plan.mTile = cut(plan.m.size, parts, 16), plan.nTile = plan.n.size;
  } else {
    const bool isShallow =
        plan.backend == GemmBackend::OneDnn && plan.batch.size > 1 && plan.k.size <= kShallow;
    int64_t mParts = ceilDiv(plan.m.size, isShallow ? kShallow : kRows);
    int64_t nParts = ceilDiv(plan.n.size, isShallow ? kColumns : kMostColumns);
    plan.mTile = cut(plan.m.size, mParts, unit), plan.nTile = cut(plan.n.size, nParts, unit);
    while (mParts * nParts * plan.batch.size < kWantedTiles &&
           plan.mTile * plan.nTile * plan.k.size > 2 * kTileMultiplications &&
           std::max(plan.mTile, plan.nTile) > 4 * 48) {
      if (plan.mTile >= plan.nTile) // long rows are packed and written faster
        plan.mTile = cut(plan.m.size, mParts *= 2, unit);
      else
        plan.nTile = cut(plan.n.size, nParts *= 2, unit);
    }
  }
  plan.mTiles = plan.m.size ? ceilDiv(plan.m.size, plan.mTile) : 0;
  plan.nTiles = plan.n.size ? ceilDiv(plan.n.size, plan.nTile) : 0;
  int64_t multiplications = std::max<int64_t>(1, plan.m.size * plan.n.size * plan.k.size);
  bool whole = plan.mTiles * plan.nTiles <= 1; // small matmuls: many items per tile
  plan.batchTile = whole ? std::clamp<int64_t>(kTileMultiplications / multiplications, 1,
                                               std::max<int64_t>(1, plan.batch.size))
                         : 1;
  plan.batchTiles = plan.batch.size ? ceilDiv(plan.batch.size, plan.batchTile) : 0;
}

} // namespace

GemmPlan GemmPlan::of(const GemmConfig &config) {
  return of(config.lhs, config.rhs, config.result, config.accumulate, config.addToResult,
            listOf(config.batch), listOf(config.m), listOf(config.n), listOf(config.k));
}

// The order of steps matters. The skinny test may swap sides, so it comes first. The backend is
// chosen for the final sides, and the sizes of tiles depend on the backend.
// Example: 'mk,kn->nm' writes its result along m. The sides are swapped, so that the plan computes
// 'kn,mk->nm' with n as its rows and contiguous columns m.
GemmPlan GemmPlan::of(DType lhs, DType rhs, DType result, DType accumulate, bool addToResult,
                      const DimList &batch, const DimList &m, const DimList &n, const DimList &k) {
  GemmPlan plan{};
  plan.complex = result == DType::C64 || result == DType::C128;
  plan.lhs = realPart(lhs), plan.rhs = realPart(rhs), plan.result = realPart(result);
  plan.compute = computeType(plan.result, realPart(accumulate));
  plan.addToResult = addToResult;
  plan.batch = batch, plan.m = m, plan.n = n, plan.k = k;
  if (plan.complex)
    for (DimList *list : {&plan.batch, &plan.m, &plan.n, &plan.k})
      doubleStrides(*list);
  plan.skinny = isSkinny(plan);
  if (!plan.skinny && isWrittenAlongM(plan))
    swapSides(plan);
  if (plan.complex && plan.k.size > 0) {
    plan.k.appendApart({2, 1, 1, 0}); // not merged: rhs may walk it backwards
    plan.k.size *= 2;
  }
  plan.backend = chooseBackend(plan);
  if (plan.backend == GemmBackend::Panels)
    splitIntoPlain(plan);
  chooseTiles(plan);
  return plan;
}

} // namespace spmd::rt
