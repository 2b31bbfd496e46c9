// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The op pad: elements before, behind and between those of its operand. In a split dim it is the op
// that moves rows to other devices; slices and concatenations become paddings there.
#include "compiler/ops/batching/batchings.h"
#include "compiler/ops/facets.h"
#include "compiler/ops/known_range.h"
#include "compiler/ops/localize.h"
#include "compiler/ops/result_dims.h"
#include "compiler/ops/shifts.h"
#include "compiler/ops/windows.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// Padding at both ends, and between elements. Negative padding at the ends cuts elements off.
///   [1, 2], low 1, high 0, interior 1, value 0 -> [0, 1, 0, 2]
struct Pad : Meaning<PadOp> {
  /// Whether elements of dim d are spread out, and every one of them has its padding behind it.
  static bool isSpread(Op op, int64_t d) {
    int64_t interior = op.getInteriorPadding()[d];
    return interior > 0 && op.getEdgePaddingLow()[d] == 0 &&
           op.getEdgePaddingHigh()[d] == interior &&
           tensorTypeOf(op.getOperand()).getDimSize(d) > 1;
  }
  /// Shardy's rule passes dims of equal size through, even if padding at one end makes up for a cut
  /// at the other end. The local program needs its neighbours for that.
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    if (options.local)
      return localRule(op, [&](int64_t d) {
        int64_t interior = op.getInteriorPadding()[d];
        return DimMove{isSpread(op, d) ? interior + 1 : 1, isPass(op, d) ? FactorKind::PassThrough
                                                           : interior == 0
                                                               ? FactorKind::Permutation
                                                               : FactorKind::NeedReplication};
      });
    return resizeRule(op, options);
  }
  /// Whether dim d stays as it is.
  static bool isPass(Op op, int64_t d) {
    return op.getEdgePaddingLow()[d] == 0 && op.getEdgePaddingHigh()[d] == 0 &&
           (op.getInteriorPadding()[d] == 0 || op.getType().getDimSize(d) == 1);
  }
  /// A shift by `low`: padding between elements is none.
  static std::optional<RowWindow> window(Op op, unsigned operand, int64_t dim, int64_t shards) {
    int64_t from = tensorTypeOf(op.getOperand()).getDimSize(dim), to = op.getType().getDimSize(dim),
            low = op.getEdgePaddingLow()[dim];
    if (operand != 0 || op.getInteriorPadding()[dim] != 0 || isPass(op, dim) ||
        from % shards != 0 || to % shards != 0 || from == 0 || to == 0)
      return std::nullopt;
    return RowWindow{.shards = shards,
                     .rows = from / shards,
                     .first = -low,
                     .step = to / shards,
                     .size = to / shards};
  }
  /// In split dims elements are spread out first, and then shifted.
  ///   pad(x, v, low 2, high 0, interior 1)
  ///   -> pad(pad(x, v, high 1, interior 1), v, low 2, high -1)
  static Value shifts(Op op, OpBuilder &b, function_ref<bool(int64_t)> isSplit) {
    if (Value whole = paddedWhole(op, b, isSplit))
      return whole;
    SmallVector<int64_t> low(op.getEdgePaddingLow()), high(op.getEdgePaddingHigh());
    SmallVector<int64_t> spread(low.size(), 0), none(low.size(), 0); // spread: behind each element
    SmallVector<int64_t> rest(op.getInteriorPadding());
    SmallVector<int64_t> shape(tensorTypeOf(op.getOperand()).getShape());
    bool isShift = false;
    for (auto [d, size] : llvm::enumerate(shape))
      if (isSplit(d) && rest[d] > 0 && size > 1 && !isSpread(op, d)) {
        isShift = true;
        spread[d] = std::exchange(rest[d], 0);
        high[d] -= spread[d];
        size *= spread[d] + 1;
      }
    if (!isShift)
      return {};
    sdy::TensorShardingAttr sharding = sdy::getSharding(op.getResult());
    Value wide = placed(PadOp::create(b, op.getLoc(), op.getType().clone(shape), op.getOperand(),
                                      op.getPaddingValue(), none, spread, spread),
                        sharding);
    return placed(
        PadOp::create(b, op.getLoc(), op.getType(), wide, op.getPaddingValue(), low, high, rest),
        sharding);
  }
  /// A padded slice, as one op that cuts rows off and pads, where no row comes back that the slice
  /// leaves out. So rows move once and not twice. Null for others.
  ///   pad(x[1:n], low 0, high 1)   ->   pad(x, low -1, high 1)
  static Value paddedWhole(Op op, OpBuilder &b, function_ref<bool(int64_t)> isSplit) {
    auto slice = op.getOperand().getDefiningOp<SliceOp>();
    SmallVector<int64_t> low(op.getEdgePaddingLow()), high(op.getEdgePaddingHigh());
    bool isCut = false;
    for (int64_t d = 0; slice && d < int64_t(low.size()); ++d) {
      int64_t before = slice.getStartIndices()[d],
              behind = tensorTypeOf(slice.getOperand()).getDimSize(d) - slice.getLimitIndices()[d];
      if (slice.getStrides()[d] != 1 || (before > 0 && low[d] > 0) || (behind > 0 && high[d] > 0) ||
          (before + behind > 0 && op.getInteriorPadding()[d] > 0))
        return {};
      isCut |= before + behind > 0 && isSplit(d);
      low[d] -= before;
      high[d] -= behind;
    }
    if (!isCut)
      return {};
    return placed(PadOp::create(b, op.getLoc(), op.getType(), slice.getOperand(),
                                op.getPaddingValue(), low, high, op.getInteriorPadding()),
                  sdy::getSharding(op.getResult()));
  }
  /// Elements of the operand stay where they are, so that padding at the end makes up for the
  /// difference. Where that is read, it holds the padding value.
  static void grow(PadOp op, const GrowContext &c) {
    SmallVector<int64_t> high(op.getEdgePaddingHigh());
    auto now = tensorTypeOf(op.getOperand());
    for (int64_t d = 0; d < now.getRank(); ++d) {
      int64_t before = c.operandsBefore[0].getDimSize(d), size = now.getDimSize(d);
      if (size > before && high[d] > 0 && op.getInteriorPadding()[d] == 0)
        fillFrom(op.getOperandMutable(), op.getPaddingValue(), c.builder, d, before);
      int64_t step = op.getInteriorPadding()[d] + 1, used = (size - 1) * step + 1;
      high[d] = c.resultAfter.getDimSize(d) - op.getEdgePaddingLow()[d] - (size ? used : 0);
    }
    op.setEdgePaddingHigh(high);
  }
  /// The operand comes as the rows of its window, zeros beyond its ends.
  static LogicalResult localize(Op op, LocalizeContext &c) {
    SmallVector<int64_t> low(op.getEdgePaddingLow()), high(op.getEdgePaddingHigh());
    SmallVector<std::pair<int64_t, RowWindow>> shifted; // dims, and the rows that they come as
    for (int64_t d = 0; d < int64_t(low.size()); ++d)
      if (auto rows = window(op, 0, d, c.shardCount(c.operandAxes(0, d)));
          rows && !c.operandAxes(0, d).empty()) {
        shifted.push_back({d, *rows});
        low[d] = high[d] = 0;
      }
    auto attr = [&](ArrayRef<int64_t> list) { return c.builder.getDenseI64ArrayAttr(list); };
    Value padded = c.operands[0];
    auto isZero = [](int64_t width) { return width == 0; };
    if (!llvm::all_of(low, isZero) || !llvm::all_of(high, isZero) ||
        !llvm::all_of(op.getInteriorPadding(), isZero))
      padded = c.cloneLocal(op, {NamedAttribute(op.getEdgePaddingLowAttrName(), attr(low)),
                                 NamedAttribute(op.getEdgePaddingHighAttrName(), attr(high))})
                   ->getResult(0);
    if (!isZeroBits(op.getPaddingValue()))
      for (auto &[d, rows] : shifted)
        padded = fillOutside(c, padded, c.operands[1], d, c.operandAxes(0, d), rows);
    c.replace(padded);
    return success();
  }
  /// result[r] = operand[(r - low) / (interior + 1)] where this is whole and inside of the operand.
  static Movement index(Op op) {
    ResultDims dims(op);
    SmallVector<AffineExpr> source, inside, whole;
    for (int64_t d = 0; d < dims.rank; ++d) {
      int64_t low = op.getEdgePaddingLow()[d], high = op.getEdgePaddingHigh()[d];
      int64_t step = op.getInteriorPadding()[d] + 1,
              size = tensorTypeOf(op.getOperand()).getDimSize(d);
      AffineExpr offset = dims.dim(d) - low;
      source.push_back(offset.floorDiv(step));
      // Without padding at an end, no index can be beyond it.
      if (low > 0 || size == 0)
        inside.push_back(offset);
      if (high > 0 || size == 0)
        inside.push_back(-offset + (size - 1) * step);
      // With interior padding, only every step-th position holds an element.
      if (step > 1)
        whole.push_back(offset % step);
    }
    Movement movement;
    movement.pieces.push_back(
        {.operand = 0, .map = dims.map(source), .guard = dims.guard(inside, whole)});
    movement.fill = 1;
    return movement;
  }
  static Tensor eval(Op op, Inputs in) {
    return paddedElements(in[0], in[1], op.getEdgePaddingLow(), op.getEdgePaddingHigh(),
                          op.getInteriorPadding());
  }
  /// Null for interior padding and for strides.
  static Value restrict(Op op, ArrayRef<SliceRange> ranges, SliceBuilder &b) {
    auto from = tensorTypeOf(op.getOperand()), type = slicedType(op, ranges);
    SmallVector<SliceRange> inner;
    SmallVector<int64_t> low, high, none(ranges.size(), 0);
    bool isPadding = false;
    for (auto [d, range] : llvm::enumerate(ranges)) {
      if (op.getInteriorPadding()[d] != 0 || range.stride != 1)
        return {};
      int64_t first = op.getEdgePaddingLow()[d], size = from.getDimSize(d);
      // The part of the operand inside of the slice; what remains at both ends is padding.
      SliceRange taken{std::clamp<int64_t>(range.start - first, 0, size),
                       std::clamp<int64_t>(range.limit - first, 0, size), 1};
      isPadding |= taken.start >= taken.limit;
      inner.push_back(taken);
      low.push_back(taken.start + first - range.start);
      high.push_back(range.limit - first - taken.limit);
    }
    // The slice is all padding.
    if (isPadding)
      return BroadcastInDimOp::create(b.builder, b.loc, type, op.getPaddingValue(),
                                      b.builder.getDenseI64ArrayAttr({}));
    Value part = b.slice(op.getOperand(), inner);
    if (part.getType() == type)
      return part;
    return PadOp::create(b.builder, b.loc, type, part, op.getPaddingValue(), low, high, none);
  }
  /// The rows of the operand; the rest belongs to the padding value. Where the padding is negative,
  /// rows that were cut off get zeros.
  static SmallVector<Expr> vjp(Op op, Backward &g) {
    SmallVector<int64_t> start, limit, strides, low, high, none(op.getEdgePaddingLow().size(), 0);
    for (int64_t d : llvm::seq(g.in().type().getRank())) {
      int64_t before = op.getEdgePaddingLow()[d], after = op.getEdgePaddingHigh()[d];
      low.push_back(std::max<int64_t>(-before, 0)), high.push_back(std::max<int64_t>(-after, 0));
      start.push_back(std::max<int64_t>(before, 0));
      limit.push_back(g.out().shape()[d] + low[d] + high[d] - std::max<int64_t>(after, 0));
      strides.push_back(op.getInteriorPadding()[d] + 1);
    }
    bool isWhole = llvm::all_of(low, [](int64_t x) { return x == 0; }) &&
                   llvm::all_of(high, [](int64_t x) { return x == 0; });
    Expr padded = isWhole ? g.ct() : pad(g.ct(), low, high, none);
    Expr own = slice(padded, start, limit, strides);
    SmallVector<int64_t> all = llvm::to_vector(llvm::seq(g.in().type().getRank()));
    return {own, g.wants(1u) ? sum(g.ct(), all) - sum(own, all) : Expr()};
  }
  static LogicalResult batch(Op op, Batching &g) { return batchPad(op, g); }
  using Facets =
      Has<Localize, Grow, Window, Shifts, Space, Rule, Index, Restrict, Linear, Vjp, Batch, Eval>;
};

} // namespace

void addPadRules(RuleTable &table) { table.add<Pad>(); }

} // namespace spmd::ops
