// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The library routines that a LibraryCommand names: what loops over an iteration space should not
// do. A routine is cut into tiles that workers take in any order and at the same time; tiles follow
// from shapes, never from the number of threads, so the bits of a result do not depend on it.
#pragma once
#include "runtime/abi.h"
#include <cstdint>
#include <string_view>
#include <vector>

namespace spmd::rt {

struct RoutineArgs {
  const std::vector<int64_t> &config; // LibraryCommand::config
  void *const *operands;
  void *const *results;
  void *scratch = nullptr; // scratchBytes() of it, shared by all tiles; may be null where that is 0
  ScalarFn callback = nullptr;       // the region, where the routine takes one
  const KernelFn *kernels = nullptr; // those that its config counts, where the routine runs some
};

struct Routine {
  std::string_view name;
  int64_t (*tiles)(const std::vector<int64_t> &config);
  /// What `scratch` has to hold. What a single tile needs for itself is not in it: see workspace.h.
  uint64_t (*scratchBytes)(const std::vector<int64_t> &config);
  void (*run)(const RoutineArgs &args, int64_t tile);
  /// Result i has to be operand i's buffer, for the first so many results as there are; the routine
  /// changes parts of it.
  bool inPlace = false;
  /// Makes what libraries make with their first call; null where there is nothing.
  void (*prepare)(const std::vector<int64_t> &config) = nullptr;
};

/// Null where there is no such routine.
const Routine *findRoutine(std::string_view name);

/// Runs all tiles one after the other on this thread, with scratch of its own where args has none.
void runAllTiles(const Routine &routine, RoutineArgs args);

} // namespace spmd::rt
