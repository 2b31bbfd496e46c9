// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs routine "lapack" on one matrix per tile, or on several small ones: copies operands to memory
// in LAPACK's order, calls the routine, and copies results back.
#include "runtime/kernels/lapack.h"
#include "runtime/cpu.h"
#include "runtime/kernels/lapack_calls.h"
#include "runtime/kernels/library_config.h"
#include "runtime/kernels/workspace.h"
#include <algorithm>
#include <cstring>

namespace spmd::rt {
namespace {

/// An array of all matrices in the memory of the program: row-major, complex numbers as pairs or as
/// two arrays.
struct Place {
  std::byte *first = nullptr, *second = nullptr; // the second has imaginary parts
};

/// Numbers that one element of the array consists of.
int64_t partsOf(const LapackConfig &config, const LapackArray &array) {
  return array.element == LapackElement::Complex ||
                 (array.element == LapackElement::Number && isComplex(config))
             ? 2
             : 1;
}
int64_t partBytes(const LapackConfig &config, const LapackArray &array) {
  const bool isDouble = config.type == DType::F64 || config.type == DType::C128;
  return array.element != LapackElement::Integer && isDouble ? 8 : 4;
}
int64_t bytesOf(const LapackConfig &config, const LapackArray &array) {
  return array.rows * array.columns * partsOf(config, array) * partBytes(config, array);
}
/// Arrays begin at multiples of a cache line.
int64_t padded(int64_t bytes) { return (bytes + 63) / 64 * 64; }

/// Copies matrix `batch` between the program's memory, row-major, and `columns`, column by column.
/// Part is a number of the width of a part.
template <class Part, bool isRead>
void copyMatrix(const LapackConfig &config, const LapackArray &array, const Place &place,
                int64_t batch, std::byte *columns) {
  const int64_t parts = partsOf(config, array), stride = config.apart ? 1 : parts;
  const int64_t begin = batch * array.rows * array.columns * stride;
  auto *mine = reinterpret_cast<Part *>(columns);
  for (int64_t part = 0; part < parts; ++part) {
    const bool isSecond = config.apart && part == 1;
    auto *theirs = reinterpret_cast<Part *>(isSecond ? place.second : place.first) + begin +
                   (config.apart ? 0 : part);
    for (int64_t i = 0; i < array.rows; ++i)
      for (int64_t j = 0; j < array.columns; ++j) {
        Part &outside = theirs[(i * array.columns + j) * stride];
        Part &inside = mine[(j * array.rows + i) * parts + part];
        if constexpr (isRead)
          inside = outside;
        else
          outside = inside;
      }
  }
}
template <bool isRead>
void copyArray(const LapackConfig &config, const LapackArray &array, const Place &place,
               int64_t batch, std::byte *columns) {
  if (partBytes(config, array) == 8)
    copyMatrix<uint64_t, isRead>(config, array, place, batch, columns);
  else
    copyMatrix<uint32_t, isRead>(config, array, place, batch, columns);
}

/// The arrays of a call in the order of its buffers: complex ones may be two.
std::vector<Place> placesOf(const LapackConfig &config, const std::vector<LapackArray> &arrays,
                            void *const *buffers) {
  std::vector<Place> places;
  for (const LapackArray &array : arrays) {
    Place &place = places.emplace_back();
    place.first = static_cast<std::byte *>(*buffers++);
    if (config.apart && partsOf(config, array) == 2)
      place.second = static_cast<std::byte *>(*buffers++);
  }
  return places;
}

std::shared_ptr<const void> plan(const LibraryConfig &config) {
  return std::make_shared<LapackArrays>(lapackArrays(std::get<LapackConfig>(config)));
}
int64_t bytesOf(const LapackConfig &config, const LapackArrays &arrays) {
  int64_t bytes = 0;
  for (const auto *side : {&arrays.operands, &arrays.results})
    for (const LapackArray &array : *side)
      bytes += padded(bytesOf(config, array));
  return bytes;
}
/// Matrices of a tile: so many that their arrays fill at most half of the first cache, and that it
/// takes microseconds. A routine does up to twenty times m * n * min(m, n) multiplications.
int64_t matricesOfTile(const LapackConfig &config, const LapackArrays &arrays) {
  constexpr int64_t kTileWork = int64_t(1) << 12;
  const int64_t bytes = std::max<int64_t>(1, bytesOf(config, arrays)),
                work = std::max<int64_t>(1, config.m * config.n * std::min(config.m, config.n));
  return std::max<int64_t>(1, std::min(kFirstCache / 2 / bytes, kTileWork / work));
}
// Matrices of a batch are independent.
int64_t tiles(const LibraryConfig &call, const void *plan) {
  const auto &config = std::get<LapackConfig>(call);
  const int64_t matrices = matricesOfTile(config, *static_cast<const LapackArrays *>(plan));
  return (config.batches + matrices - 1) / matrices;
}

void call(const LapackConfig &config, const LapackMemory &memory) {
  switch (config.type) {
  case DType::F64:
    return callLapack<double>(config, memory);
  case DType::C64:
    return callLapack<std::complex<float>>(config, memory);
  case DType::C128:
    return callLapack<std::complex<double>>(config, memory);
  default:
    return callLapack<float>(config, memory);
  }
}

/// The matrices of a tile, one after the other, in the same memory. A result that is written over
/// an operand shares the operand's. Other results begin as zeros, since a job may leave some of
/// them out.
void run(const RoutineArgs &args, int64_t tile) {
  const auto &config = std::get<LapackConfig>(args.config);
  const auto &arrays = *static_cast<const LapackArrays *>(args.plan);
  std::byte *next = workspace(WorkspaceUse::Lapack, uint64_t(bytesOf(config, arrays)));
  auto take = [&](const LapackArray &array) {
    std::byte *begin = next;
    next += padded(bytesOf(config, array));
    return begin;
  };
  const std::vector<Place> in = placesOf(config, arrays.operands, args.operands),
                           out = placesOf(config, arrays.results, args.results);
  LapackMemory memory;
  for (size_t i = 0; i < in.size(); ++i)
    memory.operands[i] = take(arrays.operands[i]);
  for (size_t i = 0; i < out.size(); ++i)
    memory.results[i] = arrays.results[i].operand >= 0 ? memory.operands[arrays.results[i].operand]
                                                       : take(arrays.results[i]);
  // Routines on no elements have nothing to do; some of them refuse leading dims of 0.
  const bool hasWork =
      config.n != 0 && (config.m != 0 || config.routine == LapackRoutine::PivotsToPermutation);
  const int64_t matrices = matricesOfTile(config, arrays), first = tile * matrices;
  for (int64_t batch = first; batch < std::min(first + matrices, config.batches); ++batch) {
    for (size_t i = 0; i < in.size(); ++i)
      copyArray<true>(config, arrays.operands[i], in[i], batch, memory.operands[i]);
    for (size_t i = 0; i < out.size(); ++i)
      if (arrays.results[i].operand < 0)
        std::memset(memory.results[i], 0, size_t(bytesOf(config, arrays.results[i])));
    if (hasWork)
      call(config, memory);
    for (size_t i = 0; i < out.size(); ++i)
      copyArray<false>(config, arrays.results[i], out[i], batch, memory.results[i]);
  }
}

} // namespace

const Routine kLapackRoutine = {
    .name = "lapack", .tiles = tiles, .run = run, .inPlace = false, .plan = plan};

} // namespace spmd::rt
