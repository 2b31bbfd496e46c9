// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Saved residuals: values of a forward block that backward code in another region or function
// names. Cheap ones that follow from what the backward code has anyway are recomputed there, the
// others are saved.
#pragma once
#include "mlir/IR/Block.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace spmd {

/// What the backward side has in place of a value of the forward block: for the values of which
/// `has` is true, `make` builds it.
struct Known {
  llvm::function_ref<bool(mlir::Value)> has;
  llvm::function_ref<mlir::Value(mlir::Value)> make;
};

/// Replaces values of `forward` that ops of `backward` use by what is known of them, or by copies
/// of cheap ops on what is known and, if `fromOutside`, on values from outside of both. Returns the
/// other values, which have to be saved, in the order in which they are used. `backward` begins
/// with the copies.
llvm::SmallVector<mlir::Value> recomputeResiduals(mlir::Block &forward, mlir::Block &backward,
                                                  Known known, bool fromOutside);
/// The same where the backward side has nothing: constants are copied, and cheap ops on them.
llvm::SmallVector<mlir::Value> recomputeConstants(mlir::Block &forward, mlir::Block &backward);
/// Lets the ops of `backward` use `to` in place of `from`.
void replaceUsesIn(mlir::Block &backward, mlir::Value from, mlir::Value to);

} // namespace spmd
