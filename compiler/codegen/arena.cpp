// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/arena.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

namespace spmd {

bool overlap(llvm::ArrayRef<Lifetime> a, llvm::ArrayRef<Lifetime> b) {
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].end < b[j].begin)
      ++i;
    else if (b[j].end < a[i].begin)
      ++j;
    else
      return true;
  }
  return false;
}

namespace {

/// Each block in turn at the lowest offset where it fits.
ArenaPlan placeInOrder(llvm::ArrayRef<ArenaBlock> blocks, llvm::ArrayRef<size_t> order, uint64_t alignment) {
  ArenaPlan plan;
  plan.offsets.resize(blocks.size());
  struct Taken {
    uint64_t begin, end;
    size_t block;
  };
  llvm::SmallVector<Taken> placed; // by begin
  for (size_t i : order) {
    if (blocks[i].lifetimes.empty() || blocks[i].bytes == 0)
      continue;
    uint64_t offset = 0, size = llvm::alignTo(blocks[i].bytes, alignment);
    for (const Taken &other : placed) {
      if (other.begin >= offset + size)
        break;
      if (other.end > offset && overlap(blocks[i].lifetimes, blocks[other.block].lifetimes))
        offset = other.end;
    }
    plan.offsets[i] = offset;
    plan.bytes = std::max(plan.bytes, offset + size);
    Taken taken{offset, offset + size, i};
    placed.insert(llvm::upper_bound(placed, taken, [](const Taken &a, const Taken &b) { return a.begin < b.begin; }),
                  taken);
  }
  return plan;
}

} // namespace

ArenaPlan planArena(llvm::ArrayRef<ArenaBlock> blocks, uint64_t alignment) {
  struct Key {
    uint64_t bytes;
    double area;   // bytes x steps
    int64_t begin;
  };
  llvm::SmallVector<Key> keys;
  for (const ArenaBlock &block : blocks) {
    int64_t steps = 0;
    for (Lifetime life : block.lifetimes)
      steps += life.end - life.begin + 1;
    keys.push_back({block.bytes, double(block.bytes) * double(steps), block.lifetimes.empty() ? 0 : block.lifetimes.front().begin});
  }
  llvm::SmallVector<size_t> order = llvm::to_vector(llvm::seq<size_t>(0, blocks.size()));
  uint64_t least = arenaLowerBound(blocks, alignment);
  ArenaPlan best;
  bool isFirst = true;
  auto propose = [&](auto before) {
    if (!isFirst && best.bytes == least)
      return;
    llvm::sort(order, [&](size_t a, size_t b) {
      return before(keys[a], keys[b]) || (!before(keys[b], keys[a]) && a < b);
    });
    ArenaPlan plan = placeInOrder(blocks, order, alignment);
    if (isFirst || plan.bytes < best.bytes)
      best = std::move(plan);
    isFirst = false;
  };
  propose([](const Key &a, const Key &b) { return a.bytes > b.bytes; });
  propose([](const Key &a, const Key &b) { return a.area > b.area; });
  propose([](const Key &a, const Key &b) { return std::pair(a.begin, b.bytes) < std::pair(b.begin, a.bytes); });
  return best;
}

uint64_t arenaLowerBound(llvm::ArrayRef<ArenaBlock> blocks, uint64_t alignment) {
  llvm::SmallVector<std::pair<int64_t, int64_t>> changes; // step, bytes that begin or end there
  for (const ArenaBlock &block : blocks)
    for (Lifetime life : block.lifetimes) {
      int64_t size = llvm::alignTo(block.bytes, alignment);
      changes.push_back({life.begin, size});
      changes.push_back({life.end + 1, -size});
    }
  llvm::sort(changes);
  int64_t now = 0, most = 0;
  for (auto [step, bytes] : changes)
    most = std::max(most, now += bytes);
  return most;
}

} // namespace spmd
