// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites ops on quantized tensors as ops on their stored integers, and says which parts a tensor
// of any type has.
#include "compiler/ops/parts.h"
#include "compiler/ops/rule.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {

/// The integer type of the stored elements.
static Type storageType(quant::QuantizedType type) {
  // The quant dialect writes i8 for both signs; StableHLO tells them apart by the type.
  unsigned width = type.getStorageTypeIntegralWidth();
  return IntegerType::get(type.getContext(), width,
                          type.isSigned() ? IntegerType::Signless : IntegerType::Unsigned);
}

SmallVector<Type, 2> partTypes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return {};
  if (auto complex = dyn_cast<ComplexType>(tensor.getElementType()))
    return SmallVector<Type, 2>(2, tensor.clone(complex.getElementType()));
  if (auto quantized = dyn_cast<quant::QuantizedType>(tensor.getElementType()))
    return {tensor.clone(storageType(quantized))};
  return {};
}

namespace {
/// The tensor type of the real numbers that quantized elements stand for. Other types are
/// unchanged.
Type expressedType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto quantized =
      tensor ? dyn_cast<quant::QuantizedType>(tensor.getElementType()) : quant::QuantizedType();
  return quantized ? tensor.clone(quantized.getExpressedType()) : type;
}

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
/// (stored - zero point) * scale.
Value dequantized(OpBuilder &b, Location loc, Value stored, RankedTensorType type) {
  PerElement numbers{b, loc, cast<quant::QuantizedType>(type.getElementType())};
  auto integers = type.clone(b.getI64Type()); // i8 - zero point may not fit i8
  Value wide = ConvertOp::create(b, loc, integers, stored);
  Value shifted = SubtractOp::create(b, loc, integers, wide, numbers.zeroPoints(integers));
  auto reals = cast<RankedTensorType>(expressedType(type));
  Value real = ConvertOp::create(b, loc, reals, shifted);
  return MulOp::create(b, loc, reals, real, numbers.scales(reals));
}

/// real / scale + zero point, clamped, rounded to nearest even and converted to the storage type.
Value quantized(OpBuilder &b, Location loc, Value real, RankedTensorType type) {
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

} // namespace

// Clones the op onto float operands: add on !quant -> dequantize both, add, quantize.
std::optional<Parts> quantizedOnParts(Operation *op, OpBuilder &b, ArrayRef<Parts> operands) {
  bool isConversion = isa<UniformQuantizeOp, UniformDequantizeOp>(op);
  if (op->getNumResults() != 1 || op->getNumRegions() || op->hasTrait<OpTrait::ConstantLike>() ||
      !(isConversion || Rules::of(op).dequantizes))
    return std::nullopt;
  IRMapping reals;
  for (auto [operand, parts] : llvm::zip_equal(op->getOperands(), operands))
    if (!partTypes(operand.getType()).empty())
      reals.map(operand,
                dequantized(b, op->getLoc(), parts[0], cast<RankedTensorType>(operand.getType())));
  Value result = op->getResult(0), real;
  if (isConversion) {
    // uniform_quantize and uniform_dequantize only convert; other ops are cloned on floats.
    real = reals.lookupOrDefault(op->getOperand(0));
  } else {
    real = b.clone(*op, reals)->getResult(0);
    real.setType(expressedType(result.getType()));
  }
  if (partTypes(result.getType()).empty())
    return Parts{real};
  return Parts{quantized(b, op->getLoc(), real, cast<RankedTensorType>(result.getType()))};
}

} // namespace spmd
