// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes by which a program says how it is differentiated (docs/gradients.md).
#pragma once
#include "llvm/ADT/StringRef.h"

namespace spmd {

/// Of functions: the function that computes the gradient, and what a call saves for the backward
/// part (a policy).
inline constexpr llvm::StringLiteral kVjpAttr = "spmd.vjp";
inline constexpr llvm::StringLiteral kCheckpointAttr = "spmd.checkpoint";
/// Of ops: the results have no gradient; a name under which checkpoints save the result.
inline constexpr llvm::StringLiteral kStopGradientAttr = "spmd.stop_gradient";
inline constexpr llvm::StringLiteral kCheckpointNameAttr = "spmd.checkpoint_name";

} // namespace spmd
