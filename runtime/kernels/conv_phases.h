// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolutions whose lhs is dilated, as several convolutions without dilation. Transposed
// convolutions and the gradients of strided ones have such an lhs.
//
// Only one in `dilation` positions of a dilated dim holds an element; the window multiplies the
// others by zero. Result positions of one residue modulo the dilation meet the elements at the same
// window positions. They are a phase: a convolution of lhs itself and of that part of the kernel.
// The results of the phases interleave.
//
// Example: input {a, b}, dilation 2, padding 1 and 1, kernel {x, y, z}. The window slides over
// 0 a 0 b 0. Results 0 and 2 are a y and b y: phase 0 has the kernel {y}. Result 1 is a x + b z:
// phase 1 has the kernel {x, z}.
#pragma once
#include "runtime/kernels/conv.h"

namespace spmd::rt {

/// A convolution without lhs dilation, and where its kernel and its result begin, in elements. The
/// kernel may be empty; all results are then zero.
struct ConvPhase {
  ConvConfig conv;
  int64_t rhsOffset = 0, resultOffset = 0;
};

/// The number of phases that have results; 1 without lhs dilation. 0 if there are no results.
int64_t phaseCount(const ConvConfig &conv);
/// The phase of this index. A convolution without lhs dilation is its only phase.
ConvPhase phaseOf(const ConvConfig &conv, int64_t index);
/// A convolution without lhs dilation whose result and kernel have at least the sizes of each
/// phase.
ConvConfig largestPhase(const ConvConfig &conv);

} // namespace spmd::rt
