// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scopes of loops, branches and masks that code can be added to from the inside.
#include "compiler/kernels/loop_builder.h"
#include <numeric>

using namespace mlir;

namespace spmd {

unsigned lanesOf(Value value) {
  auto type = dyn_cast<VectorType>(value.getType());
  return type ? type.getNumElements() : 1;
}

Type withLanes(Type element, unsigned lanes) {
  return lanes == 1 ? element : VectorType::get(int64_t(lanes), element);
}

std::optional<int64_t> knownNumber(Value value) {
  APInt number;
  if (value.getType().isIndex() && matchPattern(value, m_ConstantInt(&number)))
    return number.getSExtValue();
  return std::nullopt;
}

LoopBuilder::LoopBuilder(func::FuncOp function)
    : ImplicitLocOpBuilder(function.getLoc(), function.getContext()), entry(&function.front()) {
  enter(open(entry, /*isBarrier=*/false));
}

void LoopBuilder::enter(LoopScope *to) {
  scope = to;
  if (to->before)
    setInsertionPoint(to->before);
  else
    setInsertionPointToEnd(to->block);
}

LoopScope *LoopBuilder::open(Block *block, bool isBarrier) {
  scopes.push_back(std::make_unique<LoopScope>());
  LoopScope *made = scopes.back().get();
  made->parent = scope;
  made->block = block;
  made->before = block->mightHaveTerminator() ? block->getTerminator() : nullptr;
  made->isBarrier = isBarrier;
  return made;
}

void LoopBuilder::loop(Value begin, Value end, int64_t step, llvm::function_ref<void(Value)> body) {
  loop(begin, end, step, /*wantsEnd=*/false, body);
}

Value LoopBuilder::loopTo(Value begin, Value end, int64_t step,
                          llvm::function_ref<void(Value)> body) {
  return loop(begin, end, step, /*wantsEnd=*/true, body);
}

Value LoopBuilder::loop(Value begin, Value end, int64_t step, bool wantsEnd,
                        llvm::function_ref<void(Value)> body) {
  std::optional<int64_t> first = knownNumber(begin), last = knownNumber(end);
  if (first && last) {
    int64_t steps = std::max<int64_t>((*last - *first) / step, 0);
    if (steps == 1)
      body(begin);
    if (steps <= 1)
      return index(*first + steps * step);
  }
  // A step that would pass the end is not done.
  Value upper = first && last ? index(*first + (*last - *first) / step * step)
                : step == 1   ? end
                              : sub(end, index(step - 1));
  auto loop =
      make<scf::ForOp>(begin, upper, index(step), wantsEnd ? ValueRange(begin) : ValueRange());
  LoopScope *outer = scope, *savedScope = open(loop.getBody(), /*isBarrier=*/false);
  Operation *savedBefore = outer->before;
  outer->before = loop;
  enter(savedScope);
  body(loop.getInductionVar());
  if (wantsEnd)
    make<scf::YieldOp>(ValueRange(add(loop.getInductionVar(), index(step))));
  outer->before = savedBefore;
  enter(outer);
  return wantsEnd ? loop.getResult(0) : Value();
}

Value LoopBuilder::branch(Region &region, llvm::function_ref<Value()> body) {
  At at(*this, open(&region.front(), /*isBarrier=*/true));
  return body();
}

Value LoopBuilder::choose(Value condition, llvm::function_ref<Value()> yes,
                          llvm::function_ref<Value()> no) {
  auto branches = make<scf::IfOp>(TypeRange(), condition, /*withElseRegion=*/true);
  LoopScope *outer = scope;
  Operation *savedBefore = outer->before;
  outer->before = branches;
  Region *regions[] = {&branches.getThenRegion(), &branches.getElseRegion()};
  Value values[] = {branch(*regions[0], yes), branch(*regions[1], no)};
  enter(outer); // before the branches, behind what they have moved out
  // Only now is the type of the result known.
  unsigned lanes = std::max(lanesOf(values[0]), lanesOf(values[1]));
  Type element = getElementTypeOrSelf(values[0].getType());
  auto made = make<scf::IfOp>(TypeRange(withLanes(element, lanes)), condition,
                              /*addThenBlock=*/false, /*addElseBlock=*/false);
  Region *typed[] = {&made.getThenRegion(), &made.getElseRegion()};
  for (auto [from, to, value] : llvm::zip_equal(regions, typed, values)) {
    to->takeBody(*from);
    Operation *end = to->front().getTerminator();
    setInsertionPoint(end);
    make<scf::YieldOp>(ValueRange(splat(value, lanes)));
    end->erase();
  }
  branches.erase();
  outer->before = savedBefore;
  enter(outer);
  return made.getResult(0);
}

void LoopBuilder::when(Value condition, llvm::function_ref<void()> body) {
  auto branches = make<scf::IfOp>(TypeRange(), condition, /*withElseRegion=*/false);
  LoopScope *outer = scope;
  Operation *savedBefore = outer->before;
  outer->before = branches;
  branch(branches.getThenRegion(), [&] { return body(), Value(); });
  outer->before = savedBefore;
  enter(outer);
}

/// Emits code under a mask of lanes. It is a scope of its own, as elements computed there hold for
/// these lanes only.
Value LoopBuilder::masked(Value mask, unsigned variable, llvm::function_ref<Value()> body) {
  if (Value outer = scope->maskOf(variable))
    mask = make<arith::AndIOp>(mask, outer);
  LoopScope *inner = open(scope->block, /*isBarrier=*/true);
  inner->before = scope->before;
  inner->mask = mask;
  inner->maskVariable = variable;
  At at(*this, inner);
  return body();
}

Value LoopScope::maskOf(unsigned variable) const {
  for (const LoopScope *s = this; s; s = s->parent)
    if (s->mask && s->maskVariable == variable)
      return s->mask;
  return nullptr;
}

Value LoopBuilder::local(ArrayRef<int64_t> shape, Type element) {
  constexpr int64_t kLine = 64;
  OpBuilder::InsertionGuard guard(*this);
  setInsertionPointToStart(entry);
  return make<memref::AllocaOp>(MemRefType::get(shape, element), getI64IntegerAttr(kLine));
}

void LoopBuilder::set(Value slot, Value value) { make<memref::StoreOp>(value, slot); }

/// A constant of type index, once per function, in the entry block.
Value LoopBuilder::index(int64_t value) {
  Value &known = numbers[value];
  if (!known) {
    OpBuilder::InsertionGuard guard(*this);
    setInsertionPointToStart(entry);
    known = make<arith::ConstantIndexOp>(value);
  }
  return known;
}

/// x + y, folded where numbers are known.
Value LoopBuilder::add(Value x, Value y) {
  std::optional<int64_t> l = knownNumber(x), r = knownNumber(y);
  if (l && r)
    return index(*l + *r);
  if (l == 0)
    return y;
  return r == 0 ? x : Value(make<arith::AddIOp>(x, y));
}

Value LoopBuilder::sub(Value x, Value y) {
  std::optional<int64_t> l = knownNumber(x), r = knownNumber(y);
  if (l && r)
    return index(*l - *r);
  return r == 0 ? x : Value(make<arith::SubIOp>(x, y));
}

/// x * y, folded where numbers are known.
Value LoopBuilder::mul(Value x, Value y) {
  std::optional<int64_t> l = knownNumber(x), r = knownNumber(y);
  if (l && r)
    return index(*l * *r);
  if (l == 1)
    return y;
  return r == 1 ? x : Value(make<arith::MulIOp>(x, y));
}

Value LoopBuilder::atMost(Value x, Value y) {
  std::optional<int64_t> l = knownNumber(x), r = knownNumber(y);
  return l && r ? index(std::min(*l, *r)) : Value(make<arith::MinSIOp>(x, y));
}

Value LoopBuilder::atLeast(Value x, Value y) {
  std::optional<int64_t> l = knownNumber(x), r = knownNumber(y);
  return l && r ? index(std::max(*l, *r)) : Value(make<arith::MaxSIOp>(x, y));
}

Value LoopBuilder::quotient(Value x, int64_t y) {
  if (std::optional<int64_t> l = knownNumber(x))
    return index(*l / y);
  return y == 1 ? x : Value(make<arith::DivUIOp>(x, index(y)));
}

Value LoopBuilder::remainder(Value x, int64_t y) {
  if (std::optional<int64_t> l = knownNumber(x))
    return index(*l % y);
  return y == 1 ? index(0) : Value(make<arith::RemUIOp>(x, index(y)));
}

/// A constant becomes one of all lanes.
Value LoopBuilder::splat(Value x, unsigned lanes) {
  if (lanes == 1 || isa<VectorType>(x.getType()))
    return x;
  auto type = cast<VectorType>(withLanes(x.getType(), lanes));
  TypedAttr value;
  if (matchPattern(x, m_Constant(&value)))
    return constant(DenseElementsAttr::get(type, Attribute(value)));
  return make<vector::BroadcastOp>(type, x);
}

/// `count` neighbouring lanes of a vector, from `first` on.
Value LoopBuilder::lanes(Value x, unsigned first, unsigned count) {
  if (count == 1)
    return make<vector::ExtractOp>(x, int64_t(first));
  SmallVector<int64_t> from(count);
  std::iota(from.begin(), from.end(), int64_t(first));
  return shuffle(x, from);
}

} // namespace spmd
