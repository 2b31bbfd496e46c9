// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of split windows. Window y covers the positions y * stride + k * dilation - low of the
// dilated dim, k < size; element e lies at position e * baseDilation.
#include "compiler/ops/windows.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {

bool isTrivial(const WindowDim &w) {
  return w.size == 1 && w.stride == 1 && w.low == 0 && w.high == 0;
}

bool isTiled(const WindowDim &w, int64_t size) {
  // max pooling of 2 x 2 with stride 2 is tiled along both spatial dims.
  return w.size > 1 && w.stride == w.size && w.low == 0 && w.high == 0 && w.baseDilation == 1 &&
         w.windowDilation == 1 && size % w.size == 0;
}

int64_t windowElement(ArrayRef<WindowDim> window, ArrayRef<int64_t> r, ArrayRef<int64_t> k,
                      ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) {
  int64_t position = 0;
  for (auto [d, w] : llvm::enumerate(window)) {
    // A position in the dilated operand: multiples of the base dilation hold elements, others are
    // holes.
    int64_t at = r[d] * w.stride + k[d] * w.windowDilation - w.low;
    if (at < 0 || at % w.baseDilation != 0 || at / w.baseDilation >= shape[d])
      return -1;
    position += at / w.baseDilation * strides[d];
  }
  return position;
}

/// The positions that `count` windows cover, from the first one of the first.
///   3 windows of size 2, stride 3: x x . x x . x x  ->  8
static int64_t spanOf(const WindowDim &w, int64_t count) {
  return (count - 1) * w.stride + (w.size - 1) * w.windowDilation + 1;
}

// Device p's windows begin at position p * to / shards * stride - low. The element there is the
// same for all devices, but for p times the step, where the base dilation divides that distance.
std::optional<SplitWindows> splitWindows(const WindowDim &w, int64_t from, int64_t to,
                                         int64_t shards) {
  if (from == 0 || to == 0 || w.size == 0 || from % shards != 0 || to % shards != 0 ||
      to / shards * w.stride % w.baseDilation != 0)
    return std::nullopt;
  SplitWindows split;
  split.rows = {.shards = shards,
                .rows = from / shards,
                .first = llvm::divideCeilSigned(-w.low, w.baseDilation),
                .step = to / shards * w.stride / w.baseDilation};
  split.low = split.rows.first * w.baseDilation + w.low;
  int64_t behind = spanOf(w, to / shards) - 1 - split.low; // positions behind the first element
  if (behind < 0)
    return std::nullopt; // all windows lie between elements
  split.rows.size = behind / w.baseDilation + 1;
  split.high = behind % w.baseDilation;
  return split;
}

// Window y covers the elements y * stride - low + k. The first one that reaches element 0 of a part
// is the first whose last element lies there or behind it.
std::optional<ReachingWindows> reachingWindows(const WindowDim &w, int64_t from, int64_t to,
                                               int64_t shards) {
  if (from == 0 || to == 0 || from % shards != 0 || to % shards != 0 ||
      from / shards % w.stride != 0 || w.baseDilation != 1 || w.windowDilation != 1)
    return std::nullopt;
  int64_t part = from / shards, first = llvm::divideCeilSigned(w.low - w.size + 1, w.stride),
          last = llvm::divideFloorSigned(part - 1 + w.low, w.stride);
  if (last < first)
    return std::nullopt; // no window reaches any element
  ReachingWindows reaching;
  reaching.windows = {shards, to / shards, first, part / w.stride, last - first + 1};
  reaching.rows = {shards, part, first * w.stride - w.low, part,
                   (last - first) * w.stride + w.size};
  return reaching;
}

// From the end of the last window back to the last element.
//   size 3, stride 2, low 1: from 8 elements to 4 windows  ->  (4 - 1) * 2 + 3 - 1 - 8 = 0
int64_t highPadding(const WindowDim &w, int64_t from, int64_t to) {
  int64_t dilated = from == 0 ? 0 : (from - 1) * w.baseDilation + 1;
  return spanOf(w, to) - w.low - dilated;
}

// Element `from` would lie at position from * baseDilation.
//   size 3, low 1, high 1: the last window of 14 elements covers positions 12 to 14  ->  true
bool readsBeyond(const WindowDim &w, int64_t from) {
  int64_t last = spanOf(w, windowCount(from, w)) - 1 - w.low;
  return last >= from * w.baseDilation;
}

// Numbers of one window follow each other: low, high, low, high.
DenseIntElementsAttr paddingAttr(Builder &builder, ArrayRef<WindowDim> windows) {
  SmallVector<int64_t> numbers;
  for (const WindowDim &w : windows)
    numbers.append({w.low, w.high});
  auto type = RankedTensorType::get({int64_t(windows.size()), 2}, builder.getI64Type());
  return DenseIntElementsAttr::get(type, numbers);
}

/// low <= value < high
static Value isBetween(LocalizeContext &c, Value value, int64_t low, int64_t high) {
  auto type = cast<RankedTensorType>(value.getType());
  auto compared = [&](int64_t bound, ComparisonDirection direction) {
    return c.make<CompareOp>(value, splatInteger(c, type, bound), direction);
  };
  return c.make<AndOp>(compared(low, ComparisonDirection::GE),
                       compared(high, ComparisonDirection::LT));
}

/// Which elements of `numbers`, an i32 type whose dim `dim` has the rows of `window`, lie inside of
/// the dim, which is split over `axes`. Row r of shard p is row first + step * p + r of the dim.
static Value insideOf(LocalizeContext &c, RankedTensorType numbers, int64_t dim,
                      ArrayRef<sdy::AxisRefAttr> axes, const RowWindow &window) {
  auto scalar = RankedTensorType::get({}, numbers.getElementType());
  Value begin = c.make<MulOp>(c.shardIndex(axes), splatInteger(c, scalar, window.step));
  begin = c.make<AddOp>(begin, splatInteger(c, scalar, window.first));
  Value row = c.make<AddOp>(c.make<IotaOp>(numbers, dim), scalarBroadcast(c, begin, numbers));
  // All shards together are the dim.
  return isBetween(c, row, 0, window.shards * window.rows);
}

// Nothing is filled in where no shard's rows reach beyond an end.
Value fillOutside(LocalizeContext &c, Value value, Value fill, int64_t dim,
                  ArrayRef<sdy::AxisRefAttr> axes, const RowWindow &window) {
  int64_t end = window.shards * window.rows;
  if (std::min(window.begin(0), window.begin(window.shards - 1)) >= 0 &&
      std::max(window.begin(0), window.begin(window.shards - 1)) + window.size <= end)
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  Value inside = insideOf(c, type.clone(c.builder.getI32Type()), dim, axes, window);
  return c.make<SelectOp>(inside, value, scalarBroadcast(c, fill, type));
}

namespace {

/// Builds the local form of a select_and_scatter, whose dims may be split along windows.
class SelectedScatter {
public:
  SelectedScatter(SelectAndScatterOp op, LocalizeContext &c, ArrayRef<WindowDim> windows,
                  ArrayRef<std::optional<ReachingWindows>> reaching)
      : op(op), c(c), windows(windows), reaching(reaching),
        operand(cast<RankedTensorType>(c.operands[0].getType())),
        source(cast<RankedTensorType>(c.operands[1].getType())), result(c.resultTypes[0]),
        number(c.builder.getI32Type()) {}

  /// The sources are scattered one by one into the result as one line of elements.
  Value build() {
    Value selected = select(positions());
    int64_t updates = source.getNumElements(), elements = result.getNumElements();
    auto flat = [&](Value value, SmallVector<int64_t> shape) -> Value {
      return c.make<ReshapeOp>(cast<RankedTensorType>(value.getType()).clone(shape), value);
    };
    auto line = result.clone(ArrayRef<int64_t>{elements});
    auto numbers = ScatterDimensionNumbersAttr::get(
        op.getContext(), /*updateWindowDims=*/{}, /*insertedWindowDims=*/{0},
        /*inputBatchingDims=*/{}, /*scatterIndicesBatchingDims=*/{},
        /*scatterDimsToOperandDims=*/{0}, /*indexVectorDim=*/1);
    Value places = flat(selected, {updates, 1}), values = flat(c.operands[1], {updates});
    auto scatter = ScatterOp::create(c.builder, c.loc, TypeRange{line},
                                     ValueRange{scalarBroadcast(c, c.operands[2], line)}, places,
                                     ValueRange{values}, numbers);
    // The program says how a source joins what is there.
    IRMapping mapping;
    op.getScatter().cloneInto(&scatter.getUpdateComputation(), mapping);
    return flat(scatter.getResult(0), SmallVector<int64_t>(result.getShape()));
  }

private:
  SelectAndScatterOp op;
  LocalizeContext &c;
  ArrayRef<WindowDim> windows;
  ArrayRef<std::optional<ReachingWindows>> reaching;
  RankedTensorType operand, source, result;
  Type number;

  /// The type with positions as elements.
  RankedTensorType numbersOf(RankedTensorType type) const { return type.clone(number); }
  /// For each element its position in this device's result, its size for elements of others, and
  /// -1 for those outside of the dims, which are no elements.
  Value positions() {
    RankedTensorType type = numbersOf(operand);
    // Row-major: the last dim is minor.
    Value position = splatInteger(c, type, 0), isHere, exists;
    auto both = [&](Value l, Value r) -> Value { return l ? c.make<AndOp>(l, r) : r; };
    for (int64_t d = 0; d < type.getRank(); ++d) {
      // Of this device's part: what a neighbour holds before it has negative indices.
      Value index = c.make<IotaOp>(type, d);
      if (reaching[d])
        index = c.make<AddOp>(index, splatInteger(c, type, reaching[d]->rows.first));
      int64_t size = result.getDimSize(d);
      position = c.make<AddOp>(c.make<MulOp>(position, splatInteger(c, type, size)), index);
      if (!reaching[d])
        continue;
      // Elements of a neighbour, or beyond an end of the dim.
      isHere = both(isHere, isBetween(c, index, 0, size));
      exists = both(exists, insideOf(c, type, d, c.operandAxes(0, d), reaching[d]->rows));
    }
    if (!isHere)
      return position;
    Value other = splatInteger(c, type, result.getNumElements());
    position = c.make<SelectOp>(isHere, position, other);
    return c.make<SelectOp>(exists, position, splatInteger(c, type, -1));
  }

  /// The position that each window selects; -1 for windows that do not exist.
  Value select(Value position) {
    RankedTensorType type = numbersOf(source);
    Value none = splatInteger(c, RankedTensorType::get({}, number), -1);
    // Padding of dims that are not split has the init: position -1, which is never selected, so
    // that any number of the type serves.
    OperationState state(c.loc, ReduceWindowOp::getOperationName());
    state.addOperands({c.operands[0], position, c.operands[2], none});
    state.addTypes({source.clone(operand.getElementType()), type});
    SmallVector<int64_t> sizes, strides;
    for (const WindowDim &w : windows) {
      sizes.push_back(w.size);
      strides.push_back(w.stride);
    }
    state.addAttribute("window_dimensions", c.builder.getDenseI64ArrayAttr(sizes));
    state.addAttribute("window_strides", c.builder.getDenseI64ArrayAttr(strides));
    state.addAttribute("padding", paddingAttr(c.builder, windows));
    state.addRegion();
    auto reduce = cast<ReduceWindowOp>(c.builder.create(state));
    writeBody(reduce.getBody());
    // The windows of the first and last devices may lie outside of the source.
    Value selected = reduce.getResult(1);
    for (int64_t d = 0; d < type.getRank(); ++d)
      if (reaching[d]) {
        Value exists = insideOf(c, type, d, c.operandAxes(0, d), reaching[d]->windows);
        selected = c.make<SelectOp>(exists, selected, splatInteger(c, type, -1));
      }
    return selected;
  }

  /// (value, position) of what is kept so far, then of the next element: it stays if it exists and
  /// the next one does not, or `select` says so.
  void writeBody(Region &body) {
    OpBuilder::InsertionGuard guard(c.builder);
    Block *block = c.builder.createBlock(&body);
    Type value = RankedTensorType::get({}, operand.getElementType()),
         place = RankedTensorType::get({}, number);
    SmallVector<Value> x;
    for (Type type : {value, place, value, place})
      x.push_back(block->addArgument(type, c.loc));
    // The body of the program decides between two elements that exist.
    IRMapping mapping;
    Block &select = op.getSelect().front();
    mapping.map(select.getArguments(), ValueRange{x[0], x[2]});
    for (Operation &inner : select.without_terminator())
      c.builder.clone(inner, mapping);
    Value keeps = mapping.lookupOrDefault(select.getTerminator()->getOperand(0));
    Value zero = splatInteger(c, cast<RankedTensorType>(place), 0);
    Value exists = c.make<CompareOp>(x[1], zero, ComparisonDirection::GE),
          isLast = c.make<CompareOp>(x[3], zero, ComparisonDirection::LT);
    keeps = c.make<OrOp>(isLast, c.make<AndOp>(exists, keeps));
    ReturnOp::create(
        c.builder, c.loc,
        ValueRange{c.make<SelectOp>(keeps, x[0], x[2]), c.make<SelectOp>(keeps, x[1], x[3])});
  }
};

} // namespace

// The class only keeps what all steps need.
Value scatterToSelected(SelectAndScatterOp op, LocalizeContext &c, ArrayRef<WindowDim> windows,
                        ArrayRef<std::optional<ReachingWindows>> reaching) {
  return SelectedScatter(op, c, windows, reaching).build();
}

} // namespace spmd::ops
