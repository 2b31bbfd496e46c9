// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Selects the largest elements of rows.
//
// Elements are mapped to integers of the same order. The k largest of a row are found by a partial
// sort of positions.
#include "runtime/kernels/top_k.h"
#include "runtime/kernels/library_config.h"
#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <type_traits>

namespace spmd::rt {
namespace {

constexpr int64_t kTileElements = 16384; // of the input: about 100 us of work

// Short rows are grouped, long rows are a tile each.
int64_t rowsPerTile(const TopKConfig &config) {
  return std::max<int64_t>(1, kTileElements / std::max<int64_t>(config.length, 1));
}

/// How the bits of an element are ordered: as an integer, as sign and magnitude, or as sign and
/// magnitude with the bits of -0 as the one NaN.
enum class KeyKind : uint8_t { Integer, Float, FloatWithoutNegativeZero };

// F8E8M0FNU has no sign bit; rowFor() treats it as an unsigned integer.
KeyKind keyKind(DType type) {
  switch (type) {
  case DType::F8E4M3FNUZ:
  case DType::F8E5M2FNUZ:
  case DType::F8E4M3B11FNUZ:
    return KeyKind::FloatWithoutNegativeZero;
  default:
    return isFloat(type) ? KeyKind::Float : KeyKind::Integer;
  }
}

/// Maps signed bits to integers of the same order: the bits of a negative float are inverted. A NaN
/// with the bits of -0 counts as negative and becomes the smallest. Example for 8 bits: -1.0 and
/// -2.0 have rising bits as integers, and falling ones after the inversion.
template <class Bits> Bits ordered(Bits bits, KeyKind kind) {
  constexpr Bits rest = std::numeric_limits<Bits>::max(), least = std::numeric_limits<Bits>::min();
  if (kind == KeyKind::Integer || bits >= 0)
    return bits;
  if (kind == KeyKind::Float)
    return Bits(bits ^ rest);
  return bits == least ? least : Bits((bits ^ rest) + 1);
}

// Selects from one row. Key is signed or unsigned, like the order of the bits.
// Example: k = 2 of {1, 5, 5, 3} -> values {5, 5}, indices {1, 2}.
template <class Key>
void row(const std::byte *in, std::byte *values, int32_t *indices, const TopKConfig &config,
         KeyKind kind) {
  std::vector<Key> keys(config.length);
  std::memcpy(keys.data(), in, config.length * sizeof(Key));
  // A number of fewer bits becomes the upper bits of its byte: -1 of S4, 0x7f in a buffer, is 0xf0.
  if (const int unused = unusedBits(config.type))
    for (Key &key : keys)
      key = Key(std::make_unsigned_t<Key>(key) << unused);
  if constexpr (std::is_signed_v<Key>)
    for (Key &key : keys)
      key = ordered(key, kind);
  std::vector<int32_t> places(config.length);
  std::iota(places.begin(), places.end(), 0);
  std::partial_sort(
      places.begin(), places.begin() + config.k, places.end(),
      [&](int32_t l, int32_t r) { return keys[l] != keys[r] ? keys[l] > keys[r] : l < r; });
  for (int64_t i = 0; i < config.k; ++i) {
    std::memcpy(values + i * sizeof(Key), in + places[i] * sizeof(Key), sizeof(Key));
    indices[i] = places[i];
  }
}

using RowFn = void (*)(const std::byte *, std::byte *, int32_t *, const TopKConfig &, KeyKind);

// Types without a sign compare as unsigned, all others as signed integers of their size.
RowFn rowFor(DType type) {
  switch (type) {
  case DType::Pred:
  case DType::F8E8M0FNU: // has no sign bit
  case DType::U2:
  case DType::U4:
  case DType::U8:
    return row<uint8_t>;
  case DType::U16:
    return row<uint16_t>;
  case DType::U32:
    return row<uint32_t>;
  case DType::U64:
    return row<uint64_t>;
  default:
    break;
  }
  switch (sizeOf(type)) {
  case 1:
    return row<int8_t>;
  case 2:
    return row<int16_t>;
  case 4:
    return row<int32_t>;
  default:
    return row<int64_t>;
  }
}

// Rows are independent, so tiles hold whole rows.
int64_t tiles(const LibraryConfig &call, const void *) {
  const auto &config = std::get<TopKConfig>(call);
  return (config.rows + rowsPerTile(config) - 1) / rowsPerTile(config);
}

// Runs the rows of one tile.
void run(const RoutineArgs &args, int64_t tile) {
  const auto &config = std::get<TopKConfig>(args.config);
  const int64_t size = sizeOf(config.type), begin = tile * rowsPerTile(config);
  auto *in = static_cast<const std::byte *>(args.operands[0]);
  auto *values = static_cast<std::byte *>(args.results[0]);
  auto *indices = static_cast<int32_t *>(args.results[1]);
  RowFn fn = rowFor(config.type);
  for (int64_t r = begin, end = std::min(begin + rowsPerTile(config), config.rows); r < end; ++r)
    fn(in + r * config.length * size, values + r * config.k * size, indices + r * config.k, config,
       keyKind(config.type));
}

} // namespace

const Routine kTopKRoutine = {"top_k", tiles, run};

} // namespace spmd::rt
