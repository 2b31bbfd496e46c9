// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lifetimes -> offsets in one block of memory: a pure function.
#pragma once
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace spmd {

/// Steps [begin, end], both included, during which some bytes hold something.
struct Lifetime {
  int64_t begin = 0, end = 0;
};

/// A block of bytes and when it is in use; it may rest in between (a loop's carried value between
/// its last use and its next definition).
struct ArenaBlock {
  uint64_t bytes = 0;
  llvm::SmallVector<Lifetime, 2> lifetimes; // disjoint, ascending
};

struct ArenaPlan {
  llvm::SmallVector<uint64_t> offsets; // of each block; multiples of `alignment`
  uint64_t bytes = 0;                  // of the whole arena
};

/// Blocks that live at a common step get disjoint bytes. Each goes to the lowest offset where it
/// fits, large ones first, or those that are large for long, or in the order of time: whatever is
/// smallest. O(n * overlapping), where most live briefly.
ArenaPlan planArena(llvm::ArrayRef<ArenaBlock> blocks, uint64_t alignment);

/// The largest number of bytes in use at one step: no plan can be smaller.
uint64_t arenaLowerBound(llvm::ArrayRef<ArenaBlock> blocks, uint64_t alignment);

bool overlap(llvm::ArrayRef<Lifetime> a, llvm::ArrayRef<Lifetime> b);

} // namespace spmd
