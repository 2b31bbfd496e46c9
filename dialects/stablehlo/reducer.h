// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds and recognizes regions of reductions that are one op, such as `stablehlo.add`. Used by
// reduce, reduce_window, scatter and the collectives with a computation.
#pragma once
#include "mlir/IR/Builders.h"
#include "mlir/IR/Region.h"
#include <optional>

namespace spmd::stablehlo {

/// Fills the empty region `body` with (a, b) -> opName(a, b) over rank-0 tensors of `elementType`.
void addReducer(mlir::OpBuilder &builder, mlir::Location location, mlir::Region &body,
                llvm::StringRef opName, mlir::Type elementType);

/// Returns the value without the sharding constraints around it.
mlir::Value unannotated(mlir::Value v);

/// Returns the op that combines accumulator i with element i into result i of a body
/// (acc 0, .., x 0, ..), in either operand order; null if no one op does. Sharding constraints do
/// not count.
///   (a, b) { r = add b, a; return r } -> the add
mlir::Operation *combiningOp(mlir::Region &body, unsigned i);

/// Returns the op of a region (a, b) -> op(a, b) that is one commutative stablehlo op without
/// attributes; nothing for other regions.
///   { add a, b } -> "stablehlo.add";  { subtract a, b } -> nothing;  { add b, a } -> nothing
std::optional<mlir::OperationName> reducerOp(mlir::Region &body);

} // namespace spmd::stablehlo
