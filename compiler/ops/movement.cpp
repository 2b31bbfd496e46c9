// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that move elements to fixed positions: broadcast, reshape, transpose, reverse. Slices and
// joins are in slices.cpp, slices at computed positions in dynamic_slices.cpp, gathers in
// gather.cpp.
#include "compiler/elements/arith.h"
#include "compiler/ops/batching/batchings.h"
#include "compiler/ops/facets.h"
#include "compiler/ops/localize.h"
#include "compiler/ops/result_dims.h"
#include "compiler/ops/shifts.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include <numeric>

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {

IterationSpace movementSpace(Operation *op, const Movement &movement) {
  IterationSpace space = ops::resultSpace(op);
  for (const MovementPiece &piece : movement.pieces)
    space.operandMaps[piece.operand] = piece.map;
  return space;
}

namespace ops {
namespace {

/// A movement of one piece without a guard.
Movement everywhere(AffineMap map) {
  Movement movement;
  movement.pieces.push_back({.operand = 0, .map = map});
  return movement;
}

struct BroadcastInDim : Meaning<BroadcastInDimOp> {
  /// An expanded dim has a factor of its own. 8x1 -> 4x8x2x16 with dims [1, 3]: ([j, l])->([i, j,
  /// k, m]).
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &) {
    auto in = tensorTypeOf(op.getOperand()), out = tensorTypeOf(op.getResult());
    RuleBuilder builder(op);
    for (int64_t r = 0; r < out.getRank(); ++r) {
      const auto *found = llvm::find(op.getBroadcastDimensions(), r);
      int64_t d = found == op.getBroadcastDimensions().end()
                      ? RuleBuilder::kAbsent
                      : found - op.getBroadcastDimensions().begin();
      if (d != RuleBuilder::kAbsent && in.getDimSize(d) != out.getDimSize(r)) {
        builder.add({d}, {}, 1);
        d = RuleBuilder::kAbsent;
      }
      builder.add({d}, {r}, out.getDimSize(r));
    }
    return builder.build();
  }
  static Movement index(Op op) {
    ResultDims dims(op);
    SmallVector<AffineExpr> source;
    for (auto [d, dim] : llvm::enumerate(op.getBroadcastDimensions()))
      source.push_back(tensorTypeOf(op.getOperand()).getDimSize(d) == 1 ? dims.constant(0)
                                                                        : dims.dim(dim));
    return everywhere(dims.map(source));
  }
  static Tensor eval(Op op, Inputs in) {
    return broadcastElements(cast<RankedTensorType>(op.getType()), in[0],
                             op.getBroadcastDimensions());
  }
  /// Expanded dims of the operand are taken at 0, the others as the slice takes them.
  ///   broadcast [4] -> [2^30, 4], sliced by [0:2, 1:3] -> x[1:3] broadcast to [2, 2]
  static Value restrict(Op op, ArrayRef<SliceRange> ranges, SliceBuilder &b) {
    SmallVector<SliceRange> inner;
    for (auto [d, dim] : llvm::enumerate(op.getBroadcastDimensions()))
      inner.push_back(tensorTypeOf(op.getOperand()).getDimSize(d) == 1 ? SliceRange{0, 1, 1}
                                                                       : ranges[dim]);
    Value part = b.slice(op.getOperand(), inner);
    return BroadcastInDimOp::create(b.builder, b.loc, slicedType(op, ranges), part,
                                    op.getBroadcastDimensionsAttr());
  }
  static OpPriority priority(Op) { return OpPriority::Broadcast; }
  /// Sums over the dims that the op added, and over those that it stretched.
  static Expr vjp(Op op, Backward &g) {
    // [4, 1] to dims 1 and 2 of [2, 4, 6] -> the sum over dims 0 and 2, reshaped to [4, 1]
    ArrayRef<int64_t> dims = op.getBroadcastDimensions();
    SmallVector<int64_t> summed, kept;
    for (int64_t d : llvm::seq(g.out().type().getRank())) {
      const auto *from = llvm::find(dims, d);
      bool stays = from != dims.end() && g.in().shape()[from - dims.begin()] != 1;
      stays ? kept.push_back(d) : summed.push_back(d);
    }
    // What is left are the dims of the operand above size 1, in the order of the result.
    SmallVector<int64_t> permutation;
    for (auto [i, d] : llvm::enumerate(dims))
      if (g.in().shape()[i] != 1)
        permutation.push_back(llvm::find(kept, d) - kept.begin());
    return reshape(transpose(sum(g.ct(), summed), permutation), g.in().shape());
  }
  static LogicalResult batch(Op op, Batching &g) { return batchBroadcast(op, g); }
  using Facets = Has<Space, Rule, Index, Restrict, Linear, KeepsConstant, Priority, StaticResult,
                     Vjp, Batch, Eval>;
};

/// The legacy form, which adds dims in front.
struct Broadcast : Meaning<BroadcastOp> {
  static Movement index(Op op) {
    ResultDims dims(op);
    SmallVector<AffineExpr> source;
    for (int64_t d = op.getBroadcastSizes().size(); d < dims.rank; ++d)
      source.push_back(dims.dim(d));
    return everywhere(dims.map(source));
  }
  static Tensor eval(Op op, Inputs in) {
    SmallVector<int64_t> dims(in[0].rank());
    std::iota(dims.begin(), dims.end(), op.getBroadcastSizes().size());
    return broadcastElements(cast<RankedTensorType>(op.getType()), in[0], dims);
  }
  static void grow(Op op, const GrowContext &c) {
    op.setBroadcastSizes(sizesOf(op, c.resultAfter));
  }
  static LogicalResult localize(Op op, LocalizeContext &c) {
    NamedAttribute sizes(op.getBroadcastSizesAttrName(),
                         c.builder.getDenseI64ArrayAttr(sizesOf(op, c.resultTypes[0])));
    c.replace(c.cloneLocal(op, {sizes})->getResults());
    return success();
  }
  /// Sums over the dims that came in front.
  static Expr vjp(Op op, Backward &g) {
    return sum(g.ct(), llvm::to_vector(llvm::seq<int64_t>(op.getBroadcastSizes().size())));
  }
  /// The new dims stay in front.
  static LogicalResult batch(Op op, Batching &g) {
    return g.clone(g.value(0), op.getBroadcastSizes().size() + g.dim(0));
  }
  using Facets = Has<Space, Rule, Localize, Grow, Index, Linear, StaticResult, Vjp, Batch, Eval>;

private:
  /// The sizes of the new dims of a result of this type.
  static ArrayRef<int64_t> sizesOf(Op op, RankedTensorType result) {
    return result.getShape().take_front(op.getBroadcastSizes().size());
  }
};

/// The elements in row-major order under another shape.
struct Reshape : Meaning<ReshapeOp> {

  /// Splits both shapes into common factors as long as the products of their dims agree. Dims
  /// without a common factor get what is left of them as a factor of their own. Then the side with
  /// the smaller product gets further factors of its own until the products agree again:
  ///   8 -> 2x4:     ([ij])->([i, j])
  ///   6x4 -> 4x6:   ([ij, mn])->([ik, ln])
  ///   8x1x4 -> 32:  ([i, j, k])->([ik])
  /// Along a factor that only one side has, devices cannot work independently.
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    auto in = tensorTypeOf(op.getOperand()), out = tensorTypeOf(op.getResult());
    if (in.getNumElements() == 0)
      return std::nullopt;
    RuleBuilder builder(op);
    FactorKind alone = options.local ? FactorKind::NeedReplication : FactorKind::PassThrough;
    auto addLeft = [&](int64_t dim, int64_t size) { builder.add({dim}, {}, size, alone); };
    auto addRight = [&](int64_t dim, int64_t size) { builder.add({}, {dim}, size, alone); };
    Side left{in, addLeft}, right{out, addRight};
    while (true) {
      left.advance();
      right.advance();
      if (left.rest == 1 && right.rest == 1)
        return builder.build();
      int64_t shared = std::gcd(left.rest, right.rest);
      if (left.product != right.product) {
        Side &behind = left.product < right.product ? left : right;
        behind.separate(std::max(left.product, right.product), shared);
      } else if (shared > 1) {
        builder.add({left.dim}, {right.dim}, shared);
        left.take(shared);
        right.take(shared);
      } else {
        left.takeAlone(left.rest);
        right.takeAlone(right.rest);
      }
    }
  }

  // [6, 5] -> [2, 3, 5]: operand index (d0 * 3 + d1, d2). [6] -> [2, 3] needs no division, [2, 3]
  // -> [6] has d0 floordiv 3 and d0 mod 3.
  static Movement index(Op op) {
    auto in = tensorTypeOf(op.getOperand()), out = tensorTypeOf(op.getResult());
    ResultDims dims(op);
    SmallVector<AffineExpr> source;
    // Works on groups of dims with equal products, so that divisions stay within a group.
    int64_t l = 0, r = 0;
    while (l < in.getRank() || r < out.getRank()) {
      int64_t l0 = l, r0 = r, leftProduct = 1, rightProduct = 1;
      do {
        if (leftProduct <= rightProduct && l < in.getRank())
          leftProduct *= in.getDimSize(l++);
        else if (r < out.getRank())
          rightProduct *= out.getDimSize(r++);
        else
          leftProduct *= in.getDimSize(l++);
      } while (leftProduct != rightProduct && (l < in.getRank() || r < out.getRank()));
      AffineExpr position = dims.constant(0);
      for (int64_t d = r0; d < r; ++d)
        position = position * out.getDimSize(d) + dims.dim(d);
      int64_t stride = leftProduct;
      for (int64_t d = l0; d < l; ++d) {
        int64_t size = in.getDimSize(d);
        stride = size ? stride / size : 1;
        AffineExpr digit = position.floorDiv(std::max<int64_t>(stride, 1));
        source.push_back(size == 1 ? dims.constant(0)
                         : d == l0 ? digit
                                   : digit % std::max<int64_t>(size, 1));
      }
    }
    return everywhere(dims.map(source));
  }
  static Tensor eval(Op op, Inputs in) { return in[0].withType(op.getType()); }
  static OpPriority priority(Op) { return OpPriority::PassThrough; }
  /// The elements keep their order.
  static Expr vjp(Backward &g) { return reshape(g.ct(), g.in().shape()); }
  static LogicalResult batch(Op op, Batching &g) { return batchReshape(op, g); }
  using Facets =
      Has<Space, Rule, Index, Linear, KeepsConstant, Priority, StaticResult, Vjp, Batch, Eval>;

private:
  /// One side of a reshape while its dims are factored, major first.
  struct Side {
    RankedTensorType type;
    function_ref<void(int64_t dim, int64_t size)> addFactor; // of this side alone
    int64_t dim = -1;
    int64_t rest = 1;    // the part of `dim` that has no factor yet
    int64_t product = 1; // of all factors so far

    void take(int64_t size) {
      rest /= size;
      product *= size;
    }
    void takeAlone(int64_t size) {
      addFactor(dim, size);
      take(size);
    }
    /// Advances to the next dim that needs a factor. Dims of size 1 on the way get factors of their
    /// own.
    void advance() {
      while (rest == 1 && dim + 1 < type.getRank()) {
        rest = type.getDimSize(++dim);
        if (rest == 1)
          addFactor(dim, 1);
      }
    }
    /// Adds a factor of this side alone. It brings the product up to that of the other side, if
    /// that divides. Otherwise it leaves the size `shared` of this dim for a later common factor,
    /// or takes the whole rest of the dim.
    void separate(int64_t ahead, int64_t shared) {
      int64_t missing = ahead % product == 0 ? ahead / product : 0;
      if (missing && rest % missing == 0)
        takeAlone(missing);
      else
        takeAlone(rest == shared ? rest : rest / shared);
    }
  };
};

/// result[r] = operand[d] with d[permutation[i]] = r[i].
struct Transpose : Meaning<TransposeOp> {
  static IterationSpace space(Op op) {
    IterationSpace space(op);
    for (auto [r, d] : llvm::enumerate(op.getPermutation()))
      space.parallel({d}, r);
    return space;
  }
  static Movement index(Op op) {
    ResultDims dims(op);
    SmallVector<AffineExpr> source(dims.rank);
    for (auto [r, d] : llvm::enumerate(op.getPermutation()))
      source[d] = dims.dim(r);
    return everywhere(dims.map(source));
  }
  static Tensor eval(Op op, Inputs in) {
    SmallVector<int64_t> shape;
    for (int64_t d : op.getPermutation())
      shape.push_back(in[0].shape()[d]);
    auto strides = stridesOf(in[0].shape());
    SmallVector<int64_t> steps;
    for (int64_t d : op.getPermutation())
      steps.push_back(strides[d]);
    return movedElements(RankedTensorType::get(shape, getElementTypeOrSelf(op.getType())), in[0],
                         [steps](ArrayRef<int64_t> r) { return positionOf(r, steps); });
  }
  static OpPriority priority(Op) { return OpPriority::PassThrough; }
  /// The inverse permutation.
  static Expr vjp(Op op, Backward &g) {
    return transpose(g.ct(), invertPermutationVector(op.getPermutation()));
  }
  static LogicalResult batch(Op op, Batching &g) { return batchTranspose(op, g); }
  using Facets = Has<Space, Rule, Index, Linear, Priority, Vjp, Batch, Eval>;
};

/// Reverses the order along some dims. Sharding those exchanges shards between devices.
struct Reverse : Meaning<ReverseOp> {
  static bool isReversed(Op op, int64_t d) { return llvm::is_contained(op.getDimensions(), d); }
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &) {
    return dimwiseRule(op, tensorTypeOf(op.getResult()).getShape(), [&](int64_t d) {
      return isReversed(op, d) ? Factor{.kind = FactorKind::Permutation} : kPasses;
    });
  }
  static Movement index(Op op) {
    ResultDims dims(op);
    SmallVector<AffineExpr> source;
    for (auto [d, size] : llvm::enumerate(tensorTypeOf(op.getResult()).getShape()))
      source.push_back(isReversed(op, d) ? dims.constant(size - 1) - dims.dim(d) : dims.dim(d));
    return everywhere(dims.map(source));
  }
  static Tensor eval(Op op, Inputs in) {
    auto steps = stridesOf(in[0].shape());
    int64_t first = 0;
    for (auto [d, size] : llvm::enumerate(in[0].shape()))
      if (isReversed(op, d)) {
        first += (size - 1) * steps[d];
        steps[d] = -steps[d];
      }
    return movedElements(in[0].tensorType(), in[0],
                         [=](ArrayRef<int64_t> r) { return first + positionOf(r, steps); });
  }
  /// The shards come in reverse order, and each device reverses the one that it gets.
  ///   16 rows over 4: device 0 gets rows 12 .. 15 of device 3
  static std::optional<RowWindow> window(Op op, unsigned, int64_t dim, int64_t shards) {
    int64_t rows = op.getType().getDimSize(dim) / shards;
    if (!isReversed(op, dim) || rows * shards != op.getType().getDimSize(dim) || rows == 0)
      return std::nullopt;
    return RowWindow{shards, rows, (shards - 1) * rows, -rows, rows};
  }
  /// The elements move to the end of the result's size first, so that they lie at its beginning
  /// afterwards.
  ///   10 elements over 4 shards: 2 rows of padding, then the elements, reversed
  static void grow(Op op, const GrowContext &c) {
    // Operand and result may have grown to different sizes.
    auto now = tensorTypeOf(op.getOperand());
    SmallVector<int64_t> low(now.getRank(), 0), high(low);
    for (int64_t d : op.getDimensions()) {
      low[d] = c.resultAfter.getDimSize(d) - c.operandsBefore[0].getDimSize(d);
      high[d] = c.operandsBefore[0].getDimSize(d) - now.getDimSize(d);
    }
    auto isZero = [](int64_t width) { return width == 0; };
    if (!llvm::all_of(low, isZero) || !llvm::all_of(high, isZero))
      op.getOperandMutable().set(shift(c.builder, op.getLoc(), op.getOperand(), low, high,
                                       sdy::getSharding(op.getResult())));
  }
  /// The same dims, once more.
  static Expr vjp(Op op, Backward &g) {
    return g.make("stablehlo.reverse", op.getType(), g.ct(),
                  g.b.getNamedAttr("dimensions", op.getDimensionsAttr()));
  }
  static LogicalResult batch(Op op, Batching &g) {
    return g.clone(g.value(0), g.dim(0),
                   g.dims("dimensions", Batching::shifted(op.getDimensions(), g.dim(0))));
  }
  using Facets = Has<Grow, Space, Rule, Window, Index, Linear, Vjp, Batch, Eval>;
};

} // namespace

void addMovementRules(RuleTable &table) {
  table.add<BroadcastInDim, Broadcast, Reshape, Transpose, Reverse>();
}

} // namespace ops
} // namespace spmd
