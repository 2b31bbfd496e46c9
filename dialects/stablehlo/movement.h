// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares checks that movement ops share with the ops whose shape is an operand (dynamic.td).
#pragma once
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace spmd::stablehlo {

/// Verifies broadcast_in_dim C1 to C6 (StableHLO specification): operand dim d becomes result dim
/// dims[d], and its size is 1 or the result's.
llvm::LogicalResult verifyBroadcast(mlir::Operation *op, mlir::RankedTensorType operand,
                                    llvm::ArrayRef<int64_t> dims, mlir::RankedTensorType result);

/// Verifies reshape C1 to C3: type and number of the elements stay the same. Passes where sizes are
/// dynamic.
llvm::LogicalResult verifyReshape(mlir::Operation *op, mlir::RankedTensorType operand,
                                  mlir::RankedTensorType result);

} // namespace spmd::stablehlo
