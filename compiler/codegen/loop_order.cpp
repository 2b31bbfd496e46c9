// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is known to be in order: x minus the largest of a row that holds x is at most zero. Softmax
// takes exponentials of just that, and those need neither the clamp nor the second factor that
// large results do.
#include "compiler/codegen/loop_emitter.h"
#include "compiler/codegen/vector_math.h"
#include "compiler/ops/elementwise.h"
#include "compiler/ops/rule.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace spmd {

constexpr size_t kMostOnTheWay = 16; // ops from the difference to the reduction

/// Follows `bound` through what only moves it and through maxima with anything else, to the
/// reduction of a row.
bool LoopEmitter::isAtLeast(Value bound, ArrayRef<AffineExpr> index, Value value,
                            ArrayRef<AffineExpr> at, OpSet &seen) {
  Operation *op = bound.getDefiningOp();
  if (!op || inputOf.contains(bound) || seen.size() == kMostOnTheWay || !seen.insert(op).second)
    return false;
  if (auto r = reductions.find(op); r != reductions.end()) {
    const ReductionShape &shape = r->second;
    if (op->getOperand(0) != value || shape.windowed || maxOrMin(op) != true)
      return false;
    // The operand's index, were `at` along the reduced dims one of those that the row goes over.
    SmallVector<AffineExpr> reduced;
    for (unsigned dim : shape.reducedDims)
      for (auto [d, expr] : llvm::enumerate(shape.space.operandMap(0).getResults()))
        if (auto place = dyn_cast<AffineDimExpr>(expr); place && place.getPosition() == dim)
          reduced.push_back(at[d]);
    SmallVector<IndexAlgebra::Condition> conditions;
    return reduced.size() == shape.reducedDims.size() &&
           llvm::equal(shape.operandIndex(algebra, index, reduced, conditions),
                       llvm::map_range(at, [&](AffineExpr e) { return algebra.simplify(e); }));
  }
  if (isElementwise(op)) {
    auto inner = codes.of(op).results[0].getDefiningOp<arith::MaximumFOp>();
    return inner && op->getNumOperands() == 2 &&
           llvm::any_of(op->getOperands(), [&](Value operand) {
             return isAtLeast(operand,
                              cast<RankedTensorType>(operand.getType()).getRank()
                                  ? index
                                  : ArrayRef<AffineExpr>(),
                              value, at, seen);
           });
  }
  if (op->getNumOperands() != 1 || !Rules::of(op).index)
    return false;
  IndexAlgebra::Pieces moved = algebra.move(op, Rules::of(op).index(op), index);
  return moved.pieces.size() == 1 && moved.pieces[0].conditions.empty() &&
         isAtLeast(op->getOperand(0), moved.pieces[0].index, value, at, seen);
}

bool LoopEmitter::isExpOfAtMostZero(Operation *op, ArrayRef<AffineExpr> index) {
  auto exp = codes.of(op).results[0].getDefiningOp<math::ExpOp>();
  if (!exp || !exp.getType().isF32() || !isa<BlockArgument>(exp.getOperand()) ||
      inputOf.contains(op->getOperand(0)))
    return false;
  Operation *difference = op->getOperand(0).getDefiningOp();
  if (!difference || !isElementwise(difference) || difference->getNumOperands() != 2)
    return false;
  const ElementCode &code = codes.of(difference);
  auto inner = code.results[0].getDefiningOp<arith::SubFOp>();
  OpSet seen;
  return inner && inner.getLhs() == code.block.getArgument(0) &&
         inner.getRhs() == code.block.getArgument(1) &&
         isAtLeast(difference->getOperand(1), index, difference->getOperand(0), index, seen);
}

} // namespace spmd
