// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recognises residual buffers by linear arithmetic on the loop counter, and rewrites loops that
// have them.
#include "compiler/structure/residual_buffers.h"
#include "compiler/ops/elementwise.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace spmd {
namespace {

/// The number that all elements of an integer constant equal.
std::optional<int64_t> constantInt(Value value) {
  // i1 is no counter.
  DenseIntElementsAttr attr;
  if (!matchPattern(value, m_Constant(&attr)) || !attr.isSplat() ||
      attr.getElementType().isInteger(1))
    return std::nullopt;
  APInt number = attr.getSplatValue<APInt>();
  bool isUnsigned = attr.getElementType().isUnsignedInteger();
  return isUnsigned ? std::optional<int64_t>(number.getZExtValue()) : number.getSExtValue();
}

/// The value as it is computed: a result of a fusion is what the fusion yields, and an argument of
/// a fusion is its operand.
Value throughFusions(Value value) {
  for (;;) {
    auto argument = dyn_cast<BlockArgument>(value);
    auto fusion = argument ? dyn_cast<ir::FusionOp>(argument.getOwner()->getParentOp())
                           : value.getDefiningOp<ir::FusionOp>();
    if (!fusion)
      return value;
    value = argument ? fusion->getOperand(argument.getArgNumber())
                     : fusion.getBody().front().getTerminator()->getOperand(
                           cast<OpResult>(value).getResultNumber());
  }
}

/// Scalars of a loop body as linear functions of the trip t, for t in [0, trips).
class TripArithmetic {
public:
  // Reads start and step of the counter that the attributes of the loop name.
  explicit TripArithmetic(Operation *loop) {
    auto counter = loop->getAttrOfType<IntegerAttr>(ir::kCounterAttr);
    auto count = loop->getAttrOfType<IntegerAttr>(ir::kTripCountAttr);
    if (!counter || !count)
      return;
    unsigned i = counter.getInt();
    // Region 1 of a while is its body, region 0 its condition.
    Block &body = loop->getRegion(1).front();
    std::optional<int64_t> start = constantInt(loop->getOperand(i));
    Operation *step = throughFusions(body.getTerminator()->getOperand(i)).getDefiningOp();
    // Only a counter with a constant start and a constant step is linear in the trip.
    if (!start || !step || !isa<stablehlo::AddOp>(step))
      return;
    counterValue = body.getArgument(i);
    Value left = throughFusions(step->getOperand(0)), right = throughFusions(step->getOperand(1));
    std::optional<int64_t> by = left == counterValue    ? constantInt(right)
                                : right == counterValue ? constantInt(left)
                                                        : std::nullopt;
    if (by) {
      counting = OfTrip{*by, *start};
      trips = count.getInt();
    }
  }
  int64_t trips = 0; // 0: the loop is not of the form that is understood

  // The depth limits the search: both operands of an addition are searched. Where the type does not
  // hold the numbers of all trips, the value wraps and is not linear.
  //   ui32: i - 2 for i = 0, 1, ..   ->   nothing
  std::optional<OfTrip> of(Value value, unsigned mostDeep = 8) const {
    std::optional<OfTrip> found = withoutWrap(value, mostDeep);
    return found && holds(getElementTypeOrSelf(value.getType()), *found) ? found : std::nullopt;
  }

private:
  Value counterValue;
  OfTrip counting;

  /// Whether the integer type has the first and the last number, between which all others lie.
  bool holds(Type type, OfTrip numbers) const {
    auto integer = dyn_cast<IntegerType>(type);
    int64_t change, last;
    if (!integer || integer.getWidth() > 64 ||
        llvm::MulOverflow(numbers.scale, trips - 1, change) ||
        llvm::AddOverflow(numbers.offset, change, last))
      return false;
    unsigned width = integer.getWidth();
    return llvm::all_of(ArrayRef{numbers.offset, last}, [&](int64_t number) {
      return integer.isUnsigned() ? number >= 0 && llvm::isUIntN(width, uint64_t(number))
                                  : llvm::isIntN(width, number);
    });
  }

  /// The function where no number leaves the range of its type.
  std::optional<OfTrip> withoutWrap(Value value, unsigned mostDeep) const {
    if (!trips || !mostDeep-- || !isScalar(value))
      return std::nullopt;
    value = throughFusions(value);
    // counter -> {step, start}.
    if (value == counterValue)
      return counting;
    if (std::optional<int64_t> constant = constantInt(value))
      return OfTrip{0, *constant};
    Operation *op = value.getDefiningOp();
    if (!op)
      return std::nullopt;
    // Conversions between integers keep the numbers that both types have.
    if (isa<stablehlo::ConvertOp, stablehlo::ReshapeOp>(op) &&
        getElementTypeOrSelf(op->getOperand(0).getType()).isInteger() &&
        !getElementTypeOrSelf(value.getType()).isInteger(1))
      return of(op->getOperand(0), mostDeep);
    // {a, b} + {c, d} -> {a + c, b + d}.
    if (isa<stablehlo::AddOp, stablehlo::SubtractOp>(op)) {
      std::optional<OfTrip> l = of(op->getOperand(0), mostDeep),
                            r = of(op->getOperand(1), mostDeep);
      int64_t sign = isa<stablehlo::AddOp>(op) ? 1 : -1;
      return l && r
                 ? std::optional(OfTrip{l->scale + sign * r->scale, l->offset + sign * r->offset})
                 : std::nullopt;
    }
    // JAX wraps negative indices by select(i < 0, i + n, i). One branch is always taken.
    if (auto select = dyn_cast<stablehlo::SelectOp>(op))
      if (std::optional<bool> holds = always(select.getPred(), mostDeep))
        return of(op->getOperand(*holds ? 1 : 2), mostDeep);
    return std::nullopt;
  }

  /// Whether a comparison is true in all trips or false in all trips; nothing otherwise.
  std::optional<bool> always(Value predicate, unsigned mostDeep) const {
    auto compare = predicate.getDefiningOp<stablehlo::CompareOp>();
    if (!compare)
      return std::nullopt;
    std::optional<OfTrip> l = of(compare.getLhs(), mostDeep), r = of(compare.getRhs(), mostDeep);
    if (!l || !r)
      return std::nullopt;
    // A linear function is extreme at the first or the last trip.
    int64_t first = l->offset - r->offset, last = first + (l->scale - r->scale) * (trips - 1);
    int64_t low = std::min(first, last), high = std::max(first, last); // of lhs - rhs
    using enum stablehlo::ComparisonDirection;
    switch (compare.getComparisonDirection()) {
    case LT:
      return high < 0 ? std::optional(true) : low >= 0 ? std::optional(false) : std::nullopt;
    case GE:
      return low >= 0 ? std::optional(true) : high < 0 ? std::optional(false) : std::nullopt;
    default:
      return std::nullopt;
    }
  }
};

bool isZero(Value index) { return constantInt(throughFusions(index)) == 0; }

/// The row index of a slice with sizes [1, all, all, ..] at [row, 0, 0, ..]; null for others.
/// The row may be any value, but all other starts must be 0 and all other dims whole.
Value rowOf(RankedTensorType whole, ArrayRef<int64_t> sizes, ValueRange indices) {
  if (whole.getRank() == 0 || sizes[0] != 1 ||
      sizes.drop_front() != whole.getShape().drop_front() ||
      !llvm::all_of(indices.drop_front(), isZero))
    return {};
  return indices[0];
}

/// Row `row` of `whole` as a function of the trip, if it is one and a row of `whole` in all trips.
std::optional<OfTrip> unclamped(Operation *loop, RankedTensorType whole, Value row) {
  TripArithmetic arithmetic(loop);
  std::optional<OfTrip> at = row ? arithmetic.of(row) : std::nullopt;
  if (!at || whole.isDynamicDim(0))
    return std::nullopt;
  // A linear function is extreme at the first or the last trip.
  int64_t first = at->offset, last = first + at->scale * (arithmetic.trips - 1);
  bool isInside = std::min(first, last) >= 0 && std::max(first, last) < whole.getDimSize(0);
  return isInside ? at : std::nullopt;
}

/// The start indices [row, 0, 0, ..].
SmallVector<Value> indicesOf(OpBuilder &b, Location loc, Value buffer, Value row) {
  SmallVector<Value> indices{row};
  auto rank = cast<RankedTensorType>(buffer.getType()).getRank();
  if (rank > 1)
    indices.append(rank - 1, stablehlo::ConstantOp::create(
                                 b, loc,
                                 DenseElementsAttr::get(cast<ShapedType>(row.getType()),
                                                        b.getZeroAttr(getElementTypeOrSelf(row)))));
  return indices;
}

} // namespace

std::optional<OfTrip> ofTrip(Operation *loop, Value value) {
  return TripArithmetic(loop).of(value);
}

std::optional<OfTrip> rowWritten(Operation *loop, unsigned carried) {
  Block &body = loop->getRegion(1).front();
  auto write = throughFusions(body.getTerminator()->getOperand(carried))
                   .getDefiningOp<stablehlo::DynamicUpdateSliceOp>();
  if (!write || throughFusions(write.getOperand()) != body.getArgument(carried))
    return std::nullopt;
  auto whole = cast<RankedTensorType>(write.getType());
  return unclamped(loop, whole,
                   rowOf(whole, cast<RankedTensorType>(write.getUpdate().getType()).getShape(),
                         write.getStartIndices()));
}

// All slices in a fusion have to read the same row.
std::optional<OfTrip> rowRead(Operation *loop, unsigned carried, Operation *reader) {
  Value argument = loop->getRegion(1).front().getArgument(carried);
  std::optional<OfTrip> row;
  for (OpOperand &use : reader->getOpOperands()) {
    if (use.get() != argument)
      continue;
    auto fusion = dyn_cast<ir::FusionOp>(reader);
    Value inside = fusion ? fusion.getBody().getArgument(use.getOperandNumber()) : argument;
    for (Operation *user : inside.getUsers()) {
      if (!fusion && user != reader)
        continue;
      Value index = rowReadBy(user, inside);
      std::optional<OfTrip> at =
          index ? unclamped(loop, cast<RankedTensorType>(inside.getType()), index) : std::nullopt;
      if (!at || (row && (row->scale != at->scale || row->offset != at->offset)))
        return std::nullopt;
      row = at;
    }
  }
  return row;
}

// The rows must be 0, 1, .. or trips - 1, trips - 2, .., and neither the condition nor another op
// may use the old value.
SmallVector<ResidualBuffer> residualBuffersOf(Operation *loop) {
  SmallVector<ResidualBuffer> buffers;
  TripArithmetic arithmetic(loop);
  if (!arithmetic.trips)
    return buffers;
  Block &body = loop->getRegion(1).front();
  // Pattern in the body: %next = dynamic_update_slice(%old, %update, %row, 0, ..), returned as
  // %next.
  for (auto [i, next] : llvm::enumerate(body.getTerminator()->getOperands())) {
    BlockArgument old = body.getArgument(i);
    auto write = next.getDefiningOp<stablehlo::DynamicUpdateSliceOp>();
    if (!write || write.getOperand() != old || !old.hasOneUse() || !next.hasOneUse() ||
        !loop->getRegion(0).front().getArgument(i).use_empty())
      continue;
    auto whole = cast<RankedTensorType>(old.getType());
    auto slice = cast<RankedTensorType>(write.getUpdate().getType());
    Value row = rowOf(whole, slice.getShape(), write.getStartIndices());
    std::optional<OfTrip> at = row ? arithmetic.of(row) : std::nullopt;
    if (!at || whole.getDimSize(0) != arithmetic.trips)
      continue;
    // Forward scans write rows upwards, reverse scans downwards.
    bool up = at->scale == 1 && at->offset == 0,
         down = at->scale == -1 && at->offset == arithmetic.trips - 1;
    if (up || down)
      buffers.push_back({unsigned(i), *at, write.getUpdate()});
  }
  return buffers;
}

// dynamic_slice(buffer, row, 0, ..) -> row.
Value rowReadBy(Operation *op, Value buffer) {
  auto slice = dyn_cast<stablehlo::DynamicSliceOp>(op);
  if (!slice || slice.getOperand() != buffer)
    return {};
  return rowOf(cast<RankedTensorType>(buffer.getType()), slice.getSliceSizes(),
               slice.getStartIndices());
}

Value writeRow(OpBuilder &b, Location loc, Value buffer, Value update, Value row) {
  return stablehlo::DynamicUpdateSliceOp::create(b, loc, buffer.getType(), buffer, update,
                                                 indicesOf(b, loc, buffer, row));
}

// A dynamic_slice of one row; of a row that is known, a slice, which is a view.
Value readRow(OpBuilder &b, Location loc, Value buffer, Value row) {
  auto whole = cast<RankedTensorType>(buffer.getType());
  SmallVector<int64_t> sizes(whole.getShape());
  if (APInt known; matchPattern(row, m_ConstantInt(&known))) {
    SmallVector<int64_t> starts(sizes.size(), 0), strides(sizes.size(), 1);
    starts[0] = known.getSExtValue();
    sizes[0] = starts[0] + 1; // the limits of a slice
    return stablehlo::SliceOp::create(b, loc, buffer, starts, sizes, strides);
  }
  sizes[0] = 1;
  Type type = RankedTensorType::get(sizes, whole.getElementType());
  return stablehlo::DynamicSliceOp::create(b, loc, type, buffer, indicesOf(b, loc, buffer, row),
                                           b.getDenseI64ArrayAttr(sizes));
}

// A while has as many operands, results and region arguments as carried values, so the op is
// recreated.
Operation *addCarried(Operation *loop, ValueRange inits,
                      function_ref<SmallVector<Value>(ArrayRef<BlockArgument>)> next) {
  OperationState state(loop->getLoc(), loop->getName(), loop->getOperands(), loop->getResultTypes(),
                       loop->getDiscardableAttrDictionary().getValue());
  Block &body = loop->getRegion(1).front();
  SmallVector<BlockArgument> arguments;
  // New carried values come after the old ones in all four lists.
  for (Value init : inits) {
    state.addOperands(init);
    state.addTypes(init.getType());
    loop->getRegion(0).front().addArgument(init.getType(), init.getLoc());
    arguments.push_back(body.addArgument(init.getType(), init.getLoc()));
  }
  SmallVector<Value> values(body.getTerminator()->getOperands());
  llvm::append_range(values, next(arguments));
  body.getTerminator()->setOperands(values);
  // Regions move to the new op, which has more results.
  state.addRegion();
  state.addRegion();
  IRRewriter b(loop);
  Operation *larger = b.create(state);
  for (auto [from, to] : llvm::zip_equal(loop->getRegions(), larger->getRegions()))
    to.takeBody(from);
  b.replaceOp(loop, larger->getResults().take_front(loop->getNumResults()));
  return larger;
}

// Adds a leading dim of size 1.
Value asRow(OpBuilder &b, Location loc, Value slice) {
  auto type = cast<RankedTensorType>(slice.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin(), 1);
  return stablehlo::ReshapeOp::create(b, loc, RankedTensorType::get(shape, type.getElementType()),
                                      slice);
}

Value fromRow(OpBuilder &b, Location loc, Value row, Type slice) {
  return stablehlo::ReshapeOp::create(b, loc, slice, row);
}

} // namespace spmd
