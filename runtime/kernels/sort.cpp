// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sorts a line as a list of positions and then moves each operand by that list.
//
// With a numeric key, items of (key, position) are sorted by radix; the key is mapped to an
// unsigned number in the wanted order. With a callback, positions are sorted by merging.
#include "runtime/kernels/sort.h"
#include "runtime/kernels/library_config.h"
#include "runtime/kernels/workspace.h"
#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace spmd::rt {

namespace {

constexpr int64_t kTileElements = 16384; // elements in the lines of a tile, about

// Short lines are grouped, so that a tile is worth waking a worker.
int64_t linesPerTile(const SortConfig &sort) {
  return std::max<int64_t>(1, kTileElements / std::max<int64_t>(1, sort.length));
}

// A key as an unsigned number, and the position of its row in the line.
struct Item {
  uint64_t key;
  int64_t position;
};

/// The bits of the greatest magnitude that is no NaN: infinity where the float type has one.
uint64_t greatestMagnitude(DType type) {
  switch (type) {
  case DType::F64:
    return 0x7ff0000000000000;
  case DType::F32:
    return 0x7f800000;
  case DType::BF16:
    return 0x7f80;
  case DType::F16:
    return 0x7c00;
  case DType::F8E5M2:
    return 0x7c;
  case DType::F8E4M3:
    return 0x78;
  case DType::F8E3M4:
    return 0x70;
  case DType::F8E4M3FN:
    return 0x7e;
  default:
    return 0x7f; // FNUZ types: -0 is the only NaN
  }
}

/// Maps the bits of a number to an unsigned number of the same width in the same order. Negative
/// floats are inverted. Unless the order is total, -0 equals +0 and NaNs come last. 8-bit examples:
/// S8 -1 (0xff) -> 0x7f; F8E5M2 -0 (0x80) -> 0x80, as +0.
uint64_t orderedBits(DType type, const void *element, bool total) {
  const int width = int(sizeOf(type)) * 8;
  uint64_t bits = 0;
  std::memcpy(&bits, element, size_t(width / 8));
  const uint64_t sign = uint64_t(1) << (width - 1), mask = sign | (sign - 1);
  bits = bits << unusedBits(type) & mask; // a narrow number becomes the upper bits of its byte
  if (isSigned(type))
    return bits ^ sign;
  if (!isFloat(type) || type == DType::F8E8M0FNU)
    return bits;
  const bool zeroIsNan =
      type == DType::F8E4M3FNUZ || type == DType::F8E5M2FNUZ || type == DType::F8E4M3B11FNUZ;
  if (!total) {
    if ((bits & ~sign) > greatestMagnitude(type) || (zeroIsNan && bits == sign))
      return mask;
    if (bits == sign)
      bits = 0;
  } else if (zeroIsNan && (bits & sign)) { // -0 is the NaN; as a negative one it is the smallest
    return bits == sign ? 0 : (~bits & mask) + 1;
  }
  return bits & sign ? ~bits & mask : bits | sign;
}

/// A stable radix sort from the least significant byte on. Bytes that are equal in all keys are
/// skipped. Returns `items` or `spare`, whichever holds the result.
/// Example with two bytes: {0x0201, 0x0102, 0x0101} -> by the low byte {0x0201, 0x0101, 0x0102} ->
/// by the high byte {0x0101, 0x0102, 0x0201}.
Item *radixSort(Item *items, Item *spare, int64_t count, int64_t keyBytes) {
  for (int64_t byte = 0; byte < keyBytes; ++byte) {
    std::array<int64_t, 257> begin{};
    const int shift = int(byte) * 8;
    for (int64_t i = 0; i < count; ++i)
      ++begin[(items[i].key >> shift & 255) + 1];
    // One of the counts is `count`: all keys have the same byte.
    if (std::find(begin.begin(), begin.end(), count) != begin.end())
      continue;
    for (int b = 0; b < 256; ++b)
      begin[b + 1] += begin[b];
    for (int64_t i = 0; i < count; ++i)
      spare[begin[items[i].key >> shift & 255]++] = items[i];
    std::swap(items, spare);
  }
  return items;
}

/// Calls the region to compare row a with row b of the line whose first elements are at `lines`.
struct Comparator {
  ScalarFn callback;
  const std::byte *const *lines;
  const int64_t *strides; // in bytes
  const void **args;      // room for two entries per operand
  size_t operands;

  bool operator()(int64_t a, int64_t b) const {
    for (size_t i = 0; i < operands; ++i) {
      args[2 * i] = lines[i] + a * strides[i];
      args[2 * i + 1] = lines[i] + b * strides[i];
    }
    uint8_t first = 0;
    void *results[] = {&first};
    callback(args, results);
    return first != 0;
  }
};

/// A bottom-up merge sort of positions. It is stable, and stays in bounds even if the comparator is
/// inconsistent. Returns the array that holds the result.
template <class Before>
int64_t *mergeSort(int64_t *positions, int64_t *spare, int64_t count, const Before &before) {
  constexpr int64_t kRun = 8; // runs of this length are sorted by insertion
  for (int64_t begin = 0; begin < count; begin += kRun)
    for (int64_t i = begin + 1; i < std::min(begin + kRun, count); ++i) {
      int64_t moving = positions[i], at = i;
      for (; at > begin && before(moving, positions[at - 1]); --at)
        positions[at] = positions[at - 1];
      positions[at] = moving;
    }
  for (int64_t run = kRun; run < count; run *= 2) {
    for (int64_t begin = 0; begin < count; begin += 2 * run) {
      int64_t l = begin, middle = std::min(begin + run, count), r = middle;
      int64_t end = std::min(begin + 2 * run, count);
      for (int64_t out = begin; out < end; ++out) {
        bool right = l == middle || (r < end && before(positions[r], positions[l]));
        spare[out] = positions[right ? r++ : l++];
      }
    }
    std::swap(positions, spare);
  }
  return positions;
}

// Moves the elements of a line to their sorted places, through `copy` because source and target may
// be the same memory.
template <size_t Bytes>
void permuteAs(const std::byte *from, std::byte *to, int64_t stride, const int64_t *positions,
               int64_t count, std::byte *copy) {
  for (int64_t i = 0; i < count; ++i)
    std::memcpy(copy + i * int64_t(Bytes), from + positions[i] * stride, Bytes);
  for (int64_t i = 0; i < count; ++i)
    std::memcpy(to + i * stride, copy + i * int64_t(Bytes), Bytes);
}

// Dispatches on the size of the element, so that memcpy has a constant size.
void permute(int64_t bytes, const std::byte *from, std::byte *to, int64_t stride,
             const int64_t *positions, int64_t count, std::byte *copy) {
  switch (bytes) {
  case 1:
    return permuteAs<1>(from, to, stride, positions, count, copy);
  case 2:
    return permuteAs<2>(from, to, stride, positions, count, copy);
  case 4:
    return permuteAs<4>(from, to, stride, positions, count, copy);
  case 8:
    return permuteAs<8>(from, to, stride, positions, count, copy);
  default:
    return permuteAs<16>(from, to, stride, positions, count, copy);
  }
}

// Sorts lines one after the other. The workspace holds items, positions and a copy of a line, each
// for one line.
class LineSorter {
public:
  LineSorter(const SortConfig &sort, const RoutineArgs &args)
      : sort(sort), args(args), operands(sort.types.size()), lines(operands), strides(operands),
        pointers(2 * operands) {
    const uint64_t n = uint64_t(sort.length);
    std::byte *block = workspace(WorkspaceUse::Sort, n * (2 * sizeof(Item) + 2 * 8 + 16));
    items = reinterpret_cast<Item *>(block);
    spareItems = items + n;
    positions = reinterpret_cast<int64_t *>(spareItems + n);
    sparePositions = positions + n;
    copy = reinterpret_cast<std::byte *>(sparePositions + n);
    for (size_t i = 0; i < operands; ++i)
      strides[i] = sizeOf(sort.types[i]) * sort.inner;
  }

  // Line l begins at element l / inner * length * inner + l % inner; its elements are `inner`
  // apart.
  void run(int64_t line) {
    const int64_t first = line / sort.inner * sort.length * sort.inner + line % sort.inner;
    for (size_t i = 0; i < operands; ++i)
      lines[i] = static_cast<const std::byte *>(args.operands[i]) + first * sizeOf(sort.types[i]);
    const int64_t *sorted = sort.order == SortOrder::Callback ? byCallback() : byKey();
    for (size_t i = 0; i < operands; ++i) {
      const int64_t bytes = sizeOf(sort.types[i]);
      permute(bytes, lines[i], static_cast<std::byte *>(args.results[i]) + first * bytes,
              strides[i], sorted, sort.length, copy);
    }
  }

private:
  // Positions are sorted, not elements: the comparator may read all operands of a row.
  const int64_t *byCallback() {
    for (int64_t i = 0; i < sort.length; ++i)
      positions[i] = i;
    Comparator before{args.callback, lines.data(), strides.data(), pointers.data(), operands};
    return mergeSort(positions, sparePositions, sort.length, before);
  }

  // Descending order inverts the keys, which keeps the sort stable. Short lines are sorted by
  // comparison, since a radix pass over 256 counters would cost more.
  const int64_t *byKey() {
    const DType type = sort.types[size_t(sort.key)];
    const bool total = sort.order == SortOrder::TotalLess || sort.order == SortOrder::TotalGreater;
    const bool down = sort.order == SortOrder::Greater || sort.order == SortOrder::TotalGreater;
    const std::byte *line = lines[size_t(sort.key)];
    const int64_t stride = strides[size_t(sort.key)];
    for (int64_t i = 0; i < sort.length; ++i) {
      uint64_t key = orderedBits(type, line + i * stride, total);
      items[i] = {down ? ~key : key, i};
    }
    const Item *sorted = items;
    if (sort.length < 128)
      std::sort(items, items + sort.length, [](const Item &a, const Item &b) {
        return a.key < b.key || (a.key == b.key && a.position < b.position);
      });
    else
      sorted = radixSort(items, spareItems, sort.length, sizeOf(type));
    for (int64_t i = 0; i < sort.length; ++i)
      positions[i] = sorted[i].position;
    return positions;
  }

  const SortConfig &sort;
  const RoutineArgs &args;
  const size_t operands;
  std::vector<const std::byte *> lines;
  std::vector<int64_t> strides;
  std::vector<const void *> pointers;
  Item *items, *spareItems;
  int64_t *positions, *sparePositions;
  std::byte *copy;
};

} // namespace

// Lines are independent, so tiles hold whole lines. Lines of length 0 need no tile.
const Routine kSortRoutine = {
    .name = "sort",
    .tiles = [](const LibraryConfig &config, const void *) -> int64_t {
      const auto &sort = std::get<SortConfig>(config);
      int64_t perTile = linesPerTile(sort);
      return sort.length == 0 ? 0 : (sort.outer * sort.inner + perTile - 1) / perTile;
    },
    .run =
        [](const RoutineArgs &args, int64_t tile) {
          const auto &sort = std::get<SortConfig>(args.config);
          const int64_t perTile = linesPerTile(sort);
          LineSorter sorter(sort, args);
          for (int64_t line = tile * perTile;
               line < std::min((tile + 1) * perTile, sort.outer * sort.inner); ++line)
            sorter.run(line);
        }};

} // namespace spmd::rt
