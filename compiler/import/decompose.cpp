// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expands composite ops into primitive ones, so that propagation sees the ops that are computed.
// The patterns for Fourier transforms are in fft.cpp, those for batch normalization in
// batch_norm.cpp, that for scatters in scatter_window.cpp, random numbers in random_numbers.cpp.
#include "compiler/import/decompose.h"
#include "compiler/import/patterns_only.h"
#include "compiler/import/random_numbers.h"
#include "compiler/ops/localize.h"
#include "compiler/ops/rule.h"
#include "compiler/passes.h"
#include "compiler/structure/whole_tensors.h"
#include "dialects/chlo/chlo.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {
#define GEN_PASS_DEF_DECOMPOSE
#include "compiler/passes.h.inc"
namespace {

/// Replaces `op` by `value`, whose op takes over the discardable attributes of `op`: its sharding.
/// Without this, a sharding that the program put on the composite op would be lost.
LogicalResult replace(Operation *op, PatternRewriter &rewriter, Value value) {
  value.getDefiningOp()->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.replaceOp(op, value);
  return success();
}

/// A constant of integers that are all `number`.
Value uniform(OpBuilder &b, Location loc, ShapedType type, int64_t number) {
  auto element = Attribute(b.getIntegerAttr(type.getElementType(), number));
  return ConstantOp::create(b, loc, DenseElementsAttr::get(type, element));
}

/// The integers 0, step, 2 * step, .. along the last dim.
Value multiplesAlongLastDim(OpBuilder &b, Location loc, RankedTensorType type, int64_t step) {
  Value iota = IotaOp::create(b, loc, type, type.getRank() - 1);
  return MulOp::create(b, loc, type, iota, uniform(b, loc, type, step));
}

/// The last dim of the tensor with narrower elements indexes the pieces of an element, low bits
/// first:
///   f32[4] -> u8[4, 4]     convert(bits(x)[i] >> 8 * j)
///   u8[4, 4] -> f32[4]     bits: or over j of convert(x[i, j]) << 8 * j
/// A conversion to i1 asks whether a number is zero, so all bits but the lowest are masked out
/// first.
LogicalResult bitcastBetweenWidths(BitcastConvertOp op, PatternRewriter &rewriter) {
  auto from = cast<RankedTensorType>(op.getOperand().getType()),
       to = cast<RankedTensorType>(op.getType());
  if (!from.getElementType().isIntOrFloat() || !to.getElementType().isIntOrFloat() ||
      !from.hasStaticShape())
    return rewriter.notifyMatchFailure(op, "its elements are not plain numbers");
  unsigned fromBits = from.getElementTypeBitWidth(), toBits = to.getElementTypeBitWidth();
  if (fromBits == toBits)
    return rewriter.notifyMatchFailure(op, "the widths are equal");
  Location loc = op.getLoc();
  // i1 is signless, all other widths are unsigned, so that shifts are logical.
  auto bitsOf = [&](RankedTensorType type) {
    unsigned width = type.getElementTypeBitWidth();
    return type.clone(IntegerType::get(op.getContext(), width,
                                       width == 1 ? IntegerType::Signless : IntegerType::Unsigned));
  };
  auto cast = [&](RankedTensorType type, Value x) -> Value {
    return x.getType() == type ? x : Value(BitcastConvertOp::create(rewriter, loc, type, x));
  };
  RankedTensorType fromInts = bitsOf(from), toInts = bitsOf(to);
  Value bits = cast(fromInts, op.getOperand());
  // Wide to narrow: spread each element over the new dim and shift its pieces down.
  if (fromBits > toBits) {
    auto wide = to.clone(fromInts.getElementType());
    SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(0, from.getRank()));
    bits = BroadcastInDimOp::create(rewriter, loc, wide, bits, rewriter.getDenseI64ArrayAttr(dims));
    bits = ShiftRightLogicalOp::create(rewriter, loc, wide, bits,
                                       multiplesAlongLastDim(rewriter, loc, wide, toBits));
    if (toBits == 1)
      bits = AndOp::create(rewriter, loc, wide, bits, uniform(rewriter, loc, wide, 1));
    bits = ConvertOp::create(rewriter, loc, toInts, bits);
    // Narrow to wide: shift the pieces up and combine them by `or` along the last dim.
  } else {
    auto wide = from.clone(toInts.getElementType());
    bits = ConvertOp::create(rewriter, loc, wide, bits);
    bits = ShiftLeftOp::create(rewriter, loc, wide, bits,
                               multiplesAlongLastDim(rewriter, loc, wide, fromBits));
    Value zero = uniform(rewriter, loc, RankedTensorType::get({}, toInts.getElementType()), 0);
    bits = ReduceOp::create(rewriter, loc, bits, zero, ArrayRef<int64_t>{from.getRank() - 1},
                            "stablehlo.or")
               ->getResult(0);
  }
  return replace(op, rewriter, cast(to, bits));
}

/// A base dilation spreads the elements apart. The holes hold the initial values, so an interior
/// padding of each operand replaces the dilation.
LogicalResult padHoles(ReduceWindowOp op, PatternRewriter &rewriter) {
  auto dilations = op.getBaseDilations().value_or(ArrayRef<int64_t>());
  if (llvm::all_of(dilations, [](int64_t d) { return d == 1; }))
    return rewriter.notifyMatchFailure(op, "its operands have no holes");
  // base_dilations = [2] on [a, b] -> pad with interior 1: [a, init, b].
  SmallVector<int64_t> none(dilations.size(), 0), inner;
  for (int64_t d : dilations)
    inner.push_back(d - 1);
  for (unsigned i = 0; i < op.getInputs().size(); ++i) {
    Value padded = PadOp::create(rewriter, op.getLoc(), op.getInputs()[i], op.getInitValues()[i],
                                 none, none, inner);
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(i, padded); });
  }
  rewriter.modifyOpInPlace(op, [&] { op.removeBaseDilationsAttr(); });
  return success();
}

/// chlo.broadcast_X: broadcasts the operands to the shape of the result, then X. Operand dims are
/// aligned on the right, or become the dims `broadcast_dimensions`.
///   chlo.broadcast_add(4xf32, 3x4xf32) -> add(broadcast_in_dim(lhs, dims = [1]), rhs) on 3x4xf32
struct BroadcastThenCompute : RewritePattern {
  explicit BroadcastThenCompute(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    std::optional<OperationState> state = withoutBroadcast(op);
    if (!state)
      return rewriter.notifyMatchFailure(op, "is no op of this kind");
    auto result = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!result || !result.hasStaticShape() || !llvm::all_of(op->getOperandTypes(), [](Type t) {
          return cast<ShapedType>(t).hasStaticShape();
        }))
      return rewriter.notifyMatchFailure(op, "its shapes are not known");
    auto dims = op->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions");
    for (Value operand : op->getOperands()) {
      auto type = cast<RankedTensorType>(operand.getType());
      // Right-aligned by default, or as the attribute says for an operand of lower rank.
      SmallVector<int64_t> places =
          llvm::to_vector(llvm::seq<int64_t>(result.getRank() - type.getRank(), result.getRank()));
      if (dims && dims.size() == type.getRank() && type.getRank() != result.getRank())
        places = llvm::to_vector(dims.asArrayRef());
      auto wide = RankedTensorType::get(result.getShape(), type.getElementType());
      if (type != wide)
        operand = BroadcastInDimOp::create(rewriter, op->getLoc(), wide, operand,
                                           rewriter.getDenseI64ArrayAttr(places));
      state->operands.push_back(operand);
    }
    state->addTypes(result);
    return replace(op, rewriter, rewriter.create(*state)->getResult(0));
  }
};

// constant_like of a static shape becomes a constant.
LogicalResult constantLike(chlo::ConstantLikeOp op, PatternRewriter &rewriter) {
  auto type = cast<RankedTensorType>(op.getType());
  if (!type.hasStaticShape())
    return rewriter.notifyMatchFailure(op, "its shape is not known");
  return replace(op, rewriter,
                 ConstantOp::create(rewriter, op.getLoc(),
                                    DenseElementsAttr::get(type, Attribute(op.getValue()))));
}

// chlo.constant becomes stablehlo.constant.
LogicalResult plainConstant(chlo::ConstantOp op, PatternRewriter &rewriter) {
  return replace(op, rewriter, ConstantOp::create(rewriter, op.getLoc(), op.getValue()));
}

/// The legacy matmul contracts the last dim of lhs with the first dim of rhs.
LogicalResult generalDot(DotOp op, PatternRewriter &rewriter) {
  auto lhs = cast<RankedTensorType>(op.getLhs().getType());
  auto dims = DotDimensionNumbersAttr::get(op.getContext(), {}, {}, {lhs.getRank() - 1}, {0});
  OperationState state(op.getLoc(), DotGeneralOp::getOperationName(), {op.getLhs(), op.getRhs()},
                       {op.getType()});
  state.addAttribute("dot_dimension_numbers", dims);
  return replace(op, rewriter, rewriter.create(state)->getResult(0));
}

/// The values of a constant shape or bound operand. With those, the op becomes one of static shape.
/// Shape operands are lists of integers: dense<[2, 3]> -> {2, 3}.
std::optional<SmallVector<int64_t>> numbersOf(Value v) {
  DenseIntElementsAttr numbers;
  if (!matchPattern(v, m_Constant(&numbers)))
    return std::nullopt;
  return llvm::map_to_vector(numbers.getValues<APInt>(),
                             [](const APInt &n) { return n.getSExtValue(); });
}

// The following ops have a static result type, so their shape operand carries no information.
LogicalResult staticBroadcast(DynamicBroadcastInDimOp op, PatternRewriter &rewriter) {
  auto type = cast<RankedTensorType>(op.getType());
  if (!type.hasStaticShape() || !cast<ShapedType>(op.getOperand().getType()).hasStaticShape())
    return rewriter.notifyMatchFailure(op, "its shapes are not known");
  return replace(op, rewriter,
                 BroadcastInDimOp::create(rewriter, op.getLoc(), type, op.getOperand(),
                                          op.getBroadcastDimensionsAttr()));
}

LogicalResult staticIota(DynamicIotaOp op, PatternRewriter &rewriter) {
  auto type = cast<RankedTensorType>(op.getType());
  if (!type.hasStaticShape())
    return rewriter.notifyMatchFailure(op, "its shape is not known");
  return replace(op, rewriter, IotaOp::create(rewriter, op.getLoc(), type, op.getIotaDimension()));
}

/// JAX passes the initial values of cumsum and the like through a broadcast of a scalar to a
/// scalar. Passes that look for constants need not see through it.
LogicalResult scalarBroadcast(BroadcastInDimOp op, PatternRewriter &rewriter) {
  if (op.getType() != op.getOperand().getType() || op.getType().getRank() != 0)
    return rewriter.notifyMatchFailure(op, "its result is no scalar");
  rewriter.replaceOp(op, op.getOperand());
  return success();
}

LogicalResult staticReshape(DynamicReshapeOp op, PatternRewriter &rewriter) {
  auto type = cast<RankedTensorType>(op.getType());
  if (!type.hasStaticShape() || !cast<ShapedType>(op.getOperand().getType()).hasStaticShape())
    return rewriter.notifyMatchFailure(op, "its shapes are not known");
  return replace(op, rewriter, ReshapeOp::create(rewriter, op.getLoc(), type, op.getOperand()));
}

// Dynamic padding by constants becomes pad.
LogicalResult staticPad(DynamicPadOp op, PatternRewriter &rewriter) {
  auto low = numbersOf(op->getOperand(2)), high = numbersOf(op->getOperand(3)),
       inner = numbersOf(op->getOperand(4));
  auto type = cast<RankedTensorType>(op.getType());
  if (!low || !high || !inner || !type.hasStaticShape())
    return rewriter.notifyMatchFailure(op, "its padding is not constant");
  return replace(op, rewriter,
                 PadOp::create(rewriter, op.getLoc(), type, op->getOperand(0), op->getOperand(1),
                               *low, *high, *inner));
}

// Dynamic bounds that are constants become those of slice.
LogicalResult staticSlice(RealDynamicSliceOp op, PatternRewriter &rewriter) {
  auto begin = numbersOf(op->getOperand(1)), end = numbersOf(op->getOperand(2)),
       strides = numbersOf(op->getOperand(3));
  auto type = cast<RankedTensorType>(op.getType());
  if (!begin || !end || !strides || !type.hasStaticShape())
    return rewriter.notifyMatchFailure(op, "its bounds are not constant");
  return replace(
      op, rewriter,
      SliceOp::create(rewriter, op.getLoc(), type, op->getOperand(0), *begin, *end, *strides));
}

// The size of a static dim is a constant.
LogicalResult staticSize(GetDimensionSizeOp op, PatternRewriter &rewriter) {
  auto from = cast<RankedTensorType>(op.getOperand().getType());
  if (from.isDynamicDim(op.getDimension()))
    return rewriter.notifyMatchFailure(op, "the size is not known");
  return replace(op, rewriter,
                 uniform(rewriter, op.getLoc(), cast<ShapedType>(op.getType()),
                         from.getDimSize(op.getDimension())));
}

/// map with a body of elementwise ops becomes the body on whole tensors.
LogicalResult mapWholeTensors(MapOp op, PatternRewriter &rewriter) {
  auto shape = cast<RankedTensorType>(op->getResult(0).getType());
  // map(x, y) { add } on [4] -> add on [4].
  if (!shape.hasStaticShape() || !isElementwiseBody(op.getComputation()))
    return rewriter.notifyMatchFailure(op, "its body is more than elementwise ops");
  rewriter.replaceOp(op, onWholeTensors(rewriter, op.getLoc(), op.getComputation(),
                                        shape.getShape(), op->getOperands()));
  return success();
}

/// Solves and factors of floats of fewer than 32 bits are computed in f32, as sums over many
/// elements need.
///   cholesky(a : bf16) -> convert(cholesky(convert(a) : f32)) : bf16
template <typename Op> LogicalResult inWideFloats(Op op, PatternRewriter &rewriter) {
  auto element = dyn_cast<FloatType>(getElementTypeOrSelf(op.getType()));
  if (!element || element.getWidth() >= 32)
    return rewriter.notifyMatchFailure(op, "its elements are wide enough");
  auto convert = [&](Value v, Type to) -> Value {
    return ConvertOp::create(rewriter, op.getLoc(), cast<ShapedType>(v.getType()).clone(to), v);
  };
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(convert(operand, rewriter.getF32Type()));
  OperationState state(op.getLoc(), Op::getOperationName(), operands, {operands.back().getType()},
                       op->getAttrs());
  return replace(op, rewriter, convert(rewriter.create(state)->getResult(0), element));
}

/// A program has one replica, because its devices are partitions: replica_id is 0.
LogicalResult onlyReplica(ReplicaIdOp op, PatternRewriter &rewriter) {
  return replace(op, rewriter, uniform(rewriter, op.getLoc(), cast<ShapedType>(op.getType()), 0));
}

struct Decompose : impl::DecomposeBase<Decompose> {
  void runOnOperation() override {
    expandRandomNumbers(getOperation());
    RewritePatternSet patterns(&getContext());
    addDecompositions(patterns);
    populateFftDecomposition(patterns);
    populateBatchNormDecompositions(patterns);
    populateScatterDecomposition(patterns);
    populateOverwrittenRows(patterns);
    populatePairedBits(patterns);
    if (!usesShardings(getOperation()))
      populateAnySelection(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns), patternsOnly())))
      signalPassFailure();
  }

  /// BroadcastThenCompute matches ops by their name, all others by their class.
  static void addDecompositions(RewritePatternSet &patterns) {
    auto add = [&](auto... pattern) { (patterns.add(pattern), ...); };
    add(bitcastBetweenWidths, padHoles, constantLike, plainConstant, generalDot, staticBroadcast,
        scalarBroadcast, staticIota, staticReshape, staticPad, staticSlice, staticSize,
        mapWholeTensors, inWideFloats<CholeskyOp>, inWideFloats<TriangularSolveOp>, onlyReplica);
    patterns.add<BroadcastThenCompute>(patterns.getContext());
  }
};

} // namespace
} // namespace spmd
