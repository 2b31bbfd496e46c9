// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The library routines that a LibraryCommand names: work that is not a plain loop over an iteration
// space. A routine is cut into tiles that workers take in any order and concurrently. The tiles
// depend on shapes, never on the number of threads, so the bits of a result do not depend on it
// either.
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
  void *scratch = nullptr; // scratchBytes() bytes that all tiles share; may be null where that is 0
  ScalarFn callback = nullptr; // the region, where the routine takes one
  // The kernels that its config counts, where the routine calls some.
  const KernelFn *kernels = nullptr;
};

struct Routine {
  std::string_view name;
  int64_t (*tiles)(const std::vector<int64_t> &config);
  /// The size of `scratch`. Memory that a single tile needs for itself comes from workspace.h
  /// instead.
  uint64_t (*scratchBytes)(const std::vector<int64_t> &config);
  void (*run)(const RoutineArgs &args, int64_t tile);
  /// Result i must be the buffer of operand i, for as many results as there are. The routine
  /// changes parts of it.
  bool inPlace = false;
  /// Makes a library create what it creates at its first call; null where there is nothing.
  void (*prepare)(const std::vector<int64_t> &config) = nullptr;
};

/// Returns null where there is no such routine.
const Routine *findRoutine(std::string_view name);

/// Runs all tiles one after the other on this thread. Allocates scratch where args has none.
void runAllTiles(const Routine &routine, RoutineArgs args);

} // namespace spmd::rt
