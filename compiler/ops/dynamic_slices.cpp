// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that cut out or replace a block at a position that scalar operands give: dynamic_slice,
// dynamic_update_slice.
#include "compiler/ops/batching/batchings.h"
#include "compiler/ops/facets.h"
#include "compiler/ops/localize.h"
#include "compiler/ops/result_dims.h"
#include "compiler/ops/shifts.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// Start indices from the scalar operands [first, first + rank), clamped so that a window of the
/// given sizes stays within `shape`.
SmallVector<int64_t> clampedStarts(Inputs in, unsigned first, ArrayRef<int64_t> shape,
                                   ArrayRef<int64_t> window) {
  SmallVector<int64_t> starts;
  for (auto [d, size] : llvm::enumerate(shape)) {
    const Tensor &index = in[first + d];
    // limit is the last start at which the window fits.
    int64_t limit = size - window[d], start = index.integer();
    if (domainOf(index.element()) == Domain::Unsigned && start < 0)
      start = limit; // an unsigned index beyond int64
    starts.push_back(std::clamp<int64_t>(start, 0, limit));
  }
  return starts;
}

/// Makes start index d the symbol d of the movement.
void addStartSymbols(Movement &movement, MLIRContext *context, unsigned firstOperand,
                     ArrayRef<int64_t> shape, ArrayRef<int64_t> window, int64_t resultRank) {
  for (auto [d, size] : llvm::enumerate(shape))
    movement.symbols.push_back({.operand = firstOperand + unsigned(d),
                                .at = AffineMap::get(resultRank, 0, {}, context),
                                .limit = size - window[d]});
}

/// Keeps start indices where the operand 0 that was shorter would have clamped them.
void limitStarts(MutableOperandRange starts, const GrowContext &c, ArrayRef<int64_t> window) {
  Value operand = starts.getOwner()->getOperand(0);
  for (auto [d, start] : llvm::enumerate(starts)) {
    int64_t before = c.operandsBefore[0].getDimSize(d), last = before - window[d];
    if (last > 0 && tensorTypeOf(operand).getDimSize(d) != before)
      start.set(limitIndices(c.builder, starts.getOwner()->getLoc(), start.get(), last));
  }
}

/// The window of static size at clamped start indices.
///   x: 8, start 6, size 4 -> x[4:8]
struct DynamicSlice : Meaning<DynamicSliceOp> {
  // An operand of which the slice takes a part is indexed by data.
  static IterationSpace space(Op op) {
    IterationSpace space = resultSpace(op);
    auto in = tensorTypeOf(op.getOperand());
    // The operand is affine only if the slice is the whole operand.
    for (int64_t d = 0; d < in.getRank(); ++d)
      if (in.getDimSize(d) != op.getSliceSizes()[d]) {
        space.setOperandWhole(0);
        return space;
      }
    for (int64_t d = 0; d < in.getRank(); ++d)
      space.setOperandExpr(0, d, space.dimExpr(d));
    return space;
  }
  /// Dims that are sliced in part need replication and block propagation. In the local program each
  /// device gives what it holds of the slice, and the sum of all is the slice.
  ///   dynamic_slice [8, 16] -> [1, 16]: ([i, j])->([i, j]), i replicated and blocked
  ///   of a local program: ([i, j])->([k, j]), i reduces, k is whole
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    auto in = tensorTypeOf(op.getOperand()), out = tensorTypeOf(op.getResult());
    // The operand's factor and the result's have nothing in common: any device may hold any of it.
    RuleBuilder builder(op);
    for (int64_t d = 0; d < in.getRank(); ++d)
      if (in.getDimSize(d) == out.getDimSize(d)) {
        builder.add({d}, {d}, in.getDimSize(d));
      } else if (options.local && combinesFromIdentity(op, sdy::ReductionKind::SUM)) {
        builder.add({d}, {}, in.getDimSize(d), FactorKind::Reduction);
        builder.add({}, {d}, out.getDimSize(d), FactorKind::NeedReplication);
      } else {
        builder.add({d}, {d}, in.getDimSize(d), FactorKind::NeedReplication, /*blocked=*/true);
      }
    return builder.build();
  }
  static std::optional<sdy::ReductionKind> combine(Op) { return sdy::ReductionKind::SUM; }
  static bool linearIn(Op, unsigned operand) { return operand == 0; } // not in the start indices
  static std::optional<TakenRows> taken(Op op, int64_t d) {
    int64_t size = op.getSliceSizes()[d], last = tensorTypeOf(op.getOperand()).getDimSize(d) - size;
    if (last == 0)
      return std::nullopt;
    Value start = op.getStartIndices()[d];
    APInt at;
    if (!matchPattern(start, m_ConstantInt(&at)))
      return TakenRows{.size = size, .at = start};
    bool isUnsigned = getElementTypeOrSelf(start).isUnsignedInteger();
    int64_t first = isUnsigned ? int64_t(at.getLimitedValue(last)) : at.getSExtValue();
    return TakenRows{.start = std::clamp<int64_t>(first, 0, last), .size = size};
  }
  // Symbols of dims that are taken whole are always zero and left out.
  static Movement index(Op op) {
    ResultDims dims(op);
    Movement movement;
    addStartSymbols(movement, dims.context, 1, tensorTypeOf(op.getOperand()).getShape(),
                    op.getSliceSizes(), dims.rank);
    SmallVector<AffineExpr> source;
    // A symbol that can only be 0 is left out of the map.
    for (int64_t d = 0; d < dims.rank; ++d)
      source.push_back(movement.symbols[d].limit == 0 ? dims.dim(d) : dims.dim(d) + dims.symbol(d));
    movement.pieces.push_back({.operand = 0, .map = dims.map(source, dims.rank)});
    return movement;
  }
  static Tensor eval(Op op, Inputs in) {
    SmallVector<int64_t> starts = clampedStarts(in, 1, in[0].shape(), op.getSliceSizes());
    // Clamped starts give the position of the first element; the strides are the operand's.
    auto strides = stridesOf(in[0].shape());
    int64_t base = positionOf(starts, strides);
    return movedElements(RankedTensorType::get(op.getSliceSizes(), in[0].element()), in[0],
                         [=](ArrayRef<int64_t> r) { return base + positionOf(r, strides); });
  }
  /// A dim that is taken whole has its start clamped to 0 as before, any other one to the last
  /// start of the shorter operand.
  static void grow(Op op, const GrowContext &c) {
    limitStarts(op.getStartIndicesMutable(), c, op.getSliceSizes());
    op.setSliceSizes(c.resultAfter.getShape());
  }
  // The local start index of a sharded dim that is taken whole is clamped to 0.
  static LogicalResult localize(Op op, LocalizeContext &c) {
    auto global = tensorTypeOf(op.getOperand());
    for (int64_t d = 0; d < global.getRank(); ++d)
      if (!c.operandAxes(0, d).empty() && global.getDimSize(d) != op.getSliceSizes()[d]) {
        c.replace(heldPart(c, c.resultTypes[0], global.getShape(), op.getSliceSizes(),
                           [&](int64_t d) { return c.operands[1 + d]; }));
        return success();
      }
    c.replace(c.cloneLocal(op, {NamedAttribute(
                                   op.getSliceSizesAttrName(),
                                   c.builder.getDenseI64ArrayAttr(c.resultTypes[0].getShape()))})
                  ->getResults());
    return success();
  }
  static OpPriority priority(Op) { return OpPriority::DynamicSlice; }
  /// Adds to the rows of the cotangent in place, so that a loop touches no other rows.
  static LogicalResult vjp(Op op, Backward &g) {
    // Starts are clamped by both ops alike.
    Expr whole = g.total(op.getOperand()), rows = g.ct();
    if (whole)
      rows = g.of(DynamicSliceOp::create(g.b, g.loc, op.getType(), whole.value,
                                         op.getStartIndices(), op.getSliceSizesAttr())) +
             rows;
    else if (g.wants(0u))
      whole = g.zeros(op.getOperand().getType());
    if (g.wants(0u))
      g.replaceTotal(op.getOperand(),
                     g.of(DynamicUpdateSliceOp::create(g.b, g.loc, whole.type(), whole.value,
                                                       rows.value, op.getStartIndices())));
    return success();
  }
  static LogicalResult batch(Op op, Batching &g) { return batchDynamicSlice(op, g); }
  using Facets = Has<Localize, Grow, ReadsNoPadding, Taken, Space, Rule, Combine, Index, Linear,
                     Priority, Vjp, Batch, Eval>;
};

/// The local form of an update along sharded dims. A window of the size of the update is placed on
/// the shard as near to the global start as fits. Within it, only elements that the update covers
/// are written. With operand [8] in two shards, update [3] at start 3: shard 0 writes update 0 to
/// its element 3, shard 1 writes update 1, 2 to its elements 0, 1. Each reads a window of 3
/// elements, replaces those that the update covers, and writes it back.
class ShardedUpdate {
public:
  ShardedUpdate(DynamicUpdateSliceOp op, LocalizeContext &c)
      : local(cast<RankedTensorType>(c.operands[0].getType())), c(c), b(c.builder),
        global(tensorTypeOf(op.getOperand())), globalUpdate(tensorTypeOf(op.getUpdate())),
        update(cast<RankedTensorType>(c.operands[1].getType())),
        i32(RankedTensorType::get({}, b.getI32Type())), window(update.getShape()),
        margin(update.getRank(), 0) {}

  RankedTensorType local;

  /// Whether the dim is sharded and updated in part.
  bool isSplit(int64_t d) const {
    return !c.operandAxes(0, d).empty() && globalUpdate.getDimSize(d) != global.getDimSize(d);
  }
  /// Blends the update into the old contents of the window and writes the window back.
  Value write() {
    for (int64_t d = 0; d < local.getRank(); ++d)
      place(d);
    auto windowType = RankedTensorType::get(window, local.getElementType());
    auto sizes = b.getDenseI64ArrayAttr(window);
    Value written = covered(), padded = paddedUpdate();
    Value made = c.make<DynamicSliceOp>(windowType, padded, shifts, sizes);
    Value old = c.make<DynamicSliceOp>(windowType, c.operands[0], starts, sizes);
    Value mixed = c.make<SelectOp>(written, made, old);
    return c.make<DynamicUpdateSliceOp>(local, c.operands[0], mixed, starts);
  }

private:
  LocalizeContext &c;
  OpBuilder &b;
  RankedTensorType global, globalUpdate, update, i32;
  SmallVector<int64_t> window, margin;
  SmallVector<Value> starts, shifts;            // of the window: on the shard, in the padded update
  SmallVector<std::pair<int64_t, Value>> split; // dim, start of the window relative to the update

  Value number(int64_t value) { return splatInteger(c, i32, value); }

  /// Places the window along one dim: its start on the shard, and in the padded update.
  void place(int64_t d) {
    Value start =
        clampedStart(c, c.operands[2 + d], global.getDimSize(d) - globalUpdate.getDimSize(d));
    if (!isSplit(d)) {
      starts.push_back(start);
      shifts.push_back(number(0));
      return;
    }
    PlacedWindow placed =
        placeWindow(c, start, c.operandAxes(0, d), update.getDimSize(d), local.getDimSize(d));
    window[d] = margin[d] = placed.size;
    starts.push_back(placed.at);
    split.push_back({d, placed.ahead});
    shifts.push_back(c.make<AddOp>(placed.ahead, number(placed.size)));
  }

  /// Marks the elements of the window whose position in the update is valid.
  Value covered() {
    auto places = RankedTensorType::get(window, b.getI32Type());
    Value all;
    for (auto [d, ahead] : split) {
      Value place = c.make<AddOp>(c.make<IotaOp>(places, d), scalarBroadcast(c, ahead, places));
      Value above = c.make<CompareOp>(place, splatInteger(c, places, 0), ComparisonDirection::GE);
      Value below = c.make<CompareOp>(place, splatInteger(c, places, update.getDimSize(d)),
                                      ComparisonDirection::LT);
      Value inside = c.make<AndOp>(above, below);
      all = all ? c.make<AndOp>(all, inside) : inside;
    }
    return all;
  }

  /// The update with a window of padding on both sides, so that every slice of it is valid. Padding
  /// is never used, so any element serves as its value.
  Value paddedUpdate() {
    SmallVector<int64_t> shape(update.getShape()), ones(update.getRank(), 1);
    for (auto [size, more] : llvm::zip_equal(shape, margin))
      size += 2 * more;
    SmallVector<int64_t> none(update.getRank(), 0);
    Type element = local.getElementType();
    Value first =
        c.make<SliceOp>(RankedTensorType::get(ones, element), c.operands[1], none, ones, ones);
    Value fill = c.make<ReshapeOp>(RankedTensorType::get({}, element), first);
    return c.make<PadOp>(RankedTensorType::get(shape, element), c.operands[1], fill, margin, margin,
                         none);
  }
};

/// The operand with a window replaced by the update, at clamped start indices.
///   x: 8, update: 2, start 7 -> x[0:6] ++ update
struct DynamicUpdateSlice : Meaning<DynamicUpdateSliceOp> {
  static IterationSpace space(Op op) {
    IterationSpace space = resultSpace(op);
    auto in = tensorTypeOf(op.getOperand());
    for (int64_t d = 0; d < in.getRank(); ++d)
      space.setOperandExpr(0, d, space.dimExpr(d));
    space.setOperandWhole(1);
    return space;
  }
  /// A dim that is updated in part: operand and result share a factor, and the update has its own.
  /// That one needs replication, except in propagation with constant start indices. The local
  /// program writes those elements of a whole update that lie on its shard.
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &options) {
    // Constant starts let propagation shard the update like the operand.
    bool isConstant = !options.local && llvm::all_of(op.getStartIndices(), [](Value v) {
      return matchPattern(v, m_Constant()) || v.getDefiningOp<sdy::ConstantOp>();
    });
    RuleBuilder builder(op);
    auto in = tensorTypeOf(op.getOperand()), update = tensorTypeOf(op.getUpdate());
    for (int64_t d = 0; d < in.getRank(); ++d) {
      if (in.getDimSize(d) == update.getDimSize(d)) {
        builder.add({d, d}, {d}, in.getDimSize(d));
        continue;
      }
      builder.add({d, RuleBuilder::kAbsent}, {d}, in.getDimSize(d));
      builder.add({RuleBuilder::kAbsent, d}, {}, update.getDimSize(d),
                  isConstant ? FactorKind::PassThrough : FactorKind::NeedReplication);
    }
    return builder.build();
  }
  // Result elements inside of the window come from the update, all others from the operand.
  static Movement index(Op op) {
    ResultDims dims(op);
    auto update = tensorTypeOf(op.getUpdate());
    Movement movement;
    addStartSymbols(movement, dims.context, 2, tensorTypeOf(op.getOperand()).getShape(),
                    update.getShape(), dims.rank);
    // own is the identity; inUpdate is the index within the window.
    SmallVector<AffineExpr> own, inUpdate, inside;
    for (int64_t d = 0; d < dims.rank; ++d) {
      own.push_back(dims.dim(d));
      if (movement.symbols[d].limit == 0) {
        inUpdate.push_back(dims.dim(d));
        continue;
      }
      inUpdate.push_back(dims.dim(d) - dims.symbol(d));
      // 0 <= index - start < size of the update.
      inside.push_back(inUpdate.back());
      inside.push_back(-inUpdate.back() + (update.getDimSize(d) - 1));
    }
    movement.pieces.push_back({.operand = 1,
                               .map = dims.map(inUpdate, dims.rank),
                               .guard = dims.guard(inside, {}, dims.rank)});
    movement.pieces.push_back({.operand = 0, .map = dims.map(own, dims.rank)});
    return movement;
  }
  // Copies the operand and writes the window.
  static Tensor eval(Op, Inputs in) {
    SmallVector<int64_t> starts = clampedStarts(in, 2, in[0].shape(), in[1].shape());
    Tensor out = in[0];
    auto strides = stridesOf(in[0].shape());
    int64_t base = positionOf(starts, strides);
    putElements(out, in[1], [&](ArrayRef<int64_t> u) { return base + positionOf(u, strides); });
    return out;
  }
  /// A start that the shorter operand would have clamped is clamped to the same place.
  static void grow(Op op, const GrowContext &c) {
    limitStarts(op.getStartIndicesMutable(), c, c.operandsBefore[1].getShape());
  }
  // A dim that is whole or updated as a whole needs nothing: the op itself is local.
  static LogicalResult localize(Op op, LocalizeContext &c) {
    ShardedUpdate update(op, c);
    if (llvm::none_of(llvm::seq(update.local.getRank()),
                      [&](int64_t d) { return update.isSplit(d); }))
      c.replace(c.cloneLocal(op)->getResults());
    else if (tensorTypeOf(op.getUpdate()).getNumElements() == 0)
      c.replace(c.operands[0]);
    else
      c.replace(update.write());
    return success();
  }
  static OpPriority priority(Op) { return OpPriority::DynamicSlice; }
  static bool linearIn(Op, unsigned operand) { return operand < 2; } // not in the start indices
  /// The operand gets zeros at the rows that were replaced, the update their cotangent.
  static SmallVector<Expr> vjp(Op op, Backward &g) {
    // Rows that were overwritten have no part in the result.
    Type update = op.getUpdate().getType();
    Expr operand, rows;
    if (g.wants(0u))
      operand = g.of(DynamicUpdateSliceOp::create(g.b, g.loc, op.getType(), g.ct().value,
                                                  g.zeros(update).value, op.getStartIndices()));
    if (g.wants(1u))
      rows = g.of(DynamicSliceOp::create(
          g.b, g.loc, update, g.ct().value, op.getStartIndices(),
          g.b.getDenseI64ArrayAttr(tensorTypeOf(op.getUpdate()).getShape())));
    return {operand, rows};
  }
  static LogicalResult batch(Op op, Batching &g) { return batchDynamicUpdate(op, g); }
  using Facets = Has<Localize, Grow, Space, Rule, Index, Linear, Priority, Vjp, Batch, Eval>;
};

} // namespace

void addDynamicSliceRules(RuleTable &table) { table.add<DynamicSlice, DynamicUpdateSlice>(); }

} // namespace spmd::ops
