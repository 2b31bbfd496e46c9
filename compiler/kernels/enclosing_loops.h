// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops around a reduction that is computed in place, and how often they run it. An element is
// computed in the innermost loop that its index uses, so all loops outside of that one repeat it:
//   in `for row, for column` an element of index [row] is computed once per row,
//   and one of index [column] once per row and column
#pragma once
#include "compiler/kernels/index_algebra.h"

namespace spmd {

/// How many values an index takes over all loops.
inline double iterations(IndexAlgebra &algebra, llvm::ArrayRef<mlir::AffineExpr> index) {
  llvm::SmallVector<unsigned> all;
  for (mlir::AffineExpr e : index)
    algebra.collectVariables(e, all);
  llvm::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  double count = 1;
  for (unsigned v : all) {
    IndexRange r = algebra.rangeOfVariable(v);
    count *= double(r.high - r.low + 1);
  }
  return count;
}

class EnclosingLoops {
public:
  EnclosingLoops() = default;
  EnclosingLoops(IndexAlgebra &algebra, llvm::ArrayRef<mlir::AffineExpr> nest)
      : algebra(&algebra), loops(nest) {}

  /// Adds the loops of a reduction inside of those that are there.
  void enter(llvm::ArrayRef<mlir::AffineExpr> variables) { llvm::append_range(loops, variables); }
  /// Only the loops that compute an element of this index. A reduction is computed there, and its
  /// own loops go inside.
  EnclosingLoops around(llvm::ArrayRef<mlir::AffineExpr> index) const {
    llvm::SmallVector<unsigned> used;
    for (mlir::AffineExpr e : index)
      algebra->collectVariables(e, used);
    EnclosingLoops out(*this);
    while (!out.loops.empty() && !llvm::is_contained(used, variableOf(out.loops.back())))
      out.loops.pop_back();
    return out;
  }
  /// How often the innermost loop runs.
  double repetitions() const {
    double count = 1;
    for (mlir::AffineExpr loop : loops) {
      IndexRange range = algebra->rangeOfVariable(variableOf(loop));
      count *= double(range.high - range.low + 1);
    }
    return count;
  }

private:
  static unsigned variableOf(mlir::AffineExpr loop) {
    return llvm::cast<mlir::AffineDimExpr>(loop).getPosition();
  }
  IndexAlgebra *algebra = nullptr;
  llvm::SmallVector<mlir::AffineExpr> loops; // outermost first
};

} // namespace spmd
