// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The findings of a run: each is told apart by its key, reported once and kept as a file.
#pragma once
#include "tools/spmd_fuzz_reduce.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace spmd::fuzz {

class Findings {
public:
  /// `folder` gets a program for each finding. `known` is a file of keys, one per line, that
  /// are counted and not reported; new keys are appended to it. An empty name means no such
  /// file.
  static llvm::Expected<Findings> open(std::string folder, std::string known);

  /// Is the key new in this run, and not a known one?
  bool isNew(llvm::StringRef key) const { return !seen.contains(key) && !known.contains(key); }
  /// Remembers a finding, writes its program and reports it.
  void add(const Finding &finding);
  /// Counts another occurrence of a key; only known ones matter, for knownSeen().
  void countRepeat(llvm::StringRef key);
  size_t size() const { return seen.size(); }
  size_t knownSeen() const { return repeatsOfKnown.size(); }

private:
  std::string folder, knownFile;
  llvm::StringSet<> seen, known, repeatsOfKnown;
};

} // namespace spmd::fuzz
