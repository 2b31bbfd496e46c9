// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses shorter dims for an op so that its meaning can be run at little cost. Factors keep their
// shards, so the local form does what it did at full size.
#pragma once
#include "dialects/sdy/sdy.h"
#include "mlir/IR/Operation.h"

namespace spmd {

/// Types of the operands and results of an op, by their number.
struct OpTypes {
  llvm::SmallVector<mlir::Type> operands, results;
};

/// `shards(value, dim)` says over how many shards a dim is split. A factor that leads every dim
/// that it is in gets two elements for each of its shards; all others keep their size. A constant
/// of equal elements or an iota has one factor for each dim.
///   add 4096x512 with dim 0 over 4 shards -> 8x2
OpTypes shorterTypes(mlir::Operation *op, llvm::function_ref<int64_t(mlir::Value, int64_t)> shards);

/// Gives the op, whose operands have their new types already, the results of these types.
/// `before` are the types that it had. Attributes follow.
void resize(mlir::Operation *op, const OpTypes &before, const OpTypes &after);

} // namespace spmd
