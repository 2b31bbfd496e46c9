// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects of earlier runs on disk, a file each. A cache never fails a compilation: what is damaged, unreadable or
// unwritable is left alone with a remark.
#pragma once
#include "llvm/ADT/StringRef.h"
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace spmd {

/// Safe to use from several threads and processes: files are written aside and renamed into place.
class ObjectCache {
public:
  /// `folder` is made with mode 0700 where it is missing; empty: $XDG_CACHE_HOME/spmd, else ~/.cache/spmd.
  explicit ObjectCache(std::string folder);
  /// The file name for a key: a 128-bit hash as text.
  static std::string nameOf(llvm::StringRef key);
  std::optional<std::vector<uint8_t>> read(llvm::StringRef name);
  void write(llvm::StringRef name, llvm::ArrayRef<uint8_t> object);
  std::vector<std::string> remarks() const { return notes; }

private:
  void remark(std::string text);
  std::string folder;
  bool usable = false;
  std::mutex lock;
  std::vector<std::string> notes;
};

/// Changes whenever this library is built anew: an object of another build may differ.
std::string buildIdentity();

} // namespace spmd
