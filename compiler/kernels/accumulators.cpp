// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// StableHLO's reduce keeps the order of elements: a body is associative, but need not commute. Sums
// and the like do; what JAX makes argmax of does not, as of two NaNs the left one wins. There each
// lane keeps the position of its element, by which two lanes are put in order. Any other body takes
// one element after the other, and always on its right: there are some that treat a NaN or a zero
// as nothing there alone.
#include "compiler/kernels/accumulators.h"
#include "compiler/ops/region.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;

namespace spmd {

Value roundTo(LoopBuilder &b, Value value, Type type) {
  return toRegister(b, toElement(b, value, type));
}

Type Accumulators::totalType(Operation *op, unsigned k) {
  return registerType(getElementTypeOrSelf(op->getResult(k)));
}

Operation *Accumulators::pairOp(Operation *op, unsigned k) {
  const ElementCode &code = s.codes.of(op->getRegion(0));
  Operation *inner = code.results[k].getDefiningOp();
  if (!inner || inner->getNumOperands() < 2)
    return nullptr;
  Value total = code.block.getArgument(k),
        element = code.block.getArgument(op->getNumResults() + k);
  Value l = inner->getOperands().end()[-2], r = inner->getOperands().end()[-1];
  return (l == total && r == element) || (l == element && r == total) ? inner : nullptr;
}

/// Null where there is none.
TypedAttr Accumulators::identity(Operation *op, unsigned k) {
  Operation *inner = pairOp(op, k);
  return inner && inner->getNumOperands() == 2 ? identityOf(inner) : TypedAttr();
}

Value Accumulators::neutral(Operation *op, unsigned k) {
  if (TypedAttr known = identity(op, k))
    return b.constant(known);
  return element(op->getOperand(op->getNumResults() + k), {});
}

bool Accumulators::startsEmpty(Operation *op) {
  return orderOf(op) == Order::AsGiven &&
         llvm::any_of(llvm::seq(0u, op->getNumResults()),
                      [&](unsigned k) { return !identity(op, k); });
}

SmallVector<Value> Accumulators::unlessEmpty(Value isEmpty, ArrayRef<Value> elements,
                                             ArrayRef<Value> totals) {
  return llvm::map_to_vector(llvm::zip_equal(elements, totals), [&](auto pair) -> Value {
    auto [x, total] = pair;
    return b.make<arith::SelectOp>(isEmpty, b.splat(x, lanesOf(total)), total);
  });
}

SmallVector<Value> Accumulators::combine(Operation *op, ArrayRef<Value> a, ArrayRef<Value> x) {
  SmallVector<Value> arguments(a);
  llvm::append_range(arguments, x);
  return cloneElements(b, s.codes.of(op->getRegion(0)), arguments);
}

SmallVector<Value> Accumulators::rounded(Operation *op, SmallVector<Value> totals) {
  for (auto [x, type] : llvm::zip_equal(totals, s.codes.of(op->getRegion(0)).roundTo))
    if (type)
      x = roundTo(b, x, type);
  return totals;
}

static bool commutes(Operation *inner) {
  return inner && inner->hasTrait<OpTrait::IsCommutative>();
}

/// Are results a value and its position, each that of one side or the other?
bool Accumulators::picksByPosition(Operation *op) {
  if (op->getNumResults() != 2 || !totalType(op, 1).isInteger() || totalType(op, 1).isInteger(1))
    return false;
  for (unsigned k : {0, 1}) {
    Operation *inner = pairOp(op, k);
    if (!inner || !(isa<arith::SelectOp>(inner) || commutes(inner)))
      return false;
  }
  auto positions = op->getOperand(1).getDefiningOp<stablehlo::IotaOp>();
  const ReductionShape *found = s.sources.reduction(op);
  if (!positions || !found || found->windowed)
    return false;
  const ReductionShape &shape = *found;
  auto dim =
      dyn_cast<AffineDimExpr>(shape.space.operandMap(0).getResult(positions.getIotaDimension()));
  return dim &&
         llvm::all_of(
             shape.reducedDims,
             [&](unsigned d) { return d == dim.getPosition() || shape.space.dims[d].size == 1; }) &&
         llvm::is_contained(shape.reducedDims, dim.getPosition());
}

Accumulators::Order Accumulators::orderOf(Operation *op) {
  auto [found, isNew] = orders.try_emplace(op, Order::Any);
  if (isNew && !llvm::all_of(llvm::seq(0u, op->getNumResults()),
                             [&](unsigned k) { return commutes(pairOp(op, k)); }))
    found->second = picksByPosition(op) ? Order::ByPosition : Order::AsGiven;
  return found->second;
}

std::optional<bool> Accumulators::maxOrMin(Operation *op) {
  Operation *inner = op->getNumResults() == 1 ? pairOp(op, 0) : nullptr;
  if (isa_and_present<arith::MaximumFOp, arith::MinimumFOp>(inner))
    return isa<arith::MaximumFOp>(inner);
  return std::nullopt;
}

/// Totals of elements that lie between each other, or `a` before `x`.
SmallVector<Value> Accumulators::join(Operation *op, ArrayRef<Value> a, ArrayRef<Value> x) {
  if (orderOf(op) != Order::ByPosition)
    return combine(op, a, x);
  Value isLater = b.make<arith::CmpIOp>(arith::CmpIPredicate::ult, x[1], a[1]);
  SmallVector<Value> left, right;
  for (auto [p, q] : llvm::zip_equal(a, x)) {
    left.push_back(b.make<arith::SelectOp>(isLater, q, p));
    right.push_back(b.make<arith::SelectOp>(isLater, p, q));
  }
  return combine(op, left, right);
}

SmallVector<Value> Accumulators::foldLanes(Operation *op, SmallVector<Value> values) {
  Operation *inner = values.size() == 1 ? pairOp(op, 0) : nullptr;
  if (inner && inner->getNumOperands() == 2)
    if (std::optional<vector::CombiningKind> kind = linalg::getCombinerOpKind(inner))
      return {b.make<vector::ReductionOp>(*kind, values[0])};
  for (unsigned lanes = lanesOf(values[0]); lanes > 1; lanes /= 2) {
    SmallVector<Value> low, high;
    for (Value v : values) {
      low.push_back(b.lanes(v, 0, lanes / 2));
      high.push_back(b.lanes(v, lanes / 2, lanes / 2));
    }
    values = join(op, low, high);
  }
  return values;
}

void Accumulators::add(Totals &totals, ArrayRef<Value> elements, unsigned lanes) {
  Operation *op = totals.op;
  if (totals.isFolded && lanes > 1 && orderOf(op) == Order::AsGiven) {
    for (unsigned i = 0; i < lanes; ++i)
      add(totals,
          llvm::map_to_vector(elements,
                              [&](Value x) { return lanesOf(x) == 1 ? x : b.lanes(x, i, 1); }),
          1);
    return;
  }
  auto &[slots, isEmpty] = totals.byLanes[lanes];
  if (slots.empty()) {
    LoopBuilder::At at(b, totals.home);
    for (unsigned k = 0; k < elements.size(); ++k) {
      slots.push_back(b.slot(withLanes(totalType(op, k), lanes)));
      b.set(slots.back(), b.splat(neutral(op, k), lanes));
    }
    if (startsEmpty(op)) {
      isEmpty = b.slot(b.getI1Type());
      b.set(isEmpty, b.constant(b.getBoolAttr(true)));
    }
  }
  SmallVector<Value> before, values;
  for (auto [slot, x] : llvm::zip_equal(slots, elements)) {
    before.push_back(b.get(slot));
    values.push_back(b.splat(x, lanes));
  }
  SmallVector<Value> after = combine(op, before, values);
  for (Value &each : after)
    each = b.splat(each, lanes);
  if (isEmpty) {
    after = unlessEmpty(b.get(isEmpty), values, after);
    b.set(isEmpty, b.constant(b.getBoolAttr(false)));
  }
  for (auto [slot, each] : llvm::zip_equal(slots, after))
    b.set(slot, each);
}

SmallVector<Value> Accumulators::total(Totals &totals, bool withInitial, unsigned lanes) {
  assert((lanes == 1 || !totals.isFolded) && "one result");
  Operation *op = totals.op;
  SmallVector<Value> sum;
  Value isEmpty; // all that have been joined
  for (auto &[width, slots] : totals.byLanes) {
    auto values = llvm::map_to_vector(slots.values, [&](Value slot) { return b.get(slot); });
    if (lanes == 1 && width > 1)
      values = foldLanes(op, values);
    Value isNone = slots.isEmpty ? b.get(slots.isEmpty) : Value();
    if (sum.empty()) {
      sum = values, isEmpty = isNone;
      continue;
    }
    SmallVector<Value> joined = join(op, sum, values);
    sum = isNone ? unlessEmpty(isNone, sum, unlessEmpty(isEmpty, values, joined)) : joined;
    isEmpty = isNone ? Value(b.make<arith::AndIOp>(isEmpty, isNone)) : Value();
  }
  if (!withInitial)
    return sum;
  SmallVector<Value> initial;
  unsigned count = op->getNumResults();
  for (unsigned k = 0; k < count; ++k)
    initial.push_back(b.splat(element(op->getOperand(count + k), {}), lanes));
  if (sum.empty())
    return initial;
  SmallVector<Value> all = combine(op, initial, sum);
  return isEmpty ? unlessEmpty(isEmpty, initial, all) : all;
}

} // namespace spmd
