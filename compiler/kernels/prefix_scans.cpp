// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/kernels/prefix_scans.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;

namespace spmd {

using Kind = FusionPlan::ReductionKind;

bool PrefixScans::exist() const {
  return s.nest == 0 &&
         llvm::any_of(s.plan.reductions, [](auto &r) { return r.kind == Kind::PrefixScan; });
}

/// In this pass.
bool PrefixScans::isWanted(const FusionPlan::Reduction &r) const {
  return s.nest == 0 && r.kind == Kind::PrefixScan && (r.passes >> s.pass & 1);
}

/// Begins the scans of this pass at the start of a row, each with its initial value.
void PrefixScans::start() {
  for (const FusionPlan::Reduction &r : s.plan.reductions) {
    if (!isWanted(r))
      continue;
    auto &slots = s.row->carried[r.op];
    unsigned count = r.op->getNumResults();
    for (unsigned k = 0; k < count; ++k) {
      if (slots.size() == k)
        slots.push_back(b.slot(accumulators.totalType(r.op, k)));
      b.set(slots[k], element(r.op->getOperand(count + k), {}));
    }
  }
}

void PrefixScans::carryOn(AffineExpr number) {
  for (const FusionPlan::Reduction &r : s.plan.reductions)
    if (isWanted(r))
      for (Value result : r.op->getResults()) // some may be staged, which carries nothing on
        element(result, s.algebra.delinear(number, shapeOf(result)));
}

/// The scan at the element where the loops stand: carried value combined with the element, then
/// carried on.
Value PrefixScans::at(Operation *op, Value value, ArrayRef<AffineExpr> index) {
  AffineExpr number = s.elementNumber();
  Index here = s.algebra.delinear(number, shapeOf(value));
  if (ArrayRef(here) != index)
    return element(value, here); // the same element, and carried on already
  assert(llvm::any_of(s.plan.reductions, [&](auto &r) { return r.op == op && isWanted(r); }) &&
         "a scan starts before the columns of each pass that wants it");
  unsigned lanes = s.index.lanesOf(number);
  SmallVector<Value> slots = s.row->carried[op], elements, before;
  for (auto [k, slot] : llvm::enumerate(slots)) {
    elements.push_back(b.splat(element(op->getOperand(k), index), lanes));
    before.push_back(b.splat(b.get(slot), lanes));
  }
  SmallVector<Value> made =
      accumulators.combine(op, before, overLanes(op, std::move(elements), lanes));
  for (auto [x, slot] : llvm::zip_equal(made, slots)) {
    x = b.splat(x, lanes);
    b.set(slot, lanes == 1 ? x : b.lanes(x, lanes - 1, 1));
  }
  return s.remember(value, index, accumulators.rounded(op, std::move(made)));
}

/// Lane l becomes what lanes 0 .. l come to.
SmallVector<Value> PrefixScans::overLanes(Operation *op, SmallVector<Value> x, unsigned lanes) {
  for (unsigned distance = 1; distance < lanes; distance *= 2) {
    SmallVector<int64_t> from(lanes);
    SmallVector<bool> isFolded(lanes);
    for (unsigned l = 0; l < lanes; ++l) {
      from[l] = l < distance ? l : l - distance;
      isFolded[l] = l >= distance;
    }
    auto left = llvm::map_to_vector(x, [&](Value v) { return b.shuffle(v, from); });
    SmallVector<Value> both = accumulators.combine(op, left, x);
    auto maskType = cast<VectorType>(withLanes(b.getI1Type(), lanes));
    Value mask = b.constant(DenseElementsAttr::get(maskType, isFolded));
    for (auto [v, sum] : llvm::zip_equal(x, both))
      v = b.make<arith::SelectOp>(mask, b.splat(sum, lanes), v);
  }
  return x;
}

} // namespace spmd
