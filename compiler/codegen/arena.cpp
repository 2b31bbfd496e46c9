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

ArenaPlan planArena(llvm::ArrayRef<ArenaBlock> blocks, uint64_t alignment) {
  ArenaPlan plan;
  plan.offsets.resize(blocks.size());
  auto sizeOf = [&](size_t i) { return llvm::alignTo(blocks[i].bytes, alignment); };
  llvm::SmallVector<size_t> order = llvm::to_vector(llvm::seq<size_t>(0, blocks.size()));
  llvm::sort(order, [&](size_t a, size_t b) { return sizeOf(a) != sizeOf(b) ? sizeOf(a) > sizeOf(b) : a < b; });
  struct Taken {
    uint64_t begin, end;
    size_t block;
  };
  llvm::SmallVector<Taken> placed; // by begin
  for (size_t i : order) {
    if (blocks[i].lifetimes.empty() || blocks[i].bytes == 0)
      continue;
    uint64_t offset = 0, size = sizeOf(i);
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
