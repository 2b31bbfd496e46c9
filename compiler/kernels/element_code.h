// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arithmetic of one element. The `emit` facet of an op (compiler/ops) builds scalar arith and
// math ops once; loops get copies of these for as many lanes as they go in steps.
#pragma once
#include "compiler/kernels/loop_builder.h"
#include "compiler/ops/rule.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace spmd {

/// Scalar arith and math ops in a block. The block's arguments are the operands' elements,
/// followed by indices along result dims, which iota needs.
struct ElementCode {
  mutable mlir::Block block; // reading a block is not const in MLIR
  unsigned operandCount = 0;
  /// the dims of the index arguments, which follow the operands
  llvm::SmallVector<int64_t> indexDims;
  llvm::SmallVector<mlir::Value> results;
  /// Per result, the type to which the result is still to be rounded, or null.
  llvm::SmallVector<mlir::Type> roundTo;
};

/// Builds and caches the code of ops and of regions over scalars (reducers).
class ElementCodes {
public:
  explicit ElementCodes(Rounding rounding) : rounding(rounding) {}
  /// The arithmetic of `op`, which must have the facet `emit`. Results are not rounded yet:
  /// see ElementCode::roundTo.
  const ElementCode &of(mlir::Operation *op);
  /// The arithmetic of a region with one block over rank-0 tensors. A region that is a
  /// single combination of total and element (a sum) does not round: totals of f8, f16 and
  /// bf16 stay f32 until the end of the reduction. Any other region rounds after each of its
  /// ops, except where `roundTo` tells the caller to.
  const ElementCode &of(mlir::Region &region);

private:
  Rounding rounding;
  llvm::DenseMap<void *, std::unique_ptr<ElementCode>> codes;
};

/// Appends the ops of `code` for these arguments and returns its results. Arguments are scalars or
/// vectors of one length. Values that depend on scalars only stay scalar.
llvm::SmallVector<mlir::Value> cloneElements(LoopBuilder &b, const ElementCode &code,
                                             llvm::ArrayRef<mlir::Value> arguments);

} // namespace spmd
