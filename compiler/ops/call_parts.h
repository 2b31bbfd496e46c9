// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The facet `parts` of calls that take real and imaginary parts as two arrays.
#pragma once
#include "compiler/ops/parts.h"

namespace spmd {

/// The op on all parts of its operands, in their order. It gives all parts of its results.
///   call(x: complex<f32>, n: i32) -> complex<f32>   becomes   call(re, im, n) -> (f32, f32)
inline PartValues callOnParts(mlir::Operation *op, mlir::OpBuilder &b,
                              llvm::ArrayRef<PartValues> operands, mlir::NamedAttrList attributes) {
  mlir::OperationState state(op->getLoc(), op->getName());
  state.attributes = std::move(attributes);
  for (const PartValues &parts : operands)
    state.operands.append(parts.begin(), parts.end());
  for (mlir::Value result : op->getResults()) {
    llvm::SmallVector<mlir::Type, 2> parts = partTypes(result.getType());
    parts.empty() ? state.types.push_back(result.getType()) : state.types.append(parts);
  }
  return PartValues(b.create(state)->getResults());
}

} // namespace spmd
