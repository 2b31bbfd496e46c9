// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fourier transforms of several dims become one transform for each, of the last dim. Then a dim
// that waits for its turn may be split over devices. The transposes in between become part of the
// transforms later (compiler/optimize/fourier_layouts.cpp).
#include "compiler/import/decompose.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {
namespace {

RankedTensorType typeOf(Value v) { return cast<RankedTensorType>(v.getType()); }

/// Exchanges a dim with the last one.
Value exchanged(OpBuilder &b, Location loc, Value x, int64_t dim) {
  auto order = llvm::to_vector(llvm::seq(typeOf(x).getRank()));
  std::swap(order[dim], order.back());
  return TransposeOp::create(b, loc, x, b.getDenseI64ArrayAttr(order));
}

/// The order of the dims matters for real transforms only: RFFT starts with the last dim, whose
/// half spectrum is kept, and IRFFT ends with it.
LogicalResult splitTransform(FftOp op, PatternRewriter &rewriter) {
  ArrayRef<int64_t> lengths = op.getFftLength();
  if (lengths.size() == 1)
    return rewriter.notifyMatchFailure(op, "it has one dim");
  const int64_t last = typeOf(op.getOperand()).getRank() - 1;
  const FftType kind = op.getFftType();
  const bool isInverse = kind == FftType::IFFT || kind == FftType::IRFFT;
  Value x = op.getOperand();
  // One transform of the last dim, and those of all other dims, from the last to the first.
  auto alongLast = [&](Value of, Type type, FftType as, int64_t length) -> Value {
    return FftOp::create(rewriter, op.getLoc(), type, of, as,
                         rewriter.getDenseI64ArrayAttr({length}));
  };
  auto alongOthers = [&] {
    for (int64_t i = 0; i + 1 < int64_t(lengths.size()); ++i) {
      const int64_t dim = last - 1 - i;
      Value turned = exchanged(rewriter, op.getLoc(), x, dim);
      turned = alongLast(turned, turned.getType(), isInverse ? FftType::IFFT : FftType::FFT,
                         lengths[lengths.size() - 2 - i]);
      x = exchanged(rewriter, op.getLoc(), turned, dim);
    }
  };
  if (kind == FftType::IRFFT)
    alongOthers();
  // The last dim alone changes its size.
  SmallVector<int64_t> shape(typeOf(x).getShape());
  shape.back() = typeOf(op->getResult(0)).getShape().back();
  x = alongLast(x, typeOf(op->getResult(0)).clone(shape), kind, lengths.back());
  if (kind != FftType::IRFFT)
    alongOthers();
  x.getDefiningOp()->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.replaceOp(op, x);
  return success();
}

} // namespace

void populateFftDecomposition(RewritePatternSet &patterns) { patterns.add(splitTransform); }

} // namespace spmd
