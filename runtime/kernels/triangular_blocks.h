// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cholesky factors and triangular solves by blocks of rows. Nearly all of the work is in the kernel
// of the built-in matmuls, so it runs at the speed of the CPU's vectors whatever BLAS is installed.
#pragma once
#include "runtime/kernels/triangular.h"

namespace spmd::rt {

/// Solves for the right-hand sides [begin, end) of one matrix. x holds b at first.
template <class T>
void solveByBlocks(const TriangularSolveConfig &config, const T *a, T *x, int64_t begin,
                   int64_t end);

/// Writes the triangle of the factor of a [n, n] to l, which may be a; the other triangle of l
/// stays as it is. `a` and `l` are row-major. Returns 0, or which leading minor is not positive,
/// from 1: then there is no factor, and what is written from that row on has no meaning.
template <class T> int64_t factorizeByBlocks(const T *a, T *l, int64_t n, bool lower);

} // namespace spmd::rt
