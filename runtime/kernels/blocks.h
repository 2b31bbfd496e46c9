// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Routine "blocks": matmuls and kernels that run one after the other on a block of their operands,
// block by block, so that what only passes between them stays in a cache (attention without its
// matrix of scores). A tile of the routine does all blocks of the inner, serial loops.
#pragma once
#include "runtime/kernels/registry.h"
#include <cstdint>
#include <vector>

namespace spmd::rt {

/// What a walk has room for, since it allocates nothing: loops, and buffers of one step.
inline constexpr int64_t kMaxBlockLoops = 8, kMaxBlockBuffers = 512;

/// Where a step finds a buffer: `offset` bytes into the block's own memory or into an operand or
/// result of the command, and `strides[l]` bytes on with each iteration of loop l.
struct BlockBuffer {
  enum class Home : uint8_t { Local, Operand, Result };
  Home home = Home::Local;
  int64_t index = 0; // of the operand or result
  int64_t offset = 0;
  std::vector<int64_t> strides; // one per loop; empty: 0
};

/// A kernel over its whole extent, or a matmul.
struct BlockStep {
  int64_t kernel = -1; // index in LibraryCommand::kernels; -1: a matmul
  int64_t extent = 0;
  bool sums = false;         // a matmul that adds to its result from the second serial block on
  std::vector<int64_t> gemm; // GemmConfig::encode() of the matmul of one block
  std::vector<BlockBuffer> buffers; // a matmul: lhs, rhs, result
};

struct BlocksConfig {
  std::vector<int64_t> loops; // sizes, major first
  int64_t serialLoops = 0;    // so many of the last ones run in order
  int64_t localBytes = 0;
  std::vector<BlockStep> steps;

  /// At most kMaxBlockLoops loops, and kMaxBlockBuffers buffers of each step.
  std::vector<int64_t> encode() const;
};

extern const Routine kBlocksRoutine;

} // namespace spmd::rt
