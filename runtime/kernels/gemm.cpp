// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs tiles of matmuls. For the built-in backend, panels of both operands are packed for one
// section of k after another, and the kernel of matmul_kernel.h accumulates them. Other backends
// are called from here.
#include "runtime/kernels/gemm.h"
#include "runtime/kernels/gemm_backends.h"
#include "runtime/kernels/gemm_pack.h"
#include "runtime/kernels/gemm_pairs.h"
#include "runtime/kernels/gemm_plan.h"
#include "runtime/kernels/library_config.h"
#include "runtime/kernels/matmul_kernel.h"
#include "runtime/kernels/workspace.h"
#include <algorithm>
#include <type_traits>
#include <utility>

namespace spmd::rt {
namespace {

// Derived from cache sizes: a panel of rhs (kDepth x 16 floats = 16 KiB) fits the first-level
// cache. Packed rows of lhs (kRowBlock x kDepth floats = 144 KiB) take half of the second level.
constexpr int64_t kDepth = 256, kRowBlock = 144;

int64_t roundUp(int64_t value, int64_t unit) { return (value + unit - 1) / unit * unit; }

/// Divides one workspace into parts, each aligned to a cache line.
struct Carver {
  std::byte *next;
  template <class T> T *take(int64_t count) {
    T *part = reinterpret_cast<T *>(next);
    next += roundUp(count * int64_t(sizeof(T)), 64);
    return part;
  }
};

// Whether memory of type `result` can hold sums of type T. Unsigned integers have the same bits as
// signed ones.
template <class T> bool holds(DType result) {
  switch (result) {
  case DType::F32:
    return std::is_same_v<T, float>;
  case DType::F64:
    return std::is_same_v<T, double>;
  case DType::S32:
  case DType::U32:
    return std::is_same_v<T, int32_t>;
  case DType::S64:
  case DType::U64:
    return std::is_same_v<T, int64_t>;
  default:
    return false;
  }
}

/// One tile of the built-in backend: its offsets and buffers, which are the same for all items of a
/// batch.
template <class T> class TileMatmul {
public:
  // Reserves the workspace and fills the offset tables. With the tables, rows and columns may lie
  // anywhere in memory, so every layout takes the same path.
  TileMatmul(const GemmPlan &plan, const GemmRegion &region)
      : plan(plan), region(region), kernel(matmulKernel<T>()), depth(std::min(plan.k.size, kDepth)),
        rowBlock(roundUp(std::min(region.mCount, kRowBlock), kernel.rows)),
        sumStride(roundUp(region.nCount, kernel.columns)) {
    const int64_t rows = roundUp(region.mCount, kernel.rows), columns = sumStride;
    const int64_t edgeSize = kernel.rows * kernel.columns;
    uint64_t offsets = uint64_t(3 * rows + 2 * columns + 2 * plan.k.size + kernel.rows);
    uint64_t elements = uint64_t((rowBlock + columns) * depth + rows * columns + edgeSize);
    // 12 x 64 bytes cover the alignment of the twelve parts.
    Carver carver{workspace(WorkspaceUse::Matmul,
                            offsets * sizeof(int64_t) + elements * sizeof(T) + 12 * 64)};
    lhsRows = carver.take<int64_t>(rows);
    resultRows = carver.take<int64_t>(rows);
    sumRows = carver.take<int64_t>(rows);
    rhsColumns = carver.take<int64_t>(columns);
    resultColumns = carver.take<int64_t>(columns);
    lhsDepth = carver.take<int64_t>(plan.k.size);
    rhsDepth = carver.take<int64_t>(plan.k.size);
    edgeRows = carver.take<int64_t>(kernel.rows);
    lhsPanels = carver.take<T>(rowBlock * depth);
    rhsPanels = carver.take<T>(columns * depth);
    edge = carver.take<T>(edgeSize);
    sums = carver.take<T>(rows * columns);
    fillOffsets(plan.m, &GemmDim::lhs, region.mBegin, region.mCount, lhsRows);
    for (int64_t i = region.mCount; i < rows && i > 0; ++i)
      lhsRows[i] = lhsRows[i - 1]; // rows that an unpacked panel lacks repeat the last one
    fillOffsets(plan.m, &GemmDim::result, region.mBegin, region.mCount, resultRows);
    fillOffsets(plan.n, &GemmDim::rhs, region.nBegin, region.nCount, rhsColumns);
    fillOffsets(plan.n, &GemmDim::result, region.nBegin, region.nCount, resultColumns);
    fillOffsets(plan.k, &GemmDim::lhs, 0, plan.k.size, lhsDepth);
    fillOffsets(plan.k, &GemmDim::rhs, 0, plan.k.size, rhsDepth);
    for (int64_t i = 0; i < rows; ++i)
      sumRows[i] = i * sumStride;
    for (int64_t i = 0; i < kernel.rows; ++i)
      edgeRows[i] = i * kernel.columns;
    direct = holds<T>(plan.result) && !plan.complex;
    for (int64_t j = 1; j < region.nCount && direct; ++j)
      direct = resultColumns[j] == resultColumns[0] + j;
  }

  /// Computes the matmul of one item of the batch, or one of its terms. `adds` says whether it is
  /// added to the result or replaces it. Complex matmuls run twice (see GemmPlan).
  void run(bool adds, const std::byte *lhs, const std::byte *rhs, std::byte *result) {
    addsToResult = adds;
    if (!plan.complex)
      return part(lhs, rhs, result, false);
    const int64_t realBytes = sizeOf(plan.result);
    part(lhs, rhs, result, true);
    swapPairs(rhsDepth); // (re, im) of rhs becomes (im, re)
    part(lhs, rhs, result + realBytes, false);
    swapPairs(rhsDepth);
  }

private:
  // The imaginary part multiplies re by im and im by re, so one side is read with its pairs
  // swapped.
  void swapPairs(int64_t *offsets) const {
    for (int64_t p = 0; p + 1 < plan.k.size; p += 2)
      std::swap(offsets[p], offsets[p + 1]);
  }

  // One real matmul. Sums go directly to the result where its type and its columns allow, else to
  // `sums`, from where store() converts and scatters them.
  void part(const std::byte *lhs, const std::byte *rhs, std::byte *result, bool negateOdd) {
    T *out = direct ? reinterpret_cast<T *>(result) + (region.nCount ? resultColumns[0] : 0) : sums;
    const int64_t *outRows = direct ? resultRows : sumRows;
    int64_t begin = 0;
    do { // also once where k is empty: the sum is then 0
      const int64_t count = std::min(depth, plan.k.size - begin);
      const bool add = begin > 0 || (direct && addsToResult);
      pack<T>({plan.rhs, rhs, rhsColumns, rhsDepth + begin, region.nCount, count}, kernel.columns,
              rhsPanels);
      if (canSkipPacking(begin, count, negateOdd)) {
        multiplyBlock(count, region.mCount, reinterpret_cast<const T *>(lhs) + lhsDepth[begin], out,
                      outRows, add);
        begin += count;
        continue;
      }
      for (int64_t i = 0; i < region.mCount; i += rowBlock) {
        const int64_t rows = std::min(rowBlock, region.mCount - i);
        pack<T>({plan.lhs, lhs, lhsRows + i, lhsDepth + begin, rows, count, negateOdd}, kernel.rows,
                lhsPanels);
        multiplyBlock(count, rows, nullptr, out, outRows + i, add);
      }
      begin += count;
    } while (begin < plan.k.size);
    if (!direct)
      store<T>(sums, sumStride,
               {plan.result, result, resultRows, resultColumns, region.mCount, region.nCount,
                addsToResult});
  }

  /// Whether lhs can be read in place. With few columns, packing takes longer than it saves.
  /// The kernel reads lhs as rows of consecutive k, so k must be one dim of stride 1 and need no
  /// conversion.
  bool canSkipPacking(int64_t begin, int64_t count, bool negateOdd) const {
    constexpr int64_t kFewColumns = 128;
    return region.nCount <= kFewColumns && holds<T>(plan.lhs) && !negateOdd && count > 0 &&
           lhsDepth[begin + count - 1] - lhsDepth[begin] == count - 1 && plan.k.count == 1;
  }

  /// Multiplies packed panels. `unpacked` is lhs in memory, or null where lhs is packed too. Blocks
  /// at the edge of the result are computed in `edge` first: the kernel always writes whole blocks.
  void multiplyBlock(int64_t count, int64_t rows, const T *unpacked, T *out, const int64_t *outRows,
                     bool add) {
    for (int64_t j = 0; j < region.nCount; j += kernel.columns)
      for (int64_t i = 0; i < rows; i += kernel.rows) {
        const T *right = rhsPanels + j * count;
        auto multiply = [&](T *c, const int64_t *cRows, bool more) {
          if (unpacked)
            kernel.runUnpacked(count, unpacked, lhsRows + i, right, c, cRows, more);
          else
            kernel.run(count, lhsPanels + i * count, right, c, cRows, more);
        };
        // Sums have room for whole panels; the result does not.
        if (!direct || (i + kernel.rows <= rows && j + kernel.columns <= region.nCount)) {
          multiply(out + j, outRows + i, add);
          continue;
        }
        multiply(edge, edgeRows, false);
        for (int64_t r = 0; r < std::min(kernel.rows, rows - i); ++r)
          for (int64_t c = 0; c < std::min(kernel.columns, region.nCount - j); ++c) {
            T &target = out[outRows[i + r] + j + c];
            target = add ? T(target + edge[r * kernel.columns + c]) : edge[r * kernel.columns + c];
          }
      }
  }

  const GemmPlan &plan;
  const GemmRegion region;
  const MatmulKernel<T> &kernel;
  const int64_t depth, rowBlock, sumStride;
  int64_t *lhsRows, *resultRows, *sumRows, *rhsColumns, *resultColumns, *lhsDepth, *rhsDepth;
  int64_t *edgeRows;
  T *lhsPanels, *rhsPanels, *edge, *sums;
  bool addsToResult = false;
  bool direct; // the kernel writes to the result itself, whose columns are contiguous
};

// Finds the region of the tile and calls the plan's backend for each item of the batch and each
// term.
template <class T>
void runTile(const GemmPlan &plan, const std::byte *lhs, const std::byte *rhs, std::byte *result,
             int64_t tile) {
  const int64_t n = tile % plan.nTiles, m = tile / plan.nTiles % plan.mTiles;
  const int64_t item = tile / plan.nTiles / plan.mTiles * plan.batchTile;
  const int64_t end = std::min(item + plan.batchTile, plan.batch.size);
  GemmRegion region{m * plan.mTile, 0, n * plan.nTile, 0};
  region.mCount = std::min(plan.mTile, plan.m.size - region.mBegin);
  region.nCount = std::min(plan.nTile, plan.n.size - region.nBegin);
  // Calls multiply(adds, first elements of lhs, rhs and result).
  auto forEachMatmul = [&](auto &&multiply) {
    for (int64_t b = item; b < end; ++b)
      for (int64_t term = 0; term < plan.terms.size; ++term) {
        auto at = [&](const std::byte *first, int64_t GemmDim::*stride, DType type) {
          int64_t ofItem, ofTerm;
          fillOffsets(plan.batch, stride, b, 1, &ofItem);
          fillOffsets(plan.terms, stride, term, 1, &ofTerm);
          return first + (ofItem + ofTerm) * sizeOf(type);
        };
        multiply(plan.addToResult || term > 0, at(lhs, &GemmDim::lhs, plan.lhs),
                 at(rhs, &GemmDim::rhs, plan.rhs),
                 const_cast<std::byte *>(at(result, &GemmDim::result, plan.result)));
      }
  };
  switch (plan.backend) {
  case GemmBackend::Skinny:
    return forEachMatmul([&](bool, auto... at) { runSkinny(plan, region, at...); });
  case GemmBackend::OpenBlas:
    return forEachMatmul([&](bool adds, auto... at) { runBlas(plan, region, adds, at...); });
  case GemmBackend::OneDnn: { // oneDNN refuses at the first call or never
    bool done = true;         // oneDNN takes all or, at the first one, none
    forEachMatmul(
        [&](bool adds, auto... at) { done = done && runDnnl(plan, region, adds, at...); });
    if (done)
      return;
    [[fallthrough]];
  }
  case GemmBackend::Panels:
    if (suitsPairs(plan))
      return forEachMatmul([&](bool adds, auto... at) { runPairs(plan, region, adds, at...); });
    break;
  }
  TileMatmul<T> matmul(plan, region);
  forEachMatmul([&](bool adds, auto... at) { matmul.run(adds, at...); });
}

} // namespace

// The plan may have swapped the sides; `lhs` and `rhs` are those of the config.
void runGemmTile(const GemmPlan &plan, const void *lhs, const void *rhs, void *result,
                 int64_t tile) {
  const auto *l = static_cast<const std::byte *>(plan.swapped ? rhs : lhs);
  const auto *r = static_cast<const std::byte *>(plan.swapped ? lhs : rhs);
  auto *o = static_cast<std::byte *>(result);
  switch (plan.compute) {
  case Compute::F32:
    return runTile<float>(plan, l, r, o, tile);
  case Compute::F64:
    return runTile<double>(plan, l, r, o, tile);
  case Compute::I32:
    return runTile<int32_t>(plan, l, r, o, tile);
  case Compute::I64:
    return runTile<int64_t>(plan, l, r, o, tile);
  }
}

const Routine kGemmRoutine = {
    .name = "gemm",
    .tiles = [](const LibraryConfig &,
                const void *plan) { return static_cast<const GemmPlan *>(plan)->tiles(); },
    .run =
        [](const RoutineArgs &args, int64_t tile) {
          runGemmTile(*static_cast<const GemmPlan *>(args.plan), args.operands[0], args.operands[1],
                      args.results[0], tile);
        },
    .plan = [](const LibraryConfig &config) -> std::shared_ptr<const void> {
      return std::make_shared<GemmPlan>(GemmPlan::of(std::get<GemmConfig>(config)));
    },
    .prepare =
        [](const LibraryConfig &config) {
          if (const GemmPlan plan = GemmPlan::of(std::get<GemmConfig>(config));
              plan.backend == GemmBackend::OneDnn)
            prepareDnnl(plan);
        }};

} // namespace spmd::rt
