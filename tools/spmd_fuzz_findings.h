// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The findings of a run, each once: told apart by their keys, reduced, kept as files.
#pragma once
#include "tools/spmd_fuzz_reduce.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace spmd::fuzz {

class Findings {
public:
  /// `folder`: gets a program for each finding. `known`: a file of keys, a line each, that are
  /// counted and not told; new ones are added to it. Empty: there is none.
  static llvm::Expected<Findings> open(std::string folder, std::string known);

  /// Whether the key is new.
  bool isNew(llvm::StringRef key) const { return !seen.contains(key) && !known.contains(key); }
  /// Remembers the finding, writes its program and says so.
  void add(const Finding &finding);
  void countRepeat(llvm::StringRef key);
  size_t size() const { return seen.size(); }
  size_t knownSeen() const { return repeatsOfKnown.size(); }

private:
  std::string folder, knownFile;
  llvm::StringSet<> seen, known, repeatsOfKnown;
};

} // namespace spmd::fuzz
