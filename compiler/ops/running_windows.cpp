// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running sums, as reduce_window has them: result i of n combines elements 0 .. i of a dim (or i .. n - 1), which is n^2 / 2
// combinations by windows. Here the dim is cut into pieces: windows run inside of each, what the pieces before one come to
// is a running sum of their totals, and so on: some B log n / log B combinations for an element, each of vectors.
#include "compiler/ops/running_windows.h"
#include "compiler/ops/eval.h"
#include "compiler/ops/whole_tensors.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace spmd {
namespace {

/// Elements of a piece: one vector of f32 with AVX-512.
constexpr int64_t kPiece = 16;
/// Up to this many elements, windows cost less than pieces.
constexpr int64_t kShort = 32;

using Dims = SmallVector<int64_t>;

Dims edited(ArrayRef<int64_t> dims, int64_t at, int64_t value) {
  Dims out(dims);
  out[at] = value;
  return out;
}

/// The ops of a body without regions, by their reference meaning.
struct BodyContext : EvalContext {
  llvm::Expected<TensorList> runRegion(Region &region, ArrayRef<Tensor>) override {
    return opError(region.getParentOp(), "has a region");
  }
};

/// body(init, init) is init: one more or less of it changes no result.
bool isIdempotent(Region &body, ArrayRef<Tensor> inits) {
  DenseMap<Value, Tensor> known;
  for (BlockArgument arg : body.getArguments())
    known[arg] = inits[arg.getArgNumber() % inits.size()];
  BodyContext context;
  for (Operation &op : body.front().without_terminator()) {
    TensorList in, out(op.getNumResults());
    for (Value operand : op.getOperands()) {
      if (!known.contains(operand))
        return false; // from outside
      in.push_back(known[operand]);
    }
    if (llvm::Error error = evalOp(&op, in, out, context)) {
      llvm::consumeError(std::move(error));
      return false;
    }
    for (auto [result, value] : llvm::zip_equal(op.getResults(), out))
      known[result] = std::move(value);
  }
  return llvm::all_of(llvm::zip_equal(body.front().getTerminator()->getOperands(), inits), [&](auto pair) {
    auto [result, init] = pair;
    return known.contains(result) && known[result].toAttr() == init.toAttr();
  });
}

/// A running reduction along one dim.
class Running {
public:
  /// Nothing where `op` is none, or it may not be cut into pieces.
  static std::optional<Running> of(stablehlo::ReduceWindowOp op) {
    Running r(op);
    return r.match() ? std::optional<Running>(std::move(r)) : std::nullopt;
  }

  SmallVector<Value> byPieces(OpBuilder &b) { return run(b, llvm::to_vector(op.getInputs())); }

private:
  explicit Running(stablehlo::ReduceWindowOp op) : op(op), loc(op.getLoc()) {}

  bool match() {
    auto isOnes = [](std::optional<ArrayRef<int64_t>> given) {
      return llvm::all_of(given.value_or(ArrayRef<int64_t>()), [](int64_t v) { return v == 1; });
    };
    auto type = cast<RankedTensorType>(op.getInputs()[0].getType());
    if (!type.hasStaticShape() || !op.getPaddingAttr() || !isOnes(op.getWindowStrides()) || !isOnes(op.getBaseDilations()) ||
        !isOnes(op.getWindowDilations()) || !isElementwiseBody(op.getBody()))
      return false;
    auto padding = llvm::to_vector(op.getPaddingAttr().getValues<int64_t>());
    for (auto [d, window] : llvm::enumerate(op.getWindowDimensions())) {
      int64_t low = padding[2 * d], high = padding[2 * d + 1];
      if (window == 1 && low == 0 && high == 0)
        continue;
      bool runs = window >= type.getDimSize(d) && std::max(low, high) == window - 1 && std::min(low, high) == 0;
      if (!runs || dim >= 0)
        return false;
      dim = int64_t(d);
      isReverse = high > 0;
    }
    if (dim < 0 || type.getDimSize(dim) <= kShort)
      return false;
    TensorList inits;
    for (auto [input, init, result] : llvm::zip_equal(op.getInputs(), op.getInitValues(), op->getResults())) {
      ElementsAttr constant;
      if (!matchPattern(init, m_Constant(&constant)) || input.getType() != result.getType())
        return false;
      llvm::Expected<Tensor> value = Tensor::fromAttr(constant);
      if (!value) {
        llvm::consumeError(value.takeError());
        return false;
      }
      inits.push_back(std::move(*value));
    }
    return isIdempotent(op.getBody(), inits);
  }

  /// What `make(input, init)` makes of each of `values`.
  template <class Fn> SmallVector<Value> each(ValueRange values, Fn make) {
    SmallVector<Value> out;
    for (auto [x, init] : llvm::zip_equal(values, op.getInitValues()))
      out.push_back(make(x, init));
    return out;
  }
  static RankedTensorType typed(Value like, ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, cast<RankedTensorType>(like.getType()).getElementType());
  }

  /// Elements begin .. end - 1 of dim `at`, of which those that `x` does not have are the initial value.
  Value window(OpBuilder &b, Value x, Value init, int64_t at, int64_t begin, int64_t end) {
    ArrayRef<int64_t> shape = cast<RankedTensorType>(x.getType()).getShape();
    int64_t size = shape[at];
    Dims none(shape.size(), 0), ones(shape.size(), 1);
    Dims from = edited(none, at, std::max<int64_t>(begin, 0)), to = edited(shape, at, std::min(end, size));
    Value inside = x;
    if (from[at] > 0 || to[at] < size)
      inside = stablehlo::SliceOp::create(b, loc, typed(x, edited(shape, at, to[at] - from[at])), x, from, to, ones);
    if (begin >= 0 && end <= size)
      return inside;
    return stablehlo::PadOp::create(b, loc, typed(x, edited(shape, at, end - begin)), inside, init,
                                    edited(none, at, std::max<int64_t>(-begin, 0)), edited(none, at, std::max(end - size, int64_t(0))),
                                    none);
  }

  /// Along dim `at`, by windows as long as it is.
  SmallVector<Value> byWindows(OpBuilder &b, ValueRange values, int64_t at) {
    auto type = cast<RankedTensorType>(values[0].getType());
    int64_t size = type.getDimSize(at), rank = type.getRank();
    Dims ones(rank, 1), padding(2 * rank, 0);
    padding[2 * at + isReverse] = size - 1;
    OperationState state(loc, stablehlo::ReduceWindowOp::getOperationName());
    state.addOperands(values);
    state.addOperands(op.getInitValues());
    state.addTypes(values.getTypes());
    state.addAttribute("window_dimensions", b.getDenseI64ArrayAttr(edited(ones, at, size)));
    state.addAttribute("padding", DenseIntElementsAttr::get(RankedTensorType::get({rank, 2}, b.getI64Type()), ArrayRef<int64_t>(padding)));
    IRMapping mapping;
    op.getBody().cloneInto(state.addRegion(), mapping);
    return b.create(state)->getResults();
  }

  SmallVector<Value> run(OpBuilder &b, ValueRange values) {
    Dims shape(cast<RankedTensorType>(values[0].getType()).getShape());
    int64_t size = shape[dim];
    if (size <= kShort)
      return byWindows(b, values, dim);
    int64_t pieces = llvm::divideCeil(size, kPiece), missing = pieces * kPiece - size;
    int64_t first = isReverse ? -missing : 0, end = first + pieces * kPiece; // whole pieces from where the sum begins
    Dims cut(shape);
    cut[dim] = pieces;
    cut.insert(cut.begin() + dim + 1, kPiece);
    Dims perPiece = edited(shape, dim, pieces), whole = edited(shape, dim, pieces * kPiece), spread;
    for (int64_t d = 0; d < int64_t(cut.size()); ++d)
      if (d != dim + 1)
        spread.push_back(d);
    SmallVector<Value> inside = each(values, [&](Value x, Value init) -> Value {
      return stablehlo::ReshapeOp::create(b, loc, typed(x, cut), window(b, x, init, dim, first, end));
    });
    inside = byWindows(b, inside, dim + 1);
    int64_t last = isReverse ? 0 : kPiece - 1, shift = isReverse ? 1 : -1;
    SmallVector<Value> before = each(inside, [&](Value x, Value init) -> Value {
      Value totals = stablehlo::ReshapeOp::create(b, loc, typed(x, perPiece), window(b, x, init, dim + 1, last, last + 1));
      return window(b, totals, init, dim, shift, pieces + shift);
    });
    before = each(run(b, before), [&](Value x, Value) -> Value {
      return stablehlo::BroadcastInDimOp::create(b, loc, typed(x, cut), x, b.getDenseI64ArrayAttr(spread));
    });
    SmallVector<Value> operands = isReverse ? inside : before;
    llvm::append_range(operands, isReverse ? before : inside);
    return each(onWholeTensors(b, loc, op.getBody(), cut, operands), [&](Value x, Value init) {
      return window(b, stablehlo::ReshapeOp::create(b, loc, typed(x, whole), x), init, dim, -first, size - first);
    });
  }

  stablehlo::ReduceWindowOp op;
  Location loc;
  int64_t dim = -1;
  bool isReverse = false;
};

LogicalResult runByPieces(stablehlo::ReduceWindowOp op, PatternRewriter &rewriter) {
  std::optional<Running> running = Running::of(op);
  if (!running)
    return rewriter.notifyMatchFailure(op, "is no running sum, or a short one");
  rewriter.replaceOp(op, running->byPieces(rewriter));
  return success();
}

} // namespace

void addRunningWindows(RewritePatternSet &patterns) { patterns.add(runByPieces); }

} // namespace spmd
