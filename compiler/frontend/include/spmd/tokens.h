// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batches of tokens from files: flat binary files of u16 or u32, as GPT-2 trainers write them, or
// plain text, a byte per token.
#pragma once
#include <iterator>
#include <spmd/sharding.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// How a TokenLoader cuts and orders the tokens of a file.
struct TokenOptions {
  int64_t batch = 1;      // windows of all ranks together
  int64_t length = 1024;  // tokens of a window
  ElementType type = u16; // in the files: u8 (text), u16 or u32, little-endian
  bool shuffle = true;    // another order of windows in each epoch
  uint64_t seed = 0;      // of the order
  int64_t rank = 0;       // without a mesh: this process reads the rank-th of `count` parts
  int64_t count = 1;      // of each batch
  int64_t vocabulary = 0; // a token that is not below it is refused; 0: all are taken
  int64_t steps = 0;      // a range ends at this position; 0: at the end of the epoch
  Logical axes = {"batch", "position"}; // names of the dims, by which a mesh's rules split a batch
};

/// What a step of training takes.
struct Batch {
  Tensor tokens; // i32[batch, length]
  SPMD_FIELDS(tokens)
};

/// Windows of files of tokens, each once in an epoch; none goes from one file into the next one.
/// Files are mapped, not read, so they may be larger than memory. The order depends on the seed,
/// the epoch and the number of windows alone: it is the same on all machines, and whatever the mesh
/// and the number of ranks are. Windows that do not fill a batch are left out, others in each
/// epoch. Copies share the files and have positions of their own.
///
/// Under a mesh (Mesh::use) a batch lies on it, split by the rules for values, and each rank reads
/// the tokens of its own devices. So every rank runs the same loop:
///
///   TokenLoader loader("train.bin", {.batch = 512, .steps = 10000});
///   for (const Batch &batch : loader)
///     std::tie(model, state, loss) = step(std::move(model), std::move(state), batch);
class TokenLoader {
public:
  class Iterator;

  /// Throws where a file cannot be mapped or has a part of a token at its end, and where all files
  /// have less windows than a batch; for other types, and for a batch that the ranks do not divide.
  TokenLoader(const std::string &file, TokenOptions options = {}, Where where = Where::current());
  TokenLoader(const std::vector<std::string> &files, TokenOptions options = {},
              Where where = Where::current());

  /// The next batch, i32[batch, length]; of parts i32[batch / count, length], where row r of rank k
  /// is row k * batch / count + r of the whole batch. The first one of an epoch makes its order.
  /// Throws for a token that the vocabulary does not have, and where the mesh does not divide the
  /// batch; the position stays then.
  Tensor next(Where where = Where::current());

  /// The batches from the position on, up to options.steps, or to the end of the epoch.
  Iterator begin(Where where = Where::current());
  /// Where a range ends is in its iterator.
  std::default_sentinel_t end() const { return {}; }

  /// The number of batches that have been given, over all epochs: what a checkpoint saves.
  int64_t position() const { return at; }
  /// Goes to a position, for example that of a checkpoint. Throws for negative ones.
  void seek(int64_t position, Where where = Where::current());
  int64_t batchesPerEpoch() const { return windows / options.batch; }
  int64_t epoch() const { return at / batchesPerEpoch(); }
  /// Of all files.
  int64_t tokenCount() const { return tokens; }

private:
  struct File {
    std::string name;
    std::shared_ptr<const std::byte> bytes; // mapped
    int64_t firstWindow = 0;                // the number of its first window among all
  };
  void add(const std::string &file, Where where);
  void read(int64_t window, int64_t begin, int64_t count, int32_t *out, Where where) const;

  std::vector<File> files;
  TokenOptions options;
  int64_t tokens = 0, windows = 0, at = 0;
  int64_t orderedEpoch = -1; // that of `order`
  std::vector<uint32_t> order;
};

/// Goes through the batches of a loader, of which it moves the position: an input iterator.
class TokenLoader::Iterator {
public:
  /// What it points to.
  using value_type = Batch;
  /// Of the standard's iterators.
  using difference_type = std::ptrdiff_t;

  /// Reads the first batch, unless the position is at the end already.
  Iterator(TokenLoader &loader, int64_t end, Where where);
  /// The batch that was read last.
  const Batch &operator*() const { return batch; }
  /// The same.
  const Batch *operator->() const { return &batch; }
  /// Reads the next batch. Throws as TokenLoader::next does.
  Iterator &operator++();
  /// The same; earlier batches are gone.
  void operator++(int) { ++*this; }
  bool operator==(std::default_sentinel_t) const { return isDone; }

private:
  TokenLoader *loader;
  int64_t end; // the position behind the last batch
  Where where;
  Batch batch;
  bool isDone = false;
};

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
