// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where emitted arithmetic rounds f8, f16 and bf16 to their types: after each op whose result they
// may not have. A maximum, a selection or the magnitude of numbers of a type are numbers of it, so
// these cost nothing.
#pragma once
#include "compiler/ops/rule.h"

namespace spmd {

/// Whether register `v`, a value of type `element`, has to be rounded: `rounding` says so for the
/// type, and `v` is not made of `registers` in a way that keeps them numbers of the type. `types`
/// are those of the values that the registers hold.
bool wantsRounding(Rounding rounding, mlir::Type element, mlir::Value v, mlir::ValueRange registers,
                   mlir::TypeRange types);

} // namespace spmd
