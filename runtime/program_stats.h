// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What one step of a program does on one device, read off its commands: who executes them, what is
// communicated, how much memory it takes. Trips of loops whose count is known are multiplied in;
// other loops count as one trip.
#pragma once
#include "runtime/program.h"

namespace spmd::rt {

struct CollectiveStats {
  CollectiveKind kind = CollectiveKind::AllReduce;
  int64_t count = 0; // parts that travel together count once
  int64_t bytes = 0; // of the larger of operand and result
  // What a device sends where the collective is a ring over n positions: all_gather (n-1)/n of the.
  int64_t wireBytes = 0;
  // result, reduce_scatter (n-1)/n of the operand, all_reduce 2(n-1)/n, all_to_all (n-1)/n,
  // permute the operand, averaged over the devices
};

struct ProgramStats {
  // Commands of a step, by executor.
  int64_t kernels = 0, libraryCalls = 0, hostOps = 0, copies = 0, loops = 0, cases = 0;
  int64_t copyBytes = 0;
  int64_t differentKernels = 0;
  std::vector<CollectiveStats> collectives; // by kind, only those that occur
  uint64_t argumentBytes = 0, resultBytes = 0, aliasBytes = 0, arenaBytes = 0, constantBytes = 0;
  /// Arguments + arena + results - aliases.
  uint64_t peakBytes() const { return argumentBytes + arenaBytes + resultBytes - aliasBytes; }
};

/// Of a sound program (checkProgram). A case counts its costliest branch: the one with most bytes
/// on the wire, then most commands.
ProgramStats statsOf(const Program &program);

} // namespace spmd::rt
