// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How large and how old the kernel cache may become, and who is removed when it is over: entries
// that were not used for the longest time, and temporary files of processes that
// died while they wrote.
#pragma once
#include <cstdint>
#include <ctime>
#include <string>

namespace spmd {

struct CacheLimits {
  uint64_t bytes = uint64_t(1) << 30;  // of all entries; 0: no limit
  int64_t seconds = 30 * 24 * 60 * 60; // since an entry was last used; 0: no limit

  /// SPMD_CACHE_MAX_MIB and SPMD_CACHE_MAX_DAYS, where they are set. A value that is no number
  /// leaves the limit as it is and is told in `problem`.
  static CacheLimits fromEnvironment(std::string &problem);
};

/// Marks an entry as used now, at most once an hour. `file` is its descriptor, `modified` when it
/// was last used.
void keepFromEviction(int file, time_t modified, time_t now);

/// What a file of so many bytes takes on most file systems.
uint64_t bytesOnDisk(uint64_t bytes);

/// Adds what a process has written (the sum of bytesOnDisk) to the folder's ledger, and evicts
/// where the sum exceeds the limit or the last look at all entries was a day ago. Looking costs
/// about a microsecond per entry, so it is not done after every run.
void noteWrittenBytes(int folder, const CacheLimits &limits, uint64_t bytes, time_t now);

/// Removes entries that are too old, and where the rest is over the limit the least recently used
/// ones, until a tenth of the limit is free. Does nothing while another process does the same.
void evict(int folder, const CacheLimits &limits, time_t now);

/// Removes the files of a folder that no process has locked: a writer locks its file until it is
/// complete, and the lock ends with the process.
void removeAbandoned(int temporaries, time_t now);

} // namespace spmd
