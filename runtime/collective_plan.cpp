// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes groups, layouts and tiles of collectives.
//
// Along one dim a tensor is [outer, dim, inner]. Every piece of every collective is therefore two
// loops around a contiguous run, and copyPiece only needs that form.
#include "runtime/collective_plan.h"
#include "runtime/failure.h"
#include "runtime/sum_tree.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <numeric>

namespace spmd::rt {

namespace {

/// Output bytes of a tile that only copies.
constexpr int64_t kCopyTile = 256 << 10;
/// The bytes that a reducing or gathering tile reads and writes in total, and the least that it
/// writes.
constexpr int64_t kReduceTile = 1 << 20, kLeastReduceTile = 16 << 10;

// Groups by mesh digits. Devices of a group differ only in the given digits, so a group is found by
// the logical index of its position 0, whose given digits are all zero. Mesh [d=2, m=2]:
//   digits of m    -> {0, 1}, {2, 3}
//   digits of d    -> {0, 2}, {1, 3}
std::vector<std::vector<int64_t>> groupsOfDigits(const Groups &groups, int64_t deviceCount) {
  int64_t size = 1;
  for (const Digit &digit : groups.digits)
    size *= digit.size;
  std::vector<std::vector<int64_t>> rows;
  std::vector<int64_t> rowOf(size_t(deviceCount), -1); // by the logical index of position 0
  for (int64_t logical = 0; logical < deviceCount; ++logical) {
    int64_t first = logical, position = 0;
    for (const Digit &digit : groups.digits) {
      int64_t value = logical / digit.stride % digit.size;
      first -= value * digit.stride;
      position = position * digit.size + value;
    }
    if (rowOf[size_t(first)] < 0) {
      rowOf[size_t(first)] = int64_t(rows.size());
      rows.emplace_back(size_t(size), -1);
    }
    rows[size_t(rowOf[size_t(first)])][size_t(position)] =
        groups.deviceOrder.empty() ? logical : groups.deviceOrder[size_t(logical)];
  }
  return rows;
}

// Groups of a permute: the connected components of its (source, target) pairs, found by union-find
// with path halving. The smaller device is always the root, so rows come in rising order. Four
// devices with pairs (0, 2), (2, 0) -> {0, 2}, {1}, {3}.
std::vector<std::vector<int64_t>> connectedDevices(const CollectiveStart &start,
                                                   int64_t deviceCount) {
  std::vector<int64_t> root(static_cast<size_t>(deviceCount));
  std::iota(root.begin(), root.end(), 0);
  auto find = [&](int64_t device) {
    while (root[size_t(device)] != device)
      device = root[size_t(device)] = root[size_t(root[size_t(device)])];
    return device;
  };
  for (auto [source, target] : start.pairs) {
    int64_t a = find(source), b = find(target);
    root[size_t(std::max(a, b))] = std::min(a, b);
  }
  std::vector<std::vector<int64_t>> rows;
  std::vector<int64_t> rowOf(size_t(deviceCount), -1);
  for (int64_t device = 0; device < deviceCount; ++device) {
    int64_t first = find(device);
    if (rowOf[size_t(first)] < 0) {
      rowOf[size_t(first)] = int64_t(rows.size());
      rows.emplace_back();
    }
    rows[size_t(rowOf[size_t(first)])].push_back(device);
  }
  return rows;
}

// The groups, and one for each device that is in none of them.
std::vector<std::vector<int64_t>> withLoneDevices(std::vector<std::vector<int64_t>> rows,
                                                  int64_t deviceCount) {
  std::vector<bool> isListed(static_cast<size_t>(deviceCount));
  for (const std::vector<int64_t> &row : rows)
    for (int64_t device : row)
      isListed[size_t(device)] = true;
  for (int64_t device = 0; device < deviceCount; ++device)
    if (!isListed[size_t(device)])
      rows.push_back({device});
  return rows;
}

// The number of elements of dims [first, last).
int64_t elementsOf(const std::vector<int64_t> &shape, size_t first, size_t last) {
  int64_t count = 1;
  for (size_t i = first; i < last; ++i)
    count *= shape[i];
  return count;
}

// The layout of an AllToAll that splits `dim` and concatenates `concat`, which are two dims.
//   4 x 6, dims 0 -> 1, n = 2: inner 2, run 6; two source rows become columns of target rows of 12
void layOutBetweenDims(const std::vector<int64_t> &shape, size_t dim, size_t concat, int64_t n,
                       PartPlan &part) {
  const int64_t cut = shape[dim] / n;
  // The tensor is [a, first, b, second, c].
  size_t first = std::min(dim, concat), second = std::max(dim, concat);
  int64_t a = elementsOf(shape, 0, first), b = elementsOf(shape, first + 1, second);
  int64_t c = elementsOf(shape, second + 1, shape.size()) * part.elementBytes;
  part.outer = a;
  // `first` is split: contiguous pieces of the source become columns of the target. Rows are second
  // x c.
  if (dim == first) {
    part.inner = cut * b;
    part.run = shape[second] * c;
    part.source = {
        .outer = shape[first] * b * part.run, .inner = part.run, .piece = cut * b * part.run};
    part.target = {.outer = part.inner * part.run * n, .inner = part.run * n, .piece = part.run};
  } else { // `second` is split: columns of the source become contiguous pieces
    part.inner = shape[first] * b;
    part.run = cut * c;
    part.source = {.outer = part.inner * part.run * n, .inner = part.run * n, .piece = part.run};
    part.target = {
        .outer = part.inner * part.run * n, .inner = part.run, .piece = part.inner * part.run};
  }
}

/// Fills in the layout of a part in bytes: how the source is cut into pieces and where each piece
/// lies in the target. Fails where the dims do not exist or `dim` does not divide by the number of
/// positions `n`.
/// Examples over n = 2 positions for a local tensor of 4 x 6 elements, in elements:
///   AllGather, dim 1       outer 4, run 6; a target row has 12, pieces are 6 apart
///   ReduceScatter, dim 1   outer 4, run 3; a source row has 6, pieces are 3 apart
llvm::Error layOut(const CollectiveStart &start, int64_t n, const CollectivePart &tensor,
                   PartPlan &part) {
  const std::vector<int64_t> &shape = tensor.shape;
  int64_t total = elementsOf(shape, 0, shape.size()) * part.elementBytes;
  part.sourceBytes = part.targetBytes = total;
  if (start.kind == CollectiveKind::AllReduce || start.kind == CollectiveKind::Permute ||
      start.kind == CollectiveKind::Broadcast) {
    part.run = total;
    return llvm::Error::success();
  }
  size_t dim = size_t(start.dim), concat = size_t(start.concatDim);
  if (dim >= shape.size() || (start.kind == CollectiveKind::AllToAll && concat >= shape.size()))
    return failure("{} along dim {} of a tensor with {} dims", nameOf(start.kind),
                   std::max(dim, concat), shape.size());
  int64_t outer = elementsOf(shape, 0, dim),
          inner = elementsOf(shape, dim + 1, shape.size()) * part.elementBytes;
  if (start.kind == CollectiveKind::AllGather) {
    part.outer = outer;
    part.run = shape[dim] * inner;
    part.source = {.outer = part.run, .inner = 0, .piece = 0};
    part.target = {.outer = part.run * n, .inner = 0, .piece = part.run};
    part.targetBytes = total * n;
    return llvm::Error::success();
  }
  if (shape[dim] % n)
    return failure("{} splits dim {} of size {} over {} positions; the size must be a multiple",
                   nameOf(start.kind), dim, shape[dim], n);
  int64_t cut = shape[dim] / n;
  // An AllToAll that splits and concatenates the same dim only permutes its pieces: it has the
  // layout of a ReduceScatter's source on both sides.
  if (start.kind == CollectiveKind::ReduceScatter || dim == concat) {
    part.outer = outer;
    part.run = cut * inner;
    part.source = {.outer = part.run * n, .inner = 0, .piece = part.run};
    part.target = part.source;
    if (start.kind == CollectiveKind::ReduceScatter) {
      part.target = {.outer = part.run, .inner = 0, .piece = 0};
      part.targetBytes = total / n;
    }
    return llvm::Error::success();
  }
  layOutBetweenDims(shape, dim, concat, n, part);
  return llvm::Error::success();
}

// Cuts the work of all positions into tiles and counts the bytes that they move. A reducing or
// gathering tile of t output bytes reads n sources or writes n targets, so t is kReduceTile / (n +
// 1), rounded down to whole pages.
void cutIntoTiles(CollectivePlan &plan) {
  int64_t n = plan.positions;
  bool reduces =
      plan.kind == CollectiveKind::AllReduce || plan.kind == CollectiveKind::ReduceScatter;
  int64_t tileBytes = kCopyTile;
  // All positions of such a collective get the same target.
  bool sharesResult =
      plan.kind == CollectiveKind::AllReduce || plan.kind == CollectiveKind::AllGather;
  if (reduces || sharesResult)
    tileBytes = std::max(kLeastReduceTile, kReduceTile / (n + 1) / 4096 * 4096);
  // A result that all positions share is cut once. Any other result has tiles for each position.
  int64_t positions = sharesResult ? 1 : n;
  for (int64_t position = 0; position < positions; ++position)
    for (size_t index = 0; index < plan.parts.size(); ++index) {
      const PartPlan &part = plan.parts[index];
      // The largest element has 16 bytes, so multiples of 4096 cut no element.
      for (int64_t begin = 0; begin < part.targetBytes; begin += tileBytes)
        plan.tiles.push_back({.part = uint32_t(index),
                              .position = uint32_t(position),
                              .begin = begin,
                              .end = std::min(begin + tileBytes, part.targetBytes)});
    }
  for (const PartPlan &part : plan.parts)
    plan.movedBytes += n * (reduces ? part.sourceBytes : part.targetBytes) + n * part.targetBytes;
}

// Copies rows of a fixed size, for which the compiler emits single moves instead of calls of
// memcpy.
template <int64_t kBytes>
void copyRows(const std::byte *source, int64_t sourceStride, std::byte *target,
              int64_t targetStride, int64_t rows) {
  for (int64_t i = 0; i < rows; ++i)
    std::memcpy(target + i * targetStride, source + i * sourceStride, kBytes);
}

// Copies `rows` rows of `run` bytes. Rows that are contiguous on both sides are one copy. Short
// rows of the sizes of elements and small vectors get loops of their own: a call of memcpy per
// element would cost more than the copy.
void copyRows(const std::byte *source, int64_t sourceStride, std::byte *target,
              int64_t targetStride, int64_t rows, int64_t run) {
  switch (run) {
  case 1:
    return copyRows<1>(source, sourceStride, target, targetStride, rows);
  case 2:
    return copyRows<2>(source, sourceStride, target, targetStride, rows);
  case 4:
    return copyRows<4>(source, sourceStride, target, targetStride, rows);
  case 8:
    return copyRows<8>(source, sourceStride, target, targetStride, rows);
  case 16:
    return copyRows<16>(source, sourceStride, target, targetStride, rows);
  case 32:
    return copyRows<32>(source, sourceStride, target, targetStride, rows);
  default:
    if (run == sourceStride && run == targetStride) {
      std::memcpy(target, source, size_t(rows * run));
      return;
    }
    for (int64_t i = 0; i < rows; ++i)
      std::memcpy(target + i * targetStride, source + i * sourceStride, size_t(run));
  }
}

} // namespace

const char *nameOf(CollectiveKind kind) {
  constexpr const char *kNames[] = {"all_gather", "all_reduce",         "reduce_scatter",
                                    "all_to_all", "collective_permute", "collective_broadcast"};
  // In the order of CollectiveKind.
  return kNames[size_t(kind)];
}

std::vector<std::vector<int64_t>> groupsOf(const CollectiveStart &start, int64_t deviceCount) {
  if (start.kind == CollectiveKind::Permute)
    return connectedDevices(start, deviceCount);
  if (!start.groups.listed.empty())
    return start.kind == CollectiveKind::Broadcast
               ? withLoneDevices(start.groups.listed, deviceCount)
               : start.groups.listed;
  return groupsOfDigits(start.groups, deviceCount);
}

// Checks the byte counts of the program against the shapes, so that a program from a file cannot
// make a device read or write outside its buffers.
llvm::Expected<CollectivePlan> planCollective(const CollectiveStart &start, int64_t positions,
                                              uint32_t location) {
  CollectivePlan plan{.kind = start.kind,
                      .reduction = start.reduction,
                      .positions = positions,
                      .location = location};
  bool reduces =
      start.kind == CollectiveKind::AllReduce || start.kind == CollectiveKind::ReduceScatter;
  for (const CollectivePart &tensor : start.parts) {
    PartPlan part{.type = tensor.type, .elementBytes = sizeOf(tensor.type)};
    if (reduces && !isReducible(start.reduction, tensor.type))
      return failure("{} cannot combine elements of type {} this way", nameOf(start.kind),
                     mlirName(tensor.type));
    if (llvm::Error error = layOut(start, positions, tensor, part))
      return error;
    if (uint64_t(part.sourceBytes) != tensor.source.bytes ||
        uint64_t(part.targetBytes) != tensor.target.bytes)
      return failure("{} over {} positions needs {} bytes for its source and {} for its target; "
                     "the program has {} and {}",
                     nameOf(start.kind), positions, part.sourceBytes, part.targetBytes,
                     tensor.source.bytes, tensor.target.bytes);
    if (uint64_t bytes = tensor.root.bytes;
        bytes != start.parts[0].root.bytes ||
        (bytes && (bytes != sizeof(int32_t) || start.kind != CollectiveKind::Broadcast)))
      return failure(
          "{} with a root of {} bytes; all tensors of a broadcast name a root of 4 bytes, "
          "or none does",
          nameOf(start.kind), bytes);
    plan.parts.push_back(part);
  }
  cutIntoTiles(plan);
  return plan;
}

// Copies the rest of the first row, then whole rows, then the beginning of the last row. Whole rows
// of one inner loop, or of all outer ones where inner is 1, have a constant stride and are copied
// in one call.
void copyPiece(const PartPlan &part, const std::byte *source, const Strides &from,
               std::byte *target, const Strides &to, int64_t begin, int64_t end) {
  if (begin >= end)
    return;
  int64_t row = begin / part.run, column = begin % part.run;
  // The offset of the current row in one of the layouts.
  auto at = [&](const Strides &strides) {
    return row / part.inner * strides.outer + row % part.inner * strides.inner;
  };
  if (column || end - begin < part.run) { // the rest of a row that was begun
    int64_t size = std::min(part.run - column, end - begin);
    std::memcpy(target + at(to) + column, source + at(from) + column, size_t(size));
    begin += size;
    ++row;
  }
  while (end - begin >= part.run) { // whole rows, as many as the inner loop has left
    int64_t rows = std::min((end - begin) / part.run, part.inner - row % part.inner);
    int64_t fromStride = from.inner, toStride = to.inner;
    if (part.inner == 1) {
      rows = (end - begin) / part.run;
      fromStride = from.outer;
      toStride = to.outer;
    }
    copyRows(source + at(from), fromStride, target + at(to), toStride, rows, part.run);
    begin += rows * part.run;
    row += rows;
  }
  if (begin < end)
    std::memcpy(target + at(to), source + at(from), size_t(end - begin));
}

// The gathered tensor is `outer` rows, each of one run per source: row 0 of source 0, row 0 of
// source 1, ..., row 1 of source 0, ... The loop starts in the middle of a run where `begin` lies
// there.
void gatherRange(const PartPlan &part, std::span<const std::byte *const> sources,
                 std::span<std::byte *const> targets, int64_t begin, int64_t end) {
  int64_t run = part.run, row = begin / part.target.outer, at = begin;
  size_t from = size_t(begin % part.target.outer / run);
  for (int64_t column = begin % run; at < end; column = 0) {
    int64_t size = std::min(run - column, end - at);
    const std::byte *bytes = sources[from] + row * run + column;
    if (size == 4) // one f32 or i32: the common case of small runs
      std::memcpy(targets[0] + at, bytes, 4);
    else
      std::memcpy(targets[0] + at, bytes, size_t(size));
    at += size;
    if (++from == sources.size()) {
      from = 0;
      ++row;
    }
  }
  for (std::byte *target : targets.subspan(1))
    std::memcpy(target + begin, targets[0] + begin, size_t(end - begin));
}

Strides packedStrides(const PartPlan &part) {
  return {.outer = part.inner * part.run, .inner = part.run, .piece = part.pieceBytes()};
}

} // namespace spmd::rt
