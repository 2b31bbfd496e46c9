// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/kernels/prefix_scans.h"
#include "compiler/kernels/loop_techniques.h"
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
    before.push_back(b.get(slot));
  }
  SmallVector<Value> made =
      lanes == 1 ? accumulators.combine(op, before, elements) : overLanes(op, before, elements);
  for (auto [x, slot] : llvm::zip_equal(made, slots))
    b.set(slot, lanes == 1 ? x : b.lanes(x, lanes - 1, 1));
  return s.remember(value, index, accumulators.rounded(op, std::move(made)));
}

/// Lane l of the results is `before` combined with lanes 0 .. l of `elements`:
///   %sum, %made = scf.for %l = 0 to lanes iter_args(%total = %before, %to = %elements) {
///     %x = vector.extract %elements[%l]
///     %after = arith.addf %total, %x
///     scf.yield %after, (vector.insert %after, %to[%l])
///   } {spmd.inclusive_scan}
SmallVector<Value> PrefixScans::overLanes(Operation *op, ArrayRef<Value> before,
                                          ArrayRef<Value> elements) {
  SmallVector<Value> starts(before);
  llvm::append_range(starts, elements);
  auto loop = b.make<scf::ForOp>(b.index(0), b.index(lanesOf(elements[0])), b.index(1), starts);
  loop->setAttr(kInclusiveScanAttr, b.getUnitAttr());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(loop.getBody());
  OpFoldResult lane = loop.getInductionVar();
  ValueRange totals = loop.getRegionIterArgs().take_front(before.size()),
             targets = loop.getRegionIterArgs().drop_front(before.size());
  auto lanes = llvm::map_to_vector(
      elements, [&](Value x) -> Value { return b.make<vector::ExtractOp>(x, lane); });
  SmallVector<Value> yielded = accumulators.combine(op, llvm::to_vector_of<Value>(totals), lanes);
  for (auto [k, target] : llvm::enumerate(targets))
    yielded.push_back(b.make<vector::InsertOp>(yielded[k], target, lane));
  b.make<scf::YieldOp>(yielded);
  return llvm::to_vector_of<Value>(loop.getResults().drop_front(before.size()));
}

} // namespace spmd
