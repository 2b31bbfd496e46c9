// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Limits the size and the age of the kernel cache (object_cache.h). Evicts the least
// recently used entries, and removes temporary files of processes that died while they
// wrote. Separate from the cache, because eviction looks at files only and knows no keys.
#pragma once
#include <cstdint>
#include <ctime>
#include <string>

namespace spmd {

struct CacheLimits {
  uint64_t bytes = uint64_t(1) << 30;  // since the last use of an entry; 0: no limit
  int64_t seconds = 30 * 24 * 60 * 60; // since an entry was last used; 0: no limit

  /// The limits of SPMD_CACHE_MAX_MIB and SPMD_CACHE_MAX_DAYS, where they are set. A value
  /// that is not a number leaves the limit as it is, and `problem` then describes it.
  static CacheLimits fromEnvironment(std::string &problem);
};

/// Marks an entry as used at time `now`, at most once an hour. `file` is its descriptor,
/// `modified` the time of its last use.
void keepFromEviction(int file, time_t modified, time_t now);

/// The bytes that a file of this size occupies on most file systems.
uint64_t bytesOnDisk(uint64_t bytes);

/// Appends the bytes that a process has written (the sum of bytesOnDisk) to the ledger of
/// the folder. Evicts where the sum exceeds the limit or the last eviction was a day ago. An
/// eviction costs about a microsecond per entry, so it does not run after every program.
void noteWrittenBytes(int folder, const CacheLimits &limits, uint64_t bytes, time_t now);

/// Removes entries older than the limit. Where the remaining ones exceed the limit on bytes,
/// removes the least recently used ones until a tenth of the limit is free. Does nothing
/// while another process evicts.
void evict(int folder, const CacheLimits &limits, time_t now);

/// Removes the files of a folder that are older than a minute and that no process has locked. A
/// writer locks its file until the file is complete, and the lock ends with the process.
void removeAbandoned(int temporaries, time_t now);

} // namespace spmd
