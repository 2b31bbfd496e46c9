// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The library routines that a LibraryCommand calls: work that is not a plain loop over an iteration
// space. A routine is cut into tiles that workers take in any order and concurrently. The tiles
// depend on shapes, never on the number of threads, so the bits of a result do not depend on it
// either.
#pragma once
#include "runtime/abi.h"
#include <cstdint>
#include <memory>
#include <string_view>
#include <variant>

namespace spmd::rt {

class RunFailure;
struct CholeskyConfig;
struct ConvConfig;
struct FftConfig;
struct GemmConfig;
struct HostCallConfig;
struct LapackConfig;
struct RngConfig;
struct ScatterConfig;
struct SelectAndScatterConfig;
struct SortConfig;
struct TopKConfig;
struct TriangularSolveConfig;
/// Which routine is called, and how; complete in runtime/kernels/library_config.h.
using LibraryConfig =
    std::variant<CholeskyConfig, ConvConfig, FftConfig, GemmConfig, HostCallConfig, LapackConfig,
                 RngConfig, ScatterConfig, SelectAndScatterConfig, SortConfig, TopKConfig,
                 TriangularSolveConfig>;

struct RoutineArgs {
  const LibraryConfig &config;
  void *const *operands;
  void *const *results;
  ScalarFn callback = nullptr; // the region, where the routine takes one
  const void *plan = nullptr;  // PlannedRoutine::plan
  // Takes why a routine could not go on, which ends the run; null where nobody asks.
  RunFailure *failure = nullptr;
};

/// Memory that a single tile needs for itself comes from workspace.h.
struct Routine {
  std::string_view name;
  /// The number of tiles. `plan` is what the function of that name has made.
  int64_t (*tiles)(const LibraryConfig &config, const void *plan);
  void (*run)(const RoutineArgs &args, int64_t tile);
  /// Result i must be the buffer of operand i, for as many results as there are. The routine
  /// changes parts of it.
  bool inPlace = false;
  /// Makes what all tiles of all calls share; null where the config is enough.
  std::shared_ptr<const void> (*plan)(const LibraryConfig &config) = nullptr;
  /// Makes a library create what it creates at its first call; null where there is nothing.
  void (*prepare)(const LibraryConfig &config) = nullptr;
};

/// A routine with what follows from a configuration. Made once, when a program is loaded.
struct PlannedRoutine {
  const Routine *routine;
  std::shared_ptr<const void> plan;
  int64_t tiles;
};
PlannedRoutine planRoutine(const LibraryConfig &config);

} // namespace spmd::rt
