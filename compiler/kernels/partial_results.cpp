// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/kernels/partial_results.h"

using namespace mlir;

namespace spmd {

using Kind = FusionPlan::ReductionKind;

bool PartialResults::exist() const {
  return s.nest == 0 &&
         llvm::any_of(s.plan.reductions, [](auto &r) { return FusionPlan::isPartial(r.kind); });
}

/// Elements of a piece.
int64_t PartialResults::width(const FusionPlan::Reduction &r) const {
  return r.kind == Kind::Columns ? s.plan.kernels[0].columns() : 1;
}

/// A view of the kernel's scratch memory, made once at the beginning of the function.
Value PartialResults::pieces(const FusionPlan::Reduction &r, unsigned k) {
  Value &view = views[{r.op, k}];
  if (view)
    return view;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&s.function.front());
  auto type = bufferType(accumulators.totalType(r.op, k), s.plan.kernels[0].extent * width(r));
  Value offset = b.make<arith::ConstantIndexOp>(r.scratchOffsets[k]);
  return view = b.make<memref::ViewOp>(type, s.scratch(), offset, ValueRange());
}

/// Sets the columns of this iteration's piece to the neutral element.
void PartialResults::clearRow(const FusionPlan::Reduction &r, unsigned k) {
  constexpr unsigned kLanes = 8;
  int64_t columns = s.kernel.columns(), whole = columns / kLanes * kLanes;
  Value none = accumulators.neutral(r.op, k);
  auto clear = [&](int64_t from, int64_t to, unsigned lanes) {
    b.loop(b.index(from), b.index(to), lanes, [&](Value i) {
      AffineExpr column = s.index.variable(i, from, to - from, lanes);
      s.access.store(pieces(r, k), s.iteration * columns + column, none, lanes);
    });
  };
  clear(0, whole, kLanes);
  clear(whole, columns, 1);
}

/// Clears the pieces of columns, and begins the totals that registers hold.
void PartialResults::start() {
  totals.clear();
  if (s.nest > 0)
    return;
  for (const FusionPlan::Reduction &r : s.plan.reductions) {
    if (!FusionPlan::isPartial(r.kind))
      continue;
    if (r.kind != Kind::Columns)
      totals[r.op] = Totals{r.op, s.iterationScope, true, {}};
    else if (!accumulators.startsEmpty(r.op)) // else the first row writes them
      for (unsigned k = 0; k < r.op->getNumResults(); ++k)
        clearRow(r, k);
  }
}

void PartialResults::add(const FusionPlan::Reduction &r, ArrayRef<Value> elements, unsigned lanes) {
  if (r.kind == Kind::Columns)
    addToColumns(r, elements, lanes);
  else
    accumulators.add(totals[r.op], elements, lanes);
}

/// Adds to the piece of this iteration, one number per column.
void PartialResults::addToColumns(const FusionPlan::Reduction &r, ArrayRef<Value> elements,
                                  unsigned lanes) {
  AffineExpr place = s.iteration * s.kernel.columns() + s.columnNumber();
  SmallVector<Value> before;
  for (unsigned k = 0; k < elements.size(); ++k)
    before.push_back(s.access.load(pieces(r, k), place));
  SmallVector<Value> all = accumulators.combine(r.op, before, elements);
  if (accumulators.startsEmpty(r.op)) {
    AffineExpr first = s.iteration * s.kernel.rowsPerIteration;
    Value isFirst = s.index.holds({{s.algebra.simplify(s.rowNumber() - first), /*equality=*/true}});
    all = accumulators.unlessEmpty(isFirst, elements, all);
  }
  for (auto [k, after] : llvm::enumerate(all))
    s.access.store(pieces(r, k), place, after, lanes);
}

void PartialResults::addRow() {
  for (const FusionPlan::Reduction &r : s.plan.reductions) {
    if (s.nest > 0 || r.kind != Kind::OfRows)
      continue;
    SmallVector<Value> elements;
    for (Value operand : r.op->getOperands().take_front(r.op->getNumResults()))
      elements.push_back(element(operand, s.algebra.delinear(s.rowNumber(), shapeOf(operand))));
    accumulators.add(totals[r.op], elements, 1);
  }
}

/// Stores the totals that registers hold to the pieces of this iteration.
void PartialResults::finish() {
  if (s.nest > 0)
    return;
  for (const FusionPlan::Reduction &r : s.plan.reductions) {
    if (!FusionPlan::isPartial(r.kind) || r.kind == Kind::Columns)
      continue;
    for (auto [k, made] : llvm::enumerate(accumulators.total(totals[r.op], false, 1)))
      s.access.store(pieces(r, k), s.iteration, made, 1);
  }
}

/// A loop over all iterations of the first nest, whose pieces are added in their order. So the sum
/// does not depend on which worker made which piece.
Value PartialResults::sum(const FusionPlan::Reduction &r, Value value, ArrayRef<AffineExpr> index) {
  int64_t count = s.plan.kernels[0].extent;
  AffineExpr column =
      r.kind == Kind::Columns ? s.algebra.linear(index, shapeOf(value)) : s.algebra.constant(0);
  unsigned lanes = s.index.lanesOf(column);
  Totals all{r.op, b.current(), false, {}};
  b.loop(b.index(0), b.index(count), 1, [&](Value i) {
    AffineExpr piece = s.index.variable(i, 0, count, 1);
    SmallVector<Value> elements;
    for (unsigned k = 0; k < r.op->getNumResults(); ++k)
      elements.push_back(b.splat(s.access.load(pieces(r, k), piece * width(r) + column), lanes));
    accumulators.add(all, elements, lanes);
  });
  return s.remember(value, index, accumulators.rounded(r.op, accumulators.total(all, true, lanes)));
}

} // namespace spmd
