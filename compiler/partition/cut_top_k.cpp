// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The k greatest elements of a split dim are among the k greatest of each piece. Equal elements
// stay in the order of their indices: candidates lie in the order of the pieces, and each op is
// stable.
//   top 2 of [64] in 4 shards   ->   4 times the top 2 of 16, then the top 2 of those 8
#include "compiler/ops/shifts.h"
#include "compiler/partition/cut_dims.h"
#include "dialects/chlo/chlo.h"
#include "dialects/sdy/values.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {
namespace {

/// An element that no other one is less than, in the total order of floats; null for types whose
/// order of bits is another one.
DenseElementsAttr leastOf(Type element) {
  auto scalar = RankedTensorType::get({}, element);
  if (auto integer = dyn_cast<IntegerType>(element)) {
    unsigned bits = integer.getWidth();
    bool isUnsigned = integer.isUnsigned() || bits == 1;
    return DenseElementsAttr::get(scalar,
                                  isUnsigned ? APInt(bits, 0) : APInt::getSignedMinValue(bits));
  }
  if (!element.isF16() && !element.isBF16() && !element.isF32() && !element.isF64())
    return {};
  const llvm::fltSemantics &format = cast<FloatType>(element).getFloatSemantics();
  return DenseElementsAttr::get(scalar, APFloat::getAllOnesValue(format));
}

/// Builds the ops of one cut; `rank` counts the dims of the operand.
class TopKCut {
public:
  TopKCut(chlo::TopKOp op, const DimCut &cut, OpBuilder &b)
      : op(op), cut(cut), b(b), loc(op.getLoc()), rank(cut.sharding.getRank()),
        k(std::min<int64_t>(op.getK(), cut.piece)) {}

  /// Whether values and indices of the candidates take fewer bytes than the elements.
  bool isWorthwhile() {
    int64_t value = bitsOf(op.getValues()), index = bitsOf(op.getIndices());
    return k * (value + index) < cut.piece * value;
  }
  /// The two results. `filler` is null if pieces are full.
  SmallVector<Value> build(Value filler) {
    Value pieces = cut.cut(b, op.getOperand(), filler);
    SmallVector<int64_t> shape(cast<RankedTensorType>(pieces.getType()).getShape());
    shape.back() = k;
    auto best = topK(pieces, shape, k, cut.cutSharding());
    // Indices of the dim: those in the piece and what precedes the piece.
    auto numbers = cast<RankedTensorType>(best.getIndices().getType());
    Value piece = placed(stablehlo::IotaOp::create(b, loc, numbers, rank - 1));
    Value length = placed(stablehlo::ConstantOp::create(
        b, loc,
        DenseElementsAttr::get(numbers, b.getIntegerAttr(numbers.getElementType(), cut.piece))));
    Value first = placed(stablehlo::MulOp::create(b, loc, piece, length));
    Value places = placed(stablehlo::AddOp::create(b, loc, best.getIndices(), first));
    // All candidates in one dim.
    SmallVector<int64_t> chosen(cast<RankedTensorType>(op.getValues().getType()).getShape());
    auto last = topK(joined(best.getValues()), chosen, op.getK(), wholeSharding());
    return {last.getValues(), elementsAt(joined(places), last.getIndices())};
  }

private:
  chlo::TopKOp op;
  const DimCut &cut;
  OpBuilder &b;
  Location loc;
  int64_t rank, k; // k of each piece

  /// Of one element.
  static int64_t bitsOf(Value value) {
    return getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
  }
  static RankedTensorType typed(Value like, ArrayRef<int64_t> shape) {
    return cast<RankedTensorType>(like.getType()).clone(shape);
  }
  Value placed(Value value) const { return ops::placed(value, cut.cutSharding()); }
  /// The sharding of the operand with its last dim whole.
  sdy::TensorShardingAttr wholeSharding() const {
    SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    dims.back() = -1;
    return withDims(cut.sharding, dims);
  }

  /// The same op on other values.
  chlo::TopKOp topK(Value value, ArrayRef<int64_t> shape, int64_t count,
                    sdy::TensorShardingAttr sharding) {
    auto made = chlo::TopKOp::create(b, loc, typed(op.getValues(), shape),
                                     typed(op.getIndices(), shape), value, count, op.getIsStable());
    for (Value result : made->getResults())
      ops::placed(result, sharding);
    return made;
  }
  /// [.., shards, k] -> [.., shards * k]
  Value joined(Value value) {
    SmallVector<int64_t> shape(cast<RankedTensorType>(value.getType()).getShape());
    shape.pop_back();
    shape.back() *= k;
    return ops::placed(stablehlo::ReshapeOp::create(b, loc, typed(value, shape), value),
                       cut.sharding);
  }
  /// result[.., i] = values[.., positions[.., i]]
  Value elementsAt(Value values, Value positions) {
    auto type = cast<RankedTensorType>(positions.getType());
    SmallVector<int64_t> batch = llvm::to_vector(llvm::seq<int64_t>(0, rank - 1)), ones(rank, 1);
    // Each position is an index vector by itself; all dims but the last go along.
    auto places = stablehlo::GatherDimensionNumbersAttr::get(
        b.getContext(), /*offsetDims=*/{}, /*collapsedSliceDims=*/{rank - 1},
        /*operandBatchingDims=*/batch, /*startIndicesBatchingDims=*/batch,
        /*startIndexMap=*/{rank - 1}, /*indexVectorDim=*/rank);
    return ops::placed(stablehlo::GatherOp::create(b, loc, type, values, positions, places, ones),
                       wholeSharding());
  }
};

/// Pieces that are filled up need an element that is never among the best.
LogicalResult cutTopK(chlo::TopKOp op, PatternRewriter &rewriter) {
  std::optional<DimCut> cut;
  if (!getElementTypeOrSelf(op.getOperand()).isIntOrFloat())
    return rewriter.notifyMatchFailure(op, "its elements are no plain numbers");
  if (int64_t rank = sdy::getTensorRank(op.getOperand()))
    cut = DimCut::of(op, op.getOperand(), rank - 1);
  DenseElementsAttr least = leastOf(getElementTypeOrSelf(op.getOperand().getType()));
  if (!cut || (cut->hasFillers() && !least))
    return rewriter.notifyMatchFailure(op, "its dim has no pieces");
  TopKCut pieces(op, *cut, rewriter);
  if (!pieces.isWorthwhile())
    return rewriter.notifyMatchFailure(op, "its candidates are as large as its elements");
  Value filler = least ? stablehlo::ConstantOp::create(rewriter, op.getLoc(), least) : Value();
  rewriter.replaceOp(op, pieces.build(filler));
  return success();
}

} // namespace

void addCutTopK(RewritePatternSet &patterns) { patterns.add(cutTopK); }

} // namespace spmd
