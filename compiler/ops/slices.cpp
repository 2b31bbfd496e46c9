// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that cut out, join and pad blocks at fixed positions: slice, pad, concatenate.
#include "compiler/elements/arith.h"
#include "compiler/ops/facets.h"
#include "compiler/ops/localize.h"
#include "compiler/ops/result_dims.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// Dims of equal size pass through. All others, and those for which `moves` holds, get a
/// permutation factor of the operand's size, which is blocked in conservative propagation.
std::optional<ShardingRule> resizeRule(
    Operation *op, const RuleOptions &options,
    function_ref<bool(int64_t)> moves = [](int64_t) { return false; }) {
  auto in = tensorTypeOf(op->getOperand(0)), out = tensorTypeOf(op->getResult(0));
  // slice [4, 8] -> [4, 4]: ([i, j])->([i, j]) with permutation={j}.
  return dimwiseRule(op, in.getShape(), [&](int64_t d) {
    bool isSame = in.getDimSize(d) == out.getDimSize(d) && !moves(d);
    return isSame ? kPasses
                  : Factor{.kind = FactorKind::Permutation, .blocked = options.conservative};
  });
}

/// result[r] = operand[start + r * stride].
struct Slice : Meaning<SliceOp> {
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    return resizeRule(op, options);
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
  /// Only dims that are taken whole grow. One element is that with any stride.
  static void grow(SliceOp op, const GrowContext &c) {
    SmallVector<int64_t> limits(op.getLimitIndices()), strides(op.getStrides());
    for (int64_t d = 0; d < c.resultAfter.getRank(); ++d)
      if (c.resultAfter.getDimSize(d) != op.getType().getDimSize(d)) {
        limits[d] = c.resultAfter.getDimSize(d);
        strides[d] = 1;
      }
    op.setLimitIndices(limits);
    op.setStrides(strides);
  }
  // Only dims that are taken whole can be sharded, so start 0 and stride 1 apply there.
  static LogicalResult localize(Op op, LocalizeContext &c) {
    SmallVector<int64_t> limits(op.getLimitIndices());
    // [0:8, 2:6] of [8, 16] with dim 0 in two shards -> [0:4, 2:6].
    for (int64_t d = 0; d < c.resultTypes[0].getRank(); ++d)
      if (!c.operandAxes(0, d).empty())
        limits[d] = c.resultTypes[0].getDimSize(d);
    c.replace(c.cloneLocal(op, {NamedAttribute(op.getLimitIndicesAttrName(),
                                               c.builder.getDenseI64ArrayAttr(limits))})
                  ->getResults());
    return success();
  }
  using Facets = Has<Localize, Grow, Space, Rule, Index, Linear, KeepsConstant, Eval>;
};

/// Padding at both ends, and between elements. Negative padding at the ends cuts elements off.
///   [1, 2], low 1, high 0, interior 1, value 0 -> [0, 1, 0, 2]
struct Pad : Meaning<PadOp> {
  /// Shardy's rule passes dims of equal size through, even if padding at one end makes up for a cut
  /// at the other end. The local program cannot do that without its neighbours.
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    // Of the dims of equal size, a local program can only shard those without any padding.
    return resizeRule(op, options, [&](int64_t d) {
      return options.local && (op.getEdgePaddingLow()[d] != 0 || op.getInteriorPadding()[d] != 0);
    });
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
  using Facets = Has<Space, Rule, Index, Restrict, Linear, Eval>;
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
  using Facets = Has<Space, Rule, Index, Restrict, Linear, Eval>;

private:
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

void addSliceRules(RuleTable &table) { table.add<Slice, Pad, Concatenate>(); }

} // namespace spmd::ops
