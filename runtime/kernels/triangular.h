// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Routines "cholesky" and "triangular_solve" on batches of dense row-major matrices of f32 or f64.
#pragma once
#include "runtime/dtype.h"
#include "runtime/kernels/registry.h"
#include <cstdint>

namespace spmd::rt {

/// Operand {a [batches, n, n]}, result {l}: a = l l^T, or l^T l where not `lower`. Only that
/// triangle of a is read; the other triangle of the result is 0. A matrix that is not positive
/// definite gives NaN.
struct CholeskyConfig {
  DType type = DType::F32;
  int64_t batches = 1, n = 1;
  bool lower = true;
};

/// Operands {a [batches, n, n], b}, result {x} with the shape of b. On the left side op(a) x = b
/// for b [batches, n, others]; on the right side x op(a) = b for b [batches, others, n]. op is the
/// transpose or the identity.
struct TriangularSolveConfig {
  DType type = DType::F32;
  int64_t batches = 1, n = 1, others = 1;
  bool left = true, lower = true, unitDiagonal = false, transposed = false;
};

extern const Routine kCholeskyRoutine;
extern const Routine kTriangularSolveRoutine;

} // namespace spmd::rt
