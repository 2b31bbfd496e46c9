// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of all library routines.
#include "runtime/kernels/registry.h"
#include "runtime/kernels/library_config.h"
#include <iterator>

namespace spmd::rt {
namespace {

// In the order of LibraryConfig.
const Routine *const kRoutines[] = {&kCholeskyRoutine, &kConvRoutine,     &kFftRoutine,
                                    &kGemmRoutine,     &kHostCallRoutine, &kLapackRoutine,
                                    &kRngRoutine,      &kScatterRoutine,  &kSelectAndScatterRoutine,
                                    &kSortRoutine,     &kTopKRoutine,     &kTriangularSolveRoutine};
static_assert(std::size(kRoutines) == std::variant_size_v<LibraryConfig>);

} // namespace

const Routine &routineOf(const LibraryConfig &config) { return *kRoutines[config.index()]; }

PlannedRoutine planRoutine(const LibraryConfig &config) {
  const Routine &routine = routineOf(config);
  PlannedRoutine planned{&routine, routine.plan ? routine.plan(config) : nullptr, 0};
  planned.tiles = routine.tiles(config, planned.plan.get());
  return planned;
}

} // namespace spmd::rt
