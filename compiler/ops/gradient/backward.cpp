// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds the ops of the backward program. Zeros are kept symbolic: an op on zeros alone is not
// made, and a zero beside another operand becomes a constant only where the op needs it.
#include "compiler/ops/backward.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/TypeUtilities.h"
#include <complex>

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {

// The cotangent of a result is the sum over its users, all of which were visited before.
Expr Backward::ct(unsigned result) { return total(op->getResult(result)); }

// Values that are not active get no entry, so that nothing is computed for them.
void Backward::replaceTotal(Value value, Expr ct) {
  if (wants(value) && ct)
    cotangents.totals[value] = ct.value;
}

// A scalar beside larger operands was used for each element, so its cotangent is the sum.
void Backward::give(Value value, Expr ct) {
  if (!wants(value) || !ct)
    return;
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getRank() == 0 && ct.type().getRank() > 0)
    ct = sum(ct, llvm::to_vector(llvm::seq<int64_t>(ct.type().getRank())));
  replaceTotal(value, total(value) + ct);
}

// A splat of the whole type: constants are placed as their users are, and broadcasts of scalars
// would hide from a reader what is multiplied.
Expr Backward::number(double number, Type type) {
  auto tensor = cast<RankedTensorType>(type);
  Type element = tensor.getElementType();
  DenseElementsAttr splat;
  if (auto complex = dyn_cast<ComplexType>(element)) {
    auto part = [&](double x) {
      return cast<FloatAttr>(b.getFloatAttr(complex.getElementType(), x)).getValue();
    };
    splat = DenseElementsAttr::get(tensor, std::complex<APFloat>(part(number), part(0)));
  } else if (isa<FloatType>(element)) {
    splat = DenseElementsAttr::get(tensor, Attribute(b.getFloatAttr(element, number)));
  } else {
    splat = DenseElementsAttr::get(tensor, Attribute(b.getIntegerAttr(element, int64_t(number))));
  }
  return of(ConstantOp::create(b, loc, splat));
}

// Indices may be unsigned or narrow; their bits are those of the two's complement.
Expr Backward::integers(ArrayRef<int64_t> values, RankedTensorType type) {
  SmallVector<APInt> wide;
  for (int64_t value : values)
    wide.emplace_back(type.getElementTypeBitWidth(), uint64_t(value), true, true);
  return of(ConstantOp::create(b, loc, DenseElementsAttr::get(type, wide)));
}

// Ops are created by name, so that this file needs no list of their classes.
Expr Backward::make(StringRef name, Type type, ArrayRef<Expr> operands,
                    ArrayRef<NamedAttribute> attributes) {
  OperationState state(loc, name);
  for (Expr operand : operands)
    state.addOperands(operand.value);
  state.addTypes(type);
  state.addAttributes(attributes);
  return of(b.create(state)->getResult(0));
}

/// The builder of either operand.
static Backward &builderOf(Expr x, Expr y) { return x ? *x.g : *y.g; }

// Each operator drops zeros, so that a facet can write its formula without asking for them.
Expr operator+(Expr x, Expr y) { return !x ? y : !y ? x : apply("stablehlo.add", x, y); }
Expr operator-(Expr x, Expr y) { return !x ? -y : !y ? x : apply("stablehlo.subtract", x, y); }
Expr operator*(Expr x, Expr y) { return !x || !y ? Expr() : apply("stablehlo.multiply", x, y); }
Expr operator/(Expr x, Expr y) { return !x ? Expr() : apply("stablehlo.divide", x, y); }
Expr operator-(Expr x) { return apply("stablehlo.negate", x); }
Expr operator+(Expr x, double y) { return x ? x + x.g->number(y, x.type()) : x; }
Expr operator-(double x, Expr y) { return y.g->number(x, y.type()) - y; }
Expr operator*(double x, Expr y) { return y ? y.g->number(x, y.type()) * y : y; }
Expr operator/(double x, Expr y) { return y.g->number(x, y.type()) / y; }

// A function of zero is written only for linear ones: the facets apply others to values.
Expr apply(StringRef op, Expr x) { return x ? x.g->make(op, x.type(), x) : x; }

// A scalar beside a larger operand is broadcast: elementwise ops want equal shapes.
Expr apply(StringRef op, Expr x, Expr y) {
  if (x.shape() != y.shape()) {
    if (x.type().getRank() == 0)
      x = broadcast(x, y.shape(), {});
    else if (y.type().getRank() == 0)
      y = broadcast(y, x.shape(), {});
  }
  return x.g->make(op, x.type(), {x, y});
}

Expr exp(Expr x) { return apply("stablehlo.exponential", x); }
Expr log(Expr x) { return apply("stablehlo.log", x); }
Expr sqrt(Expr x) { return apply("stablehlo.sqrt", x); }
Expr rsqrt(Expr x) { return apply("stablehlo.rsqrt", x); }
Expr square(Expr x) { return x * x; }

// compare has no scalar operands beside larger ones, so scalars are broadcast.
Expr compare(Expr x, StringRef direction, Expr y) {
  if (x.type().getRank() == 0 && y.type().getRank() > 0)
    x = broadcast(x, y.shape(), {});
  if (y.type().getRank() == 0 && x.type().getRank() > 0)
    y = broadcast(y, x.shape(), {});
  return x.g->of(CompareOp::create(x.g->b, x.g->loc, x.value, y.value,
                                   *symbolizeComparisonDirection(direction)));
}
Expr compare(Expr x, StringRef direction, double y) {
  return compare(x, direction, x.g->number(y, x.type()));
}

/// Makes the one that is zero a constant. False if both are zero.
static bool fill(Expr &a, Expr &b) {
  if (!a && !b)
    return false;
  Backward &g = builderOf(a, b);
  a = a ? a : g.zeros(b.type());
  b = b ? b : g.zeros(a.type());
  return true;
}

// Zeros become constants only where one branch has a value.
Expr select(Expr which, Expr yes, Expr no) {
  if (!fill(yes, no))
    return {};
  return yes.g->make("stablehlo.select", yes.type(), {which, yes, no});
}

// A conversion to the same type would be an op that only later passes drop.
Expr convert(Expr x, Type element) {
  if (!x || x.element() == element)
    return x;
  return x.g->make("stablehlo.convert", x.type().clone(element), x);
}

// A part without a cotangent is zero, but the pair needs both.
Expr complexOf(Expr re, Expr im) {
  if (!fill(re, im))
    return {};
  Type type = re.type().clone(ComplexType::get(re.element()));
  return re.g->make("stablehlo.complex", type, {re, im});
}
/// A part of complex numbers; real ones are their own.
static Expr part(StringRef op, Expr x) {
  auto complex = x ? dyn_cast<ComplexType>(x.element()) : ComplexType();
  return complex ? x.g->make(op, x.type().clone(complex.getElementType()), x) : x;
}
Expr realPart(Expr x) { return part("stablehlo.real", x); }
Expr imagPart(Expr x) { return part("stablehlo.imag", x); }
// Written by parts, as chlo.conj is not known to all readers of plain StableHLO.
Expr conj(Expr x) {
  return x && isa<ComplexType>(x.element()) ? complexOf(realPart(x), -imagPart(x)) : x;
}

/// The identity of the combiner on elements of x.
static Expr identityFor(Expr x, StringRef combiner) {
  auto scalar = RankedTensorType::get({}, x.element());
  auto bound = [&](bool isLargest) {
    Type element = x.element();
    if (auto floating = dyn_cast<FloatType>(element)) {
      const llvm::fltSemantics &semantics = floating.getFloatSemantics();
      APFloat number = APFloat::semanticsHasInf(semantics)
                           ? APFloat::getInf(semantics, !isLargest)
                           : APFloat::getLargest(semantics, !isLargest);
      return x.g->of(ConstantOp::create(
          x.g->b, x.g->loc,
          DenseElementsAttr::get(scalar, Attribute(FloatAttr::get(element, number)))));
    }
    auto integer = cast<IntegerType>(element);
    unsigned width = integer.getWidth();
    bool isUnsigned = integer.isUnsigned() || width == 1;
    APInt number = isLargest
                       ? (isUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width))
                       : (isUnsigned ? APInt::getMinValue(width) : APInt::getSignedMinValue(width));
    return x.g->of(ConstantOp::create(x.g->b, x.g->loc, DenseElementsAttr::get(scalar, number)));
  };
  if (combiner == "stablehlo.maximum" || combiner == "stablehlo.minimum")
    return bound(combiner == "stablehlo.minimum");
  return x.g->number(combiner == "stablehlo.multiply" ? 1 : 0, scalar);
}

Expr reduce(Expr x, StringRef combiner, ArrayRef<int64_t> dims) {
  if (!x || dims.empty())
    return x;
  // Dims of size 1 only go.
  SmallVector<int64_t> shape;
  for (auto [d, size] : llvm::enumerate(x.shape()))
    if (!llvm::is_contained(dims, int64_t(d)))
      shape.push_back(size);
  if (llvm::all_of(dims, [&](int64_t d) { return x.shape()[d] == 1; }))
    return reshape(x, shape);
  return x.g->of(
      ReduceOp::create(x.g->b, x.g->loc, x.value, identityFor(x, combiner).value, dims, combiner)
          ->getResult(0));
}
Expr sum(Expr x, ArrayRef<int64_t> dims) { return reduce(x, "stablehlo.add", dims); }

Expr broadcast(Expr x, ArrayRef<int64_t> shape, ArrayRef<int64_t> dims) {
  if (!x)
    return x;
  return x.g->of(BroadcastInDimOp::create(x.g->b, x.g->loc, x.type().clone(shape), x.value,
                                          x.g->b.getDenseI64ArrayAttr(dims)));
}

// Reshapes to the same shape are left out: most ranks do not change.
Expr reshape(Expr x, ArrayRef<int64_t> shape) {
  if (!x || x.shape() == shape)
    return x;
  return x.g->of(ReshapeOp::create(x.g->b, x.g->loc, x.type().clone(shape), x.value));
}

// The identity needs no op.
Expr transpose(Expr x, ArrayRef<int64_t> permutation) {
  if (!x || llvm::equal(permutation, llvm::seq<int64_t>(permutation.size())))
    return x;
  SmallVector<int64_t> shape;
  for (int64_t dim : permutation)
    shape.push_back(x.shape()[dim]);
  return x.g->of(TransposeOp::create(x.g->b, x.g->loc, x.type().clone(shape), x.value,
                                     x.g->b.getDenseI64ArrayAttr(permutation)));
}

Expr slice(Expr x, ArrayRef<int64_t> start, ArrayRef<int64_t> limit, ArrayRef<int64_t> strides) {
  if (!x)
    return x;
  return x.g->of(SliceOp::create(x.g->b, x.g->loc, x.value, start, limit, strides));
}

// Padding is the transpose of slicing; negative widths cut.
Expr pad(Expr x, ArrayRef<int64_t> low, ArrayRef<int64_t> high, ArrayRef<int64_t> interior) {
  if (!x)
    return x;
  Expr zero = x.g->zeros(RankedTensorType::get({}, x.element()));
  return x.g->of(PadOp::create(x.g->b, x.g->loc, x.value, zero.value, low, high, interior));
}

} // namespace spmd
