// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Combines updates with targets in memory: loops for one element type and one kind, which the
// routine "scatter" chooses once for a tile.
#pragma once
#include "runtime/dtype.h"
#include "runtime/kernels/scatter.h"
#include <cstdint>

namespace spmd::rt {

/// Copies of a small target between which neighbouring updates alternate.
inline constexpr int64_t kScatterCopies = 4;

struct ScatterLoops {
  /// target[i * targetStride] takes update[i * updateStride], i < count.
  void (*run)(void *target, int64_t targetStride, const void *update, int64_t updateStride,
              int64_t count);
  /// target[places[i]] takes update[i * stride], in order; places below zero are skipped.
  void (*points)(void *target, const int64_t *places, const void *update, int64_t stride,
                 int64_t count);
  /// The same for targets[i % kScatterCopies].
  void (*spread)(void *const *targets, const int64_t *places, const void *update, int64_t stride,
                 int64_t count);
  /// Fills memory with the number that changes no target; null where the kind or the type has none,
  /// and `spread` is null, too.
  void (*fillNeutral)(void *memory, int64_t count);
};

/// The loops of a kind other than Callback. Narrow floats are rounded after each update.
ScatterLoops scatterLoops(ScatterCombine kind, DType type);

} // namespace spmd::rt
