// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the temporaries of a program hold where most of them are live. It follows from the commands
// and their addresses, so it is known without a run. `spmd-run --stats=memory` and spmd_jax.memory
// show it.
#pragma once
#include "runtime/program_stats.h"
#include <string>

namespace spmd::rt {

/// Bytes of the arena between the command that writes them and the last one that reads them.
struct HeldBytes {
  uint64_t bytes = 0;
  std::string writer;            // as Labels names it
  std::string written, lastRead; // "file:line:col" of both commands; never read: the same
};

struct MemoryProfile {
  MemoryUse use;
  uint64_t constantBytes = 0;
  uint64_t liveBytes = 0;      // of the arena, at the command where it is most
  std::string where;           // the place of that command
  std::vector<HeldBytes> held; // their sum is liveBytes; the largest first
};

/// Requires a sound program (checkProgram). Commands count in the order of the program: a body as
/// one trip, branches of a case one after another. What a trip leaves for the next one is live
/// through the whole loop. Temporaries that lie in the memory of results and donated arguments are
/// not in it.
MemoryProfile memoryProfileOf(const Program &program);

/// As a table. Entries of the same places are one row; rows of less than a hundredth of the live
/// bytes are summed up in one.
std::string memoryTable(const MemoryProfile &profile);

/// 1536 -> "1.50 KiB"
std::string bytesText(uint64_t bytes);

} // namespace spmd::rt
