// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Packs allocations with known lifetimes into one arena and into memory that others leave idle. The
// planner is a pure function without MLIR types, so that buffer assignment and the planner
// of spmd.blocks share it and tests call it directly.
#pragma once
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace spmd {

/// An interval of steps, both ends included, during which the bytes of an allocation hold a
/// value. Steps are those of program_steps.h.
struct Lifetime {
  int64_t begin = 0, end = 0;
};

/// One allocation. Its lifetimes may have gaps: the buffer of a loop-carried value holds
/// nothing between the last read and the next definition, and other allocations may use it
/// then.
struct ArenaBlock {
  uint64_t bytes = 0;
  llvm::SmallVector<Lifetime, 2> lifetimes; // disjoint and ascending
};

struct ArenaPlan {
  llvm::SmallVector<uint64_t> offsets; // per allocation; multiples of `alignment`
  uint64_t bytes = 0;                  // size of the whole arena
  llvm::SmallVector<int> lenders;      // per allocation: the lender whose bytes it uses; -1: none
};

/// Gives disjoint bytes to allocations that are live at a common step. Tries three orders (by size,
/// by size times lifetime, by time) and repairs of them, places each allocation at the lowest
/// offset where it fits, and returns the smallest result. An allocation without bytes or lifetimes
/// gets offset 0. Costs O(n * overlapping allocations) where most lifetimes are short.
///   {16 bytes, steps 0..2}, {16 bytes, 1..3}, {16 bytes, 3..4}  ->  offsets 0, 16, 0; 32 bytes
ArenaPlan planArena(llvm::ArrayRef<ArenaBlock> blocks, uint64_t alignment);

/// Lets allocations use the bytes of `lenders`, which are not in the arena (results, donated
/// arguments), while those hold nothing, as far as that makes the arena smaller. The offset of such
/// an allocation is one in its lender. What does not lower the peak stays in the arena. Costs
/// O((n + lenders) log n) where most lifetimes are short and lenders few.
///   {64 bytes, steps 0..1}, {128 bytes, 0..2} beside a result of 100 bytes, written at step 3:
///   the first one has offset 0 of the result; the arena has 128 bytes
ArenaPlan planArena(llvm::ArrayRef<ArenaBlock> blocks, llvm::ArrayRef<ArenaBlock> lenders,
                    uint64_t alignment);

/// The largest number of bytes that are live at one step. No plan can be smaller.
uint64_t arenaLowerBound(llvm::ArrayRef<ArenaBlock> blocks, uint64_t alignment);

/// Returns whether two lifetime lists share a step. Both are disjoint and ascending.
bool overlap(llvm::ArrayRef<Lifetime> a, llvm::ArrayRef<Lifetime> b);

/// Sorts lifetimes and joins those that overlap or touch.
///   {5..7}, {1..4}, {9..9} -> {1..7}, {9..9}
llvm::SmallVector<Lifetime, 2> joined(llvm::SmallVector<Lifetime, 2> lives);

} // namespace spmd
