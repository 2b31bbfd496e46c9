// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Affine expressions over the dims of an op's result, in which the facets `index` and `space` of
// movement ops are written.
#pragma once
#include "compiler/ops/facets.h"
#include "mlir/IR/IntegerSet.h"

namespace spmd::ops {

/// Builds maps and sets over the dims d0, d1, .. of an op's one result. Symbols stand for indices
/// that are known at run time. A transpose of [4, 8] to [8, 4] reads its operand at
/// map({dim(1), dim(0)}).
struct ResultDims {
  explicit ResultDims(mlir::Operation *op)
      : context(op->getContext()), rank(tensorTypeOf(op->getResult(0)).getRank()) {}
  mlir::AffineExpr dim(int64_t d) const { return mlir::getAffineDimExpr(d, context); }
  mlir::AffineExpr symbol(int64_t s) const { return mlir::getAffineSymbolExpr(s, context); }
  mlir::AffineExpr constant(int64_t value) const {
    return mlir::getAffineConstantExpr(value, context);
  }
  mlir::AffineMap map(llvm::ArrayRef<mlir::AffineExpr> results, unsigned symbols = 0) const {
    return mlir::AffineMap::get(rank, symbols, results, context);
  }
  /// The set where all of `inside` are >= 0 and all of `zero` are 0. Null if there are no
  /// conditions.
  mlir::IntegerSet guard(llvm::ArrayRef<mlir::AffineExpr> inside,
                         llvm::ArrayRef<mlir::AffineExpr> zero = {}, unsigned symbols = 0) const {
    llvm::SmallVector<mlir::AffineExpr> constraints(inside);
    constraints.append(zero.begin(), zero.end());
    if (constraints.empty())
      return {};
    llvm::SmallVector<bool> isEquality(inside.size(), false);
    isEquality.append(zero.size(), true);
    return mlir::IntegerSet::get(rank, symbols, constraints, isEquality);
  }
  mlir::MLIRContext *context;
  int64_t rank;
};

/// A space whose loops are the dims of the result. The caller adds how operands are indexed.
inline IterationSpace resultSpace(mlir::Operation *op) {
  IterationSpace space(op);
  for (int64_t d = 0; d < tensorTypeOf(op->getResult(0)).getRank(); ++d)
    space.parallel({}, d);
  return space;
}

} // namespace spmd::ops
