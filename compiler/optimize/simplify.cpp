// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Algebra on single ops, after partition. Identities: a reduction over dims of one element adds
// nothing up; results without elements are constants; prefix scans over long dims.
#include "compiler/ops/region.h"
#include "compiler/ops/slice_first.h"
#include "compiler/optimize/identities.h"
#include "compiler/optimize/prefix_scan_windows.h"
#include "compiler/passes.h"
#include "compiler/structure/no_elements.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Transforms/FoldUtils.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace spmd {
#define GEN_PASS_DEF_SIMPLIFY
#include "compiler/passes.h.inc"
} // namespace spmd

using namespace mlir;

namespace spmd {
namespace {

bool isZero(Value value) {
  DenseElementsAttr attr;
  if (!matchPattern(value, m_Constant(&attr)) || !attr.isSplat())
    return false;
  if (isa<FloatType>(attr.getElementType()))
    return attr.getSplatValue<APFloat>().isZero();
  return isa<IntegerType>(attr.getElementType()) && attr.getSplatValue<APInt>().isZero();
}

/// reduce(x, init) over dims of size 1 -> op(broadcast(init), reshape(x)); just reshape(x) for a
/// sum from zero.
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
  if (*combiner == ir::CombineKind::Sum && isZero(init)) {
    rewriter.replaceOp(op, element);
    return success();
  }
  Value start = stablehlo::BroadcastInDimOp::create(rewriter, op.getLoc(), to, init,
                                                    rewriter.getDenseI64ArrayAttr({}));
  OperationState state(op.getLoc(), opNameOf(*combiner), ValueRange{start, element}, TypeRange{to});
  rewriter.replaceOp(op, rewriter.create(state)->getResults());
  return success();
}

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
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add(reduceOfOneElement);
    addIdentities(patterns, exact);
    addReductionsOfNothing(patterns);
    addPrefixScanWindows(patterns);
    addSlicesOfLarge(patterns);
    const FrozenRewritePatternSet frozen(std::move(patterns));
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      function.walk<WalkOrder::PostOrder>(replaceByEmptyConstants);
      foldAndGatherConstants(function);       // first: patterns do not look through conversions
      walkAndApplyPatterns(function, frozen); // once: no pattern makes what another one takes
      eraseDead(function);
    }
  }

  static void eraseDead(func::FuncOp function) {
    // Readers before what they read.
    function.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (isOpTriviallyDead(op))
        op->erase();
    });
  }

  /// Conversions to the same type go; constants, also of loops' bodies, stand at the function's
  /// beginning, each once.
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
