// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Canonicalization of single ops after partition: constant folding, identities
// (compiler/optimize/identities.h), reductions over dims of one element, results without elements,
// prefix scans over long dims, scatters of one window, slices of large values.
#include "compiler/ops/region.h"
#include "compiler/optimize/approx_top_k.h"
#include "compiler/optimize/fourier_layouts.h"
#include "compiler/optimize/identities.h"
#include "compiler/optimize/one_window.h"
#include "compiler/optimize/prefix_scan_windows.h"
#include "compiler/optimize/slice_first.h"
#include "compiler/optimize/small_matmuls.h"
#include "compiler/passes.h"
#include "compiler/structure/no_elements.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Transforms/FoldUtils.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_SIMPLIFY
#include "compiler/passes.h.inc"
namespace {

/// Replaces a reduction over dims of size 1; a sum from zero becomes a plain reshape.
///   reduce(x, init) -> op(broadcast(init), reshape(x));  a sum from zero -> reshape(x)
LogicalResult reduceOfOneElement(stablehlo::ReduceOp op, PatternRewriter &rewriter) {
  if (op.getInputs().size() != 1)
    return rewriter.notifyMatchFailure(op, "reduces several arrays at once");
  auto from = cast<RankedTensorType>(op.getInputs()[0].getType());
  auto to = cast<RankedTensorType>(op->getResult(0).getType());
  if (from.getElementType() != to.getElementType() ||
      llvm::any_of(op.getDimensions(), [&](int64_t d) { return from.getDimSize(d) != 1; }))
    return rewriter.notifyMatchFailure(op, "a reduced dim has several elements");
  std::optional<ir::CombineKind> combiner = combinerOf(op.getBody());
  if (!combiner)
    return rewriter.notifyMatchFailure(op, "the body is not one op");
  Value element = stablehlo::ReshapeOp::create(rewriter, op.getLoc(), to, op.getInputs()[0]);
  Value init = op.getInitValues()[0];
  bool isFromZero = matchPattern(init, m_Zero()) || matchPattern(init, m_AnyZeroFloat());
  if (*combiner == ir::CombineKind::Sum && isFromZero) {
    rewriter.replaceOp(op, element);
    return success();
  }
  Value start = stablehlo::BroadcastInDimOp::create(rewriter, op.getLoc(), to, init,
                                                    rewriter.getDenseI64ArrayAttr({}));
  OperationState state(op.getLoc(), opNameOf(*combiner), ValueRange{start, element}, TypeRange{to});
  rewriter.replaceOp(op, rewriter.create(state)->getResults());
  return success();
}

/// A constant of at least this many equal elements is filled in where it is needed.
constexpr int64_t kFilled = 64;

/// Writes equal elements as the broadcast of one. A constant is a part of the program, and of each
/// loop that begins with it a copy; a broadcast is computed in the op that reads it, or fills a
/// buffer.
///   constant dense<0.0> : tensor<256x128xf32>
///   -> broadcast_in_dim(constant dense<0.0> : tensor<f32>)
LogicalResult filledConstant(stablehlo::ConstantOp op, PatternRewriter &rewriter) {
  auto elements = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!elements || !elements.isSplat() || elements.getNumElements() < kFilled)
    return rewriter.notifyMatchFailure(op, "has few elements, or others than the first");
  auto type = cast<RankedTensorType>(op.getType());
  auto one = elements.resizeSplat(RankedTensorType::get({}, type.getElementType()));
  Value scalar = stablehlo::ConstantOp::create(rewriter, op.getLoc(), one);
  rewriter.replaceOpWithNewOp<stablehlo::BroadcastInDimOp>(op, type, scalar,
                                                           rewriter.getDenseI64ArrayAttr({}));
  return success();
}

/// Replaces an op whose results have no elements by constants.
void replaceByEmptyConstants(Operation *op) {
  if (!makesNoElements(op))
    return;
  OpBuilder b(op);
  for (Value result : op->getResults())
    result.replaceAllUsesWith(createEmptyConstant(b, op->getLoc(), result.getType()));
  op->erase();
}

struct Simplify : impl::SimplifyBase<Simplify> {
  using SimplifyBase::SimplifyBase;
  /// Runs each step once, in an order in which no step makes work for an earlier one.
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add(reduceOfOneElement);
    patterns.add(filledConstant);
    patterns.add(sortAndSlice);
    addIdentities(patterns, exact);
    addReductionsOfNothing(patterns);
    addPrefixScanWindows(patterns);
    addOneWindowScatters(patterns);
    addSmallMatmuls(patterns);
    addSlicesOfLarge(patterns);
    addFourierLayouts(patterns);
    const FrozenRewritePatternSet frozen(std::move(patterns));
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      function.walk<WalkOrder::PostOrder>(replaceByEmptyConstants);
      foldAndGatherConstants(function);       // first, as patterns do not look through conversions
      walkAndApplyPatterns(function, frozen); // once, as no pattern creates matches for another
      eraseDead(function);
    }
  }

  static void eraseDead(func::FuncOp function) {
    // Readers are visited before their operands, so that chains of dead ops go in one walk.
    function.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (isOpTriviallyDead(op))
        op->erase();
    });
  }

  /// Folds ops, conversions to the same type among them. Constants, also those of loop bodies, are
  /// merged and moved to the beginning of the function.
  static void foldAndGatherConstants(func::FuncOp function) {
    if (function.isExternal())
      return;
    OperationFolder folder(function.getContext());
    function.walk<WalkOrder::PostOrder>([&](Operation *op) {
      if (op->getNumRegions() == 0 && op != function)
        (void)folder.tryToFold(op);
    });
  }
};

} // namespace
} // namespace spmd
