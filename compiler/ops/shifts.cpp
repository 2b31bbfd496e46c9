// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules and program pieces of ops that move rows (shifts.h).
#include "compiler/ops/shifts.h"
#include "compiler/elements/tensor.h"
#include "compiler/ops/region.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace spmd::ops {

/// The type of the first operand or result.
static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

std::optional<ShardingRule> resizeRule(Operation *op, const RuleOptions &options) {
  auto in = typeOf(op->getOperand(0)), out = typeOf(op->getResult(0));
  // slice [4, 8] -> [4, 4]: ([i, j])->([i, j]) with permutation={j}.
  return dimwiseRule(op, in.getShape(), [&](int64_t d) {
    return in.getDimSize(d) == out.getDimSize(d)
               ? kPasses
               : Factor{.kind = FactorKind::Permutation, .blocked = options.conservative};
  });
}

// Factors in the order of the dims. The rows of a step follow their factor at once, since a second
// factor of a dim is minor to the first.
ShardingRule localRule(Operation *op, function_ref<DimMove(int64_t)> moveOf) {
  auto in = typeOf(op->getOperand(0)), out = typeOf(op->getResult(0));
  RuleBuilder builder(op);
  for (int64_t d = 0; d < in.getRank(); ++d) {
    DimMove move = moveOf(d);
    if (move.stride > 1) {
      builder.add({d}, {d}, std::min(in.getDimSize(d), out.getDimSize(d)));
      if (in.getDimSize(d) > out.getDimSize(d))
        builder.add({d}, {}, move.stride, FactorKind::NeedReplication);
      else
        builder.add({}, {d}, move.stride, FactorKind::NeedReplication);
    } else if (move.kind == FactorKind::Reduction) {
      builder.add({d}, {}, in.getDimSize(d), move.kind);
      builder.add({}, {d}, out.getDimSize(d), FactorKind::NeedReplication);
    } else {
      builder.add({d}, {d}, in.getDimSize(d), move.kind);
    }
  }
  return builder.build();
}

Value zero(OpBuilder &b, Location loc, Type element) {
  Type stored = storedType(element);
  Type part = isa<ComplexType>(stored) ? cast<ComplexType>(stored).getElementType() : stored;
  size_t bytes = llvm::divideCeil(part.getIntOrFloatBitWidth(), 8) * (part == stored ? 1 : 2);
  return stablehlo::ConstantOp::create(
      b, loc, RankedTensorType::get({}, element),
      DenseElementsAttr::getFromRawBuffer(RankedTensorType::get({}, stored),
                                          std::vector<char>(bytes, 0)));
}

// Partial sums stay partial only where an op says so itself.
Value placed(Value value, sdy::TensorShardingAttr sharding) {
  if (sharding)
    sdy::setSharding(value, sharding.replaceUnreducedAxes({}));
  return value;
}

//   [1, 2, 3], low 1, high -1 -> [0, 1, 2]
Value shift(OpBuilder &b, Location loc, Value value, ArrayRef<int64_t> low, ArrayRef<int64_t> high,
            sdy::TensorShardingAttr sharding) {
  RankedTensorType type = typeOf(value);
  SmallVector<int64_t> shape(type.getShape()), none(type.getRank(), 0);
  for (auto [size, before, behind] : llvm::zip_equal(shape, low, high))
    size += before + behind;
  Value fill = zero(b, loc, type.getElementType());
  return placed(stablehlo::PadOp::create(b, loc, type.clone(shape), value, fill, low, high, none),
                sharding);
}

//   rows 0 .. end - 1 of `value`: select(iota < end, value, otherwise)
Value before(OpBuilder &b, Location loc, int64_t dim, int64_t end, Value value, Value otherwise,
             sdy::TensorShardingAttr sharding) {
  RankedTensorType type = typeOf(value), numbers = type.clone(b.getI64Type());
  Value index = placed(stablehlo::IotaOp::create(b, loc, numbers, dim), sharding);
  auto ends = DenseElementsAttr::get(numbers, b.getI64IntegerAttr(end));
  Value bound = placed(stablehlo::ConstantOp::create(b, loc, ends), sharding);
  Value inside =
      placed(stablehlo::CompareOp::create(b, loc, index, bound, stablehlo::ComparisonDirection::LT),
             sharding);
  return placed(stablehlo::SelectOp::create(b, loc, type, inside, value, otherwise), sharding);
}

void fillFrom(OpOperand &operand, Value fill, OpBuilder &b, int64_t dim, int64_t end) {
  Value value = operand.get();
  sdy::TensorShardingAttr sharding = sdy::getSharding(value);
  Location loc = operand.getOwner()->getLoc();
  Value filled = placed(
      stablehlo::BroadcastInDimOp::create(b, loc, typeOf(value), fill, b.getDenseI64ArrayAttr({})),
      sharding);
  operand.set(before(b, loc, dim, end, value, filled, sharding));
}

Value clampedStart(LocalizeContext &c, Value start, int64_t limit) {
  RankedTensorType type = typeOf(start);
  auto i32 = RankedTensorType::get({}, c.builder.getI32Type());
  if (int64_t bits = type.getElementTypeBitWidth(); bits <= 32) // may not represent the limit
    limit =
        std::min(limit, (int64_t(1) << (bits - !type.getElementType().isUnsignedInteger())) - 1);
  start = c.make<stablehlo::ClampOp>(splatInteger(c, type, 0), start, splatInteger(c, type, limit));
  return type == i32 ? start : c.make<stablehlo::ConvertOp>(i32, start);
}

PlacedWindow placeWindow(LocalizeContext &c, Value start, ArrayRef<sdy::AxisRefAttr> axes,
                         int64_t size, int64_t held) {
  auto number = [&](int64_t value) {
    return splatInteger(c, RankedTensorType::get({}, c.builder.getI32Type()), value);
  };
  // Clamped first, so that the window is inside of the shard.
  PlacedWindow placed{.size = std::min(size, held), .at = {}, .ahead = {}};
  // The start as this device counts; it may be negative or beyond the shard.
  Value wanted = c.make<stablehlo::SubtractOp>(start, c.shardOffset(axes, held));
  placed.at = c.make<stablehlo::ClampOp>(number(0), wanted, number(held - placed.size));
  // Beyond these bounds the device holds nothing of the window.
  placed.ahead = c.make<stablehlo::ClampOp>(
      number(-placed.size), c.make<stablehlo::SubtractOp>(placed.at, wanted), number(size));
  return placed;
}

// The result is cut out of it and of as many identities before and behind it.
Value heldPart(LocalizeContext &c, RankedTensorType result, ArrayRef<int64_t> global,
               ArrayRef<int64_t> sizes, function_ref<Value(int64_t)> startOf) {
  RankedTensorType local = typeOf(c.operands[0]);
  auto i32 = RankedTensorType::get({}, c.builder.getI32Type());
  auto number = [&](int64_t value) { return splatInteger(c, i32, value); };
  SmallVector<int64_t> window(result.getShape()), margin(result.getRank(), 0), none(margin);
  SmallVector<Value> starts, shifts; // of the window: on the shard; of the result: in the window
  for (int64_t d = 0; d < result.getRank(); ++d) {
    int64_t size = result.getDimSize(d), held = local.getDimSize(d);
    Value start = clampedStart(c, startOf(d), global[d] - sizes[d]);
    starts.push_back(start);
    shifts.push_back(number(0));
    if (c.operandAxes(0, d).empty() || global[d] == sizes[d])
      continue;
    PlacedWindow placed = placeWindow(c, start, c.operandAxes(0, d), size, held);
    window[d] = placed.size;
    margin[d] = size;
    starts[d] = placed.at;
    shifts[d] = c.make<stablehlo::SubtractOp>(number(size), placed.ahead);
  }
  auto sizesOf = [&](RankedTensorType type) {
    return c.builder.getDenseI64ArrayAttr(type.getShape());
  };
  RankedTensorType inShard = result.clone(window);
  Value part = c.make<stablehlo::DynamicSliceOp>(inShard, c.operands[0], starts, sizesOf(inShard));
  for (auto [size, more] : llvm::zip_equal(window, margin))
    size += 2 * more;
  Type element = result.getElementType();
  Value nothing =
      splat(c, RankedTensorType::get({}, element), identityOf(ir::CombineKind::Sum, element));
  Value between =
      c.make<stablehlo::PadOp>(result.clone(window), part, nothing, margin, margin, none);
  return c.make<stablehlo::DynamicSliceOp>(result, between, shifts, sizesOf(result));
}

// A window that is shorter than the result has no place for all elements, so it stays.
Value withoutIdentities(Value held) {
  auto cut = held.getDefiningOp<stablehlo::DynamicSliceOp>();
  auto padded = cut ? cut.getOperand().getDefiningOp<stablehlo::PadOp>() : nullptr;
  return padded && padded.getOperand().getType() == held.getType() ? padded.getOperand() : held;
}

} // namespace spmd::ops
