// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that cut out and join blocks at fixed positions: slice, concatenate.
#include "compiler/ops/batching/batchings.h"
#include "compiler/ops/facets.h"
#include "compiler/ops/localize.h"
#include "compiler/ops/result_dims.h"
#include "compiler/ops/shifts.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// result[r] = operand[start + r * stride].
struct Slice : Meaning<SliceOp> {
  static bool isSameSize(Op op, int64_t d) {
    return op.getType().getDimSize(d) == tensorTypeOf(op.getOperand()).getDimSize(d);
  }
  /// Whether dim d is taken whole, as one element of every `stride`. A single element would be a
  /// factor of size 1, which no rule keeps beside another one.
  static bool isEvery(Op op, int64_t d) {
    return op.getStartIndices()[d] == 0 && op.getStrides()[d] > 1 &&
           op.getType().getDimSize(d) > 1 &&
           op.getType().getDimSize(d) * op.getStrides()[d] ==
               tensorTypeOf(op.getOperand()).getDimSize(d);
  }
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    if (options.local)
      return localRule(op, [&](int64_t d) {
        return DimMove{isEvery(op, d) ? op.getStrides()[d] : 1,
                       isSameSize(op, d) ? FactorKind::PassThrough
                       : isHeld(op, d)   ? FactorKind::Reduction
                                         : FactorKind::NeedReplication};
      });
    return resizeRule(op, options);
  }
  static std::optional<sdy::ReductionKind> combine(Op) { return sdy::ReductionKind::SUM; }
  /// Whether a result that is whole may be the sum of what the devices hold of it. One row has any
  /// stride.
  static bool isHeld(Op op, int64_t d) {
    int64_t size = op.getType().getDimSize(d);
    return !isSameSize(op, d) && (size == 1 || (size > 0 && op.getStrides()[d] == 1)) &&
           combinesFromIdentity(op, sdy::ReductionKind::SUM);
  }
  static std::optional<TakenRows> taken(Op op, int64_t d) {
    if (!isHeld(op, d))
      return std::nullopt;
    return TakenRows{.start = op.getStartIndices()[d], .size = op.getType().getDimSize(d)};
  }
  /// In split dims a padding moves the first element to index 0; the slice takes every stride-th.
  ///   x[3:16:2] of 20 -> pad(x, low -3, high -3)[0:14:2]
  static Value shifts(Op op, OpBuilder &b, function_ref<bool(int64_t)> isSplit) {
    auto type = tensorTypeOf(op.getResult());
    SmallVector<int64_t> starts(op.getStartIndices()), limits(op.getLimitIndices());
    SmallVector<int64_t> strides(op.getStrides()), low(starts.size(), 0), high(starts.size(), 0);
    bool isShift = false;
    for (auto [d, size] : llvm::enumerate(tensorTypeOf(op.getOperand()).getShape()))
      if (isSplit(d) && !isSameSize(op, d) && type.getDimSize(d) > 1 && !isEvery(op, d)) {
        isShift = true;
        limits[d] = type.getDimSize(d) * strides[d];
        low[d] = -starts[d];
        high[d] = limits[d] - size + starts[d];
        starts[d] = 0;
      }
    if (!isShift)
      return {};
    sdy::TensorShardingAttr sharding = sdy::getSharding(op.getResult());
    Value shifted = shift(b, op.getLoc(), op.getOperand(), low, high, sharding);
    if (shifted.getType() == type)
      return shifted;
    return placed(SliceOp::create(b, op.getLoc(), type, shifted, starts, limits, strides),
                  sharding);
  }
  static Movement index(Op op) {
    ResultDims dims(op);
    SmallVector<AffineExpr> source;
    // Dim d of the operand is start + stride * dim d of the result.
    for (auto [d, start, stride] : llvm::enumerate(op.getStartIndices(), op.getStrides()))
      source.push_back(dims.dim(d) * stride + start);
    Movement movement;
    movement.pieces.push_back({.operand = 0, .map = dims.map(source)});
    return movement;
  }
  static Tensor eval(Op op, Inputs in) {
    return slicedElements(in[0], op.getStartIndices(), op.getLimitIndices(), op.getStrides());
  }
  /// Only dims that are taken whole grow, or as one element of every `stride`. One element is that
  /// with any stride.
  static void grow(SliceOp op, const GrowContext &c) {
    SmallVector<int64_t> limits(op.getLimitIndices()), strides(op.getStrides());
    for (int64_t d = 0; d < c.resultAfter.getRank(); ++d)
      if (c.resultAfter.getDimSize(d) != op.getType().getDimSize(d)) {
        limits[d] = tensorTypeOf(op.getOperand()).getDimSize(d);
        strides[d] = limits[d] / std::max<int64_t>(c.resultAfter.getDimSize(d), 1);
      }
    op.setLimitIndices(limits);
    op.setStrides(strides);
  }
  /// Split dims are taken whole, or each device gives what it holds of the slice.
  ///   [0:8, 2:6] of [8, 16], dim 0 in two shards -> [0:4, 2:6]
  static LogicalResult localize(Op op, LocalizeContext &c) {
    auto global = tensorTypeOf(op.getOperand()), local = tensorTypeOf(c.operands[0]);
    SmallVector<int64_t> starts(op.getStartIndices()), limits(op.getLimitIndices());
    SmallVector<int64_t> sizes(global.getShape()), held(local.getShape());
    for (int64_t d = 0; d < global.getRank(); ++d) {
      if (c.operandAxes(0, d).empty())
        continue;
      if (isHeld(op, d)) {
        held[d] = sizes[d] = op.getType().getDimSize(d);
        starts[d] = 0;
      }
      limits[d] = held[d];
    }
    // First the part that the device holds, then strides and dims that are whole.
    if (!llvm::equal(sizes, global.getShape()))
      c.operands[0] = heldPart(c, local.clone(held), global.getShape(), sizes, [&](int64_t d) {
        bool isCut = sizes[d] != global.getDimSize(d);
        return splatInteger(c, RankedTensorType::get({}, c.builder.getI32Type()),
                            isCut ? op.getStartIndices()[d] : 0);
      });
    if (c.operands[0].getType() == c.resultTypes[0])
      c.replace(c.operands[0]);
    else
      c.replace(c.make<SliceOp>(c.resultTypes[0], c.operands[0], starts, limits, op.getStrides()));
    return success();
  }
  /// Pads the rows with zeros, between them where the slice has steps.
  static Expr vjp(Op op, Backward &g) {
    // Rows that the slice left out get zeros.
    SmallVector<int64_t> high, interior;
    for (auto [d, stride] : llvm::enumerate(op.getStrides())) {
      int64_t count = g.out().shape()[d], start = op.getStartIndices()[d];
      interior.push_back(stride - 1);
      high.push_back(g.in().shape()[d] - start - (count ? (count - 1) * stride + 1 : 0));
    }
    return pad(g.ct(), op.getStartIndices(), high, interior);
  }
  static LogicalResult batch(Op op, Batching &g) { return batchSlice(op, g); }
  using Facets = Has<Localize, Grow, ReadsNoPadding, Shifts, Taken, Space, Rule, Combine, Index,
                     Linear, KeepsConstant, Vjp, Batch, Eval>;
};

/// Inputs side by side along one dim.
struct Concatenate : Meaning<ConcatenateOp> {
  /// The first index of each input along the joined dim, and the size of the result.
  static SmallVector<int64_t> offsets(Op op) {
    // inputs of 3, 5 and 2 -> 0, 3, 8, 10.
    SmallVector<int64_t> offsets{0};
    for (Value input : op.getInputs())
      offsets.push_back(offsets.back() + tensorTypeOf(input).getDimSize(op.getDimension()));
    return offsets;
  }
  /// The joined dim needs replication. It is a permutation if the inputs are slices of values that
  /// may be sharded along it.
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    int64_t joined = op.getDimension();
    RuleBuilder builder(op);
    // Other dims are shared by all inputs and the result.
    for (auto [d, size] : llvm::enumerate(tensorTypeOf(op.getResult()).getShape()))
      if (int64_t(d) != joined)
        builder.addEverywhere(d, d, size);
      else if (!options.conservative)
        builder.addEverywhere(
            d, d, size, joinsSlices(op) ? FactorKind::Permutation : FactorKind::NeedReplication);
    return builder.build();
  }
  // Each guard only has an upper bound, because the first piece whose guard holds wins.
  static Movement index(Op op) {
    ResultDims dims(op);
    SmallVector<int64_t> begin = offsets(op);
    Movement movement;
    for (unsigned i = 0; i < op.getInputs().size(); ++i) {
      SmallVector<AffineExpr> source;
      // Result index minus the offset of the input.
      for (int64_t d = 0; d < dims.rank; ++d)
        source.push_back(d == int64_t(op.getDimension()) ? dims.dim(d) - begin[i] : dims.dim(d));
      IntegerSet guard; // earlier pieces take the elements before this one
      if (i + 1 < op.getInputs().size())
        guard = dims.guard({-dims.dim(op.getDimension()) + (begin[i + 1] - 1)});
      movement.pieces.push_back({.operand = i, .map = dims.map(source), .guard = guard});
    }
    return movement;
  }
  static Tensor eval(Op op, Inputs in) { return joinedElements(in, op.getDimension()); }
  /// Null for strides along the joined dim. Inputs outside of the slice disappear.
  static Value restrict(Op op, ArrayRef<SliceRange> ranges, SliceBuilder &b) {
    int64_t dim = op.getDimension(), begin = 0;
    if (ranges[dim].stride != 1)
      return {};
    SmallVector<Value> parts;
    for (Value input : op.getInputs()) {
      int64_t size = tensorTypeOf(input).getDimSize(dim);
      SmallVector<SliceRange> inner(ranges);
      inner[dim] = {std::clamp<int64_t>(ranges[dim].start - begin, 0, size),
                    std::clamp<int64_t>(ranges[dim].limit - begin, 0, size), 1};
      begin += size;
      if (inner[dim].start < inner[dim].limit)
        parts.push_back(b.slice(input, inner));
    }
    if (parts.size() == 1)
      return parts.front();
    return ConcatenateOp::create(b.builder, b.loc, slicedType(op, ranges), parts, dim);
  }
  /// Where the joined dim is split, every input is shifted to its place. A slice is shifted with
  /// its source where what it leaves out ends up outside of the result, so that rows move once and
  /// not twice.
  ///   roll x[3:8], x[0:3]  ->  index < 5 ? x shifted by -3 : x shifted by 5
  static Value shifts(Op op, OpBuilder &b, function_ref<bool(int64_t)> isSplit) {
    int64_t dim = op.getDimension();
    if (!isSplit(dim) || op.getInputs().size() == 1)
      return {};
    sdy::TensorShardingAttr sharding = sdy::getSharding(op.getResult());
    SmallVector<int64_t> begin = offsets(op);
    Value joined;
    // From the last input to the first: each one wins over those behind it up to its end.
    for (int64_t i = op.getInputs().size() - 1; i >= 0; --i) {
      auto [source, start] = sourceOf(op, i);
      int64_t size = tensorTypeOf(source).getDimSize(dim);
      SmallVector<int64_t> low(tensorTypeOf(op.getResult()).getRank(), 0), high(low);
      low[dim] = begin[i] - start;
      high[dim] = begin.back() - low[dim] - size;
      Value part = shift(b, op.getLoc(), source, low, high, sharding);
      joined = joined ? before(b, op.getLoc(), dim, begin[i + 1], part, joined, sharding) : part;
    }
    return joined;
  }
  /// Slices of the cotangent, one per operand.
  static SmallVector<Expr> vjp(Op op, Backward &g) {
    // Each operand gets the rows that it gave.
    SmallVector<Expr> parts;
    SmallVector<int64_t> start(g.out().type().getRank(), 0), ones(start.size(), 1);
    for (Value input : op.getInputs()) {
      SmallVector<int64_t> limit(tensorTypeOf(input).getShape());
      int64_t &end = limit[op.getDimension()];
      end += start[op.getDimension()];
      parts.push_back(g.wants(input) ? slice(g.ct(), start, limit, ones) : Expr());
      start[op.getDimension()] = end;
    }
    return parts;
  }
  static LogicalResult batch(Op op, Batching &g) { return batchConcatenate(op, g); }
  using Facets = Has<Shifts, Space, Rule, Index, Restrict, Linear, Vjp, Batch, Eval>;

private:
  /// The value of which input i is a slice along the joined dim alone, and where it begins there;
  /// else the input itself.
  static std::pair<Value, int64_t> sourceOf(Op op, int64_t i) {
    Value input = op.getInputs()[i];
    int64_t dim = op.getDimension();
    auto slice = input.getDefiningOp<SliceOp>();
    if (!slice || llvm::any_of(slice.getStrides(), [](int64_t stride) { return stride != 1; }))
      return {input, 0};
    auto source = tensorTypeOf(slice.getOperand());
    for (auto [d, size] : llvm::enumerate(source.getShape()))
      if (int64_t(d) != dim && size != tensorTypeOf(input).getDimSize(d))
        return {input, 0};
    int64_t start = slice.getStartIndices()[dim];
    bool cutsBefore = start > 0, cutsBehind = slice.getLimitIndices()[dim] < source.getDimSize(dim);
    if ((cutsBefore && i > 0) || (cutsBehind && i + 1 < int64_t(op.getInputs().size())))
      return {input, 0};
    return {slice.getOperand(), start};
  }
  /// Whether all inputs are slices, or each input is one common value or a slice of it, with at
  /// least one slice.
  /// concatenate(slice(x), slice(x)) as from a rotation: sharded data moves between neighbours.
  static bool joinsSlices(Op op) {
    SmallPtrSet<Value, 4> sources;
    int64_t slices = 0;
    for (Value input : op.getInputs()) {
      auto slice = input.getDefiningOp<SliceOp>();
      slices += slice ? 1 : 0;
      sources.insert(slice ? slice.getOperand() : input);
    }
    return slices == int64_t(op.getInputs().size()) || (slices > 0 && sources.size() == 1);
  }
};

} // namespace

void addSliceRules(RuleTable &table) { table.add<Slice, Concatenate>(); }

} // namespace spmd::ops
