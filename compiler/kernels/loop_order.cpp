// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds exponentials whose argument is never above zero: x minus the maximum of a row that holds x.
#include "compiler/kernels/elements.h"
#include "compiler/ops/elementwise.h"
#include "compiler/ops/rule.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

namespace spmd {

namespace {
constexpr size_t kMostOnTheWay = 16; // ops from the difference to the reduction

/// Follows a bound through what only moves it and through maxima with anything else, to the
/// reduction of a row.
struct BoundSearch {
  LoopState &s;
  Accumulators &accumulators;
  Value value; // at `place`: what the bound is to be no less than, or NaN
  ArrayRef<AffineExpr> place;
  llvm::SmallPtrSet<Operation *, 16> seen; // these are not asked again

  bool isBound(Value bound, ArrayRef<AffineExpr> index);
  bool isLargestOfRow(Operation *op, const ReductionShape &shape, ArrayRef<AffineExpr> index);
};
} // namespace

bool BoundSearch::isLargestOfRow(Operation *op, const ReductionShape &shape,
                                 ArrayRef<AffineExpr> index) {
  if (op->getOperand(0) != value || shape.windowed || accumulators.maxOrMin(op) != true)
    return false;
  // The operand's index, were `place` along the reduced dims one of those that the row goes over.
  SmallVector<AffineExpr> reduced;
  for (unsigned dim : shape.reducedDims)
    for (auto [d, expr] : llvm::enumerate(shape.space.operandMap(0).getResults()))
      if (auto at = dyn_cast<AffineDimExpr>(expr); at && at.getPosition() == dim)
        reduced.push_back(place[d]);
  SmallVector<IndexAlgebra::Condition> conditions;
  return reduced.size() == shape.reducedDims.size() &&
         llvm::equal(shape.operandIndex(s.algebra, index, reduced, conditions),
                     llvm::map_range(place, [&](AffineExpr e) { return s.algebra.simplify(e); }));
}

bool BoundSearch::isBound(Value bound, ArrayRef<AffineExpr> index) {
  Operation *op = bound.getDefiningOp();
  if (!op || s.inputOf.contains(bound) || seen.size() == kMostOnTheWay || !seen.insert(op).second)
    return false;
  if (const ReductionShape *shape = s.sources.reduction(op))
    return isLargestOfRow(op, *shape, index);
  if (isElementwise(op))
    return s.codes.of(op).results[0].getDefiningOp<arith::MaximumFOp>() &&
           op->getNumOperands() == 2 && llvm::any_of(op->getOperands(), [&](Value operand) {
             return isBound(operand, operandIndex(operand, index));
           });
  if (op->getNumOperands() != 1 || !Rules::of(op).index)
    return false;
  IndexAlgebra::Pieces moved = s.algebra.move(op, Rules::of(op).index(op), index);
  return moved.pieces.size() == 1 && moved.pieces[0].conditions.empty() &&
         isBound(op->getOperand(0), moved.pieces[0].index);
}

bool isExpOfAtMostZero(LoopState &s, Accumulators &accumulators, Operation *op,
                       ArrayRef<AffineExpr> index) {
  auto exp = s.codes.of(op).results[0].getDefiningOp<math::ExpOp>();
  if (!exp || !exp.getType().isF32() || !isa<BlockArgument>(exp.getOperand()) ||
      s.inputOf.contains(op->getOperand(0)))
    return false;
  Operation *difference = op->getOperand(0).getDefiningOp();
  if (!difference || !isElementwise(difference) || difference->getNumOperands() != 2)
    return false;
  const ElementCode &code = s.codes.of(difference);
  auto inner = code.results[0].getDefiningOp<arith::SubFOp>();
  BoundSearch search{s, accumulators, difference->getOperand(0), index, {}};
  return inner && inner.getLhs() == code.block.getArgument(0) &&
         inner.getRhs() == code.block.getArgument(1) &&
         search.isBound(difference->getOperand(1), index);
}

} // namespace spmd
