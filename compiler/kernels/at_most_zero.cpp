// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows what is subtracted to the maximum of a row. Both are compared by their indices, so the
// way from the one to the other may lead through reshapes, broadcasts and transposes.
#include "compiler/kernels/at_most_zero.h"
#include "compiler/kernels/element_code.h"
#include "compiler/kernels/fusion_plan.h"
#include "compiler/kernels/index_algebra.h"
#include "compiler/kernels/reduction_shape.h"
#include "compiler/ops/elementwise.h"
#include "compiler/ops/region.h"
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
  IndexAlgebra &algebra;
  ElementCodes &codes;
  Value value; // at `place`: what the bound is to be no less than, or NaN
  ArrayRef<AffineExpr> place;
  llvm::SmallPtrSet<Operation *, 16> seen; // these are not asked again

  bool isBound(Value bound, ArrayRef<AffineExpr> index);
  bool isLargestOfRow(Operation *op, const ReductionShape &shape, ArrayRef<AffineExpr> index);
};
} // namespace

bool BoundSearch::isLargestOfRow(Operation *op, const ReductionShape &shape,
                                 ArrayRef<AffineExpr> index) {
  if (op->getOperand(0) != value || shape.windowed || shape.count != 1 ||
      combinerOf(*shape.combine) != ir::CombineKind::Maximum)
    return false;
  // The operand's index, were `place` along the reduced dims one of those that the row goes over.
  SmallVector<AffineExpr> reduced;
  for (unsigned dim : shape.reducedDims)
    for (auto [d, expr] : llvm::enumerate(shape.space.operandMap(0).getResults()))
      if (auto at = dyn_cast<AffineDimExpr>(expr); at && at.getPosition() == dim)
        reduced.push_back(place[d]);
  SmallVector<IndexAlgebra::Condition> conditions;
  return reduced.size() == shape.reducedDims.size() &&
         llvm::equal(shape.operandIndex(algebra, index, reduced, conditions),
                     llvm::map_range(place, [&](AffineExpr e) { return algebra.simplify(e); }));
}

bool BoundSearch::isBound(Value bound, ArrayRef<AffineExpr> index) {
  Operation *op = bound.getDefiningOp();
  if (!op || seen.size() == kMostOnTheWay || !seen.insert(op).second)
    return false;
  if (op->getNumRegions()) {
    std::optional<ReductionShape> shape = reductionShape(op);
    return shape && isLargestOfRow(op, *shape, index);
  }
  if (isElementwise(op))
    return op->getNumOperands() == 2 &&
           codes.of(op).results[0].getDefiningOp<arith::MaximumFOp>() &&
           llvm::any_of(op->getOperands(), [&](Value operand) {
             return isBound(operand, operandIndex(operand, index));
           });
  if (op->getNumOperands() != 1 || !Rules::of(op).index)
    return false;
  IndexAlgebra::Pieces moved = algebra.move(op, Rules::of(op).index(op), index);
  return moved.pieces.size() == 1 && moved.pieces[0].conditions.empty() &&
         isBound(op->getOperand(0), moved.pieces[0].index);
}

static bool isExpOfAtMostZero(Operation *op, ArrayRef<AffineExpr> index, IndexAlgebra &algebra,
                              ElementCodes &codes) {
  auto exp = codes.of(op).results[0].getDefiningOp<math::ExpOp>();
  if (!exp || !exp.getType().isF32() || !isa<BlockArgument>(exp.getOperand()))
    return false;
  Operation *difference = op->getOperand(0).getDefiningOp();
  if (!difference || !isElementwise(difference) || difference->getNumOperands() != 2)
    return false;
  const ElementCode &code = codes.of(difference);
  auto inner = code.results[0].getDefiningOp<arith::SubFOp>();
  BoundSearch search{algebra, codes, difference->getOperand(0), index, {}};
  return inner && inner.getLhs() == code.block.getArgument(0) &&
         inner.getRhs() == code.block.getArgument(1) &&
         search.isBound(difference->getOperand(1), index);
}

/// At variables that stand for any element. The difference is looked at first, because few ops have
/// one for their operand and the search would take time for all others.
void markExpsOfAtMostZero(Operation *module) {
  ElementCodes codes(Rounding::Usual);
  module->walk([&](Operation *op) {
    if (op->getNumOperands() != 1 || op->getNumResults() != 1 || !isElementwise(op))
      return;
    Operation *difference = op->getOperand(0).getDefiningOp();
    if (!difference || difference->getNumOperands() != 2 || !isElementwise(difference) ||
        !difference->getOperand(1).getDefiningOp() || !isFusible(op) || !isFusible(difference))
      return;
    IndexAlgebra algebra(op->getContext());
    Index index = algebra.newIndex(shapeOf(op->getResult(0)));
    if (isExpOfAtMostZero(op, index, algebra, codes))
      op->setDiscardableAttr(kAtMostZeroAttr, UnitAttr::get(op->getContext()));
  });
}

} // namespace spmd
