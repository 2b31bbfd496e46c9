// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of all library routines.
#include "runtime/kernels/registry.h"
#include "runtime/buffer.h"
#include "runtime/kernels/blocks.h"
#include "runtime/kernels/conv.h"
#include "runtime/kernels/gemm.h"
#include "runtime/kernels/rng.h"
#include "runtime/kernels/scatter.h"
#include "runtime/kernels/sort.h"
#include "runtime/kernels/top_k.h"
#include "runtime/kernels/triangular.h"
#include "llvm/Support/Error.h"

namespace spmd::rt {
namespace {

// The names are stored in compiled programs, so a routine must not be renamed without a new version
// of the program format.
const Routine *const kRoutines[] = {&kBlocksRoutine,
                                    &kCholeskyRoutine,
                                    &kConvRoutine,
                                    &kGemmRoutine,
                                    &kRngRoutine,
                                    &kScatterRoutine,
                                    &kSelectAndScatterRoutine,
                                    &kSortRoutine,
                                    &kTopKRoutine,
                                    &kTriangularSolveRoutine};

} // namespace

// A linear search: steps look a routine up once per command, not once per run.
const Routine *findRoutine(std::string_view name) {
  for (const Routine *routine : kRoutines)
    if (routine->name == name)
      return routine;
  return nullptr;
}

// For callers without workers, such as unit tests.
void runAllTiles(const Routine &routine, RoutineArgs args) {
  Buffer own;
  if (!args.scratch)
    if (uint64_t bytes = routine.scratchBytes(args.config)) {
      own = llvm::cantFail(Buffer::allocate(bytes), "scratch of a routine");
      args.scratch = own.data();
    }
  for (int64_t tile = 0, count = routine.tiles(args.config); tile < count; ++tile)
    routine.run(args, tile);
}

} // namespace spmd::rt
