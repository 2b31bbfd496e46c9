// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Infers the result types of the elementwise ops, verifies them, parses and prints them, as far as
// elementwise.td does not generate this code. C numbers are constraints of each op in the StableHLO
// specification.
#include "dialects/notes.h"
#include "dialects/stablehlo/stablehlo.h"
#include "dialects/stablehlo/syntax.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;

namespace spmd::stablehlo {

/// custom<FloatFormat>: `e8m7` is 8 exponent bits and 7 mantissa bits.
static ParseResult parseFloatFormat(OpAsmParser &parser, IntegerAttr &exponent,
                                    IntegerAttr &mantissa) {
  SMLoc place = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  StringRef rest = word;
  int32_t e, m;
  if (!rest.consume_front("e") || rest.consumeInteger(10, e) || !rest.consume_front("m") ||
      rest.getAsInteger(10, m))
    return parser.emitError(place) << "'" << word << "' is not a float format such as e8m7";
  exponent = parser.getBuilder().getI32IntegerAttr(e);
  mantissa = parser.getBuilder().getI32IntegerAttr(m);
  return success();
}

static void printFloatFormat(OpAsmPrinter &printer, Operation *, IntegerAttr exponent,
                             IntegerAttr mantissa) {
  printer << 'e' << exponent.getInt() << 'm' << mantissa.getInt();
}

/// Returns the type of complex's operands for a result type; null where that is not complex:
///   tensor<2xcomplex<f32>> -> tensor<2xf32>
static Type partType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto complex = tensor ? dyn_cast<ComplexType>(tensor.getElementType()) : ComplexType();
  return complex ? tensor.clone(complex.getElementType()) : Type();
}

/// Returns the type of a real part:  complex<E> -> E,  other element types E -> E.
static Type partElementType(Value operand) {
  Type element = getElementTypeOrSelf(operand.getType());
  auto complex = dyn_cast<ComplexType>(element);
  return complex ? complex.getElementType() : element;
}

/// custom<ComplexTypes>: the text has the result's type alone, or a function type where the
/// operands' types do not follow from it:
///   stablehlo.complex %a, %b : tensor<2xcomplex<f32>>
static ParseResult parseComplexTypes(OpAsmParser &parser, Type &lhs, Type &rhs, Type &result) {
  SMLoc place = parser.getCurrentLocation();
  if (parseTypesOrSame(parser, {&lhs, &rhs, &result}))
    return failure();
  if (lhs != result || rhs != result)
    return success();
  lhs = rhs = partType(result);
  if (!lhs)
    return parser.emitError(place) << "result must be a complex tensor, got " << result;
  return success();
}

/// Prints the short form where the operands have the type of the result's parts.
static void printComplexTypes(OpAsmPrinter &printer, Operation *op, Type lhs, Type rhs,
                              Type result) {
  if (lhs == rhs && lhs == partType(result))
    printer << result;
  else
    printer.printFunctionalType(op);
}

/// custom<SelectTypes>: the types of pred and of the result, or all types as a function type where
/// the branches' types differ from the result's:
///   stablehlo.select %p, %a, %b : tensor<4xi1>, tensor<4xf32>
static ParseResult parseSelectTypes(OpAsmParser &parser, Type &pred, Type &onTrue, Type &onFalse,
                                    Type &result) {
  SMLoc place = parser.getCurrentLocation();
  SmallVector<Type> types;
  if (parser.parseTypeList(types))
    return failure();
  if (types.size() == 2) {
    pred = types[0];
    onTrue = onFalse = result = types[1];
    return success();
  }
  auto function = types.size() == 1 ? dyn_cast<FunctionType>(types[0]) : FunctionType();
  if (!function || function.getNumInputs() != 3 || function.getNumResults() != 1)
    return parser.emitError(place) << "expected the types of pred and result, or (T, T, T) -> T";
  pred = function.getInput(0);
  onTrue = function.getInput(1);
  onFalse = function.getInput(2);
  result = function.getResult(0);
  return success();
}

/// Prints the short form where both branches have the result's type.
static void printSelectTypes(OpAsmPrinter &printer, Operation *op, Type pred, Type onTrue,
                             Type onFalse, Type result) {
  if (onTrue == onFalse && onTrue == result)
    printer << pred << ", " << result;
  else
    printer.printFunctionalType(op);
}

} // namespace spmd::stablehlo

#include "dialects/stablehlo/elementwise.ops.inc"

namespace spmd::stablehlo {

void ConvertOp::build(OpBuilder &builder, OperationState &state, Value operand, Type elementType) {
  build(builder, state, tensorOf(operand).clone(elementType), operand);
}

// A conversion to the operand's own type is the identity.
OpFoldResult ConvertOp::fold(FoldAdaptor) {
  if (getOperand().getType() == getType())
    return getOperand();
  return {};
}

/// Returns the number of bits of an element, for quantized types those of the storage type:
///   complex<f32> -> 64    !quant.uniform<i8:f32, 0.5> -> 8
static int64_t bitWidth(Type element) {
  if (auto quantized = dyn_cast<quant::QuantizedType>(element))
    return quantized.getStorageTypeIntegralWidth();
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * bitWidth(complex.getElementType());
  return element.getIntOrFloatBitWidth();
}

// C1 and C2: equal widths keep the shape; different widths move the factor into a last dim; complex
// types convert to complex types only:
//   tensor<3xi32> <-> tensor<3x4xi8>
LogicalResult BitcastConvertOp::verify() {
  auto operand = tensorOf(getOperand()), result = cast<RankedTensorType>(getType());
  if (isa<ComplexType>(operand.getElementType()) != isa<ComplexType>(result.getElementType()))
    return emitOpError("converts ") << operand.getElementType() << " to " << result.getElementType()
                                    << "; complex goes to complex only" << operandNotes(*this);
  int64_t from = bitWidth(operand.getElementType()), to = bitWidth(result.getElementType());
  if (from == to) {
    if (!haveCompatibleShapes(operand, result))
      return emitOpError("between elements of ")
             << from << " bits keeps the shape, operand is " << operand << " and result is "
             << result << operandNotes(*this);
    return success();
  }
  // The tensor with the narrower elements has one dim more, whose entries are the parts of a wide
  // element.
  auto narrow = from < to ? operand : result, wide = from < to ? result : operand;
  if (narrow.getRank() != wide.getRank() + 1)
    return emitOpError("from elements of ")
           << from << " to " << to << " bits must change the rank by one, operand is " << operand
           << " and result is " << result << operandNotes(*this);
  for (auto [d, sizes] : llvm::enumerate(llvm::zip(wide.getShape(), narrow.getShape())))
    if (!areCompatibleSizes(std::get<0>(sizes), std::get<1>(sizes)))
      return emitOpError("keeps leading dims, dim ")
             << d << " has sizes " << operand.getDimSize(d) << " and " << result.getDimSize(d)
             << operandNotes(*this);
  int64_t parts = narrow.getShape().back(), bits = std::min(from, to);
  if (!ShapedType::isDynamic(parts) && parts * bits != std::max(from, to))
    return emitOpError("packs ") << parts << " elements of " << bits << " bits into one of "
                                 << std::max(from, to) << " bits; the bits must agree"
                                 << operandNotes(*this);
  return success();
}

// C2 and C3. The accessors return unsigned numbers, so they are cast back to the attributes' i32.
LogicalResult ReducePrecisionOp::verify() {
  if (int32_t(getExponentBits()) < 1)
    return emitOpError("needs at least 1 exponent bit, got ") << int32_t(getExponentBits());
  if (int32_t(getMantissaBits()) < 0)
    return emitOpError("needs at least 0 mantissa bits, got ") << int32_t(getMantissaBits());
  return success();
}

// C5: the result is quantized per axis where an operand is.
FailureOr<Type> AddOp::inferType(Adaptor adaptor, std::optional<Location> location) {
  auto lhs = tensorOf(adaptor.getLhs()), rhs = tensorOf(adaptor.getRhs());
  if (isa<quant::UniformQuantizedPerAxisType>(rhs.getElementType()))
    std::swap(lhs, rhs);
  return mostSpecific(location, {lhs, rhs});
}

// C1 without quantized types, else C2 to C7: all three are quantized, with equal storage and
// expressed types; the result is per axis exactly where an operand is, and along the same dim.
LogicalResult AddOp::verify() {
  Type lhs = getLhs().getType(), rhs = getRhs().getType(), result = getType();
  Type types[] = {lhs, rhs, result};
  auto quantized = llvm::to_vector(llvm::map_range(
      types, [](Type t) { return dyn_cast<quant::QuantizedType>(getElementTypeOrSelf(t)); }));
  size_t count = llvm::count_if(quantized, [](auto q) { return bool(q); });
  if (count == 0)
    return verifyCompatibleTypes(*this);
  if (count != 3)
    return emitOpError("is quantized in all of its types or in none, got ")
           << lhs << ", " << rhs << " and " << result << operandNotes(*this);
  if (!haveCompatibleShapes(lhs, rhs) || !haveCompatibleShapes(lhs, result))
    return emitOpError("keeps the shape, got ")
           << lhs << ", " << rhs << " and " << result << operandNotes(*this);
  for (auto q : quantized)
    if (q.getStorageType() != quantized[0].getStorageType() ||
        q.getExpressedType() != quantized[0].getExpressedType())
      return emitOpError("needs equal storage and expressed types, got ")
             << quantized[0] << " and " << q << operandNotes(*this);
  auto axis = [&](int i) { return dyn_cast<quant::UniformQuantizedPerAxisType>(quantized[i]); };
  if (bool(axis(0) || axis(1)) != bool(axis(2)))
    return emitOpError("has a result quantized per axis exactly if an operand is, got ")
           << quantized[0] << ", " << quantized[1] << " and " << quantized[2]
           << operandNotes(*this);
  for (int i : {0, 1})
    if (axis(i) && axis(i).getQuantizedDimension() != axis(2).getQuantizedDimension())
      return emitOpError("operand ")
             << i << " is quantized along dim " << axis(i).getQuantizedDimension()
             << " and the result along dim " << axis(2).getQuantizedDimension()
             << operandNotes(*this);
  return success();
}

/// Real and imaginary parts are floats of one type; the op's type constraint checks the rest.
LogicalResult ComplexOp::verify() {
  if (!areCompatible(getLhs().getType(), getRhs().getType()))
    return emitOpError("parts must have equal types, got ")
           << getLhs().getType() << " and " << getRhs().getType()
           << typeNotes({"lhs", "rhs"}, getOperands());
  return success();
}

// NOTYPE stands for the natural comparison of the element type; the attribute is then left out.
void CompareOp::build(OpBuilder &builder, OperationState &state, Value lhs, Value rhs,
                      ComparisonDirection direction, ComparisonType compareType) {
  MLIRContext *context = builder.getContext();
  bool isNatural = compareType == ComparisonType::NOTYPE;
  build(builder, state, lhs, rhs, ComparisonDirectionAttr::get(context, direction),
        isNatural ? ComparisonTypeAttr() : ComparisonTypeAttr::get(context, compareType));
}

// C2: the most specific shape of both operands, with elements of type i1.
FailureOr<Type> CompareOp::inferType(Adaptor adaptor, std::optional<Location> location) {
  FailureOr<Type> common = mostSpecific(location, adaptor.getOperands().getTypes());
  if (failed(common))
    return failure();
  return cast<RankedTensorType>(*common).clone(IntegerType::get(common->getContext(), 1));
}

// C1 and C2. Whether compare_type fits the element type (C3) is not verified, as in StableHLO.
LogicalResult CompareOp::verify() {
  if (!areCompatible(getLhs().getType(), getRhs().getType()))
    return emitOpError("compares values of one type, got ")
           << getLhs().getType() << " and " << getRhs().getType()
           << typeNotes({"lhs", "rhs"}, getOperands());
  return success();
}

/// Returns whether `value` is a scalar or has the shape of `whole`.
static bool isScalarOrShapedAs(Value value, Value whole) {
  return tensorOf(value).getRank() == 0 || haveCompatibleShapes(value.getType(), whole.getType());
}

// C1: pred is a scalar or has the branches' shape. C2: the branches have one type.
LogicalResult SelectOp::verify() {
  if (!areCompatible(getOnTrue().getType(), getOnFalse().getType()))
    return emitOpError("selects between values of one type, got ")
           << getOnTrue().getType() << " and " << getOnFalse().getType()
           << typeNotes({"pred", "on_true", "on_false"}, getOperands());
  if (!isScalarOrShapedAs(getPred(), getOnTrue()))
    return emitOpError("pred must be a scalar or have the shape of on_true, got ")
           << getPred().getType() << " and " << getOnTrue().getType()
           << typeNotes({"pred", "on_true", "on_false"}, getOperands());
  return success();
}

// C1 and C2: each bound is a scalar or has the operand's shape. C3: equal baseline element types.
LogicalResult ClampOp::verify() {
  auto element = [](Value value) {
    return baselineElementType(getElementTypeOrSelf(value.getType()));
  };
  for (auto [name, bound] : {std::pair<StringRef, Value>("min", getMin()),
                             std::pair<StringRef, Value>("max", getMax())}) {
    if (!isScalarOrShapedAs(bound, getOperand()))
      return emitOpError(name) << " must be a scalar or have the operand's shape, got "
                               << bound.getType() << " and " << getOperand().getType()
                               << typeNotes({name, "operand"}, {bound, getOperand()});
    if (element(bound) != element(getOperand()))
      return emitOpError(name) << " has elements " << element(bound) << " and the operand "
                               << element(getOperand()) << "; they must be equal"
                               << typeNotes({name, "operand"}, {bound, getOperand()});
  }
  return success();
}

} // namespace spmd::stablehlo
