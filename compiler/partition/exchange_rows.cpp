// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A regular exchange is one concatenation: [rows of the left neighbour | own | rows of the right].
// Otherwise each part is brought to its place by a dynamic_slice of it between zeros, and a range
// of rows says where it counts.
#include "compiler/partition/exchange_rows.h"
#include "compiler/ops/shifts.h"
#include "compiler/placement/window_exchange.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
namespace {

/// The exchange of one operand along one dim, while it is written.
class RowExchange {
public:
  RowExchange(LocalizeContext &context, CollectiveLowering &collectives, Value rows, int64_t dim,
              ArrayRef<sdy::AxisRefAttr> axes, const RowWindow &window)
      : c(context), collectives(collectives), rows(rows), dim(dim), axes(axes), window(window),
        plan(planWindow(window)) {}

  Value run() { return plan.isRegular(window) ? sideBySide() : byTables(); }

private:
  LocalizeContext &c;
  CollectiveLowering &collectives;
  Value rows;
  int64_t dim;
  ArrayRef<sdy::AxisRefAttr> axes;
  RowWindow window;
  WindowExchange plan;

  static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }
  /// The type of so many rows.
  RankedTensorType typeOfRows(int64_t size) const {
    SmallVector<int64_t> shape(typeOf(rows).getShape());
    shape[dim] = size;
    return typeOf(rows).clone(shape);
  }
  Value zeros(int64_t size) {
    Value zero = ops::zero(c.builder, c.loc, typeOf(rows).getElementType());
    return ops::scalarBroadcast(c, zero, typeOfRows(size));
  }
  /// Rows [from, from + size) of `value`.
  Value slice(Value value, int64_t from, int64_t size) {
    if (from == 0 && size == typeOf(value).getDimSize(dim))
      return value;
    SmallVector<int64_t> starts(typeOf(value).getRank(), 0), limits(typeOf(value).getShape()),
        strides(typeOf(value).getRank(), 1);
    starts[dim] = from;
    limits[dim] = from + size;
    return c.make<stablehlo::SliceOp>(typeOfRows(size), value, starts, limits, strides);
  }

  /// The number that `numbers` holds for the shard of this device, as a scalar tensor<i32>.
  Value ofShard(ArrayRef<int32_t> numbers) {
    auto scalar = RankedTensorType::get({}, c.builder.getI32Type());
    if (llvm::all_equal(numbers))
      return ops::splatInteger(c, scalar, numbers[0]);
    Value table = c.make<stablehlo::ConstantOp>(c.builder.getI32TensorAttr(numbers));
    Value entry = c.make<stablehlo::DynamicSliceOp>(
        RankedTensorType::get({1}, scalar.getElementType()), table, ValueRange{c.shardIndex(axes)},
        c.builder.getDenseI64ArrayAttr({1}));
    return c.make<stablehlo::ReshapeOp>(scalar, entry);
  }
  /// `size` rows of `value` from the row that `starts` holds for this device's shard.
  Value sliceFrom(Value value, ArrayRef<int32_t> starts, int64_t size) {
    if (llvm::all_equal(starts))
      return slice(value, starts[0], size);
    SmallVector<Value> indices(
        typeOf(value).getRank(),
        ops::splatInteger(c, RankedTensorType::get({}, c.builder.getI32Type()), 0));
    indices[dim] = ofShard(starts);
    RankedTensorType type = typeOfRows(size);
    return c.make<stablehlo::DynamicSliceOp>(type, value, indices,
                                             c.builder.getDenseI64ArrayAttr(type.getShape()));
  }
  /// `value` with zero rows before and behind it.
  Value between(Value value, int64_t before, int64_t behind) {
    SmallVector<int64_t> low(typeOf(value).getRank(), 0), high(low);
    low[dim] = before;
    high[dim] = behind;
    return before || behind ? ops::shift(c.builder, c.loc, value, low, high, {}) : value;
  }

  /// All parts in the order of their rows. Nobody holds what lies between two of them.
  ///   rows 3, window of 5 rows from one row before   ->   [left 1 | own 3 | right 1]
  Value sideBySide() {
    SmallVector<std::pair<int64_t, Value>> parts; // row of the window -> rows
    if (!plan.own.empty())
      parts.push_back({plan.own[0].to, slice(rows, plan.own[0].from, plan.own[0].size)});
    for (const ExchangeRound &round : plan.rounds) {
      const RowTransfer &first = round.transfers[0];
      Value sent = slice(rows, first.from, first.size);
      parts.push_back({first.to, collectives.permute(sent, axes, pairsOf(round), c.builder)});
    }
    llvm::sort(parts, llvm::less_first());
    SmallVector<Value> joined;
    int64_t end = 0;
    auto fillTo = [&](int64_t row) {
      if (row > end)
        joined.push_back(zeros(row - end));
    };
    for (auto [row, part] : parts) {
      fillTo(row);
      joined.push_back(part);
      end = row + typeOf(part).getDimSize(dim);
    }
    fillTo(window.size);
    return joined.size() == 1 ? joined[0] : c.make<stablehlo::ConcatenateOp>(joined, dim);
  }

  /// The transfers of a round, as the permute wants them.
  static SmallVector<std::pair<int64_t, int64_t>> pairsOf(const ExchangeRound &round) {
    return llvm::map_to_vector(round.transfers,
                               [](const RowTransfer &t) { return std::pair(t.source, t.target); });
  }

  /// Own rows first, then what each round brings. No two parts have a row in common, so the order
  /// does not count.
  Value byTables() {
    Value result = ownRows();
    for (const ExchangeRound &round : plan.rounds)
      result = withRound(result, round);
    return result;
  }

  /// The device's own rows at their places, and zeros. Shard p's window begins at row
  /// begin(p) - p * rows of them.
  Value ownRows() {
    if (plan.own.empty())
      return zeros(window.size);
    SmallVector<int32_t> starts;
    for (int64_t p = 0; p < window.shards; ++p)
      starts.push_back(std::clamp(window.begin(p) - p * window.rows, -window.size, window.rows));
    int32_t before = std::max(0, -*llvm::min_element(starts));
    int64_t behind = std::max<int64_t>(0, *llvm::max_element(starts) + window.size - window.rows);
    for (int32_t &start : starts)
      start += before;
    return sliceFrom(between(rows, before, behind), starts, window.size);
  }

  /// The first row that the source sends.
  int32_t firstSent(const RowTransfer &t, const ExchangeRound &round) const {
    return std::min(t.from, window.rows - round.rows);
  }
  /// Where the target's window begins in the sent rows between two windows of zeros.
  int32_t firstPlaced(const RowTransfer &t, const ExchangeRound &round) const {
    return window.size - (t.to - (t.from - firstSent(t, round)));
  }
  /// `others` with the rows that a round brings. A sender whose rows are fewer than those of others
  /// sends rows beside them, too.
  Value withRound(Value others, const ExchangeRound &round) {
    const RowTransfer &any = round.transfers[0];
    // Shards that send nothing, or get nothing, agree with any other, so that fewer tables differ.
    SmallVector<int32_t> from(window.shards, firstSent(any, round)),
        start(window.shards, firstPlaced(any, round)), low(window.shards, 0), high(low);
    for (const RowTransfer &t : round.transfers) {
      from[t.source] = firstSent(t, round);
      start[t.target] = firstPlaced(t, round);
      low[t.target] = t.to;
      high[t.target] = t.to + t.size;
    }
    // Zeros stand where a device is no target; isBetween leaves them out.
    Value sent = sliceFrom(rows, from, round.rows);
    Value got = collectives.permute(sent, axes, pairsOf(round), c.builder);
    Value placed = sliceFrom(between(got, window.size, window.size), start, window.size);
    return c.make<stablehlo::SelectOp>(isBetween(low, high), placed, others);
  }

  /// Which rows of the window lie in the range of this device's shard.
  Value isBetween(ArrayRef<int32_t> low, ArrayRef<int32_t> high) {
    auto numbers = typeOfRows(window.size).clone(c.builder.getI32Type());
    Value index = c.make<stablehlo::IotaOp>(numbers, dim);
    auto compared = [&](ArrayRef<int32_t> bounds, stablehlo::ComparisonDirection direction) {
      Value bound = ops::scalarBroadcast(c, ofShard(bounds), numbers);
      return c.make<stablehlo::CompareOp>(index, bound, direction);
    };
    return c.make<stablehlo::AndOp>(compared(low, stablehlo::ComparisonDirection::GE),
                                    compared(high, stablehlo::ComparisonDirection::LT));
  }
};

} // namespace

Value exchangeRows(LocalizeContext &context, CollectiveLowering &collectives, Value rows,
                   int64_t dim, ArrayRef<sdy::AxisRefAttr> axes, const RowWindow &window) {
  return RowExchange(context, collectives, rows, dim, axes, window).run();
}

} // namespace spmd
