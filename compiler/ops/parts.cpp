// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which parts a tensor has, and how functions of complex numbers, bilinear ops and ops on quantized
// elements are rewritten as ops on parts. Other ops have a form of their own in their families.
#include "compiler/ops/parts.h"
#include "compiler/elements/tensor.h"
#include "compiler/ops/quantized.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {

/// The types of a tensor's parts: real and imaginary part, or the stored integers of a quantized
/// tensor. Empty for a type without parts.
SmallVector<Type, 2> partTypes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return {};
  if (auto complex = dyn_cast<ComplexType>(tensor.getElementType()))
    return SmallVector<Type, 2>(2, tensor.clone(complex.getElementType()));
  if (auto quantized = dyn_cast<quant::QuantizedType>(tensor.getElementType()))
    return {tensor.clone(storedType(quantized))};
  return {};
}

namespace {
/// Constants with a number for each element of `like`: one number for all, or one per index along
/// the quantized axis.
struct PerElement {
  OpBuilder &b;
  Location loc;
  quant::QuantizedType type;

  // A splat constant of floats or integers.
  Value splat(RankedTensorType like, double value) const {
    Type element = like.getElementType();
    Attribute number = isa<FloatType>(element)
                           ? Attribute(b.getFloatAttr(element, value))
                           : Attribute(b.getIntegerAttr(element, int64_t(value)));
    return ConstantOp::create(b, loc, DenseElementsAttr::get(like, number));
  }
  // `uniform` and `perAxis` read the numbers from the two kinds of quantized types.
  template <class Uniform, class PerAxis>
  Value along(RankedTensorType like, Uniform uniform, PerAxis perAxis) const {
    // One scale for all elements is a splat.
    auto axis = dyn_cast<quant::UniformQuantizedPerAxisType>(type);
    if (!axis)
      return splat(like, uniform(cast<quant::UniformQuantizedType>(type)));
    SmallVector<Attribute> numbers;
    for (auto value : perAxis(axis))
      numbers.push_back(isa<FloatType>(like.getElementType())
                            ? Attribute(b.getFloatAttr(like.getElementType(), double(value)))
                            : Attribute(b.getIntegerAttr(like.getElementType(), int64_t(value))));
    // A list of scales along the axis is a constant of rank 1, broadcast to the tensor.
    auto list = RankedTensorType::get({int64_t(numbers.size())}, like.getElementType());
    Value constant = ConstantOp::create(b, loc, DenseElementsAttr::get(list, numbers));
    return BroadcastInDimOp::create(b, loc, like, constant,
                                    b.getDenseI64ArrayAttr({axis.getQuantizedDimension()}));
  }
  Value scales(RankedTensorType like) const {
    return along(like, [](auto t) { return t.getScale(); }, [](auto t) { return t.getScales(); });
  }
  Value zeroPoints(RankedTensorType like) const {
    return along(
        like, [](auto t) { return double(t.getZeroPoint()); },
        [](auto t) { return t.getZeroPoints(); });
  }
};
} // namespace

// (stored - zero point) * scale.
Value dequantizedPart(OpBuilder &b, Location loc, Value stored, Type of) {
  if (!isQuantized(of))
    return stored;
  auto type = cast<RankedTensorType>(of);
  PerElement numbers{b, loc, cast<quant::QuantizedType>(type.getElementType())};
  auto integers = type.clone(b.getI64Type()); // i8 - zero point may not fit i8
  Value wide = ConvertOp::create(b, loc, integers, stored);
  Value shifted = SubtractOp::create(b, loc, integers, wide, numbers.zeroPoints(integers));
  auto reals = cast<RankedTensorType>(expressedType(type));
  Value real = ConvertOp::create(b, loc, reals, shifted);
  return MulOp::create(b, loc, reals, real, numbers.scales(reals));
}

// real / scale + zero point, clamped, rounded to nearest even and converted to the storage type.
Value quantizedPart(OpBuilder &b, Location loc, Value real, Type of) {
  if (!isQuantized(of))
    return real;
  auto type = cast<RankedTensorType>(of);
  auto element = cast<quant::QuantizedType>(type.getElementType());
  PerElement numbers{b, loc, element};
  auto reals = cast<RankedTensorType>(real.getType());
  // The steps are those of `quantize` in quantized.cpp.
  Value place = DivOp::create(b, loc, reals, real, numbers.scales(reals));
  place = AddOp::create(b, loc, reals, place, numbers.zeroPoints(reals));
  Value least = numbers.splat(reals, double(element.getStorageTypeMin()));
  Value most = numbers.splat(reals, double(element.getStorageTypeMax()));
  place = MinOp::create(b, loc, reals, MaxOp::create(b, loc, reals, place, least), most);
  place = RoundNearestEvenOp::create(b, loc, reals, place);
  // The conversion turns NaN into 0.
  return ConvertOp::create(b, loc, cast<RankedTensorType>(partTypes(type)[0]), place);
}

// Clones the op onto float operands: add on !quant -> dequantize both, add, quantize.
std::optional<PartValues> dequantizedOnParts(Operation *op, OpBuilder &b,
                                             ArrayRef<PartValues> operands) {
  if (op->getNumResults() != 1 || op->getNumRegions())
    return std::nullopt;
  IRMapping reals;
  for (auto [operand, parts] : llvm::zip_equal(op->getOperands(), operands))
    reals.map(operand, dequantizedPart(b, op->getLoc(), parts[0], operand.getType()));
  Type type = op->getResult(0).getType();
  Value real = b.clone(*op, reals)->getResult(0);
  real.setType(expressedType(type));
  return PartValues{quantizedPart(b, op->getLoc(), real, type)};
}

// Zeros of the type of `v`.
Value zerosLike(OpBuilder &b, Value v) {
  auto type = cast<RankedTensorType>(v.getType());
  auto zero = DenseElementsAttr::get(type, Attribute(b.getFloatAttr(type.getElementType(), 0)));
  return ConstantOp::create(b, v.getLoc(), zero);
}

// Both parts are ops of their own. Fusions may then compute only the part that is used.
PartValues functionOfParts(OpBuilder &b, Location loc, StringRef function, ValueRange operands,
                           unsigned count) {
  PartValues out;
  for (unsigned part = 0; part < count; ++part)
    out.push_back(ir::ComplexPartOp::create(b, loc, operands[0].getType(), operands, function,
                                            /*imaginary=*/part == 1));
  return out;
}

/// The op as one function of all parts of its operands. A real result (comparison, magnitude) has
/// one part.
std::optional<PartValues> functionOnParts(Operation *op, OpBuilder &b, ArrayRef<PartValues> x) {
  SmallVector<Value> operands;
  for (const PartValues &argument : x)
    llvm::append_range(operands, argument);
  bool isReal = partTypes(op->getResult(0).getType()).empty();
  return functionOfParts(b, op->getLoc(), op->getName().getStringRef(), operands, isReal ? 1 : 2);
}

/// An op that is linear in each operand (matmul, convolution) as ops on the parts.
PartValues bilinearOnParts(Operation *op, OpBuilder &b, const PartValues &l, const PartValues &r) {
  auto real = partTypes(op->getResult(0).getType())[0];
  // The op with real operands keeps its attributes: dimension numbers, strides, padding.
  auto times = [&](Value x, Value y) {
    OperationState state(op->getLoc(), op->getName(), {x, y}, {real}, op->getAttrs());
    state.propertiesAttr = op->getPropertiesAsAttribute();
    return b.create(state)->getResult(0);
  };
  // real x complex: only (re, im) of the one operand are multiplied.
  if (l.size() == 1 || r.size() == 1) {
    PartValues out;
    for (Value x : l)
      for (Value y : r)
        out.push_back(times(x, y));
    return out;
  }
  // (a + bi)(c + di) = (ac - bd) + (ad + bc) i, each product being one real op.
  Value re = SubtractOp::create(b, op->getLoc(), real, times(l[0], r[0]), times(l[1], r[1]));
  return {re, AddOp::create(b, op->getLoc(), real, times(l[0], r[1]), times(l[1], r[0]))};
}

} // namespace spmd
