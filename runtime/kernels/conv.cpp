// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs convolutions as matmuls.
//
// A convolution without padding is a matmul. Its m dims are the output positions, its k dims are
// the window positions, and both step through the spatial dims of lhs; packing the panels of lhs is
// then im2col. Where there is padding, a tile first copies the part of lhs that it reads, with the
// padding written out as zeros. A convolution with lhs dilation runs as its phases (conv_phases.h).
#include "runtime/kernels/conv.h"
#include "runtime/kernels/conv_depthwise.h"
#include "runtime/kernels/conv_phases.h"
#include "runtime/kernels/gemm_plan.h"
#include "runtime/kernels/library_config.h"
#include "runtime/kernels/workspace.h"
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace spmd::rt {

namespace {

int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// How the result is cut into tiles: by groups, then by chunks of the batch, then by chunks of rows
/// (positions of the first spatial dim), then by phases. All phases are cut like the largest one,
/// so a phase with fewer rows may have an empty tile.
struct ConvTiles {
  int64_t phases;
  int64_t groups, groupInputs, groupOutputs, groupBatch; // features and batch items of one group
  int64_t rows, rowsPerTile, itemsPerTile; // rows: size of the first spatial dim, or 1
  int64_t rowTiles, itemTiles;

  // Tiles depend on the config alone, so every tile computes the same cut again and needs no shared
  // state.
  explicit ConvTiles(const ConvConfig &whole) : phases(phaseCount(whole)) {
    const ConvConfig conv = largestPhase(whole);
    groups = conv.featureGroups * conv.batchGroups; // one of them is 1
    groupInputs = conv.inputFeatures / conv.featureGroups;
    groupOutputs = conv.outputFeatures / groups;
    groupBatch = conv.batch / conv.batchGroups;
    rows = conv.spatial.empty() ? 1 : conv.spatial[0].outputSize;
    int64_t rowPositions = 1, depth = groupInputs;
    for (size_t d = 0; d < conv.spatial.size(); ++d) {
      rowPositions *= d > 0 ? conv.spatial[d].outputSize : 1;
      depth *= conv.spatial[d].kernelSize;
    }
    // A tile has at least 256 positions, so that packing the kernel pays, and about 2^24
    // multiplications.
    const int64_t perPosition = std::max<int64_t>(1, depth * groupOutputs);
    const int64_t wanted = std::max<int64_t>(256, (int64_t(1) << 24) / perPosition);
    rowsPerTile = std::clamp<int64_t>(wanted / std::max<int64_t>(1, rowPositions), 1,
                                      std::max<int64_t>(1, rows));
    itemsPerTile = 1;
    if (rowsPerTile == rows)
      itemsPerTile = std::clamp<int64_t>(wanted / std::max<int64_t>(1, rows * rowPositions), 1,
                                         std::max<int64_t>(1, groupBatch));
    if (itemsPerTile > 12 && itemsPerTile < groupBatch)
      // Whole panels of 12 rows (AVX-512), where the batch lies innermost.
      itemsPerTile = itemsPerTile / 12 * 12;
    rowTiles = ceilDiv(rows, rowsPerTile), itemTiles = ceilDiv(groupBatch, itemsPerTile);
  }
  int64_t count() const { return phases * groups * itemTiles * rowTiles; }
};

/// One dim of the part of lhs that a tile reads. Its positions [0, size) count in the padded array;
/// position low + i holds element i. Example: input {a, b, c}, low padding 1 gives low = 1 and the
/// positions 0 a b c.
struct BlockAxis {
  int64_t size, inputSize, low, stride; // stride in lhs
  int64_t local = 0;                    // stride in the block

  // The first element whose position is not below 0.
  int64_t firstInside() const { return std::max<int64_t>(0, -low); }
  int64_t endInside() const { // the elements whose position is below size
    return std::clamp<int64_t>(size - low, 0, inputSize);
  }
  // Whether every position is an element, so that lhs can be read without a copy.
  bool isWhole() const { return low <= 0 && size - low <= inputSize; }
};

/// Copies the existing elements into `block`, whose other elements are zero already. The innermost
/// axis is the last.
void copyInside(const std::byte *lhs, std::byte *block, const std::vector<BlockAxis> &axes,
                size_t axis, int64_t bytes) {
  const BlockAxis &a = axes[axis];
  const int64_t first = a.firstInside(), end = a.endInside();
  if (first >= end)
    return;
  const std::byte *from = lhs + first * a.stride * bytes;
  std::byte *to = block + (a.low + first) * a.local * bytes;
  if (axis + 1 < axes.size()) {
    for (int64_t i = first; i < end; ++i, from += a.stride * bytes, to += a.local * bytes)
      copyInside(from, to, axes, axis + 1, bytes);
    return;
  }
  if (a.stride == 1) {
    std::memcpy(to, from, size_t((end - first) * bytes));
    return;
  }
  for (int64_t i = first; i < end; ++i, from += a.stride * bytes, to += bytes)
    std::memcpy(to, from, size_t(bytes));
}

/// Sorts dims by falling stride of lhs.
DimList alongMemory(std::vector<GemmDim> &dims) {
  std::sort(dims.begin(), dims.end(), [](const GemmDim &a, const GemmDim &b) {
    auto key = [](const GemmDim &d) {
      return std::array<int64_t, 3>{-std::abs(d.lhs), -std::abs(d.rhs), -std::abs(d.result)};
    };
    return key(a) < key(b);
  });
  DimList list;
  for (const GemmDim &dim : dims)
    list.append(dim);
  return list;
}

// One tile of the convolution.
class ConvTile {
public:
  ConvTile(const ConvConfig &whole, int64_t tile)
      : tiles(whole), phase(phaseOf(whole, tile % tiles.phases)) {
    tile /= tiles.phases; // phases first: they read the same part of lhs
    row = tile % tiles.rowTiles * tiles.rowsPerTile;
    item = tile / tiles.rowTiles % tiles.itemTiles * tiles.itemsPerTile;
    group = tile / tiles.rowTiles / tiles.itemTiles;
    rows =
        std::min(tiles.rowsPerTile, (conv.spatial.empty() ? 1 : conv.spatial[0].outputSize) - row);
    items = std::min(tiles.itemsPerTile, tiles.groupBatch - item);
  }

  // Moves the pointers to the tile's group, batch items and rows, then runs the matmul. A reversed
  // window dim starts at its last element and has a negative stride.
  void run(const std::byte *lhs, const std::byte *rhs, std::byte *result) {
    if (rows <= 0)
      return;
    const bool perBatch = conv.batchGroups > 1;
    const int64_t firstItem = item + (perBatch ? group * tiles.groupBatch : 0);
    const int64_t firstInput = perBatch ? 0 : group * tiles.groupInputs;
    lhs +=
        (firstItem * conv.lhsBatchStride + firstInput * conv.lhsFeatureStride) * sizeOf(conv.lhs);
    int64_t rhsOffset = phase.rhsOffset + group * tiles.groupOutputs * conv.rhsOutputStride;
    int64_t resultOffset = phase.resultOffset +
                           group * tiles.groupOutputs * conv.resultFeatureStride +
                           item * conv.resultBatchStride;
    if (!conv.spatial.empty())
      resultOffset += row * conv.spatial[0].resultStride;
    for (const ConvDim &d : conv.spatial)
      if (d.reversed && d.kernelSize > 0)
        rhsOffset += (d.kernelSize - 1) * d.rhsStride;
    lhs = placeBlock(lhs);
    const GemmPlan plan = matmul();
    for (int64_t t = 0, count = plan.tiles(); t < count; ++t)
      runGemmTile(plan, lhs, rhs + rhsOffset * sizeOf(conv.rhs),
                  result + resultOffset * sizeOf(conv.result), t);
  }

private:
  // Output positions of the tile along dim d: only the first dim is cut.
  int64_t outputs(size_t d) const { return d == 0 ? rows : conv.spatial[d].outputSize; }

  /// Returns the address of the tile's first position and sets `strides`. They refer to lhs itself
  /// where every position is an element of it, else to a padded copy in the workspace.
  const std::byte *placeBlock(const std::byte *lhs) {
    std::vector<BlockAxis> axes = {
        {items, items, 0, conv.lhsBatchStride},
        {tiles.groupInputs, tiles.groupInputs, 0, conv.lhsFeatureStride}};
    for (size_t d = 0; d < conv.spatial.size(); ++d) {
      const ConvDim &s = conv.spatial[d];
      int64_t size = (outputs(d) - 1) * s.windowStride + (s.kernelSize - 1) * s.rhsDilation + 1;
      int64_t low = s.padLow - (d == 0 ? row * s.windowStride : 0);
      axes.push_back({std::max<int64_t>(0, size), s.inputSize, low, s.lhsStride});
    }
    strides.resize(axes.size());
    if (std::all_of(axes.begin(), axes.end(), [](const BlockAxis &a) { return a.isWhole(); })) {
      for (size_t i = 0; i < axes.size(); ++i) {
        strides[i] = axes[i].stride;
        lhs -= axes[i].low * axes[i].stride * sizeOf(conv.lhs);
      }
      return lhs;
    }
    // The copy keeps the order of the dims in memory, so that runs stay runs.
    std::vector<size_t> order(axes.size());
    for (size_t i = 0; i < order.size(); ++i)
      order[i] = i;
    std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
      auto key = [&](size_t i) { return std::pair(-std::abs(axes[i].stride), i); };
      return key(a) < key(b);
    });
    int64_t elements = 1;
    std::vector<BlockAxis> sorted(axes.size());
    for (size_t i = order.size(); i-- > 0; elements *= axes[order[i]].size) {
      axes[order[i]].local = strides[order[i]] = elements;
      sorted[i] = axes[order[i]];
    }
    const uint64_t bytes = uint64_t(elements * sizeOf(conv.lhs));
    std::byte *block = workspace(WorkspaceUse::Convolution, bytes);
    std::memset(block, 0, bytes);
    copyInside(lhs, block, sorted, 0, sizeOf(conv.lhs));
    return block;
  }

  // The matmul of a tile: m = batch items and output positions, n = output features of the group, k
  // = input features and window positions.
  // Example, b01f with one spatial dim, window of 3, stride 2: m = {items, positions with lhs
  // stride 2 * features}, k = {features, 3 with lhs stride features}. Windows overlap in lhs, which
  // a matmul allows because strides are free.
  GemmPlan matmul() const {
    std::vector<GemmDim> positions = {{items, strides[0], 0, conv.resultBatchStride}};
    std::vector<GemmDim> window = {{tiles.groupInputs, strides[1], conv.rhsInputStride, 0}};
    for (size_t d = 0; d < conv.spatial.size(); ++d) {
      const ConvDim &s = conv.spatial[d];
      positions.push_back({outputs(d), s.windowStride * strides[2 + d], 0, s.resultStride});
      window.push_back({s.kernelSize, s.rhsDilation * strides[2 + d],
                        s.reversed ? -s.rhsStride : s.rhsStride, 0});
    }
    // The dims of m and of k may be in any order. The order of lhs in memory lets dims merge and
    // lets panels be read in runs.
    DimList m = alongMemory(positions), n, k = alongMemory(window);
    n.append({tiles.groupOutputs, 0, conv.rhsOutputStride, conv.resultFeatureStride});
    return GemmPlan::of(conv.lhs, conv.rhs, conv.result, conv.accumulate, false, {}, m, n, k);
  }

  const ConvTiles tiles;
  const ConvPhase phase;
  const ConvConfig &conv = phase.conv;
  int64_t row, item, group, rows, items;
  std::vector<int64_t> strides; // along the block of lhs: batch, features, spatial dims
};

} // namespace

const Routine kConvRoutine = {
    .name = "conv",
    .tiles =
        [](const LibraryConfig &config, const void *) {
          const auto &conv = std::get<ConvConfig>(config);
          return isDepthwise(conv) ? depthwiseTiles(conv) : ConvTiles(conv).count();
        },
    .run =
        [](const RoutineArgs &args, int64_t tile) {
          const auto &conv = std::get<ConvConfig>(args.config);
          if (isDepthwise(conv))
            return runDepthwise(conv, static_cast<const float *>(args.operands[0]),
                                static_cast<const float *>(args.operands[1]),
                                static_cast<float *>(args.results[0]), tile);
          ConvTile(conv, tile)
              .run(static_cast<const std::byte *>(args.operands[0]),
                   static_cast<const std::byte *>(args.operands[1]),
                   static_cast<std::byte *>(args.results[0]));
        }};

} // namespace spmd::rt
