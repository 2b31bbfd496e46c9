// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Applies bodies that are written for scalars to whole tensors: each op of the body becomes one op
// on all elements.
#pragma once
#include "mlir/IR/Builders.h"

namespace spmd {

/// Whether the region is one block of elementwise ops and constants.
bool isElementwiseBody(mlir::Region &body);
/// The results of such a body for every element of `operands`, as tensors of `shape`. The operands
/// have one static shape and the element types of the arguments. Scalars from outside of the body
/// are the same for all elements.
llvm::SmallVector<mlir::Value> onWholeTensors(mlir::OpBuilder &b, mlir::Location loc,
                                              mlir::Region &body, llvm::ArrayRef<int64_t> shape,
                                              mlir::ValueRange operands);

} // namespace spmd
