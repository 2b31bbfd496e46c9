// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values that are other values' bytes: barriers, reshapes, contiguous slices, and dynamic slices
// along leading dims, whose offset moves with an index in memory.
#pragma once
#include "dialects/stablehlo/stablehlo.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace spmd {

/// + clamp(index, 0, limit) * strideBytes
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

/// What `value` is a view of, or nothing.
///   reshape %x                                    all of %x
///   slice %x [2:3, 0:8] of 4x8                    %x from byte 2 * 8 * element size on
///   dynamic_slice %x, %i, %zero, sizes = [1, 8]   %x + clamp(%i, 0, 3) * 8 * element size
std::optional<View> viewOf(mlir::Value value);

} // namespace spmd
