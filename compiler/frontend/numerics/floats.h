// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the ops of this folder take operands that are no floats and no complex numbers.
#pragma once
#include "compiler/frontend/include/spmd/ops.h"

namespace spmd {
inline namespace frontend {

/// The type itself where it holds fractions, else f32, as in JAX's 32-bit mode.
inline ElementType inexactType(ElementType type) { return isInexact(type) ? type : f32; }
/// x in that type.
inline Tensor asInexact(const Tensor &x) { return isInexact(x.elementType()) ? x : astype(x, f32); }

} // namespace frontend
} // namespace spmd
