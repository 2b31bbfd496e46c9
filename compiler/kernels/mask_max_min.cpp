// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accumulates max/min reductions of floats in three instructions a vector. IEEE maximum takes five,
// because any step may meet a NaN or two zeros. Here each lane keeps what x86 calls max(x, total),
// which skips NaNs. Two masks beside it keep whether a NaN came and which signs did. The end of the
// reduction resolves both once:
//   a NaN came                             -> NaN
//   the maximum is a zero, of either sign  -> +0, unless all signs were set
//   the minimum is a zero, of either sign  -> -0, if any sign was set
// The bits are those of maximum and minimum in any order, but for the payload of a NaN.
#include "compiler/kernels/loop_builder.h"
#include "compiler/kernels/loop_techniques.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace spmd {

namespace {

/// All uses of a slot that accumulates a max/min reduction lane by lane.
struct SlotUses {
  std::optional<bool> isMax;
  SmallVector<memref::StoreOp> starts;   // store the infinity that changes no total
  SmallVector<Operation *> steps;        // arith.maximumf or minimumf: load, combine, store
  SmallVector<vector::ReductionOp> ends; // of the loaded lanes

  /// Is this use of the same kind as those before it?
  bool agrees(bool ofMax) {
    if (!isMax)
      isMax = ofMax;
    return isMax == ofMax;
  }
  bool addStore(memref::StoreOp store);
  bool addLoad(memref::LoadOp load);
};

bool isMaxOrMin(Operation *op) { return isa_and_present<arith::MaximumFOp, arith::MinimumFOp>(op); }

/// Stores of steps are checked with their loads.
bool SlotUses::addStore(memref::StoreOp store) {
  bool startsMax = matchPattern(store.getValue(), m_NegInfFloat());
  if (!startsMax && !matchPattern(store.getValue(), m_PosInfFloat()))
    return isMaxOrMin(store.getValue().getDefiningOp());
  starts.push_back(store);
  return agrees(startsMax);
}

bool SlotUses::addLoad(memref::LoadOp load) {
  if (!load->hasOneUse())
    return false;
  Operation *user = *load->user_begin();
  using K = vector::CombiningKind;
  if (auto end = dyn_cast<vector::ReductionOp>(user)) {
    ends.push_back(end);
    return !end.getAcc() && (end.getKind() == K::MAXIMUMF || end.getKind() == K::MINIMUMF) &&
           agrees(end.getKind() == K::MAXIMUMF);
  }
  if (!isMaxOrMin(user) || !user->hasOneUse())
    return false;
  auto store = dyn_cast<memref::StoreOp>(*user->user_begin());
  Block *block = load->getBlock();
  if (!store || store.getMemRef() != load.getMemRef() || store->getBlock() != block)
    return false;
  steps.push_back(user);
  // No other use of the slot may come between the load and the store.
  return agrees(isa<arith::MaximumFOp>(user)) &&
         llvm::none_of(load.getMemRef().getUsers(), [&](Operation *other) {
           Operation *at = block->findAncestorOpInBlock(*other);
           return at && load->isBeforeInBlock(at) && at->isBeforeInBlock(store);
         });
}

/// The uses of `slot`; none if it is not an accumulator of several lanes of f32 or f64, or if one
/// of its uses has another form.
std::optional<SlotUses> usesOf(memref::AllocaOp slot) {
  auto type = dyn_cast<VectorType>(slot.getType().getElementType());
  if (slot.getType().getRank() != 0 || !type || type.getRank() != 1 ||
      !(type.getElementType().isF32() || type.getElementType().isF64()) ||
      type.getNumElements() < 2 || !llvm::isPowerOf2_64(type.getNumElements()))
    return std::nullopt;
  SlotUses uses;
  unsigned stores = 0;
  for (Operation *user : slot->getUsers()) {
    auto store = dyn_cast<memref::StoreOp>(user);
    auto load = dyn_cast<memref::LoadOp>(user);
    stores += bool(store);
    if (!(store ? uses.addStore(store) : load && uses.addLoad(load)))
      return std::nullopt;
  }
  bool isWhole = uses.steps.size() && stores == uses.starts.size() + uses.steps.size();
  return isWhole ? std::optional(uses) : std::nullopt;
}

/// The slots that take the place of one, and the code that uses them.
class MaskedTotal {
public:
  MaskedTotal(LoopBuilder &b, const Machine &machine, VectorType type, bool isMax)
      : b(b), isMax(isMax), lanes(type.getNumElements()), element(type.getElementType()),
        bit(b.getIntegerType(element.getIntOrFloatBitWidth())),
        perRegister(machine.vectorBytes * 8 / bit.getWidth()),
        // One comparison checks two registers for NaNs.
        nanLanes(lanes >= 2 * perRegister ? lanes / 2 : lanes), total(b.slot(type)),
        nans(b.slot(withLanes(bit, nanLanes))), signs(b.slot(withLanes(bit, lanes))) {}

  void start(Value infinity);
  void add(Value x);
  Value resolve();

private:
  Value larger(Value x, Value y);
  Value joinSigns(Value x, Value y);
  Value fold(Value v, unsigned until, llvm::function_ref<Value(Value, Value)> join);
  Value signBits(Value v);
  Value compare(arith::CmpIPredicate predicate, Value x, int64_t number);

  LoopBuilder &b;
  bool isMax;
  unsigned lanes;
  Type element;
  IntegerType bit;
  unsigned perRegister; // lanes
  unsigned nanLanes;
  Value total, nans, signs;
};

Value MaskedTotal::larger(Value x, Value y) {
  auto predicate = isMax ? arith::CmpFPredicate::OGT : arith::CmpFPredicate::OLT;
  return b.make<arith::SelectOp>(b.make<arith::CmpFOp>(predicate, x, y), x, y);
}

Value MaskedTotal::joinSigns(Value x, Value y) {
  return isMax ? Value(b.make<arith::AndIOp>(x, y)) : Value(b.make<arith::OrIOp>(x, y));
}

void MaskedTotal::start(Value infinity) {
  b.set(total, infinity);
  b.set(nans, b.zero(withLanes(bit, nanLanes)));
  b.set(signs, b.splat(b.constant(b.getIntegerAttr(bit, isMax ? -1 : 0)), lanes));
}

/// Adds one vector of elements to the total and to the masks of NaNs and signs.
void MaskedTotal::add(Value x) {
  b.set(total, larger(x, b.get(total)));
  bool inHalves = nanLanes < lanes;
  Value one = inHalves ? b.lanes(x, 0, nanLanes) : x,
        other = inHalves ? b.lanes(x, nanLanes, nanLanes) : x;
  Value isNaN = b.make<arith::ExtSIOp>(
      withLanes(bit, nanLanes), b.make<arith::CmpFOp>(arith::CmpFPredicate::UNO, one, other));
  b.set(nans, b.make<arith::OrIOp>(b.get(nans), isNaN));
  b.set(signs, joinSigns(b.get(signs), b.make<arith::BitcastOp>(withLanes(bit, lanes), x)));
}

/// Joins halves of `v` until at most `until` lanes are left.
Value MaskedTotal::fold(Value v, unsigned until, llvm::function_ref<Value(Value, Value)> join) {
  while (lanesOf(v) > until) {
    unsigned half = lanesOf(v) / 2;
    v = join(b.lanes(v, 0, half), b.lanes(v, half, half));
  }
  return v;
}

/// The sign bits of all lanes as one number.
Value MaskedTotal::signBits(Value v) {
  Value isSet = b.make<arith::CmpIOp>(arith::CmpIPredicate::slt, v, b.zero(v.getType()));
  auto number = VectorType::get(int64_t(1), b.getIntegerType(lanesOf(v)));
  return b.make<vector::ReductionOp>(vector::CombiningKind::OR,
                                     b.make<vector::BitCastOp>(number, isSet));
}

Value MaskedTotal::compare(arith::CmpIPredicate predicate, Value x, int64_t number) {
  return b.make<arith::CmpIOp>(predicate, x, b.constant(b.getIntegerAttr(x.getType(), number)));
}

/// The maximum or minimum of all lanes: NaN if one was seen; of zeros, the one with the sign that
/// wins.
Value MaskedTotal::resolve() {
  using P = arith::CmpIPredicate;
  Value x = fold(b.get(total), 1, [&](Value l, Value r) { return larger(l, r); });
  Value sawNaN = signBits(
      fold(b.get(nans), perRegister, [&](Value l, Value r) { return b.make<arith::OrIOp>(l, r); }));
  Value set =
      signBits(fold(b.get(signs), perRegister, [&](Value l, Value r) { return joinSigns(l, r); }));
  Value isNegative = isMax ? compare(P::eq, set, -1) : compare(P::ne, set, 0);
  auto number = [&](APFloat value) { return b.constant(FloatAttr::get(element, value)); };
  const llvm::fltSemantics &semantics = cast<FloatType>(element).getFloatSemantics();
  Value positive = number(APFloat::getZero(semantics)),
        negative = number(APFloat::getZero(semantics, /*Negative=*/true));
  Value zero = b.make<arith::SelectOp>(isNegative, negative, positive);
  Value isZero = b.make<arith::CmpFOp>(arith::CmpFPredicate::OEQ, x, positive);
  x = b.make<arith::SelectOp>(isZero, zero, x);
  return b.make<arith::SelectOp>(compare(P::ne, sawNaN, 0), number(APFloat::getQNaN(semantics)), x);
}

} // namespace

void maskMaxMin(func::FuncOp loops, const Machine &machine) {
  SmallVector<memref::AllocaOp> slots(loops.getOps<memref::AllocaOp>());
  LoopBuilder b(loops);
  for (memref::AllocaOp slot : slots) {
    std::optional<SlotUses> uses = usesOf(slot);
    if (!uses)
      continue;
    MaskedTotal masked(b, machine, cast<VectorType>(slot.getType().getElementType()), *uses->isMax);
    for (memref::StoreOp start : uses->starts) {
      b.setInsertionPoint(start);
      masked.start(start.getValue());
    }
    for (Operation *step : uses->steps) {
      b.setInsertionPoint(step);
      bool isTotalFirst = llvm::is_contained(slot->getUsers(), step->getOperand(0).getDefiningOp());
      masked.add(step->getOperand(isTotalFirst));
    }
    for (vector::ReductionOp end : uses->ends) {
      b.setInsertionPoint(end);
      end.replaceAllUsesWith(masked.resolve());
      end.erase();
    }
    for (Operation *user : llvm::make_early_inc_range(slot->getUsers())) {
      user->dropAllUses();
      user->erase();
    }
    for (Operation *step : uses->steps)
      step->erase();
    slot.erase();
  }
}

} // namespace spmd
