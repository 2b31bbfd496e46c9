// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes all dialects of the compiler known to an MLIR context, with one call.
#pragma once

#include "mlir/IR/DialectRegistry.h"

namespace spmd {

/// Registers stablehlo, chlo, sdy, check, interpreter and spmd, and the upstream dialects that
/// programs and code generation use.
void registerAllDialects(mlir::DialectRegistry &registry);

} // namespace spmd
