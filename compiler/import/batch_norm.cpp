// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expands the three ops of batch normalization into elementwise ops and reductions. Types narrower
// than f32 are computed in f32, so that only the results are rounded to them. In formulas, c is the
// number of elements per feature.
#include "compiler/import/decompose.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {
namespace {

/// A tensor with operators. Vectors over features must be broadcast to the operand's shape first.
struct Array {
  OpBuilder *b;
  Location loc;
  Value v;
  Array with(Value other) const { return {b, loc, other}; }
  RankedTensorType type() const { return cast<RankedTensorType>(v.getType()); }
};
Array operator+(Array l, Array r) { return l.with(AddOp::create(*l.b, l.loc, l.type(), l.v, r.v)); }
Array operator-(Array l, Array r) {
  return l.with(SubtractOp::create(*l.b, l.loc, l.type(), l.v, r.v));
}
Array operator*(Array l, Array r) { return l.with(MulOp::create(*l.b, l.loc, l.type(), l.v, r.v)); }
Array operator/(Array l, Array r) { return l.with(DivOp::create(*l.b, l.loc, l.type(), l.v, r.v)); }
Array sqrt(Array x) { return x.with(SqrtOp::create(*x.b, x.loc, x.type(), x.v)); }
Array constant(Array like, double value) {
  auto number = Attribute(like.b->getFloatAttr(like.type().getElementType(), value));
  return like.with(
      ConstantOp::create(*like.b, like.loc, DenseElementsAttr::get(like.type(), number)));
}

/// Builds arithmetic on arrays of one shape, and reductions to one number per feature.
struct Normalization {
  OpBuilder &b;
  Location loc;
  RankedTensorType shape; // with the element type of the computation
  int64_t feature;
  Type element; // in the program

  /// `v` converted to the type of the computation.
  Array of(Value v) const { return {&b, loc, converted(v, shape.getElementType())}; }
  /// `x` converted to the type of the program.
  Value result(Array x) const { return converted(x.v, element); }
  Value converted(Value v, Type to) const {
    auto type = cast<RankedTensorType>(v.getType());
    return type.getElementType() == to ? v : Value(ConvertOp::create(b, loc, type.clone(to), v));
  }
  // A vector over features along all other dims of the operand.
  Array spread(Array vector) const {
    return of(BroadcastInDimOp::create(b, loc, shape, vector.v, b.getDenseI64ArrayAttr({feature})));
  }
  // The sum over all dims but the feature dim.
  Array sum(Array x) const {
    auto scalar = RankedTensorType::get({}, shape.getElementType());
    Value zero = ConstantOp::create(
        b, loc,
        DenseElementsAttr::get(scalar, Attribute(b.getFloatAttr(shape.getElementType(), 0))));
    auto dims =
        llvm::filter_to_vector(llvm::seq(shape.getRank()), [&](int64_t d) { return d != feature; });
    return of(ReduceOp::create(b, loc, x.v, zero, dims, AddOp::getOperationName())->getResult(0));
  }
  double count() const {
    return double(shape.getNumElements()) / double(shape.getDimSize(feature));
  }
  // (x - mean) / sqrt(variance + epsilon) * scale + offset.
  Array normalized(Array x, Array scale, Array offset, Array mean, Array variance,
                   double epsilon) const {
    Array deviation = sqrt(variance + constant(variance, epsilon));
    return (x - spread(mean)) / spread(deviation) * spread(scale) + spread(offset);
  }
};

/// Nothing for types other than floats of static shape and for operands without elements.
template <class Op> std::optional<Normalization> normalizationOf(Op op, OpBuilder &b) {
  auto shape = cast<RankedTensorType>(op.getOperand().getType());
  if (!shape.hasStaticShape() || !isa<FloatType>(shape.getElementType()) ||
      shape.getNumElements() == 0)
    return std::nullopt;
  Type element = shape.getElementType();
  if (element.getIntOrFloatBitWidth() < 32)
    shape = shape.clone(b.getF32Type());
  return Normalization{b, op.getLoc(), shape, int64_t(op.getFeatureIndex()), element};
}

/// Replaces a normalization by `results`.
template <class Op, SmallVector<Value> (*results)(Op, const Normalization &)>
LogicalResult decomposed(Op op, PatternRewriter &rewriter) {
  auto n = normalizationOf(op, rewriter);
  if (!n)
    return rewriter.notifyMatchFailure(op, "is not on floats of known shape");
  rewriter.replaceOp(op, results(op, *n));
  return success();
}

SmallVector<Value> inference(BatchNormInferenceOp op, const Normalization &n) {
  return {n.result(n.normalized(n.of(op.getOperand()), n.of(op.getScale()), n.of(op.getOffset()),
                                n.of(op.getMean()), n.of(op.getVariance()),
                                op.getEpsilon().convertToFloat()))};
}

SmallVector<Value> training(BatchNormTrainingOp op, const Normalization &n) {
  // Mean and variance are sums over c elements, divided by c.
  Array x = n.of(op.getOperand()), total = n.sum(x), count = constant(total, n.count());
  Array mean = total / count, centred = x - n.spread(mean),
        variance = n.sum(centred * centred) / count;
  Array y = n.normalized(x, n.of(op.getScale()), n.of(op.getOffset()), mean, variance,
                         op.getEpsilon().convertToFloat());
  return {n.result(y), n.result(mean), n.result(variance)};
}

/// With v = variance + epsilon, s the sum of g and p the sum of g (x - mean):
///   d x = scale / sqrt(v) / c (c g - s - (x - mean) p / v),  d scale = p / sqrt(v),  d offset = s
SmallVector<Value> gradient(BatchNormGradOp op, const Normalization &n) {
  Array g = n.of(op.getGradOutput()),
        centred = n.of(op.getOperand()) - n.spread(n.of(op.getMean()));
  Array variance = n.of(op.getVariance()),
        v = variance + constant(variance, op.getEpsilon().convertToFloat());
  // s and p are the two reductions of the formula, both over the gradient.
  Array s = n.sum(g), p = n.sum(g * centred), root = sqrt(v), count = constant(v, n.count());
  Array inner = g * constant(g, n.count()) - n.spread(s) - centred * n.spread(p / v);
  Array x = n.spread(n.of(op.getScale()) / root / count) * inner;
  return {n.result(x), n.result(p / root), n.result(s)};
}

} // namespace

void populateBatchNormDecompositions(RewritePatternSet &patterns) {
  patterns.add(decomposed<BatchNormInferenceOp, inference>);
  patterns.add(decomposed<BatchNormTrainingOp, training>);
  patterns.add(decomposed<BatchNormGradOp, gradient>);
}

} // namespace spmd
