// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What an expression says about its value without being computed: bounds of integers.
#pragma once
#include "mlir/IR/Value.h"
#include <limits>

namespace spmd {

/// A part of a tensor: elements at `position` of `dim`, or all of them.
struct TensorPart {
  int64_t dim = -1, position = 0;
};

struct KnownRange {
  int64_t low = std::numeric_limits<int64_t>::min(), high = std::numeric_limits<int64_t>::max();
  bool isZero() const { return low == 0 && high == 0; }
};

/// Inclusive bounds of all elements of the part; all of int64_t where nothing is known. Follows
/// constants, clamps, minima, maxima, conversions, concatenations, broadcasts, reshapes that add or
/// drop dims of one element, and what only places a value on devices. Indices that JAX clamps to
/// the places where a whole window fits, clamp(0, x, [7, 0]), are zero in component 1.
KnownRange knownRange(mlir::Value value, TensorPart part = {});

} // namespace spmd
