// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Routine "top_k": the largest elements of each row in descending order, and their positions in the
// row. Operand {input [rows, length]}, results {values [rows, k], indices [rows, k] of 32 bits}.
#pragma once
#include "runtime/dtype.h"
#include "runtime/kernels/registry.h"
#include <cstdint>

namespace spmd::rt {

/// Equal elements stay in order. Floats are in total order: a NaN with a clear sign bit is above
/// infinity, and +0 is above -0. The NaN of the f8..FNUZ types, whose sign bit is set, is below
/// everything.
struct TopKConfig {
  DType type = DType::F32;
  int64_t rows = 1, length = 1, k = 1;
};

extern const Routine kTopKRoutine;

} // namespace spmd::rt
