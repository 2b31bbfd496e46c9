// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects of earlier runs on disk, a file each. A cache never fails a compilation: a folder or a
// file that cannot be trusted, read or written is left alone, and the first such case is told in
// one remark.
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

/// Safe to use from several threads and processes: files are written aside and renamed into place.
class ObjectCache {
public:
  /// `folder` is made with mode 0700 where it is missing; empty: $XDG_CACHE_HOME/spmd, else
  /// ~/.cache/spmd. A relative XDG_CACHE_HOME or HOME is ignored, as the XDG Base Directory
  /// Specification says.
  explicit ObjectCache(std::string folder);
  /// Evicts entries where this cache has written some and the folder is over its limits.
  ~ObjectCache();
  ObjectCache(const ObjectCache &) = delete;
  ObjectCache &operator=(const ObjectCache &) = delete;

  /// A 128-bit hash as text: the name of a key's file, without its suffix.
  static std::string nameOf(llvm::StringRef key);
  /// The object that was written for exactly this key. Reads only regular files that belong to this
  /// user, that nobody else can write, and whose checksum holds.
  std::optional<std::vector<uint8_t>> read(llvm::StringRef key);
  void write(llvm::StringRef key, llvm::ArrayRef<uint8_t> object);
  /// At most one sentence: the first thing that was wrong.
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
  int folder = -1, temporaries = -1; // descriptors: what is checked is what is used
  std::once_flag first;              // write
  std::atomic<bool> canWrite{false};
  std::atomic<uint64_t> bytesWritten{0};
  std::mutex lock; // of the remarks
  std::vector<std::string> notes;
};

/// Changes whenever this library is built anew: an object of another build may differ.
std::string buildIdentity();

} // namespace spmd
