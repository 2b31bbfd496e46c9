// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Routine "blocks": runs a sequence of matmuls and kernels on one block of their operands after
// another, so that values which only pass between them stay in a cache. Attention runs this way
// without storing its matrix of scores. The loops over blocks are parallel (outer) or serial
// (inner); a tile of the routine runs all serial iterations.
#pragma once
#include "runtime/kernels/gemm.h"
#include <cstdint>
#include <vector>

namespace spmd::rt {

/// The room that a tile has for loops and for the buffers of one step. The limits are fixed because
/// a tile allocates nothing.
inline constexpr int64_t kMaxBlockLoops = 8, kMaxBlockBuffers = 512;

/// The address of a step's buffer: `offset` bytes into the block's local memory or into an operand
/// or result of the command, plus `strides[l]` bytes for each iteration of loop l.
struct BlockBuffer {
  enum class Home : uint8_t { Local, Operand, Result };
  Home home = Home::Local;
  int64_t index = 0; // of the operand or result
  int64_t offset = 0;
  std::vector<int64_t> strides; // bytes, one per loop; empty means 0
};

/// A kernel over its whole extent, or a matmul.
struct BlockStep {
  int64_t kernel = -1; // index in LibraryCommand::kernels; -1 is a matmul
  int64_t extent = 0;
  bool sums = false; // a matmul that adds to its result from the second serial iteration on
  GemmConfig gemm;   // the matmul on one block
  std::vector<BlockBuffer> buffers; // of a matmul: lhs, rhs, result
};

/// At most kMaxBlockLoops loops, and kMaxBlockBuffers buffers per step.
struct BlocksConfig {
  std::vector<int64_t> loops; // sizes, major first
  int64_t serialLoops = 0;    // the number of innermost loops that run in order
  // Bytes of the block's local memory, which one tile reuses for all its blocks.
  int64_t localBytes = 0;
  std::vector<BlockStep> steps;
};

extern const Routine kBlocksRoutine;

} // namespace spmd::rt
