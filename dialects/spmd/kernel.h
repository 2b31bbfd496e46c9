// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that spmd.kernel and its dialect share.
#pragma once
#include "mlir/IR/Operation.h"

namespace spmd::ir {

/// Checks spmd.accumulation and spmd.staged at `op`: their form, and that they stand in a kernel
/// that has what they name. Other attributes pass.
mlir::LogicalResult verifyKernelAttribute(mlir::Operation *op, mlir::NamedAttribute attr);

} // namespace spmd::ir
