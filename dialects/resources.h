// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants whose elements stand in the resources at the end of a file.
#pragma once
#include "mlir/IR/BuiltinOps.h"

namespace spmd {

/// Gives constants the elements themselves, so that the compiler knows one form of them:
///   dense_resource<weights> : tensor<2xf32>   ->   dense<[1.0, 2.0]> : tensor<2xf32>
/// Fails, with an error at the constant, where the file does not hold the resource (tools that
/// leave out long constants name it `__elided__`) or where it has another number of bytes than the
/// type.
mlir::LogicalResult readResources(mlir::ModuleOp module);

} // namespace spmd
