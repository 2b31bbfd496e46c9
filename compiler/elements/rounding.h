// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides where emitted arithmetic rounds f8, f16 and bf16 to their types: after each op whose
// result may not be a number of the type. Maxima, selections and magnitudes of numbers of a type
// are again numbers of the type, so they need no rounding.
#pragma once
#include "compiler/elements/scalar_builder.h"

namespace spmd {

/// Whether register `v`, a value of type `element`, must be rounded: `rounding` asks for it, and
/// `v` is not computed from `registers` by ops that stay within the type. `types` are the types of
/// the values in `registers`.
bool wantsRounding(Rounding rounding, mlir::Type element, mlir::Value v, mlir::ValueRange registers,
                   mlir::TypeRange types);

} // namespace spmd
