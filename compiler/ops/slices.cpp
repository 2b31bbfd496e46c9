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
    llvm::function_ref<bool(int64_t)> moves = [](int64_t) { return false; }) {
  if (!hasStaticShapes(op))
    return std::nullopt;
  auto in = tensorTypeOf(op->getOperand(0)), out = tensorTypeOf(op->getResult(0));
  RuleBuilder builder(op);
  for (int64_t d = 0; d < in.getRank(); ++d) {
    // slice [4, 8] -> [4, 4]: ([i, j])->([i, j]) with permutation={j}.
    bool isSame = in.getDimSize(d) == out.getDimSize(d) && !moves(d);
    builder.add({d}, {d}, in.getDimSize(d),
                isSame ? FactorKind::PassThrough : FactorKind::Permutation,
                !isSame && options.conservative);
  }
  return builder.build();
}

/// result[r] = operand[start + r * stride].
struct Slice {
  using Op = SliceOp;
  static IterationSpace space(SliceOp op) {
    IterationSpace space = resultSpace(op);
    space.operandMaps[0] = index(op).pieces[0].map;
    return space;
  }
  static std::optional<ShardingRule> rule(SliceOp op, const RuleOptions &options) {
    return resizeRule(op, options);
  }

  ///   x[2:10:3] of one dim: result d0 reads operand 2 + 3 * d0
  static Movement index(SliceOp op) {
    ResultDims dims(op);
    SmallVector<AffineExpr> source;
    // Dim d of the operand is start + stride * dim d of the result.
    for (auto [d, start, stride] : llvm::enumerate(op.getStartIndices(), op.getStrides()))
      source.push_back(dims.dim(d) * stride + start);
    Movement movement;
    movement.pieces.push_back({.operand = 0, .map = dims.map(source)});
    return movement;
  }
  // A slice is a walk with larger strides from another first element.
  static llvm::Error eval(SliceOp op, Inputs in, Outputs out, EvalContext &) {
    SmallVector<int64_t> shape;
    for (auto [start, limit, stride] :
         llvm::zip_equal(op.getStartIndices(), op.getLimitIndices(), op.getStrides()))
      shape.push_back((limit - start + stride - 1) / stride);
    auto steps = stridesOf(in[0].shape());
    int64_t first = positionOf(op.getStartIndices(), steps);
    // A step in the result is `stride` steps in the operand.
    for (auto [step, stride] : llvm::zip_equal(steps, op.getStrides()))
      step *= stride;
    out[0] = movedElements(RankedTensorType::get(shape, in[0].element()), in[0],
                           [=](llvm::ArrayRef<int64_t> r) { return first + positionOf(r, steps); });
    return llvm::Error::success();
  }
  // Only dims that are taken whole can be sharded, so start 0 and stride 1 apply there.
  static LogicalResult localize(SliceOp op, LocalizeContext &c) {
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
  using Facets = Has<Localize, Space, Rule, Index, Linear, KeepsConstant, Eval>;
};

/// Padding at both ends, and between elements. Negative padding at the ends cuts elements off.
///   [1, 2], low 1, high 0, interior 1, value 0 -> [0, 1, 0, 2]
struct Pad {
  using Op = PadOp;
  static IterationSpace space(PadOp op) {
    IterationSpace space = resultSpace(op);
    space.operandMaps[0] = index(op).pieces[0].map;
    return space;
  }
  /// Shardy's rule passes dims of equal size through, even if padding at one end makes up for a cut
  /// at the other end. The local program cannot do that without its neighbours.
  static std::optional<ShardingRule> rule(PadOp op, const RuleOptions &options) {
    // Of the dims of equal size, a local program can only shard those without any padding.
    return resizeRule(op, options, [&](int64_t d) {
      return options.local && (op.getEdgePaddingLow()[d] != 0 || op.getInteriorPadding()[d] != 0);
    });
  }
  /// result[r] = operand[(r - low) / (interior + 1)] where this is whole and inside of the operand.
  static Movement index(PadOp op) {
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
  static llvm::Error eval(PadOp op, Inputs in, Outputs out, EvalContext &) {
    return padTensor(in[0], in[1], op.getEdgePaddingLow(), op.getEdgePaddingHigh(),
                     op.getInteriorPadding(), out[0]);
  }
  // Negative padding cuts elements off. Large results are lazy.
  static llvm::Error padTensor(const Tensor &in, const Tensor &value, llvm::ArrayRef<int64_t> low,
                               llvm::ArrayRef<int64_t> high, llvm::ArrayRef<int64_t> interior,
                               Tensor &out) {
    SmallVector<int64_t> shape;
    for (auto [d, size] : llvm::enumerate(in.shape()))
      shape.push_back(size + low[d] + high[d] + std::max<int64_t>(size - 1, 0) * interior[d]);
    auto type = RankedTensorType::get(shape, in.element());
    SmallVector<int64_t> first(low), step; // position of the operand's elements in the result
    for (int64_t gap : interior)
      step.push_back(gap + 1);
    // `whole` fills the result with the padding value, and then writes the elements.
    auto whole = [=] {
      Tensor made = Tensor::uniform(type, value.data());
      auto strides = stridesOf(type.getShape());
      putElements(made, in, [&](llvm::ArrayRef<int64_t> o) {
        int64_t to = 0;
        for (int64_t d = 0; d < in.rank(); ++d) {
          int64_t r = first[d] + o[d] * step[d];
          if (r < 0 || r >= type.getDimSize(d))
            return int64_t(-1); // cut off by negative padding
          to += r * strides[d];
        }
        return to;
      });
      return made;
    };
    if (type.getNumElements() < Tensor::kLazyCount) {
      out = whole();
      return llvm::Error::success();
    }
    out = Tensor::lazy(
        type, {in, value},
        [=](int64_t position, char *to) {
          SmallVector<int64_t> from = indexAt(position, type.getShape());
          for (int64_t d = 0; d < in.rank(); ++d) {
            // An element of the operand, or the padding value?
            int64_t distance = from[d] - first[d];
            if (distance < 0 || distance % step[d] || distance / step[d] >= in.shape()[d])
              return value.readElement(0, to);
            from[d] = distance / step[d];
          }
          in.readElement(positionOf(from, stridesOf(in.shape())), to);
        },
        whole);
    return llvm::Error::success();
  }
  /// Null for interior padding and for strides.
  static Value restrict(PadOp op, llvm::ArrayRef<SliceRange> ranges, SliceBuilder &b) {
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
struct Concatenate {
  using Op = ConcatenateOp;
  /// The first index of each input along the joined dim, and the size of the result.
  static SmallVector<int64_t> offsets(ConcatenateOp op) {
    // inputs of 3, 5 and 2 -> 0, 3, 8, 10.
    SmallVector<int64_t> offsets{0};
    for (Value input : op.getInputs())
      offsets.push_back(offsets.back() + tensorTypeOf(input).getDimSize(op.getDimension()));
    return offsets;
  }

  /// Each operand is read where the result shows its elements. Its map is the index minus the sizes
  /// of the operands before it.
  static IterationSpace space(ConcatenateOp op) {
    IterationSpace space = resultSpace(op);
    // Each piece is the index minus the offset of its input.
    for (const MovementPiece &piece : index(op).pieces)
      space.operandMaps[piece.operand] = piece.map;
    return space;
  }
  /// The joined dim needs replication. It is a permutation if the inputs are slices of values that
  /// may be sharded along it.
  static std::optional<ShardingRule> rule(ConcatenateOp op, const RuleOptions &options) {
    if (!hasStaticShapes(op))
      return std::nullopt;
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
  static Movement index(ConcatenateOp op) {
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
  // Large results are lazy and find the piece of an element when it is read.
  static llvm::Error eval(ConcatenateOp op, Inputs in, Outputs out, EvalContext &) {
    int64_t dim = op.getDimension();
    SmallVector<int64_t> shape(in[0].shape());
    shape[dim] = 0;
    for (const Tensor &input : in)
      shape[dim] += input.shape()[dim];
    auto type = RankedTensorType::get(shape, in[0].element());
    std::vector<Tensor> pieces(in.begin(), in.end());
    auto whole = [=] {
      Tensor made(type);
      auto strides = stridesOf(type.getShape());
      int64_t offset = 0;
      for (const Tensor &piece : pieces) {
        // Elements of this input start at `offset` along the joined dim.
        putElements(made, piece, [&](llvm::ArrayRef<int64_t> o) {
          return positionOf(o, strides) + offset * strides[dim];
        });
        offset += piece.shape()[dim];
      }
      return made;
    };
    if (type.getNumElements() < Tensor::kLazyCount) {
      out[0] = whole();
      return llvm::Error::success();
    }
    out[0] = Tensor::lazy(
        type, pieces,
        [=](int64_t position, char *to) {
          SmallVector<int64_t> from = indexAt(position, type.getShape());
          // Walks over the inputs until the index falls into one.
          const Tensor *piece = pieces.data();
          for (; from[dim] >= piece->shape()[dim]; ++piece)
            from[dim] -= piece->shape()[dim];
          piece->readElement(positionOf(from, stridesOf(piece->shape())), to);
        },
        whole);
    return llvm::Error::success();
  }
  /// Null for strides along the joined dim. Inputs outside of the slice disappear.
  static Value restrict(ConcatenateOp op, llvm::ArrayRef<SliceRange> ranges, SliceBuilder &b) {
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
  static bool joinsSlices(ConcatenateOp op) {
    llvm::SmallPtrSet<Value, 4> sources;
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
