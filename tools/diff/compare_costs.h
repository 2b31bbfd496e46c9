// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares what two programs cost, for spmd-diff: which collectives only one of them has, and which
// became larger or smaller. Pure functions on accounts; print_comparison.h puts the answers into
// words.
#pragma once
#include "compiler/program_costs.h"
#include "llvm/ADT/SmallVector.h"

namespace spmd::diff {

/// One of the two programs.
struct Side {
  std::string file;
  ProgramCosts costs;
  /// The local types of main's arguments and results, and how global arrays are cut for them.
  std::vector<std::string> arguments, results;
  bool wasPartitioned = false; // the text was the program of one device, so it has no causes
};

/// A kind of collective over some axes.
struct KindTotal {
  std::string kind, axes;
  struct Amount {
    int64_t count = 0, bytes = 0; // of a step
    double time = 0;              // nanoseconds of a step
    bool operator==(const Amount &) const = default;
  } before, after;
};

/// Collectives that are alike in cause, kind, axes and types, and that not both programs have.
struct Move {
  const AccountEntry *before = nullptr, *after = nullptr; // null: only the other program has it
  int64_t places = 0;                                     // of the program that are alike
  int64_t bytesBefore = 0, bytesAfter = 0;                // of a step, all places together

  int64_t change() const { return bytesAfter - bytesBefore; }
};

struct Comparison {
  std::vector<KindTotal> kinds; // only those that differ, by name
  std::vector<Move> moves;      // the largest change of bytes first
  /// Positions of arguments and results that differ, or that only one program has.
  std::vector<size_t> arguments, results;
  bool isEqual = true; // nothing differs, the memory and the number of devices among it
};

/// The result points into the entries of both sides.
Comparison compare(const Side &before, const Side &after);

} // namespace spmd::diff
