// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arithmetic of one element as LLVM IR: an op's `emit` facet is asked once for scalars, and
// what it built is translated for any number of lanes. No dialect conversion runs: arith and math
// ops map to instructions one by one.
#pragma once
#include "compiler/codegen/element_memory.h"
#include "compiler/ops/rule.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace spmd {

/// Scalar arith/math ops with arguments: the operands' elements and then, for iota, indices along
/// result dims.
struct ElementCode {
  mutable mlir::Block block; // reading a block is not const in MLIR
  unsigned operandCount = 0;
  llvm::SmallVector<int64_t> indexDims; // of the arguments after the operands
  llvm::SmallVector<mlir::Value> results;
  // Per result, the type that it is yet to be rounded to, or null.
  llvm::SmallVector<mlir::Type> roundTo;
};

/// Builds and keeps the code of ops and of regions over scalars (reducers).
class ElementCodes {
public:
  explicit ElementCodes(Rounding rounding) : rounding(rounding) {}
  /// The arithmetic of `op`, which must have the facet `emit`; its results are not rounded to their
  /// types yet.
  const ElementCode &of(mlir::Operation *op);
  /// Of a region with one block over rank-0 tensors. A region of one op that combines total and
  /// element (a sum) rounds nothing: totals of f8, f16 and bf16 are kept as f32 to their end. Any
  /// other rounds after each of its ops, but for what `roundTo` says.
  const ElementCode &of(mlir::Region &region);

private:
  Rounding rounding;
  llvm::DenseMap<void *, std::unique_ptr<ElementCode>> codes;
};

/// Appends the instructions of `code`. Arguments are scalars or vectors of one length; scalars are
/// splat where they meet vectors. May add blocks: the builder stands at the end of the last one
/// afterwards.
llvm::SmallVector<llvm::Value *> emitElements(llvm::IRBuilder<> &b, const ElementCode &code,
                                              llvm::ArrayRef<llvm::Value *> arguments);

} // namespace spmd
