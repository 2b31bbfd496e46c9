// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reduction bodies that are one op: `(a, b) -> return add(a, b)`. Made for the builders of reducing ops, and recognised.
#pragma once
#include "mlir/IR/Builders.h"
#include "mlir/IR/Region.h"
#include <optional>

namespace spmd::stablehlo {

/// The op that folds two values. And, Or, Xor are bitwise on integers, logical on i1.
enum class ReductionKind { Sum, Product, Max, Min, And, Or, Xor };

/// Fills an empty region with `^bb0(%a: tensor<E>, %b: tensor<E>): return op(%a, %b)`.
void buildReductionBody(mlir::OpBuilder &builder, mlir::Location location, mlir::Region &region,
                        mlir::Type elementType, ReductionKind kind);

/// The kind of a body that applies one op to its two arguments, in either order, and returns the result.
std::optional<ReductionKind> matchReductionBody(mlir::Region &region);

} // namespace spmd::stablehlo
