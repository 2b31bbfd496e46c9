// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Along one dim a tensor is [outer, dim, inner]; every piece of every collective is then two loops
// around a contiguous run, which is all that copyPiece knows.
#include "runtime/collective_plan.h"
#include "runtime/sum_tree.h"
#include <algorithm>
#include <cassert>
#include <cstring>
#include <fmt/format.h>
#include <numeric>

namespace spmd::rt {

namespace {

/// Output bytes of a tile that only copies.
constexpr int64_t kCopyTile = 256 << 10;
/// Bytes that a reducing tile reads and writes, and the least it puts out.
constexpr int64_t kReduceTile = 1 << 20, kLeastReduceTile = 16 << 10;

template <class... Args> llvm::Error failure(fmt::format_string<Args...> format, Args &&...args) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 fmt::format(format, std::forward<Args>(args)...).c_str());
}

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

/// The layout of a part that is cut or joined along dims; bytes.
llvm::Error layOut(const CollectiveStart &start, int64_t n, const CollectivePart &tensor,
                   PartPlan &part) {
  const std::vector<int64_t> &shape = tensor.shape;
  auto bytesOf = [&](size_t first, size_t last) {
    int64_t count = 1;
    for (size_t i = first; i < last; ++i)
      count *= shape[i];
    return count;
  };
  int64_t total = bytesOf(0, shape.size()) * part.elementBytes;
  part.sourceBytes = part.targetBytes = total;
  if (start.kind == CollectiveKind::AllReduce || start.kind == CollectiveKind::Permute) {
    part.run = total;
    return llvm::Error::success();
  }
  size_t dim = size_t(start.dim), concat = size_t(start.concatDim);
  if (dim >= shape.size() || (start.kind == CollectiveKind::AllToAll && concat >= shape.size()))
    return failure("{} along dim {} of a tensor with {} dims", nameOf(start.kind),
                   std::max(dim, concat), shape.size());
  int64_t outer = bytesOf(0, dim), inner = bytesOf(dim + 1, shape.size()) * part.elementBytes;
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
  // AllToAll between two dims. With [a, first, b, second, c] the dims in order of the tensor:
  size_t first = std::min(dim, concat), second = std::max(dim, concat);
  int64_t a = bytesOf(0, first), b = bytesOf(first + 1, second);
  int64_t c = bytesOf(second + 1, shape.size()) * part.elementBytes;
  part.outer = a;
  // Rows of second x c: contiguous pieces of the source become columns of the target.
  if (dim == first) {
    part.inner = cut * b;
    part.run = shape[second] * c;
    part.source = {
        .outer = shape[first] * b * part.run, .inner = part.run, .piece = cut * b * part.run};
    part.target = {.outer = part.inner * part.run * n, .inner = part.run * n, .piece = part.run};
  } else { // columns of the source become contiguous pieces of the target
    part.inner = shape[first] * b;
    part.run = cut * c;
    part.source = {.outer = part.inner * part.run * n, .inner = part.run * n, .piece = part.run};
    part.target = {
        .outer = part.inner * part.run * n, .inner = part.run, .piece = part.inner * part.run};
  }
  return llvm::Error::success();
}

void cutIntoTiles(CollectivePlan &plan) {
  int64_t n = plan.positions;
  bool reduces =
      plan.kind == CollectiveKind::AllReduce || plan.kind == CollectiveKind::ReduceScatter;
  int64_t tileBytes = kCopyTile;
  bool sharesResult =
      plan.kind == CollectiveKind::AllReduce || plan.kind == CollectiveKind::AllGather;
  if (reduces || sharesResult)
    tileBytes = std::max(kLeastReduceTile, kReduceTile / (n + 1) / 4096 * 4096);
  // A result that all positions share is cut once; else every position has tiles of its own.
  int64_t positions = sharesResult ? 1 : n;
  for (int64_t position = 0; position < positions; ++position)
    for (size_t index = 0; index < plan.parts.size(); ++index) {
      const PartPlan &part = plan.parts[index];
      // Elements of 16 bytes: a multiple of 4096 keeps them whole.
      for (int64_t begin = 0; begin < part.targetBytes; begin += tileBytes)
        plan.tiles.push_back({.part = uint32_t(index),
                              .position = uint32_t(position),
                              .begin = begin,
                              .end = std::min(begin + tileBytes, part.targetBytes)});
    }
  for (const PartPlan &part : plan.parts)
    plan.movedBytes += n * (reduces ? part.sourceBytes : part.targetBytes) + n * part.targetBytes;
}

template <int64_t kBytes>
void copyRows(const std::byte *source, int64_t sourceStride, std::byte *target,
              int64_t targetStride, int64_t rows) {
  for (int64_t i = 0; i < rows; ++i)
    std::memcpy(target + i * targetStride, source + i * sourceStride, kBytes);
}

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
  switch (kind) {
  case CollectiveKind::AllGather:
    return "all_gather";
  case CollectiveKind::AllReduce:
    return "all_reduce";
  case CollectiveKind::ReduceScatter:
    return "reduce_scatter";
  case CollectiveKind::AllToAll:
    return "all_to_all";
  case CollectiveKind::Permute:
    return "collective_permute";
  }
  return "collective";
}

std::vector<std::vector<int64_t>> groupsOf(const CollectiveStart &start, int64_t deviceCount) {
  if (start.kind == CollectiveKind::Permute)
    return connectedDevices(start, deviceCount);
  if (!start.groups.listed.empty())
    return start.groups.listed;
  return groupsOfDigits(start.groups, deviceCount);
}

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
    plan.parts.push_back(part);
  }
  cutIntoTiles(plan);
  return plan;
}

void copyPiece(const PartPlan &part, const std::byte *source, const Strides &from,
               std::byte *target, const Strides &to, int64_t begin, int64_t end) {
  if (begin >= end)
    return;
  int64_t row = begin / part.run, column = begin % part.run;
  auto at = [&](const Strides &strides) {
    return row / part.inner * strides.outer + row % part.inner * strides.inner;
  };
  if (column || end - begin < part.run) { // the rest of a row
    int64_t size = std::min(part.run - column, end - begin);
    std::memcpy(target + at(to) + column, source + at(from) + column, size_t(size));
    begin += size;
    ++row;
  }
  while (end - begin >= part.run) { // whole rows, as many as one inner loop has
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

void gatherRange(const PartPlan &part, std::span<const std::byte *const> sources,
                 std::span<std::byte *const> targets, int64_t begin, int64_t end) {
  int64_t run = part.run, row = begin / part.target.outer, at = begin;
  size_t from = size_t(begin % part.target.outer / run);
  for (int64_t column = begin % run; at < end; column = 0) {
    int64_t size = std::min(run - column, end - at);
    const std::byte *bytes = sources[from] + row * run + column;
    if (size == 4) // one number: the common case of small runs
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
