// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include "compiler/ops/rule.h"
#include "llvm/IR/Module.h"

namespace spmd {

/// Adds function `symbol`, an rt::ScalarFn, for a region over rank-0 tensors: a comparator, or the
/// body of a scatter that a routine of the library runs.
void emitScalarFunction(llvm::Module &module, mlir::Region &region, Rounding rounding,
                        llvm::StringRef symbol);

} // namespace spmd
