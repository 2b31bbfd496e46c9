// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits single elements of the values of a kernel. To emit an element, Elements first emits the
// operands. Each goes into the outermost loop in which all variables of its index are known, and is
// reused there; so loop invariants are computed before the loop without a pass of their own.
#pragma once
#include "compiler/kernels/accumulators.h"

namespace spmd {

class PrefixScans;
class PartialResults;

class Elements {
public:
  Elements(LoopState &s, Accumulators &accumulators, PrefixScans &scans, PartialResults &partials)
      : s(s), b(s.b), accumulators(accumulators), scans(scans), partials(partials) {}

  /// Element `index` of `value`, in registers; several lanes where a variable of the index has
  /// them.
  mlir::Value at(mlir::Value value, llvm::ArrayRef<mlir::AffineExpr> index);

private:
  mlir::Value compute(mlir::Value value, llvm::ArrayRef<mlir::AffineExpr> index);
  mlir::Value arithmetic(mlir::Operation *op, mlir::Value value,
                         llvm::ArrayRef<mlir::AffineExpr> index);
  mlir::Value choosePiece(mlir::Operation *op, const IndexAlgebra::Pieces &pieces, size_t first);
  mlir::Value select(mlir::Value mask, unsigned variable, mlir::Value there,
                     llvm::function_ref<mlir::Value()> other);
  mlir::Value table(mlir::DenseElementsAttr constant);

  // A reduction that is computed where it is needed, by loops of its own.
  struct InnerReduction {
    mlir::Operation *op = nullptr;
    const ReductionShape &shape;
    llvm::ArrayRef<mlir::AffineExpr> index;
    llvm::SmallVector<mlir::AffineExpr> reduced; // the reduced dims, as the loops stand
    Totals totals;
    unsigned outerLanes = 1, innerLanes = 1;
  };
  mlir::Value reduceHere(mlir::Operation *op, mlir::Value value,
                         llvm::ArrayRef<mlir::AffineExpr> index);
  void reduceDims(InnerReduction &r, size_t dim);
  void reduceElement(InnerReduction &r, unsigned lanes);

  LoopState &s;
  LoopBuilder &b;
  Accumulators &accumulators;
  PrefixScans &scans;
  PartialResults &partials;
  llvm::DenseMap<mlir::Attribute, mlir::Value> tables;
  unsigned copiesOfCode = 1; // of the code that is emitted now, by the branches of choosePiece
};

/// The attribute of func.func that lists the constants whose elements its arguments before the
/// bounds of the iterations hold.
inline constexpr llvm::StringLiteral kTablesAttr = "spmd.tables";

} // namespace spmd
