// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks that movement ops share with their relatives of computed shape (dynamic.td).
#pragma once
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace spmd::stablehlo {

/// broadcast_in_dim C1 to C6: operand dim d becomes result dim dims[d], and is 1 or of its size
/// there.
llvm::LogicalResult verifyBroadcast(mlir::Operation *op, mlir::RankedTensorType operand,
                                    llvm::ArrayRef<int64_t> dims, mlir::RankedTensorType result);

/// reshape C1 to C3: elements keep type and number; what is not known statically passes.
llvm::LogicalResult verifyReshape(mlir::Operation *op, mlir::RankedTensorType operand,
                                  mlir::RankedTensorType result);

} // namespace spmd::stablehlo
