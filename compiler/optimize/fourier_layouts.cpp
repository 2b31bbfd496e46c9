// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The patterns of fourier_layouts.h. The routine transforms any dim, and loads and stores pairs as
// fast as parts, so nothing is left to move.
#include "compiler/optimize/fourier_layouts.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include <array>

using namespace mlir;

namespace spmd {
namespace {

RankedTensorType typeOf(Value v) { return cast<RankedTensorType>(v.getType()); }

/// Makes the same transform of other operands, of results with other types. The walk may not erase
/// the readers of the old one; it is dead when they read something else.
ir::FourierOp like(ir::FourierOp op, PatternRewriter &rewriter, TypeRange types, ValueRange parts,
                   int64_t dim) {
  auto made = ir::FourierOp::create(rewriter, op.getLoc(), types, parts, op->getAttrs());
  made.setDim(dim);
  return made;
}

/// The transform between transposes along the dim that they move; null where that is not all that
/// they do.
ir::FourierOp untransposed(ir::FourierOp op, PatternRewriter &rewriter) {
  auto before = op.getParts()[0].getDefiningOp<stablehlo::TransposeOp>();
  if (!before || op.getTurned() || op.getFromPairs() || op.getToPairs())
    return {};
  ArrayRef<int64_t> order = before.getPermutation();
  SmallVector<Value> parts;
  for (Value part : op.getParts()) {
    auto transpose = part.getDefiningOp<stablehlo::TransposeOp>();
    if (!transpose || transpose.getPermutation() != order)
      return {};
    parts.push_back(transpose.getOperand());
  }
  const SmallVector<int64_t> back = invertPermutationVector(order);
  for (Operation *user : op->getUsers())
    if (auto transpose = dyn_cast<stablehlo::TransposeOp>(user);
        !transpose || transpose.getPermutation() != ArrayRef(back))
      return {};
  // Dim i of the transposed array is dim order[i] of the operand.
  // The results get the shape that their transposes have.
  const auto types = llvm::map_to_vector(op.getResults(), [&](Value result) -> Type {
    return typeOf(result).clone(applyPermutation(typeOf(result).getShape(), back));
  });
  ir::FourierOp made = like(op, rewriter, types, parts, order[op.getDim()]);
  // All readers are transposes, whose readers read the new results.
  for (auto [result, is] : llvm::zip_equal(op.getResults(), made.getResults()))
    for (Operation *user : result.getUsers())
      rewriter.replaceAllUsesWith(user->getResult(0), is);
  return made;
}

/// The pairs that a part is sliced from as number `index`: reshape(slice(pairs)).
Value pairsOfPart(Value part, int64_t index) {
  auto reshape = part.getDefiningOp<stablehlo::ReshapeOp>();
  auto slice = reshape ? reshape.getOperand().getDefiningOp<stablehlo::SliceOp>() : nullptr;
  if (!slice)
    return {};
  // The slice takes all of every dim but the last, which has the parts.
  SmallVector<int64_t> shape(typeOf(part).getShape()), begin(shape.size(), 0), end(shape);
  shape.push_back(2);
  begin.push_back(index);
  end.push_back(index + 1);
  const bool isPart = typeOf(slice.getOperand()).getShape() == ArrayRef(shape) &&
                      slice.getStartIndices() == ArrayRef(begin) &&
                      slice.getLimitIndices() == ArrayRef(end);
  return isPart ? slice.getOperand() : Value();
}

/// The array whose pairs are these two values and nothing else reads them:
/// concatenate(reshape(re), reshape(im)).
stablehlo::ConcatenateOp pairsFrom(Value re, Value im) {
  // Null until a part has shown where it goes.
  stablehlo::ConcatenateOp all;
  for (auto [i, part] : llvm::enumerate(std::array{re, im})) {
    auto reshape =
        part.hasOneUse() ? dyn_cast<stablehlo::ReshapeOp>(*part.getUsers().begin()) : nullptr;
    SmallVector<int64_t> shape(typeOf(part).getShape());
    shape.push_back(1);
    if (!reshape || !reshape->hasOneUse() ||
        typeOf(reshape.getResult()).getShape() != ArrayRef(shape))
      return {};
    // Both columns meet in one op, the real one first.
    auto user = dyn_cast<stablehlo::ConcatenateOp>(*reshape->getUsers().begin());
    if (!user || (all && user != all) || user->getNumOperands() != 2 ||
        user->getOperand(i) != reshape.getResult() ||
        int64_t(user.getDimension()) + 1 != int64_t(shape.size()))
      return {};
    all = user;
  }
  return all;
}

/// Reads and writes pairs where it can. Null where it cannot.
ir::FourierOp onPairs(ir::FourierOp op, PatternRewriter &rewriter) {
  ir::FourierOp made;
  if (op.getParts().size() == 2) {
    // Both parts must come from one array.
    Value pairs = pairsOfPart(op.getParts()[0], 0);
    if (pairs && pairs == pairsOfPart(op.getParts()[1], 1)) {
      made = like(op, rewriter, op.getResultTypes(), pairs, op.getDim());
      made.setFromPairs(true);
      rewriter.replaceAllUsesWith(op.getResults(), made.getResults());
      op = made;
    }
  }
  // The new transform may write pairs, too.
  if (op.getNumResults() == 2)
    if (stablehlo::ConcatenateOp pairs = pairsFrom(op.getResult(0), op.getResult(1))) {
      made = like(op, rewriter, pairs.getType(), op.getParts(), op.getDim());
      made.setToPairs(true);
      rewriter.replaceAllUsesWith(pairs.getResult(), made.getResult(0));
    }
  return made;
}

LogicalResult layouts(ir::FourierOp op, PatternRewriter &rewriter) {
  // The walk does not come to what a pattern makes, so one follows the other.
  ir::FourierOp made = untransposed(op, rewriter);
  ir::FourierOp paired = onPairs(made ? made : op, rewriter);
  return success(made || paired);
}

} // namespace

void addFourierLayouts(RewritePatternSet &patterns) { patterns.add(layouts); }

} // namespace spmd
