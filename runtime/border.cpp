// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes which block of a global array each device holds, and joins such blocks.
//
// This is separate from instances because arrays outlive them, and because the comparison of ranks
// needs the blocks, too.
#include "runtime/border.h"
#include "runtime/executable.h"
#include "runtime/failure.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace spmd::rt {

// The number of the piece along a dim is the mixed-radix number of the dim's digits, major first.
// Example: mesh [d=2, m=4], a dim split by ["d", "m"] has digits {stride 4, size 2} and {stride 1,
// size 4}; device 6 = (d 1, m 2) holds piece 1 * 4 + 2 = 6.
std::vector<BlockDim> blockOf(const Border &border, int64_t deviceId) {
  int64_t logical = deviceId;
  if (!border.deviceOrder.empty())
    logical = std::find(border.deviceOrder.begin(), border.deviceOrder.end(), deviceId) -
              border.deviceOrder.begin();
  std::vector<BlockDim> block;
  for (size_t d = 0; d < border.localShape.size(); ++d) {
    int64_t piece = 0;
    if (d < border.splits.size())
      for (const Digit &digit : border.splits[d])
        piece = piece * digit.size + logical / digit.stride % digit.size;
    block.push_back({.begin = piece * border.localShape[d], .size = border.localShape[d]});
  }
  return block;
}

// Blocks of one array have equal sizes, so two blocks are the same where their begins are.
// Example: an array split over m of mesh [d=2, m=2], four devices -> {0, 1, 0, 1}.
std::vector<int64_t> firstHolders(const Border &border, int64_t deviceCount) {
  std::map<std::vector<int64_t>, int64_t> first;
  std::vector<int64_t> holders;
  for (int64_t device = 0; device < deviceCount; ++device) {
    std::vector<int64_t> begins;
    for (const BlockDim &dim : blockOf(border, device))
      begins.push_back(dim.begin);
    holders.push_back(first.try_emplace(begins, device).first->second);
  }
  return holders;
}

// Takes each block from its first holder. All ranks go through the devices in the same order, so
// each owner's broadcast meets the receives of the other ranks.
llvm::Expected<Array> joinParts(const Border &border, int64_t deviceCount, const RankMap &rankMap,
                                std::span<std::byte *const> parts) {
  llvm::Expected<Array> global = Array::allocate(border.type, border.globalShape);
  if (!global)
    return global;
  std::vector<int64_t> holders = firstHolders(border, deviceCount);
  size_t place = 0; // of the next device of this process
  for (int64_t device = 0; device < deviceCount; ++device) {
    const int64_t owner = rankMap.rankOf(device);
    std::byte *bytes = owner == rankMap.rank() ? parts[place++] : nullptr;
    if (holders[size_t(device)] != device)
      continue;
    Buffer received;
    if (owner != rankMap.rank()) {
      llvm::Expected<Buffer> buffer = Buffer::allocate(localBytes(border));
      if (!buffer) {
        // The other ranks wait for this one.
        rankMap.transport->fail(3, llvm::toString(buffer.takeError()));
        break;
      }
      received = std::move(*buffer);
      bytes = received.data();
    }
    if (rankMap.transport)
      broadcast(*rankMap.transport, owner, bytes, localBytes(border), "the joining of results");
    writeBlock(*global, blockOf(border, device), bytes);
  }
  if (rankMap.transport && rankMap.transport->hasFailed())
    return failure("{}", rankMap.transport->failure());
  return global;
}

// Numbers from a file are compared by divisions, since their products could wrap around.
bool isAmong(const Digit &digit, int64_t deviceCount) {
  return digit.stride >= 1 && digit.size >= 1 && digit.size <= deviceCount / digit.stride;
}

// Products saturate, so that one that 64 bits cannot hold is larger than all that they can. Sizes
// of a damaged file may be negative.
bool isCountable(DType type, const std::vector<int64_t> &shape, int64_t times) {
  auto bytes = llvm::SaturatingMultiply(uint64_t(times), uint64_t(sizeOf(type)));
  for (int64_t size : shape)
    bytes = llvm::SaturatingMultiply(bytes, uint64_t(size));
  return bytes <= uint64_t(INT64_MAX) &&
         std::ranges::all_of(shape, [](int64_t size) { return size >= 0; });
}

// The set drops ids that occur twice, and its ends tell whether the others are devices.
std::string orderFault(const std::vector<int64_t> &order, int64_t deviceCount) {
  std::set<int64_t> seen(order.begin(), order.end());
  const bool isWrong = int64_t(order.size()) != deviceCount || seen.size() != order.size() ||
                       *seen.begin() != 0 || *seen.rbegin() != deviceCount - 1;
  return order.empty() || !isWrong
             ? ""
             : fmt::format("a device order of {} entries is not a permutation of {} devices",
                           order.size(), deviceCount);
}

// The local shape must hold the global one: localShape * pieces >= globalShape in each dim. The
// last piece may contain padding.
std::string borderFault(const Border &border, int64_t deviceCount) {
  if (border.globalShape.size() != border.localShape.size() ||
      border.splits.size() > border.localShape.size())
    return fmt::format("an array of {} dims is {} dims on a device", border.globalShape.size(),
                       border.localShape.size());
  for (size_t d = 0; d < border.localShape.size(); ++d) {
    int64_t pieces = 1;
    for (const Digit &digit : d < border.splits.size() ? border.splits[d] : std::vector<Digit>()) {
      if (!isAmong(digit, deviceCount) || digit.size > deviceCount / pieces)
        return fmt::format("a digit of stride {} and size {} among {} devices", digit.stride,
                           digit.size, deviceCount);
      pieces *= digit.size;
    }
    if (border.localShape[d] < 0 || border.globalShape[d] < 0 ||
        border.localShape[d] < llvm::divideCeilSigned(border.globalShape[d], pieces))
      return fmt::format("dim {} of size {} does not fit in {} pieces of {}", d,
                         border.globalShape[d], pieces, border.localShape[d]);
  }
  if (!isCountable(border.type, border.globalShape) || !isCountable(border.type, border.localShape))
    return "an array of more bytes than 64 bits can count";
  return orderFault(border.deviceOrder, deviceCount);
}

// A table of no rows would have no size, and a row that begins within a buffer would not be moved
// with it when the buffer is bound.
std::string tableFault(const Program &program) {
  for (const Table &table : program.tables) {
    if (!table.rowBytes || table.rows.empty())
      return fmt::format("a table of {} rows of {} bytes", table.rows.size(), table.rowBytes);
    for (const Address &row : table.rows) {
      const bool isArgument = row.space == Space::Argument;
      const auto &borders = isArgument ? program.arguments : program.results;
      if ((!isArgument && row.space != Space::Result) || row.index >= borders.size() ||
          row.offset || localBytes(borders[row.index]) != table.rowBytes)
        return fmt::format("a row of {} bytes at offset {} of buffer {} of space {}",
                           table.rowBytes, row.offset, row.index, int(row.space));
    }
  }
  return "";
}

// Strides that are no multiples of a row move within the row. The others are checked with the size
// of the whole table. Sums saturate, since numbers from a file may be large.
std::string rowFault(const Table &table, const Operand &operand, const BlocksCommand *around) {
  uint64_t end = llvm::SaturatingAdd(operand.base.offset % table.rowBytes, operand.bytes);
  for (const DynamicOffset &dynamic : operand.dynamic)
    if (uint64_t(dynamic.strideBytes) % table.rowBytes)
      end =
          llvm::SaturatingMultiplyAdd(uint64_t(dynamic.limit), uint64_t(dynamic.strideBytes), end);
  for (size_t l = 0; l < operand.strides.size() && around; ++l)
    end = llvm::SaturatingMultiplyAdd(uint64_t(around->loops[l] - 1), uint64_t(operand.strides[l]),
                                      end);
  return end <= table.rowBytes ? ""
                               : fmt::format("an operand that ends at byte {} of a row of {} bytes",
                                             end, table.rowBytes);
}

} // namespace spmd::rt
