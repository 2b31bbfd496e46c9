// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks backwards from a padding to the paddings and other values that its rows are made of.
#include "compiler/partition/shift_region.h"
#include "compiler/ops/quantized.h"
#include "compiler/ops/rule.h"
#include "compiler/ops/sharding_rule.h"
#include "compiler/partition/growth.h"
#include "compiler/placement/window_exchange.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/values.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace spmd {
namespace {

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// The axes that split a dim of the value.
ArrayRef<sdy::AxisRefAttr> axesOf(Value value, int64_t dim) {
  sdy::TensorShardingAttr sharding = sdy::getSharding(value);
  return sharding ? sharding.getDimSharding(dim).getAxes() : ArrayRef<sdy::AxisRefAttr>();
}

/// Whether the dim is one factor of the rule, along which the op works on each row by itself.
bool isRows(const ShardingRule &rule, size_t tensor, int64_t dim, int64_t size) {
  const auto &parts = rule.tensor(tensor).dims[dim];
  return parts.size() == 1 && rule.factors[parts[0]].kind == FactorKind::PassThrough &&
         rule.factors[parts[0]].size == size;
}

/// The dim in which the result of the op that reads `use` has the rows of the operand's dim.
std::optional<int64_t> resultDim(OpOperand &use, int64_t dim, int64_t size) {
  Operation *op = use.getOwner();
  if (op->getNumResults() != 1 || !hasStaticShapes(op))
    return std::nullopt;
  std::optional<ShardingRule> rule = shardingRuleOf(op, {.local = true});
  if (!rule || rule->custom || !isRows(*rule, use.getOperandNumber(), dim, size))
    return std::nullopt;
  int64_t rows = rule->operands[use.getOperandNumber()].dims[dim][0];
  for (auto [d, parts] : llvm::enumerate(rule->results[0].dims))
    if (llvm::is_contained(parts, rows))
      return d;
  return std::nullopt;
}

/// Whether the op that reads `use` combines all rows of the dim, those of this operand alone, and
/// some element may stand for rows that are not there.
bool combinesRows(OpOperand &use, int64_t dim, int64_t size) {
  Operation *op = use.getOwner();
  Type element = typeOf(use.get()).getElementType();
  std::optional<ShardingRule> rule = shardingRuleOf(op, {.local = true});
  if (!rule || rule->custom || !hasStaticShapes(op) || hasQuantized(op) ||
      Rules::of(op).readsNoPadding || !neutralElement(op, element))
    return false;
  const auto &parts = rule->operands[use.getOperandNumber()].dims[dim];
  if (parts.size() != 1 || rule->factors[parts[0]].kind != FactorKind::Reduction ||
      rule->factors[parts[0]].size != size)
    return false;
  return llvm::count_if(rule->operands, [&](const TensorFactors &factors) {
           return llvm::any_of(
               factors.dims, [&](ArrayRef<int64_t> f) { return llvm::is_contained(f, parts[0]); });
         }) == 1;
}

/// Bytes of one row of a value, on all devices.
double bytesOfRow(Value value, int64_t dim) {
  Type element = typeOf(value).getElementType();
  double bytes = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() / 8.0 : 16;
  for (auto [d, size] : llvm::enumerate(typeOf(value).getShape()))
    bytes *= int64_t(d) == dim ? 1 : double(size);
  return bytes;
}

/// Shifts of the rows of one value, which one exchange serves: `from` rows become `to` rows, row 0
/// of which is a row between -high and -low.
struct Shifts {
  int64_t from = 0, to = 0, low = 0, high = 0;
};

/// Whether more rows of the value need no other device: a constant of one element, or an iota. One
/// that counts the rows as floats would round other numbers.
bool isNumbers(Value value, int64_t dim) {
  Operation *op = value.getDefiningOp();
  DenseElementsAttr constant;
  if (op && matchPattern(op, m_Constant(&constant)))
    return constant.isSplat();
  auto iota = dyn_cast_or_null<stablehlo::IotaOp>(op);
  return iota && (int64_t(iota.getIotaDimension()) != dim ||
                  isa<IntegerType>(typeOf(value).getElementType()));
}

} // namespace

std::optional<int64_t> shiftedDim(stablehlo::PadOp pad) {
  std::optional<int64_t> found;
  for (int64_t d = 0; d < pad.getType().getRank(); ++d) {
    if (axesOf(pad.getResult(), d).empty() ||
        (!pad.getEdgePaddingLow()[d] && !pad.getEdgePaddingHigh()[d]))
      continue;
    if (found || pad.getInteriorPadding()[d])
      return std::nullopt;
    found = d;
  }
  return found;
}

/// Adds a value whose rows lie along `dim`, and the values that it is made of. Fails where one of
/// them is in the region already with its rows along another dim.
bool ShiftRegion::add(Value value, int64_t dim) {
  auto [entry, isNew] = dims.insert({value, dim});
  if (!isNew)
    return entry->second == dim;
  Operation *op = value.getDefiningOp();
  auto pad = dyn_cast_or_null<stablehlo::PadOp>(op);
  if (pad && op->getBlock() == block && shiftedDim(pad) == dim) {
    sources.push_back(pad);
    return true;
  }
  if (isNumbers(value, dim)) {
    numbers.push_back(value);
    return true;
  }
  auto inputs = op ? rowsOf(op, dim) : std::nullopt;
  if (!inputs) {
    entries.push_back(value);
    return true;
  }
  SmallVector<unsigned, 2> &operands = ops[op];
  for (auto [operand, ofOperand] : *inputs)
    operands.push_back(operand);
  return llvm::all_of(*inputs,
                      [&](auto input) { return add(op->getOperand(input.first), input.second); });
}

/// The operands that have the rows of the op's result, each with its dim. Nothing if the op does
/// not work on each row by itself: an op without operands may count its rows.
std::optional<SmallVector<std::pair<unsigned, int64_t>>> ShiftRegion::rowsOf(Operation *op,
                                                                             int64_t dim) const {
  if (op->getBlock() != block || op->getNumResults() != 1 || op->getNumOperands() == 0 ||
      sdy::isDataFlowOp(op) || sdy::isMove(op) || !isMemoryEffectFree(op) || !hasStaticShapes(op) ||
      hasQuantized(op) || axesOf(op->getResult(0), dim) != axes)
    return std::nullopt;
  std::optional<ShardingRule> rule = shardingRuleOf(op, {.local = true});
  if (!rule || rule->custom || !isRows(*rule, rule->operands.size(), dim, size))
    return std::nullopt;
  SmallVector<std::pair<unsigned, int64_t>> inputs;
  for (auto [t, factors] : llvm::enumerate(rule->operands))
    for (auto [d, parts] : llvm::enumerate(factors.dims))
      if (llvm::is_contained(parts, rule->results[0].dims[dim][0])) {
        if (!isRows(*rule, t, d, size))
          return std::nullopt;
        inputs.push_back({unsigned(t), int64_t(d)});
      }
  return inputs;
}

/// Adds the ops that work on rows of the region, as long as there are any.
bool ShiftRegion::addUsers() {
  for (size_t i = 0; i < dims.size(); ++i) {
    auto [value, dim] = dims.begin()[i];
    if (!ops.contains(value.getDefiningOp()))
      continue;
    for (OpOperand &use : value.getUses())
      if (std::optional<int64_t> result = resultDim(use, dim, size);
          result && !ops.contains(use.getOwner()) && rowsOf(use.getOwner(), *result) &&
          !add(use.getOwner()->getResult(0), *result))
        return false;
  }
  return true;
}

/// The values whose rows come from sources and entries. All others are made of numbers, by every
/// device itself.
llvm::DenseSet<Value> ShiftRegion::movedValues() const {
  llvm::DenseSet<Value> moved(entries.begin(), entries.end());
  for (stablehlo::PadOp pad : sources)
    moved.insert(pad.getResult());
  for (Operation *op : opsInOrder())
    if (llvm::any_of(ops.lookup(op), [&](unsigned i) { return moved.contains(op->getOperand(i)); }))
      moved.insert(op->getResult(0));
  return moved;
}

/// Uses outside of the region: shifts of the same dim, reductions, and all others. Readers of
/// values that are made of numbers keep reading the ops that are there. Fails where an op of the
/// region reads a value in another way, too, or where a shift leads back into the region.
bool ShiftRegion::addUses() {
  llvm::DenseSet<Value> moved = movedValues();
  for (auto &[value, dim] : dims)
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      auto *inner = ops.find(user);
      if (inner != ops.end()) {
        if (!llvm::is_contained(inner->second, use.getOperandNumber()))
          return false;
        continue;
      }
      if (!ops.contains(value.getDefiningOp()))
        continue;
      auto pad = dyn_cast<stablehlo::PadOp>(user);
      bool isShift =
          pad && use.getOperandNumber() == 0 && user->getBlock() == block && shiftedDim(pad) == dim;
      if (isShift && llvm::is_contained(sources, pad))
        return false;
      if (isShift)
        sinks.push_back(pad);
      else if (moved.contains(value))
        (combinesRows(use, dim, size) ? reduced : exits).push_back(&use);
    }
  return true;
}

bool ShiftRegion::collect(stablehlo::PadOp sink, int64_t dim, bool users) {
  block = sink->getBlock();
  axes = axesOf(sink.getResult(), dim);
  size = typeOf(sink.getOperand()).getDimSize(dim);
  sdy::TensorShardingAttr sharding = sdy::getSharding(sink.getResult());
  shards = sharding.getDimSharding(dim).getShardedSize(sdy::getMesh(sharding, sink));
  return hasStaticShapes(sink) && !hasQuantized(sink) && add(sink.getOperand(), dim) &&
         !ops.empty() && (!users || addUsers()) && addUses();
}

SmallVector<Operation *> ShiftRegion::opsInOrder() const {
  auto all = llvm::to_vector(llvm::make_first_range(ops));
  llvm::sort(all, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return all;
}

/// The bytes that the busiest device sends for all shifts, where the rows lie so in the region. One
/// exchange serves all shifts of a value.
double ShiftRegion::sentBytes(const RowPlace &place) const {
  llvm::MapVector<std::pair<Value, int64_t>, SmallVector<Shifts, 1>> moved;
  auto move = [&](Value value, int64_t dim, int64_t from, int64_t to, int64_t low) {
    SmallVector<Shifts, 1> &all = moved[{value, dim}];
    auto *alike = llvm::find_if(all, [&](Shifts &s) { return s.from == from && s.to == to; });
    if (alike == all.end())
      all.push_back({from, to, low, low});
    else
      *alike = {from, to, std::min(alike->low, low), std::max(alike->high, low)};
  };
  for (stablehlo::PadOp pad : sources) {
    int64_t dim = dims.lookup(pad.getResult());
    move(pad.getOperand(), dim, typeOf(pad.getOperand()).getDimSize(dim), place.size,
         pad.getEdgePaddingLow()[dim] + place.offset);
  }
  for (Value value : entries)
    if (int64_t dim = dims.lookup(value); !axesOf(value, dim).empty())
      move(value, dim, size, place.size, place.offset);
  for (stablehlo::PadOp pad : sinks) {
    int64_t dim = dims.lookup(pad.getOperand());
    move(pad.getOperand(), dim, place.size, pad.getType().getDimSize(dim),
         pad.getEdgePaddingLow()[dim] - place.offset);
  }
  for (OpOperand *use : exits)
    move(use->get(), dims.lookup(use->get()), place.size, size, -place.offset);

  double bytes = 0;
  auto held = [&](int64_t rows) { return int64_t(llvm::divideCeil(rows, shards)); };
  for (auto &[at, all] : moved)
    for (const Shifts &s : all) {
      if (!s.from || !s.to) // nothing to send, or nobody who wants a row
        continue;
      RowWindow window{shards, held(s.from), -s.high, held(s.to), held(s.to) + s.high - s.low};
      bytes += double(planWindow(window).sentRows) * bytesOfRow(at.first, at.second);
    }
  return bytes;
}

// A place that serves a sink leaves nothing to send for it.
RowPlace ShiftRegion::bestPlace() const {
  RowPlace best{0, size};
  double least = sentBytes(best);
  for (stablehlo::PadOp pad : sinks) {
    int64_t dim = dims.lookup(pad.getOperand());
    RowPlace place{pad.getEdgePaddingLow()[dim], pad.getType().getDimSize(dim)};
    // The sink cuts rows off, or there would be as many rows again, which all ops would compute.
    if (place.offset < 0 || place.offset + size > place.size || place.size > 2 * size)
      continue;
    if (double bytes = sentBytes(place); bytes < least) {
      best = place;
      least = bytes;
    }
  }
  return best;
}

} // namespace spmd
