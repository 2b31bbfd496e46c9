// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Edits the attributes of all arguments, or of all results, of a function at once. Setting them one
// by one builds a new list of all of them each time, which is quadratic in their number; an
// unrolled model has thousands of arguments.
#pragma once
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace spmd {

/// Called for each argument or result with its attributes, which it may change in place.
using EditAttrs = llvm::function_ref<void(unsigned index, mlir::NamedAttrList &attrs)>;
void editArgumentAttrs(mlir::FunctionOpInterface function, EditAttrs edit);
void editResultAttrs(mlir::FunctionOpInterface function, EditAttrs edit);

} // namespace spmd
