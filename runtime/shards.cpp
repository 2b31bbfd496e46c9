// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocates shards, and keeps the buffers of dead ones.
//
// A loop of training makes arrays of the same sizes in each step. Fresh large buffers would cost
// page faults in each of them (buffer.h), so dead ones are kept by their size: together no more
// bytes than there are alive, or kKept. Where that is exceeded all kept ones go, since their sizes
// may be those of an earlier phase of the program.
#include "runtime/shards.h"
#include <algorithm>
#include <cassert>
#include <mutex>
#include <unordered_map>

namespace spmd::rt {
namespace {

/// Few bytes are kept in any case.
constexpr uint64_t kKept = uint64_t(64) << 20;

struct Pool {
  std::mutex mutex;
  // By bytes * 65536 + places: a process has at most 65536 devices.
  std::unordered_map<uint64_t, std::vector<std::vector<Buffer>>> sets;
  uint64_t live = 0, kept = 0;
};

/// Never destroyed: a host may drop arrays until its last static object is gone.
Pool &pool() {
  static auto *made = new Pool;
  return *made;
}

/// The size of a buffer is bounded by 2^47 (Buffer::allocate), so the key does not overflow.
uint64_t keyOf(uint64_t bytes, size_t places) { return bytes << 16 | (places - 1); }

/// An empty buffer takes memory, too.
uint64_t costOf(uint64_t bytes, size_t places) { return std::max<uint64_t>(bytes, 64) * places; }

} // namespace

// The lock is not held while memory is allocated, which may take long.
llvm::Expected<std::shared_ptr<Shards>> Shards::allocate(uint64_t bytes, size_t places) {
  std::shared_ptr<Shards> made(new Shards);
  made->count = places;
  {
    std::lock_guard lock(pool().mutex);
    if (auto found = pool().sets.find(keyOf(bytes, places));
        found != pool().sets.end() && !found->second.empty()) {
      made->own = std::move(found->second.back());
      found->second.pop_back();
      pool().kept -= costOf(bytes, places);
      pool().live += costOf(bytes, places);
      return made;
    }
  }
  std::vector<Buffer> buffers;
  for (size_t place = 0; place < places; ++place) {
    llvm::Expected<Buffer> buffer = Buffer::allocate(bytes, {.prefault = true, .zero = true});
    if (!buffer)
      return buffer.takeError();
    buffers.push_back(std::move(*buffer));
  }
  made->own = std::move(buffers);
  std::lock_guard lock(pool().mutex);
  pool().live += costOf(bytes, places);
  return made;
}

std::shared_ptr<Shards> Shards::lend(std::shared_ptr<Buffer> storage, size_t places) {
  std::shared_ptr<Shards> made(new Shards);
  made->lent = std::move(storage);
  made->count = places;
  return made;
}

// Nothing is counted as live: the memory is not the runtime's.
std::shared_ptr<Shards> Shards::borrow(std::byte *data, uint64_t bytes,
                                       std::shared_ptr<void> owner) {
  assert(reinterpret_cast<uintptr_t>(data) % 64 == 0 && "vector code reads it");
  std::shared_ptr<Shards> made(new Shards);
  made->outside = {data};
  made->outsideBytes = bytes;
  made->kept = {std::move(owner)};
  made->count = 1;
  return made;
}

// The parts count their own memory, and live as long as the shards that they are joined to.
// Nobody writes to places that are joined but the program that they are bound to.
std::shared_ptr<Shards> Shards::join(std::vector<std::shared_ptr<Shards>> parts) {
  std::shared_ptr<Shards> made(new Shards);
  made->count = parts.size();
  for (std::shared_ptr<Shards> &part : parts) {
    assert(part->places() == 1 && part->bytes() == parts[0]->bytes() && "equal parts");
    made->outside.push_back(part->data(0));
    made->outsideBytes = part->bytes();
  }
  made->kept.assign(parts.begin(), parts.end());
  return made;
}

// Buffers that are too many are freed behind the lock.
Shards::~Shards() {
  if (own.empty())
    return;
  std::unordered_map<uint64_t, std::vector<std::vector<Buffer>>> freed;
  const uint64_t size = bytes(), cost = costOf(size, count);
  std::lock_guard lock(pool().mutex);
  pool().live -= cost;
  if (pool().kept + cost > std::max(kKept, pool().live)) {
    freed.swap(pool().sets);
    pool().kept = 0;
  }
  if (cost > std::max(kKept, pool().live))
    return;
  pool().kept += cost;
  pool().sets[keyOf(size, count)].push_back(std::move(own));
}

uint64_t Shards::liveBytes() {
  std::lock_guard lock(pool().mutex);
  return pool().live;
}

uint64_t Shards::keptBytes() {
  std::lock_guard lock(pool().mutex);
  return pool().kept;
}

} // namespace spmd::rt
