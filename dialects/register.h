// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dialects of our programs: one call makes them known to a context.
#pragma once

#include "mlir/IR/DialectRegistry.h"

namespace spmd {

/// stablehlo, chlo, sdy, check, interpreter and spmd, and the upstream dialects that programs and
/// code generation use.
void registerAllDialects(mlir::DialectRegistry &registry);

} // namespace spmd
