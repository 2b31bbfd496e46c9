// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values that share the bytes of other values: barriers, reshapes, contiguous slices, and dynamic
// slices along leading dims. The offset of the latter depends on an index in memory.
#pragma once
#include "dialects/stablehlo/stablehlo.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace spmd {

/// Adds clamp(index, 0, limit) * strideBytes to the offset of a view.
struct MovingIndex {
  mlir::Value index; // a scalar integer tensor
  int64_t limit = 0;
  int64_t strideBytes = 0;
};

struct View {
  mlir::Value base;
  uint64_t offset = 0;
  llvm::SmallVector<MovingIndex, 1> moving;
};

/// The value whose bytes `value` shares, with the offset, or nothing.
///   reshape %x                                    all of %x
///   slice %x [2:3, 0:8] of 4x8                    %x + 2 * 8 * element size
///   dynamic_slice %x, %i, %zero, sizes = [1, 8]   %x + clamp(%i, 0, 3) * 8 * element size,
///                                                 unless %i is such a slice itself
std::optional<View> viewOf(mlir::Value value);

} // namespace spmd
