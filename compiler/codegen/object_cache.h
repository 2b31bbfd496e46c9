// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps compiled objects on disk between runs, one file each. The cache never fails a
// compilation: a folder or a file that cannot be trusted, read or written is left alone,
// and one remark describes the first such case.
#pragma once
#include "compiler/codegen/cache_eviction.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace spmd {

/// Safe for several threads and processes: a file is written under a temporary name and then
/// renamed.
class ObjectCache {
public:
  /// Opens `folder` and creates it with mode 0700 where it is missing. An empty name stands
  /// for $XDG_CACHE_HOME/spmd, else ~/.cache/spmd. A relative XDG_CACHE_HOME or HOME is
  /// ignored, as the XDG Base Directory Specification demands.
  explicit ObjectCache(std::string folder);
  /// Evicts entries where this cache has written some and the folder exceeds its limits.
  ~ObjectCache();
  ObjectCache(const ObjectCache &) = delete;
  ObjectCache &operator=(const ObjectCache &) = delete;

  /// The file name of a key without suffix: a 128-bit hash as 32 hexadecimal digits.
  static std::string nameOf(llvm::StringRef key);
  /// Returns the object that was written for exactly this key. Reads only regular files that
  /// belong to this user, that no other user can write, and whose checksum matches.
  std::optional<std::vector<uint8_t>> read(llvm::StringRef key);
  void write(llvm::StringRef key, llvm::ArrayRef<uint8_t> object);
  /// At most one sentence: the first problem.
  std::vector<std::string> remarks() const { return notes; }

private:
  void open();
  void openTemporaries();
  int tryToWrite(llvm::StringRef key, llvm::ArrayRef<uint8_t> object);
  void remark(std::string text);
  std::optional<std::vector<uint8_t>> readFrom(int file, llvm::StringRef key,
                                               const std::string &name);
  bool writeTo(int file, llvm::StringRef key, llvm::ArrayRef<uint8_t> object);

  std::string path;
  CacheLimits limits;
  /// descriptors, so that the folder that was checked is the one in use
  int folder = -1, temporaries = -1;
  int temporariesError = 0; // errno of the failure to open that folder
  std::once_flag first;     // the first write
  std::atomic<bool> canWrite{false};
  std::atomic<uint64_t> bytesWritten{0};
  std::mutex lock; // protects the remarks
  std::vector<std::string> notes;
};

/// Changes whenever this library is rebuilt, since another build may generate other objects.
std::string buildIdentity();

} // namespace spmd
