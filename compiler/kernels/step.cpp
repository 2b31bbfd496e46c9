// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scans come first, because accumulators, staged values and results may read them.
#include "compiler/kernels/step.h"
#include "compiler/kernels/update_window.h"

using namespace mlir;

namespace spmd {

using Kind = FusionPlan::ReductionKind;

void Step::write(unsigned lanes) {
  AffineExpr number = s.elementNumber();
  scans.carryOn(number);
  if (s.nest == 0) {
    accumulate(number, lanes);
    stage(number, lanes);
  }
  store([&](const FusionPlan::Store &o) { return !o.perRow && o.pass == s.pass; }, number, lanes);
}

void Step::storePerRow() {
  store([](const FusionPlan::Store &o) { return o.perRow; }, s.rowNumber(), 1);
}

void Step::accumulate(AffineExpr number, unsigned lanes) {
  for (const FusionPlan::Reduction &r : s.plan.reductions) {
    if (r.pass != s.pass || r.kind == Kind::OfRows || r.kind == Kind::PrefixScan)
      continue;
    SmallVector<Value> made;
    for (Value operand : r.op->getOperands().take_front(r.op->getNumResults()))
      made.push_back(
          b.splat(elements.at(operand, s.algebra.delinear(number, shapeOf(operand))), lanes));
    if (r.kind == Kind::Row)
      accumulators.add(s.row->totals[r.op], made, lanes);
    else
      partials.add(r, made, lanes);
  }
}

void Step::stage(AffineExpr number, unsigned lanes) {
  for (const FusionPlan::Staged &kept : s.plan.staged) {
    if (kept.pass != s.pass)
      continue;
    Value x = elements.at(kept.value, s.algebra.delinear(number, shapeOf(kept.value)));
    s.access.store(s.row->staged[kept.value].memory, s.columnNumber(), x, lanes);
  }
}

/// Elements [k * element, k * element + k) of a value that the nest interleaves k times.
SmallVector<Value, 2> Step::neighbours(Value value, AffineExpr element, unsigned lanes) {
  SmallVector<Value, 2> all;
  for (int64_t k = 0; k < s.kernel.interleave; ++k) {
    AffineExpr number = s.algebra.simplify(element * s.kernel.interleave + k);
    all.push_back(b.splat(elements.at(value, s.algebra.delinear(number, shapeOf(value))), lanes));
  }
  return all;
}

void Step::store(llvm::function_ref<bool(const FusionPlan::Store &)> isNow, AffineExpr element,
                 unsigned lanes) {
  struct Made {
    unsigned output;
    AffineExpr place;
    SmallVector<Value, 2> values;
  };
  // All reads before all writes: an output may lie in the buffer of an input.
  SmallVector<Made> made;
  for (const FusionPlan::Store &o : s.plan.stores) {
    if (o.kernel != s.nest || !isNow(o))
      continue;
    Value output = s.body.outputs[o.output];
    if (s.kernel.interleaves(o.value)) {
      made.push_back({o.output, s.algebra.simplify(element * s.kernel.interleave),
                      neighbours(o.value, element, lanes)});
      continue;
    }
    Index index = s.algebra.delinear(element, shapeOf(o.value));
    Value value = b.splat(elements.at(o.value, index), lanes);
    if (output != o.value)
      if (std::optional<UpdateWindow> window = updateWindow(output.getDefiningOp()))
        index = indexInWhole(s.algebra, output.getDefiningOp(), *window, index);
    AffineExpr place = s.algebra.simplify(s.algebra.linear(index, shapeOf(output)));
    if (output != o.value)
      s.index.number(place, 1); // reads the window's start
    made.push_back({o.output, place, {value}});
  }
  for (const Made &m : made)
    if (m.values.size() == 1)
      s.access.store(s.output(m.output), m.place, m.values[0], lanes);
    else
      s.access.storeNeighbours(s.output(m.output), m.place, m.values, lanes);
}

} // namespace spmd
