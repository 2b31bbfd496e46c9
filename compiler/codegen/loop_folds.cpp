// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes into one. StableHLO's reduce keeps the order of elements: a body is associative, but need
// not commute. Sums and the like do; what JAX makes argmax of does not, as of two NaNs the left one
// wins. There each lane keeps the position of its element, by which two lanes are put in order. Any
// other body takes one element after the other, and always on its right: there are some that treat
// a NaN or a zero as nothing there alone.
#include "compiler/codegen/loop_emitter.h"
#include "dialects/stablehlo/stablehlo.h"
#include <numeric>

using namespace mlir;

namespace spmd {

Operation *LoopEmitter::pairOp(Operation *op, unsigned k) {
  const ElementCode &code = codes.of(op->getRegion(0));
  Operation *inner = code.results[k].getDefiningOp();
  if (!inner || inner->getNumOperands() < 2)
    return nullptr;
  Value total = code.block.getArgument(k),
        element = code.block.getArgument(op->getNumResults() + k);
  Value l = inner->getOperands().end()[-2], r = inner->getOperands().end()[-1];
  return (l == total && r == element) || (l == element && r == total) ? inner : nullptr;
}

static bool commutes(Operation *inner) {
  return inner && inner->hasTrait<OpTrait::IsCommutative>();
}

/// Are results a value and its position, each that of one side or the other?
bool LoopEmitter::picksByPosition(Operation *op) {
  if (op->getNumResults() != 2 || !totalType(op, 1)->isIntegerTy() ||
      totalType(op, 1)->isIntegerTy(1))
    return false;
  for (unsigned k : {0, 1}) {
    Operation *inner = pairOp(op, k);
    if (!inner || !(inner->getName().stripDialect() == "select" || commutes(inner)))
      return false;
  }
  auto positions = op->getOperand(1).getDefiningOp<stablehlo::IotaOp>();
  auto found = reductions.find(op);
  if (!positions || found == reductions.end() || found->second.windowed)
    return false;
  const ReductionShape &shape = found->second;
  auto dim =
      dyn_cast<AffineDimExpr>(shape.space.operandMap(0).getResult(positions.getIotaDimension()));
  return dim &&
         llvm::all_of(
             shape.reducedDims,
             [&](unsigned d) { return d == dim.getPosition() || shape.space.dims[d].size == 1; }) &&
         llvm::is_contained(shape.reducedDims, dim.getPosition());
}

LoopEmitter::Order LoopEmitter::orderOf(Operation *op) {
  auto [found, isNew] = orders.try_emplace(op, Order::Any);
  if (!isNew)
    return found->second;
  if (!llvm::all_of(llvm::seq(0u, op->getNumResults()),
                    [&](unsigned k) { return commutes(pairOp(op, k)); }))
    found->second = picksByPosition(op) ? Order::ByPosition : Order::AsGiven;
  return found->second;
}

/// Totals of elements that lie between each other, or `a` before `x`.
SmallVector<llvm::Value *> LoopEmitter::join(Operation *op, ArrayRef<llvm::Value *> a,
                                             ArrayRef<llvm::Value *> x) {
  if (orderOf(op) != Order::ByPosition)
    return combine(op, a, x);
  llvm::Value *isLater = b.CreateICmpULT(x[1], a[1]);
  SmallVector<llvm::Value *> left, right;
  for (auto [p, q] : llvm::zip_equal(a, x)) {
    left.push_back(b.CreateSelect(isLater, q, p));
    right.push_back(b.CreateSelect(isLater, p, q));
  }
  return combine(op, left, right);
}

SmallVector<llvm::Value *> LoopEmitter::foldLanes(Operation *op,
                                                  SmallVector<llvm::Value *> values) {
  for (unsigned lanes = lanesOf(values[0]); lanes > 1; lanes /= 2) {
    SmallVector<llvm::Value *> low, high;
    for (llvm::Value *v : values) {
      low.push_back(someLanes(v, 0, lanes / 2));
      high.push_back(someLanes(v, lanes / 2, lanes / 2));
    }
    values = join(op, low, high);
  }
  return values;
}

/// `count` lanes of a vector from the first of them on; a scalar of one.
llvm::Value *LoopEmitter::someLanes(llvm::Value *x, unsigned first, unsigned count) {
  if (count == 1)
    return b.CreateExtractElement(x, uint64_t(first));
  SmallVector<int> lanes(count);
  std::iota(lanes.begin(), lanes.end(), int(first));
  return b.CreateShuffleVector(x, lanes);
}

} // namespace spmd
