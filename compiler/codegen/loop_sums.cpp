// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Totals. Their order is fixed by shapes: lane l of a total adds elements l, l + lanes, ..;
// lanes are then folded (loop_folds.cpp); totals of other lane counts (what is left of a row)
// follow; the initial value comes first.
#include "compiler/codegen/loop_emitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;

namespace spmd {

llvm::Type *LoopEmitter::totalType(Operation *op, unsigned k) {
  return registerType(getElementTypeOrSelf(op->getResult(k)), b.getContext());
}

llvm::Value *LoopEmitter::neutral(Operation *op, unsigned k) {
  auto initial = [&] { return pull(op->getOperand(op->getNumResults() + k), {}); };
  Operation *inner = pairOp(op, k);
  if (!inner || inner->getNumOperands() != 2)
    return initial();
  llvm::Type *type = totalType(op, k);
  unsigned bits = type->getScalarSizeInBits();
  auto real = [&](double x) -> llvm::Value * { return llvm::ConstantFP::get(type, x); };
  auto integer = [&](llvm::APInt x) -> llvm::Value * { return llvm::ConstantInt::get(type, x); };
  double infinity = std::numeric_limits<double>::infinity();
  llvm::StringRef name = inner->getName().stripDialect();
  if (name == "addf")
    return real(-0.0);
  if (name == "mulf")
    return real(1.0);
  if (name == "maximumf" || name == "minimumf")
    return real(name == "maximumf" ? -infinity : infinity);
  if (name == "addi" || name == "ori" || name == "xori" || name == "maxui")
    return integer(llvm::APInt(bits, 0));
  if (name == "muli")
    return integer(llvm::APInt(bits, 1));
  if (name == "andi" || name == "minui")
    return integer(llvm::APInt::getAllOnes(bits));
  if (name == "maxsi" || name == "minsi")
    return integer(name == "maxsi" ? llvm::APInt::getSignedMinValue(bits)
                                   : llvm::APInt::getSignedMaxValue(bits));
  return initial();
}

SmallVector<llvm::Value *> LoopEmitter::combine(Operation *op, ArrayRef<llvm::Value *> a,
                                                ArrayRef<llvm::Value *> x) {
  SmallVector<llvm::Value *> arguments(a);
  llvm::append_range(arguments, x);
  return emitElements(b, codes.of(op->getRegion(0)), arguments);
}

SmallVector<llvm::Value *> LoopEmitter::roundTotals(Operation *op,
                                                    SmallVector<llvm::Value *> totals) {
  for (auto [x, type] : llvm::zip_equal(totals, codes.of(op->getRegion(0)).roundTo))
    if (type)
      x = roundTo(b, x, type);
  return totals;
}

void LoopEmitter::addTo(Totals &totals, ArrayRef<llvm::Value *> elements, unsigned lanes) {
  if (totals.isFolded && lanes > 1)
    if (std::optional<bool> isLargest = maxOrMin(totals.op))
      return addToMaxMin(totals, *isLargest, splatTo(b, elements[0], lanes));
  if (totals.isFolded && lanes > 1 && orderOf(totals.op) == Order::AsGiven) {
    for (unsigned i = 0; i < lanes; ++i)
      addTo(totals,
            llvm::map_to_vector(
                elements, [&](llvm::Value *x) { return lanesOf(x) == 1 ? x : someLanes(x, i, 1); }),
            1);
    return;
  }
  auto &slots = totals.byLanes[lanes];
  if (slots.empty())
    for (unsigned k = 0; k < elements.size(); ++k) {
      llvm::Type *type = totalType(totals.op, k);
      slots.push_back(local(lanes == 1 ? type : llvm::FixedVectorType::get(type, lanes)));
      std::optional<At> at;
      if (totals.home != current)
        at.emplace(*this, totals.home);
      b.CreateStore(splatTo(b, neutral(totals.op, k), lanes), slots.back());
    }
  SmallVector<llvm::Value *> before, values;
  for (auto [slot, x] : llvm::zip_equal(slots, elements)) {
    before.push_back(b.CreateLoad(slot->getAllocatedType(), slot));
    values.push_back(splatTo(b, x, lanes));
  }
  for (auto [slot, after] : llvm::zip_equal(slots, combine(totals.op, before, values)))
    b.CreateStore(splatTo(b, after, lanes), slot);
}

/// `lanes` is what the result shall have: 1 folds, else the totals are as many results side by
/// side.
SmallVector<llvm::Value *> LoopEmitter::total(Totals &totals, bool withInitial, unsigned lanes) {
  assert((lanes == 1 || !totals.isFolded) && "one result");
  SmallVector<llvm::Value *> sum;
  std::optional<bool> isLargest = totals.isFolded ? maxOrMin(totals.op) : std::nullopt;
  for (auto &[width, slots] : totals.byLanes) {
    SmallVector<llvm::Value *> values;
    if (isLargest && width > 1) {
      values.push_back(resolveMaxMin(slots, *isLargest));
    } else {
      for (llvm::AllocaInst *slot : slots)
        values.push_back(b.CreateLoad(slot->getAllocatedType(), slot));
      if (lanes == 1 && width > 1)
        values = foldLanes(totals.op, values);
    }
    sum = sum.empty() ? values : join(totals.op, sum, values);
  }
  if (!withInitial)
    return sum;
  SmallVector<llvm::Value *> initial;
  unsigned count = totals.op->getNumResults();
  for (unsigned k = 0; k < count; ++k)
    initial.push_back(splatTo(b, pull(totals.op->getOperand(count + k), {}), lanes));
  return sum.empty() ? initial : combine(totals.op, initial, sum);
}

} // namespace spmd
