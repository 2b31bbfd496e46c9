// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of one array in the memory of the devices of this process. Shards outlive the program
// that computed them and are bound as arguments of another one, so that arrays go from program to
// program without copies.
#pragma once
#include "runtime/buffer.h"
#include <atomic>
#include <memory>
#include <vector>

namespace spmd::rt {

class Shards {
public:
  /// Buffers of `bytes` bytes, one for each of `places` devices, with undefined contents. Buffers
  /// of earlier shards are reused. Fails where memory is short.
  static llvm::Expected<std::shared_ptr<Shards>> allocate(uint64_t bytes, size_t places);
  /// One buffer that all devices read: the whole array on each of them. Nobody may write to it.
  static std::shared_ptr<Shards> lend(std::shared_ptr<Buffer> storage, size_t places);
  /// One place in memory of the host, at an address that is a multiple of 64. `owner` is released
  /// with the shards. Nobody may write to it.
  static std::shared_ptr<Shards> borrow(std::byte *data, uint64_t bytes,
                                        std::shared_ptr<void> owner);
  /// The places of several shards, one each, which they keep alive.
  static std::shared_ptr<Shards> join(std::vector<std::shared_ptr<Shards>> parts);
  /// Keeps the buffers for later shards, unless too many are kept.
  ~Shards();
  Shards(const Shards &) = delete;

  std::byte *data(size_t place) const {
    return lent ? lent->data() : !own.empty() ? own[place].data() : outside[place];
  }
  uint64_t bytes() const {
    return lent ? lent->size() : own.empty() ? outsideBytes : own[0].size();
  }
  size_t places() const { return count; }
  /// The buffer of a device, which keeps its shards alive.
  static std::shared_ptr<Buffer> storage(const std::shared_ptr<Shards> &shards, size_t place) {
    return shards->lent ? shards->lent : std::shared_ptr<Buffer>(shards, &shards->own[place]);
  }
  /// Whether a program may write to the buffers.
  bool isWritable() const { return !own.empty(); }
  /// Whether the program that computed them holds them, too, until nobody else does.
  std::atomic<bool> isKept = false;

  /// Bytes of all shards that exist, and of buffers that are kept for later ones.
  static uint64_t liveBytes();
  static uint64_t keptBytes();

private:
  Shards() = default;
  std::vector<Buffer> own; // by place
  std::shared_ptr<Buffer> lent;
  // Of others, by place: of the host, or of the shards in `kept`.
  std::vector<std::byte *> outside;
  uint64_t outsideBytes = 0; // of a place
  std::vector<std::shared_ptr<void>> kept;
  size_t count = 0;
};

} // namespace spmd::rt
