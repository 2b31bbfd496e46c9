// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets the ops between slices and paddings of a split dim, as those of a stencil, work on all rows
// of the place that a padding gives their result, if devices exchange fewer rows then
// (shift_region.h). The rows beyond those of the program have undefined contents: ops work on each
// row by itself, a padding replaces them by its own value, and other readers do not get them.
//   pad(f(u[1:63], u[2:64]), 1, 1)   ->   1 <= row < 63 ? f(u, u shifted by one row) : 0
#include "compiler/ops/rule.h"
#include "compiler/ops/shifts.h"
#include "compiler/partition/growth.h"
#include "compiler/partition/shift_region.h"
#include "compiler/passes.h"
#include "dialects/sdy/values.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_ALIGNSHIFTS
#include "compiler/passes.h.inc"
namespace {

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// Writes a region once more, with its rows at another place.
class RegionAligner {
public:
  RegionAligner(const ShiftRegion &region, const RowPlace &place) : region(region), place(place) {}

  /// The ops that the new ones replace are left without users.
  void run() {
    for (stablehlo::PadOp pad : region.sources)
      alignSource(pad);
    for (Value value : region.entries)
      alignEntry(value);
    for (Value value : region.numbers)
      alignNumbers(value);
    for (Operation *op : region.opsInOrder())
      alignOp(op);
    for (stablehlo::PadOp pad : region.sinks)
      alignSink(pad);
    for (OpOperand *use : region.reduced)
      alignReduced(*use);
    for (OpOperand *use : region.exits)
      alignExit(*use);
  }

private:
  const ShiftRegion &region;
  RowPlace place;
  DenseMap<Value, Value> aligned;

  int64_t dimOf(Value value) const { return region.dims.lookup(value); }
  int64_t behind() const { return place.size - place.offset - region.size; }
  RankedTensorType alignedType(Value value) const {
    SmallVector<int64_t> shape(typeOf(value).getShape());
    shape[dimOf(value)] = place.size;
    return typeOf(value).clone(shape);
  }
  /// `value` with other rows of one dim; itself where none is added or cut.
  static Value shifted(OpBuilder &b, Location loc, Value value, int64_t dim, int64_t low,
                       int64_t high, sdy::TensorShardingAttr sharding) {
    SmallVector<int64_t> lows(typeOf(value).getRank(), 0), highs(lows);
    lows[dim] = low;
    highs[dim] = high;
    return low || high ? ops::shift(b, loc, value, lows, highs, sharding) : value;
  }

  /// Rows of the source that the program cut off may come along; where it padded, it still does.
  ///   pad(u, -2, 0), rows at 1 of 64   ->   pad(u, -1, 1)
  void alignSource(stablehlo::PadOp pad) {
    OpBuilder b(pad);
    int64_t dim = dimOf(pad.getResult());
    SmallVector<int64_t> low(pad.getEdgePaddingLow()), high(pad.getEdgePaddingHigh());
    low[dim] += place.offset;
    high[dim] += behind();
    bool isNothing = llvm::all_of(low, [](int64_t n) { return n == 0; }) &&
                     llvm::all_of(high, [](int64_t n) { return n == 0; }) &&
                     typeOf(pad.getOperand()) == alignedType(pad.getResult());
    aligned[pad.getResult()] =
        isNothing
            ? pad.getOperand()
            : ops::placed(stablehlo::PadOp::create(b, pad.getLoc(), alignedType(pad.getResult()),
                                                   pad.getOperand(), pad.getPaddingValue(), low,
                                                   high, pad.getInteriorPadding()),
                          sdy::getSharding(pad.getResult()));
  }

  /// A value from outside of the region, between rows of zeros.
  void alignEntry(Value value) {
    OpBuilder b(value.getContext());
    Block *block = region.ops.front().first->getBlock();
    if (value.getParentBlock() == block && value.getDefiningOp())
      b.setInsertionPointAfter(value.getDefiningOp());
    else
      b.setInsertionPointToStart(block);
    aligned[value] = shifted(b, value.getLoc(), value, dimOf(value), place.offset, behind(),
                             sdy::getSharding(value));
  }

  /// A longer constant, or an iota that counts from the row of the program.
  void alignNumbers(Value value) {
    Operation *op = value.getDefiningOp();
    OpBuilder b(op);
    RankedTensorType type = alignedType(value);
    Operation *longer = b.clone(*op);
    DenseElementsAttr constant;
    if (matchPattern(op, m_Constant(&constant)))
      longer->setAttr("value", constant.resizeSplat(constant.getType().clone(type.getShape())));
    longer->getResult(0).setType(type);
    aligned[value] = longer->getResult(0);
    auto iota = dyn_cast<stablehlo::IotaOp>(op);
    if (!iota || int64_t(iota.getIotaDimension()) != dimOf(value) || !place.offset)
      return;
    // Row `offset` counts as row 0.
    sdy::TensorShardingAttr sharding = sdy::getSharding(value);
    auto offset = IntegerAttr::get(type.getElementType(), place.offset);
    Value first = ops::placed(
        stablehlo::ConstantOp::create(b, op->getLoc(), DenseElementsAttr::get(type, offset)),
        sharding);
    aligned[value] = ops::placed(
        stablehlo::SubtractOp::create(b, op->getLoc(), longer->getResult(0), first), sharding);
  }

  /// The op on longer operands.
  void alignOp(Operation *op) {
    OpBuilder b(op);
    Operation *copy = b.clone(*op);
    SmallVector<RankedTensorType> before;
    for (OpOperand &operand : copy->getOpOperands()) {
      before.push_back(dyn_cast<RankedTensorType>(operand.get().getType()));
      if (Value longer = aligned.lookup(operand.get()))
        operand.set(longer);
    }
    RankedTensorType type = alignedType(op->getResult(0));
    if (auto *adapt = Rules::of(copy).grow)
      adapt(copy, {b, before, type});
    copy->getResult(0).setType(type);
    aligned[op->getResult(0)] = copy->getResult(0);
  }

  /// An aligned value with `fill`, which has its type, in all rows that are none of the program.
  Value filled(OpBuilder &b, Location loc, Value value, Value fill) {
    Value out = aligned.lookup(value);
    int64_t dim = dimOf(value);
    sdy::TensorShardingAttr sharding = sdy::getSharding(value);
    ops::placed(fill, sharding);
    if (place.offset)
      out = ops::before(b, loc, dim, place.offset, fill, out, sharding);
    if (behind())
      out = ops::before(b, loc, dim, place.offset + region.size, out, fill, sharding);
    return out;
  }

  /// The padding's value takes the place of all rows that are none of the program, and what is left
  /// of the shift follows.
  void alignSink(stablehlo::PadOp pad) {
    OpBuilder b(pad);
    int64_t dim = dimOf(pad.getOperand());
    Location loc = pad.getLoc();
    Value fill = stablehlo::BroadcastInDimOp::create(
        b, loc, alignedType(pad.getOperand()), pad.getPaddingValue(), b.getDenseI64ArrayAttr({}));
    Value value = filled(b, loc, pad.getOperand(), fill);
    SmallVector<int64_t> low(pad.getEdgePaddingLow()), high(pad.getEdgePaddingHigh());
    low[dim] -= place.offset;
    high[dim] -= behind();
    auto isZero = [](int64_t n) { return n == 0; };
    if (!llvm::all_of(low, isZero) || !llvm::all_of(high, isZero) ||
        !llvm::all_of(pad.getInteriorPadding(), isZero))
      value =
          ops::placed(stablehlo::PadOp::create(b, loc, pad.getType(), value, pad.getPaddingValue(),
                                               low, high, pad.getInteriorPadding()),
                      sdy::getSharding(pad.getResult()));
    pad.getResult().replaceAllUsesWith(value);
  }

  /// A reduction reads the element that changes nothing in place of rows that are none of the
  /// program.
  void alignReduced(OpOperand &use) {
    Operation *op = use.getOwner();
    OpBuilder b(op);
    auto before = llvm::map_to_vector(op->getOperands(), [](Value operand) {
      return dyn_cast<RankedTensorType>(operand.getType());
    });
    RankedTensorType type = alignedType(use.get());
    Value neutral = stablehlo::ConstantOp::create(
        b, op->getLoc(), neutralElement(op, type.getElementType()).resizeSplat(type));
    use.set(filled(b, op->getLoc(), use.get(), neutral));
    if (auto *adapt = Rules::of(op).grow)
      adapt(op, {b, before, typeOf(op->getResult(0))});
  }

  /// Another reader gets the rows of the program.
  void alignExit(OpOperand &use) {
    OpBuilder b(use.getOwner());
    Value value = use.get();
    use.set(shifted(b, value.getLoc(), aligned.lookup(value), dimOf(value), -place.offset,
                    -behind(), sdy::getSharding(value)));
  }
};

struct AlignShifts : impl::AlignShiftsBase<AlignShifts> {
  /// Bodies of manual computations keep their sizes.
  void runOnOperation() override {
    SmallVector<stablehlo::PadOp> pads;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<sdy::ManualComputationOp>(op))
        return WalkResult::skip();
      if (auto pad = dyn_cast<stablehlo::PadOp>(op))
        pads.push_back(pad);
      return WalkResult::advance();
    });
    bool changed = false;
    for (stablehlo::PadOp pad : pads)
      changed |= pad && compose(pad, pads);
    for (size_t i = 0; i < pads.size(); ++i)
      for (bool users : {false, true})
        changed |= pads[i] && align(pads[i], users, pads);
    if (!changed)
      markAllAnalysesPreserved();
  }

  /// A slice of a padding, both written as paddings, becomes one shift of what is padded.
  ///   pad(pad(x, 1, 1), -2, 0)   ->   pad(x, -1, 1)
  static bool compose(stablehlo::PadOp pad, SmallVector<stablehlo::PadOp> &pads) {
    auto inner = pad.getOperand().getDefiningOp<stablehlo::PadOp>();
    if (!inner || !shiftedDim(pad) || !shiftedDim(inner))
      return false;
    SmallVector<int64_t> low(inner.getEdgePaddingLow()), high(inner.getEdgePaddingHigh());
    for (int64_t d = 0; d < int64_t(low.size()); ++d) {
      int64_t before = pad.getEdgePaddingLow()[d], behind = pad.getEdgePaddingHigh()[d];
      bool isCut = before <= 0 && behind <= 0 && low[d] >= 0 && high[d] >= 0;
      if (!isCut || inner.getInteriorPadding()[d] || pad.getInteriorPadding()[d])
        return false;
      low[d] += before;
      high[d] += behind;
      // Something of what is padded has to be left.
      if (low[d] >= pad.getType().getDimSize(d) || high[d] >= pad.getType().getDimSize(d))
        return false;
    }
    pad.getOperandMutable().assign(inner.getOperand());
    pad.getPaddingValueMutable().assign(inner.getPaddingValue());
    pad.setEdgePaddingLow(low);
    pad.setEdgePaddingHigh(high);
    eraseUnused(inner, pads);
    return true;
  }

  /// Moves the region before `sink` to the best place, if there is a better one.
  static bool align(stablehlo::PadOp sink, bool users, SmallVector<stablehlo::PadOp> &pads) {
    ShiftRegion region;
    std::optional<int64_t> dim = shiftedDim(sink);
    if (!dim || !region.collect(sink, *dim, users))
      return false;
    RowPlace place = region.bestPlace();
    if (place == RowPlace{0, region.size})
      return false;
    RegionAligner(region, place).run();
    erase(region, pads);
    return true;
  }

  /// Erases what has no users any more.
  static void erase(const ShiftRegion &region, SmallVector<stablehlo::PadOp> &pads) {
    SmallVector<Operation *> gone(region.sinks.begin(), region.sinks.end());
    llvm::append_range(gone, llvm::reverse(region.opsInOrder()));
    llvm::append_range(gone, region.sources);
    for (Value value : region.numbers)
      gone.push_back(value.getDefiningOp());
    for (Operation *op : gone)
      eraseUnused(op, pads);
  }
  /// Strikes the op off the list, too.
  static void eraseUnused(Operation *op, SmallVector<stablehlo::PadOp> &pads) {
    if (!op->use_empty())
      return;
    llvm::replace(pads, dyn_cast<stablehlo::PadOp>(op), stablehlo::PadOp());
    op->erase();
  }
};

} // namespace
} // namespace spmd
