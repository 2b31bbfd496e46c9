// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies written for scalars, done on whole tensors: each of their ops on all elements at once.
#pragma once
#include "mlir/IR/Builders.h"

namespace spmd {

/// Whether every op of the one block is elementwise arithmetic or a constant.
bool isElementwiseBody(mlir::Region &body);
/// What such a body returns for each element of `operands`, tensors of one static shape whose
/// element types are those of its arguments: tensors of `shape`. Scalars from outside of the body
/// are the same for all elements.
llvm::SmallVector<mlir::Value> onWholeTensors(mlir::OpBuilder &b, mlir::Location loc,
                                              mlir::Region &body, llvm::ArrayRef<int64_t> shape,
                                              mlir::ValueRange operands);

} // namespace spmd
