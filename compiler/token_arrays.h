// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tokens as arrays. JAX threads tokens through programs with ordered effects: as arguments, carried
// values and results. Host calls keep their order without them, and hosts pass arrays only.
#pragma once
#include "mlir/IR/BuiltinOps.h"

namespace spmd {

/// Gives all tokens of a module the type tensor<0xi1>, as JAX passes them. A module whose ops do
/// more with tokens than to pass them on stays as it is (infeeds, sends, calls that take tokens):
/// generated code refuses it.
///   main(token, tensor<4xf32>) -> token
///   becomes   main(tensor<0xi1>, tensor<4xf32>) -> tensor<0xi1>
void replaceTokens(mlir::ModuleOp module);

} // namespace spmd
