// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts the cases of each op, to show what has been tried and what has not.
#pragma once
#include "tools/spmd_random_program.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <map>

namespace spmd::random {

class CaseTable {
public:
  void add(const CaseTraits &traits);
  /// Prints a row for each op of `spmd-opt --list-ops`, with the reason where an op has no cases by
  /// design, then the numbers of devices and the share of each kind of case.
  void print(llvm::raw_ostream &os) const;

private:
  using Cells = std::array<uint64_t, 6>; // divides on 1, 2, 3 axes; does not on 1, 2, 3 axes
  std::map<std::string, Cells> ops;
  std::map<int64_t, uint64_t> devices;
  std::map<std::string, uint64_t> around;
  uint64_t cases = 0, chains = 0, specials = 0, compiled = 0;
};

} // namespace spmd::random
