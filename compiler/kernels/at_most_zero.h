// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exponentials whose argument is never above zero: those of x minus the maximum of a row that holds
// x. Softmax takes such exponentials. They need neither the clamp nor the second factor that large
// results need.
#pragma once
#include "mlir/IR/Operation.h"

namespace spmd {

/// Of an exponential whose operand is at most zero or NaN: of math.exp in loops, and of ops that
/// are about to become parts of kernels.
inline constexpr llvm::StringLiteral kAtMostZeroAttr = "spmd.at_most_zero";

/// Sets the attribute of all of them. A kernel of its own that computes the maximum hides it from
/// the kernel of the exponential.
void markExpsOfAtMostZero(mlir::Operation *module);

} // namespace spmd
