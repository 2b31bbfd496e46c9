// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statistics of one run of a program on one device, computed from its commands: how many commands
// of each kind are executed, how many bytes are communicated, how much memory is used. The body of
// a loop with a known trip count is counted that many times; other loops count as one trip.
#pragma once
#include "runtime/program.h"

namespace spmd::rt {

struct CollectiveStats {
  CollectiveKind kind = CollectiveKind::AllReduce;
  int64_t count = 0; // tensors that travel together count once
  int64_t bytes = 0; // the larger of operand and result
  // The bytes that a device sends where the collective is a ring over n positions: all_gather
  // (n-1)/n of the result, reduce_scatter (n-1)/n of the operand, all_reduce 2(n-1)/n, all_to_all
  // (n-1)/n. For a permute: the operand, averaged over the devices.
  int64_t wireBytes = 0;
};

/// The bytes that a device needs besides constants.
struct MemoryUse {
  uint64_t argumentBytes = 0, resultBytes = 0, arenaBytes = 0;
  uint64_t aliasBytes = 0; // results that live in an argument's buffer; included in resultBytes
  uint64_t peakBytes() const { return argumentBytes + arenaBytes + resultBytes - aliasBytes; }
};

MemoryUse memoryUseOf(const Program &program);

struct ProgramStats {
  // Commands of a run, by the way they are executed.
  int64_t kernels = 0, libraryCalls = 0, partitionIds = 0, copies = 0, loops = 0, cases = 0;
  int64_t copyBytes = 0;
  // The bytes of operands and results. What stays in a worker's memory, inside of a BlocksCommand,
  // does not count.
  int64_t kernelBytes = 0, libraryBytes = 0;
  int64_t matmulFlops = 0; // a multiplication and an addition are two
  int64_t differentKernels = 0;
  std::vector<CollectiveStats> collectives; // by kind, only those that occur
  MemoryUse memory;
  uint64_t constantBytes = 0;
};

/// Requires a sound program (checkProgram). A case counts as its most expensive branch: the one
/// that sends the most bytes, then the one with the most commands.
ProgramStats statsOf(const Program &program);

} // namespace spmd::rt
