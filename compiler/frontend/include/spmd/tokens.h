// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batches of tokens from files: flat binary files of u16 or u32, as GPT-2 trainers write them.
#pragma once
#include <spmd/ops.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// How a TokenLoader cuts and orders the tokens of a file.
struct TokenOptions {
  int64_t batch = 1;      // windows of all ranks together
  int64_t length = 1024;  // tokens of a window
  ElementType type = u16; // in the file: u16 or u32, little-endian
  bool shuffle = true;    // another order of windows in each epoch
  uint64_t seed = 0;      // of the order
  int64_t rank = 0;       // this process reads the rank-th of `count` parts of each batch
  int64_t count = 1;
  int64_t vocabulary = 0; // a token that is not below it is refused; 0: all are taken
};

/// Windows of a file of tokens, each once in an epoch. The file is mapped, not read, so it may be
/// larger than memory. The order depends on the seed, the epoch and the number of windows alone: it
/// is the same on all machines, and whatever the number of ranks is. Windows that do not fill a
/// batch are left out, others in each epoch. Copies share the file and have positions of their own.
class TokenLoader {
public:
  /// Throws where the file cannot be mapped, has a part of a token at its end, or less tokens than
  /// a batch; for other types, and for a batch that the ranks do not divide.
  TokenLoader(const std::string &file, TokenOptions options = {}, Where where = Where::current());

  /// The next batch, i32[batch / count, length], of this rank. Row r of rank k is row
  /// k * batch / count + r of the whole batch. The first one of an epoch makes its order. Throws
  /// for a token that the vocabulary does not have; the position stays then.
  Tensor next(Where where = Where::current());

  /// The number of batches that next has given, over all epochs: what a checkpoint saves.
  int64_t position() const { return at; }
  /// Goes to a position, for example that of a checkpoint. Throws for negative ones.
  void seek(int64_t position, Where where = Where::current());
  int64_t batchesPerEpoch() const { return windows / options.batch; }
  int64_t epoch() const { return at / batchesPerEpoch(); }
  int64_t tokenCount() const { return tokens; }

private:
  uint32_t token(int64_t index) const;

  std::string file;
  TokenOptions options;
  std::shared_ptr<const std::byte> bytes; // of the mapped file
  int64_t tokens = 0, windows = 0, at = 0;
  int64_t orderedEpoch = -1; // that of `order`
  std::vector<uint32_t> order;
};

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
