// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which element an op reads, as arithmetic on loop variables: affine expressions that are
// simplified with the known ranges of the loops, so that a reshape of a reshape becomes the plain
// counter it is. Planning (fusion_plan.cpp) and the expansion to loops (elements.cpp) walk a fusion
// with the same functions.
#pragma once
#include "compiler/ops/movement.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/Allocator.h"
#include <optional>

namespace spmd {

/// Inclusive bounds. Unknown ends are a quarter of the limits of int64_t, so that sums of a few do
/// not overflow.
struct IndexRange {
  static constexpr int64_t kFar = INT64_MAX / 4;
  int64_t low = -kFar, high = kFar;
  bool within(int64_t l, int64_t h) const { return low >= l && high <= h; }
};

using Index = llvm::SmallVector<mlir::AffineExpr, 4>; // one expression per dim of a tensor

inline llvm::ArrayRef<int64_t> shapeOf(mlir::Value v) {
  return llvm::cast<mlir::RankedTensorType>(v.getType()).getShape();
}

/// Loop variables are affine dims d0, d1, .. with ranges; numbers read at run time are symbols s0,
/// s1, ...
///   d0 in [0, 8), d1 in [0, 4):  (d0 * 4 + d1) floordiv 4 -> d0,  (d0 * 4 + d1) mod 4 -> d1
///   x = d0:  (x floordiv 12) * 12 + ((x floordiv 4) mod 3) * 4 + x mod 4 -> x
class IndexAlgebra {
public:
  explicit IndexAlgebra(mlir::MLIRContext *context) : context(context) {}

  struct Symbol {
    mlir::Value value; // element `at` of this value, clamped to [0, limit] or known to lie in it
    Index at;
    int64_t limit = 0;
    bool clamped = true;
  };

  mlir::AffineExpr newVariable(int64_t low, int64_t size);
  /// The index of any element of a tensor of this shape: a variable for each dim.
  Index newIndex(llvm::ArrayRef<int64_t> shape) {
    return llvm::map_to_vector<4>(shape, [&](int64_t size) { return newVariable(0, size); });
  }
  IndexRange rangeOfVariable(unsigned variable) const { return variables[variable]; }
  mlir::AffineExpr constant(int64_t value) const { return getAffineConstantExpr(value, context); }
  /// Equal symbols are one.
  mlir::AffineExpr symbol(const Symbol &symbol);
  const Symbol &symbolAt(unsigned position) const { return symbols[position]; }

  mlir::AffineExpr simplify(mlir::AffineExpr expr);
  IndexRange range(mlir::AffineExpr expr);
  /// Row-major element number of `index` in a tensor of this shape, and back.
  mlir::AffineExpr linear(llvm::ArrayRef<mlir::AffineExpr> index, llvm::ArrayRef<int64_t> shape);
  Index delinear(mlir::AffineExpr linear, llvm::ArrayRef<int64_t> shape);

  /// The coefficient of variable `variable` in a simplified `expr`: 0 where it does not occur,
  /// nothing where it occurs under a division, a remainder or in a symbol.
  std::optional<int64_t> stride(mlir::AffineExpr expr, unsigned variable);
  bool uses(mlir::AffineExpr expr, unsigned variable);
  /// All variables that occur, symbols' own included.
  void collectVariables(mlir::AffineExpr expr, llvm::SmallVectorImpl<unsigned> &out);

  /// One condition `expr >= 0` (or == 0).
  struct Condition {
    mlir::AffineExpr expr;
    bool equality = false;
  };
  /// A piece of a movement at one result index: the operand element and the conditions that the
  /// ranges do not decide.
  struct Piece {
    unsigned operand = 0;
    Index index;
    llvm::SmallVector<Condition, 2> conditions;
  };
  struct Pieces {
    // The first whose conditions hold wins; impossible ones are left out.
    llvm::SmallVector<Piece, 2> pieces;
    // Operand read where none holds; -1: the last piece has no conditions.
    int fill = -1;
  };
  Pieces move(mlir::Operation *op, const Movement &movement,
              llvm::ArrayRef<mlir::AffineExpr> result);

private:
  struct Linear;
  Linear decompose(mlir::AffineExpr expr);
  mlir::AffineExpr compose(const Linear &linear);
  struct Split;
  Split splitByFactor(const Linear &x, int64_t n);
  Linear floorDiv(const Linear &x, int64_t n);
  Linear mod(const Linear &x, int64_t n);
  void recombine(Linear &linear);
  IndexRange range(const Linear &linear);

  mlir::MLIRContext *context;
  // Elements of many values are wanted at one index, so results are kept. What is known of a
  // variable or a symbol never changes.
  llvm::DenseMap<mlir::AffineExpr, mlir::AffineExpr> simplified;
  using Place = std::pair<llvm::ArrayRef<mlir::AffineExpr>, llvm::ArrayRef<int64_t>>;
  llvm::DenseMap<Place, mlir::AffineExpr> linearAt;
  llvm::BumpPtrAllocator places; // what the keys of linearAt point to

  llvm::SmallVector<IndexRange> variables;
  llvm::SmallVector<Symbol> symbols;
};

} // namespace spmd
