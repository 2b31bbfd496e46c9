// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A prefix scan by windows takes n^2 / 2 combinations: result i combines the elements 0 .. i of a
// dim (or i .. n - 1). Forward scans along the last dim are cheap, because loops over rows carry
// the accumulator along. Any other dim is cut into pieces of B elements. Windows scan within each
// piece, and a prefix scan of the totals of the pieces (by the same method) gives what precedes
// each piece. This takes about B log n / log B combinations per element, each on vectors. Few long
// rows are cut, too.
#include "compiler/structure/prefix_scan_pieces.h"
#include "compiler/ops/region.h"
#include "compiler/structure/whole_tensors.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {
namespace {

/// Elements of a piece along a dim other than the last: one vector of f32 with AVX-512.
constexpr int64_t kPiece = 16;
/// Rows are cut if there are fewer than kFewRows and each has at least two pieces of kLongPiece, so
/// that all cores have work.
constexpr int64_t kFewRows = 16, kLongPiece = 4096;

using Dims = SmallVector<int64_t>;

Dims edited(ArrayRef<int64_t> dims, int64_t at, int64_t value) {
  Dims out(dims);
  out[at] = value;
  return out;
}

/// Builds the scan of one reduce_window along one dim.
class ScanBuilder {
public:
  ScanBuilder(stablehlo::ReduceWindowOp op, PrefixScan scan)
      : op(op), loc(op.getLoc()), dim(scan.dim), isReverse(scan.isReverse) {}

  /// The scan of `values`, which are tensors of one shape, by pieces of `piece` elements or, if
  /// that is 0, by pieceOf.
  SmallVector<Value> run(OpBuilder &b, ValueRange values, int64_t piece = 0) {
    auto type = cast<RankedTensorType>(values[0].getType());
    // Pieces first, if the dim is cut; otherwise one window op.
    if (piece == 0)
      piece = pieceOf(type);
    if (piece < type.getDimSize(dim))
      return byPieces(b, values, piece);
    return byWindows(b, values, dim);
  }
  /// Whether windows and loops over rows compute the scan well as it is.
  bool isDone() {
    auto type = cast<RankedTensorType>(op.getInputs()[0].getType());
    return pieceOf(type) >= type.getDimSize(dim) &&
           !(isReverse && type.getDimSize(dim) > kShortPrefixScan);
  }

private:
  /// The number of elements of a piece along the dim; the size of the dim or more if it is not cut.
  int64_t pieceOf(RankedTensorType type) const {
    int64_t size = type.getDimSize(dim);
    if (size <= kShortPrefixScan)
      return size;
    // Another dim than the last: vectors run along the last dim, so pieces are short.
    if (dim + 1 < type.getRank())
      return kPiece;
    return type.getNumElements() / size >= kFewRows || size < 2 * kLongPiece ? size : kLongPiece;
  }

  /// Applies `make(input, init)` to each of `values`.
  template <class Fn> SmallVector<Value> each(ValueRange values, Fn make) {
    SmallVector<Value> out;
    for (auto [x, init] : llvm::zip_equal(values, op.getInitValues()))
      out.push_back(make(x, init));
    return out;
  }
  static RankedTensorType typed(Value like, ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, cast<RankedTensorType>(like.getType()).getElementType());
  }

  /// Elements begin .. end - 1 along dim `at`; those outside of `x` have the initial value.
  Value window(OpBuilder &b, Value x, Value init, int64_t at, int64_t begin, int64_t end) {
    ArrayRef<int64_t> shape = cast<RankedTensorType>(x.getType()).getShape();
    int64_t size = shape[at];
    Dims none(shape.size(), 0), ones(shape.size(), 1);
    // The part of the range that exists is sliced, and the rest is padded.
    //   size 5, begin -1, end 3 -> pad(slice 0 .. 2) by one initial value in front
    Dims from = edited(none, at, std::max<int64_t>(begin, 0)),
         to = edited(shape, at, std::min(end, size));
    Value inside = x;
    if (from[at] > 0 || to[at] < size)
      inside = stablehlo::SliceOp::create(b, loc, x, from, to, ones);
    if (begin >= 0 && end <= size)
      return inside;
    return stablehlo::PadOp::create(b, loc, inside, init,
                                    edited(none, at, std::max<int64_t>(-begin, 0)),
                                    edited(none, at, std::max(end - size, int64_t(0))), none);
  }

  SmallVector<Value> reversed(OpBuilder &b, ValueRange values, int64_t at) {
    return each(values, [&](Value x, Value) -> Value {
      return stablehlo::ReverseOp::create(b, loc, x.getType(), x, b.getDenseI64ArrayAttr({at}));
    });
  }

  /// A scan along dim `at` by windows as long as the dim, for few elements or the last dim. Longer
  /// reverse scans are forward scans between reversals.
  SmallVector<Value> byWindows(OpBuilder &b, ValueRange values, int64_t at) {
    auto type = cast<RankedTensorType>(values[0].getType());
    int64_t size = type.getDimSize(at), rank = type.getRank();
    bool turns = isReverse && size > kShortPrefixScan;
    SmallVector<Value> inputs = turns ? reversed(b, values, at) : llvm::to_vector(values);
    // Padding in front for a forward scan, at the end for a reverse one.
    Dims ones(rank, 1), padding(2 * rank, 0);
    padding[2 * at + (isReverse && !turns)] = size - 1;
    OperationState state(loc, stablehlo::ReduceWindowOp::getOperationName());
    state.addOperands(inputs);
    state.addOperands(op.getInitValues());
    state.addTypes(values.getTypes());
    state.addAttribute("window_dimensions", b.getDenseI64ArrayAttr(edited(ones, at, size)));
    state.addAttribute("padding",
                       DenseIntElementsAttr::get(RankedTensorType::get({rank, 2}, b.getI64Type()),
                                                 ArrayRef<int64_t>(padding)));
    IRMapping mapping;
    op.getBody().cloneInto(state.addRegion(), mapping);
    ValueRange made = b.create(state)->getResults();
    return turns ? reversed(b, made, at) : llvm::to_vector(made);
  }

  // Cuts the dim into [pieces, piece], scans within the pieces, scans their totals, and combines.
  // size 40, piece 16 -> pieces 3, padded by 8 initial values at the end. In reverse they are the
  // first ones that the scan takes, as those of its windows are.
  SmallVector<Value> byPieces(OpBuilder &b, ValueRange values, int64_t piece) {
    Dims shape(cast<RankedTensorType>(values[0].getType()).getShape());
    int64_t size = shape[dim];
    int64_t pieces = llvm::divideCeil(size, piece), end = pieces * piece;
    Dims cut(shape);
    cut[dim] = pieces;
    cut.insert(cut.begin() + dim + 1, piece);
    Dims perPiece = edited(shape, dim, pieces), whole = edited(shape, dim, end), spread;
    for (int64_t d = 0; d < int64_t(cut.size()); ++d)
      if (d != dim + 1)
        spread.push_back(d);
    // [size] -> [pieces, piece].
    SmallVector<Value> inside = each(values, [&](Value x, Value init) -> Value {
      return stablehlo::ReshapeOp::create(b, loc, typed(x, cut), window(b, x, init, dim, 0, end));
    });
    inside = byWindows(b, inside, dim + 1);
    int64_t last = isReverse ? 0 : piece - 1, shift = isReverse ? 1 : -1;
    // The last element of a scanned piece, in reverse the first one, is the total of the piece.
    SmallVector<Value> before = each(inside, [&](Value x, Value init) -> Value {
      Value totals = stablehlo::ReshapeOp::create(b, loc, typed(x, perPiece),
                                                  window(b, x, init, dim + 1, last, last + 1));
      // Shifted by one piece, so that piece p gets the totals of the pieces before it.
      return window(b, totals, init, dim, shift, pieces + shift);
    });
    // The scan of the totals uses the same method.
    before = each(run(b, before), [&](Value x, Value) -> Value {
      return stablehlo::BroadcastInDimOp::create(b, loc, typed(x, cut), x,
                                                 b.getDenseI64ArrayAttr(spread));
    });
    SmallVector<Value> operands = isReverse ? inside : before;
    llvm::append_range(operands, isReverse ? before : inside);
    // Combine what precedes the piece with the scan within it, in the order of the scan.
    return each(onWholeTensors(b, loc, op.getBody(), cut, operands), [&](Value x, Value init) {
      return window(b, stablehlo::ReshapeOp::create(b, loc, typed(x, whole), x), init, dim, 0,
                    size);
    });
  }

  stablehlo::ReduceWindowOp op;
  Location loc;
  int64_t dim;
  bool isReverse;
};

bool isNarrow(Type element) {
  return isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
}

/// The same reduction in f32, if it adds or multiplies f8, f16 or bf16; else null. Such a scan
/// accumulates in f32 up to its end, also where totals of pieces become values of the program.
stablehlo::ReduceWindowOp inSinglePrecision(stablehlo::ReduceWindowOp op, OpBuilder &b) {
  std::optional<ir::CombineKind> combiner = combinerOfPairs(op.getBody());
  bool rounds = combiner == ir::CombineKind::Sum || combiner == ir::CombineKind::Product;
  if (!rounds || llvm::none_of(op->getResultTypes(),
                               [](Type type) { return isNarrow(getElementTypeOrSelf(type)); }))
    return {};
  auto wide = [&](Type type) -> Type {
    auto tensor = cast<RankedTensorType>(type);
    return isNarrow(tensor.getElementType()) ? tensor.clone(b.getF32Type()) : tensor;
  };
  OperationState state(op.getLoc(), stablehlo::ReduceWindowOp::getOperationName());
  for (Value operand : op->getOperands()) {
    Type type = wide(operand.getType());
    DenseElementsAttr init; // stays a constant, as prefix scans require
    if (type != operand.getType() && matchPattern(operand, m_Constant(&init)) && init.isSplat())
      operand = stablehlo::ConstantOp::create(
          b, op.getLoc(),
          DenseElementsAttr::get(
              cast<ShapedType>(type),
              Attribute(b.getFloatAttr(b.getF32Type(), asDouble(init.getSplatValue<APFloat>())))));
    else if (type != operand.getType())
      operand = stablehlo::ConvertOp::create(b, op.getLoc(), type, operand);
    state.operands.push_back(operand);
  }
  state.addTypes(llvm::map_to_vector(op->getResultTypes(), wide));
  state.addAttributes(op->getAttrs());
  state.addRegion();
  auto made = cast<stablehlo::ReduceWindowOp>(b.create(state));
  OpBuilder::InsertionGuard guard(b);
  // Rebuilds the body in f32, as one op per result.
  Block *block = b.createBlock(&made.getBody());
  for (BlockArgument argument : op.getBody().getArguments())
    block->addArgument(wide(argument.getType()), argument.getLoc());
  SmallVector<Value> results;
  for (size_t i = 0, n = made->getNumResults(); i < n; ++i) {
    Value pair[] = {block->getArgument(i), block->getArgument(n + i)};
    OperationState combine(op.getLoc(), opNameOf(*combiner), pair, {pair[0].getType()});
    results.push_back(b.create(combine)->getResult(0));
  }
  stablehlo::ReturnOp::create(b, op.getLoc(), results);
  return made;
}

} // namespace

bool isScannedByRows(stablehlo::ReduceWindowOp op, PrefixScan scan) {
  return ScanBuilder(op, scan).isDone();
}

// The element types of the results are restored by a final conversion.
SmallVector<Value> scanByPieces(stablehlo::ReduceWindowOp op, PrefixScan scan, OpBuilder &b,
                                int64_t piece) {
  stablehlo::ReduceWindowOp wide = inSinglePrecision(op, b), used = wide ? wide : op;
  SmallVector<Value> results =
      ScanBuilder(used, scan).run(b, llvm::to_vector(used.getInputs()), piece);
  for (auto [value, type] : llvm::zip_equal(results, op->getResultTypes()))
    if (value.getType() != type)
      value = stablehlo::ConvertOp::create(b, op.getLoc(), type, value);
  if (wide)
    wide.erase();
  return results;
}

} // namespace spmd
