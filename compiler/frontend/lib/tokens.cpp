// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads batches of tokens from mapped files.
//
// An epoch's order is a permutation of windows by Fisher and Yates, from numbers of splitmix64
// (Steele et al., OOPSLA 2014): a few lines that give the same numbers everywhere, which the
// distributions of <random> do not.
#include "compiler/frontend/lib/library_error.h"
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <numeric>
#include <spmd/tokens.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace spmd {
inline namespace frontend {
namespace {

/// A file as bytes, which are unmapped with the last copy.
struct MappedFile {
  std::shared_ptr<const std::byte> bytes;
  int64_t size = 0;
};

/// Closes the file at the end of the call; a mapping does not need it any more.
struct Descriptor {
  int number;
  ~Descriptor() {
    if (number >= 0)
      close(number);
  }
};

/// The kernel reads pages when a batch first touches them and may drop them later, so a file costs
/// no memory of the process.
MappedFile mapped(const std::string &file, Where where) {
  const Descriptor opened{open(file.c_str(), O_RDONLY | O_CLOEXEC)};
  struct stat status;
  if (opened.number < 0 || fstat(opened.number, &status) != 0)
    refuse(file + ": " + std::strerror(errno), where);
  if (!S_ISREG(status.st_mode) || status.st_size == 0)
    refuse(file + ": it is no file, or is empty", where);
  const auto size = size_t(status.st_size);
  void *address = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, opened.number, 0);
  if (address == MAP_FAILED)
    refuse(file + ": " + std::strerror(errno), where);
  auto unmap = [size](const std::byte *bytes) { munmap(const_cast<std::byte *>(bytes), size); };
  return {std::shared_ptr<const std::byte>(static_cast<const std::byte *>(address), unmap),
          int64_t(size)};
}

/// The bytes of a token.
int64_t widthOf(ElementType type) { return type == u8 ? 1 : type == u16 ? 2 : 4; }

/// The next number of a sequence; each state gives another one.
uint64_t splitmix(uint64_t &state) {
  uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

/// 0 .. count - 1 in an order that the seed and the epoch tell. The high half of a product of 64
/// bits maps a number to [0, bound): its bias is at most bound / 2^64.
std::vector<uint32_t> permutation(int64_t count, uint64_t seed, int64_t epoch) {
  std::vector<uint32_t> order(static_cast<size_t>(count));
  std::iota(order.begin(), order.end(), 0u);
  uint64_t state = seed;
  state = splitmix(state) + uint64_t(epoch);
  for (size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[size_t((__uint128_t(splitmix(state)) * i) >> 64)]);
  return order;
}

/// All numbers are checked once, so that next needs no checks but that of the vocabulary.
void checkOptions(const TokenOptions &options, Where where) {
  if (options.type != u8 && options.type != u16 && options.type != u32)
    refuse("a file of tokens of type " + text(options.type) + "; ui8, ui16 and ui32 are read",
           where);
  if (options.batch < 1 || options.length < 1 || options.count < 1)
    refuse("batches of " + std::to_string(options.batch) + " windows of " +
               std::to_string(options.length) + " tokens for " + std::to_string(options.count) +
               " ranks; each is at least 1",
           where);
  if (options.batch % options.count != 0)
    refuse("a batch of " + std::to_string(options.batch) + " windows does not divide over " +
               std::to_string(options.count) + " ranks",
           where);
  if (options.rank < 0 || options.rank >= options.count)
    refuse("rank " + std::to_string(options.rank) + " of " + std::to_string(options.count), where);
  if (options.steps < 0)
    refuse("a range of " + std::to_string(options.steps) + " steps", where);
  if (options.axes.names.size() != 2)
    refuse("a batch has 2 dims, and " + std::to_string(options.axes.names.size()) + " names",
           where);
}

} // namespace

TokenLoader::TokenLoader(const std::string &file, TokenOptions options, Where where)
    : TokenLoader(std::vector{file}, std::move(options), where) {}

/// Windows are numbered by 32 bits: 2^32 windows of 1024 tokens are more than any text.
TokenLoader::TokenLoader(const std::vector<std::string> &names, TokenOptions given, Where where)
    : options(std::move(given)) {
  checkOptions(options, where);
  if (names.empty())
    refuse("a TokenLoader of no files", where);
  for (const std::string &name : names)
    add(name, where);
  windows = std::min<int64_t>(windows, std::numeric_limits<uint32_t>::max());
  if (windows < options.batch)
    refuse(names[0] +
               (names.size() > 1 ? " and " + std::to_string(names.size() - 1) + " more" : "") +
               ": " + (names.size() > 1 ? "their " : "its ") + std::to_string(tokens) +
               " tokens are less than a batch of " + std::to_string(options.batch) +
               " windows of " + std::to_string(options.length),
           where);
}

/// What does not fill a window at the end of a file is left out.
void TokenLoader::add(const std::string &name, Where where) {
  const MappedFile map = mapped(name, where);
  const int64_t width = widthOf(options.type);
  if (map.size % width != 0)
    refuse(name + ": its " + std::to_string(map.size) + " bytes are no tokens of " +
               std::to_string(width) + " bytes",
           where);
  files.push_back({name, map.bytes, windows});
  tokens += map.size / width;
  windows += map.size / width / options.length;
}

/// Tokens [begin, begin + count) of a window. Windows begin anywhere, so a token of u32 may lie at
/// an odd address of a page: memcpy reads it.
void TokenLoader::read(int64_t window, int64_t begin, int64_t count, int32_t *out,
                       Where where) const {
  const auto behind =
      std::upper_bound(files.begin(), files.end(), window,
                       [](int64_t number, const File &file) { return number < file.firstWindow; });
  const File &file = *(behind - 1);
  const int64_t width = widthOf(options.type);
  const int64_t first = (window - file.firstWindow) * options.length + begin;
  for (int64_t i = first; i < first + count; ++i) {
    uint32_t value = 0; // little-endian, as the file
    std::memcpy(&value, file.bytes.get() + i * width, size_t(width));
    if (options.vocabulary > 0 && value >= options.vocabulary)
      refuse(file.name + ": token " + std::to_string(i) + " is " + std::to_string(value) +
                 ", the vocabulary has " + std::to_string(options.vocabulary),
             where);
    *out++ = int32_t(value);
  }
}

/// Without shuffling the order is that of the files, in each epoch.
Tensor TokenLoader::next(Where where) {
  if (options.shuffle && epoch() != orderedEpoch) {
    order = permutation(windows, options.seed, epoch());
    orderedEpoch = epoch();
  }
  const int64_t rows = options.batch / options.count;
  // Rank k has the k-th part of the batch, so that ranks together read what one would.
  const int64_t first = at % batchesPerEpoch() * options.batch + options.rank * rows;
  auto part = [&](const std::vector<int64_t> &begin, const std::vector<int64_t> &shape) {
    HostArray array{text(i32), shape, std::vector<std::byte>(size_t(shape[0] * shape[1] * 4))};
    auto *out = reinterpret_cast<int32_t *>(array.bytes.data());
    for (int64_t row = first + begin[0]; row < first + begin[0] + shape[0]; ++row, out += shape[1])
      read(options.shuffle ? order[size_t(row)] : row, begin[1], shape[1], out, where);
    return array;
  };
  const Sharding sharding = options.count == 1 ? shardingBy(options.axes, where) : Sharding();
  const Tensor batch = makeArrayFromCallback({i32, {rows, options.length}}, sharding, part, where);
  ++at;
  return batch;
}

/// The end of an epoch is that of the one in which the range begins.
TokenLoader::Iterator TokenLoader::begin(Where where) {
  return {*this, options.steps ? options.steps : (epoch() + 1) * batchesPerEpoch(), where};
}

TokenLoader::Iterator::Iterator(TokenLoader &loader, int64_t end, Where where)
    : loader(&loader), end(end), where(where) {
  ++*this;
}

TokenLoader::Iterator &TokenLoader::Iterator::operator++() {
  isDone = loader->position() >= end;
  if (!isDone)
    batch.tokens = loader->next(where);
  return *this;
}

/// The order of another epoch is made by the next call of next.
void TokenLoader::seek(int64_t position, Where where) {
  if (position < 0)
    refuse("seek to position " + std::to_string(position), where);
  at = position;
}

} // namespace frontend
} // namespace spmd
