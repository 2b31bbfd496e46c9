// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Infers the types of, verifies, parses and prints the movement ops, as far as movement.td does not
// (StableHLO specification). Bounds of dynamic dims follow the data.
#include "dialects/stablehlo/movement.h"
#include "dialects/notes.h"
#include "dialects/stablehlo/stablehlo.h"
#include "dialects/stablehlo/syntax.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;

namespace spmd::stablehlo {

/// Returns whether all dims are static, or exactly one is dynamic and has a bound.
static bool isStaticOrBounded(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  auto isBound = [](int64_t bound) { return !ShapedType::isDynamic(bound); };
  return tensor.hasStaticShape() ||
         (tensor.getNumDynamicDims() == 1 && llvm::count_if(boundsOf(tensor), isBound) == 1);
}

/// custom<SliceRanges>: `[0:6:2, 1:5]`: start, limit and, unless it is 1, stride of each dim.
static ParseResult parseSliceRanges(OpAsmParser &parser, DenseI64ArrayAttr &starts,
                                    DenseI64ArrayAttr &limits, DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> start, limit, stride;
  auto parseRange = [&]() -> ParseResult {
    if (parser.parseInteger(start.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(limit.emplace_back()))
      return failure();
    stride.push_back(1);
    return success(failed(parser.parseOptionalColon()) ||
                   succeeded(parser.parseInteger(stride.back())));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseRange,
                                     " in the ranges of a slice"))
    return failure();
  starts = DenseI64ArrayAttr::get(parser.getContext(), start);
  limits = DenseI64ArrayAttr::get(parser.getContext(), limit);
  strides = DenseI64ArrayAttr::get(parser.getContext(), stride);
  return success();
}

static void printSliceRanges(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr starts,
                             DenseI64ArrayAttr limits, DenseI64ArrayAttr strides) {
  printer << '[';
  llvm::interleaveComma(
      llvm::zip_equal(starts.asArrayRef(), limits.asArrayRef(), strides.asArrayRef()), printer,
      [&](auto range) {
        auto [start, limit, stride] = range;
        printer << start << ':' << limit;
        if (stride != 1)
          printer << ':' << stride;
      });
  printer << ']';
}

/// custom<OperandsAndDim>: `%a, %b, dim = 1`
static ParseResult parseOperandsAndDim(OpAsmParser &parser,
                                       SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands,
                                       IntegerAttr &dim) {
  while (failed(parser.parseOptionalKeyword("dim")))
    if (parser.parseOperand(operands.emplace_back()) || parser.parseComma())
      return failure();
  int64_t number;
  if (parser.parseEqual() || parser.parseInteger(number))
    return failure();
  dim = parser.getBuilder().getI64IntegerAttr(number);
  return success();
}

static void printOperandsAndDim(OpAsmPrinter &printer, Operation *, OperandRange operands,
                                IntegerAttr dim) {
  llvm::interleaveComma(operands, printer);
  printer << ", dim = " << dim.getInt();
}

} // namespace spmd::stablehlo

#include "dialects/stablehlo/movement.ops.inc"

namespace spmd::stablehlo {

/// Verifies that a list attribute has one entry per dim.
static LogicalResult hasEntryPerDim(std::optional<Location> location, ArrayRef<int64_t> list,
                                    Value operand, StringRef name) {
  if (int64_t rank = tensorOf(operand).getRank(); int64_t(list.size()) != rank)
    return emitOptionalError(location, name, " has ", list.size(), " entries, the operand has ",
                             rank, " dims", typeNote("operand", operand));
  return success();
}

// A number becomes a scalar tensor.
void ConstantOp::build(OpBuilder &builder, OperationState &state, Attribute value) {
  if (auto number = dyn_cast<TypedAttr>(value); number && !isa<ElementsAttr>(value))
    value = DenseElementsAttr::get(RankedTensorType::get({}, number.getType()), value);
  build(builder, state, cast<ElementsAttr>(value).getType(), cast<ElementsAttr>(value));
}

/// A quantized constant has a value of integers of the storage type; else both types are equal.
bool ConstantOp::isCompatibleReturnTypes(TypeRange values, TypeRange outputs) {
  auto value = dyn_cast<RankedTensorType>(values.front()),
       output = dyn_cast<RankedTensorType>(outputs.front());
  if (!value || !output || value == output)
    return value == output;
  auto quantized = dyn_cast<quant::QuantizedType>(output.getElementType());
  return quantized && value.getShape() == output.getShape() &&
         value.getElementType().isInteger(quantized.getStorageTypeIntegralWidth());
}

LogicalResult ConstantOp::verify() {
  if (!isa<RankedTensorType>(getValue().getType()))
    return emitOpError("value must be a tensor, got ") << getValue().getType();
  return success();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

// Builds a stablehlo.constant for a folder's result; null where the value is no tensor.
Operation *StablehloDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type,
                                                 Location location) {
  auto elements = dyn_cast<ElementsAttr>(value);
  return elements && isa<RankedTensorType>(type)
             ? ConstantOp::create(builder, location, type, elements)
             : nullptr;
}

// Constants print as %c where they are integers, else as %cst.
void ConstantOp::getAsmResultNames(function_ref<void(Value, StringRef)> setName) {
  setName(getResult(), isa<IntegerType>(getElementTypeOrSelf(getType())) ? "c" : "cst");
}

// `dense<1.0> : tensor<2xf32>` after an optional dictionary; the value's type is the result's.
ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &state) {
  // A quantized constant prints generically, since value and result differ in type:
  //   stablehlo.constant() <{value = dense<1> : tensor<2xi8>}> : () -> tensor<2x!quant...>
  if (succeeded(parser.parseOptionalLParen()))
    return failure(parser.parseRParen() || parser.parseGenericOperationAfterOpName(
                                               state, ArrayRef<OpAsmParser::UnresolvedOperand>()));
  ElementsAttr value;
  if (parser.parseOptionalAttrDict(state.attributes) || parser.parseAttribute(value))
    return failure();
  state.getOrAddProperties<Properties>().value = value;
  state.addTypes(value.getType());
  return success();
}

void ConstantOp::print(OpAsmPrinter &printer) {
  if (getValue().getType() != getType()) {
    printer.printGenericOp(*this, /*printOpName=*/false);
    return;
  }
  printer.printOptionalAttrDict((*this)->getAttrs(), {"value"});
  printer << ' ' << getValue();
}

// C1: a scalar has no dim to count along.
LogicalResult IotaOp::verify() {
  if (int64_t rank = tensorOf(getOutput()).getRank(); int64_t(getIotaDimension()) >= rank)
    return emitOpError("counts along dim ")
           << getIotaDimension() << " of a result of rank " << rank;
  return success();
}

LogicalResult BroadcastInDimOp::verify() {
  return verifyBroadcast(*this, tensorOf(getOperand()), getBroadcastDimensions(),
                         tensorOf(getResult()));
}

// C1 to C6, in this order. Dims need not ascend: dims = [1, 0] also transposes.
LogicalResult verifyBroadcast(Operation *op, RankedTensorType operand, ArrayRef<int64_t> dims,
                              RankedTensorType result) {
  auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(operand.getElementType());
  auto resultPerAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(result.getElementType());
  if (bool(perAxis) != bool(resultPerAxis) ||
      (!perAxis && operand.getElementType() != result.getElementType()))
    return op->emitOpError("keeps the element type, operand is ")
           << operand << " and result is " << result << typeNote("operand", op->getOperand(0));
  if (int64_t(dims.size()) != operand.getRank())
    return op->emitOpError("maps ") << dims.size() << " dims, the operand has rank "
                                    << operand.getRank() << typeNote("operand", op->getOperand(0));
  if (failed(verifyDims(op->getLoc(), dims, result.getRank(), "broadcast_dimensions")))
    return failure();
  for (auto [d, target] : llvm::enumerate(dims)) {
    int64_t from = operand.getDimSize(d), to = result.getDimSize(target);
    if (from != 1 && !areCompatibleSizes(from, to))
      return op->emitOpError("operand dim ")
             << d << " of size " << from << " becomes result dim " << target << " of size " << to
             << "; it must be 1 or equal" << typeNote("operand", op->getOperand(0));
  }
  if (!perAxis) // C6
    return success();
  int64_t axis = perAxis.getQuantizedDimension();
  if (resultPerAxis.getQuantizedDimension() != dims[axis])
    return op->emitOpError("operand is quantized along dim ")
           << axis << ", which becomes dim " << dims[axis] << ", the result along dim "
           << resultPerAxis.getQuantizedDimension() << typeNote("operand", op->getOperand(0));
  if (operand.getDimSize(axis) == 1 && (!llvm::all_of(resultPerAxis.getScales(), [&](double s) {
        return s == perAxis.getScales()[0];
      }) || !llvm::all_of(resultPerAxis.getZeroPoints(), [&](int64_t z) {
        return z == perAxis.getZeroPoints()[0];
      })))
    return op->emitOpError("expands dim ")
           << axis << ", along which the operand is quantized; all scales and zero points "
           << "of the result must be the operand's" << typeNote("operand", op->getOperand(0));
  return success();
}

// sizes = [4]: tensor<2xf32> -> tensor<4x2xf32>.
FailureOr<Type> BroadcastOp::inferType(Adaptor adaptor, std::optional<Location> location) {
  auto operand = tensorOf(adaptor.getOperand());
  SmallVector<int64_t> shape(adaptor.getBroadcastSizes()),
      bounds(shape.size(), ShapedType::kDynamic);
  for (int64_t size : shape)
    if (size < 0)
      return emitOptionalError(location, "broadcast_sizes must not be negative, got ", size);
  llvm::append_range(shape, operand.getShape());
  llvm::append_range(bounds, boundsOf(operand));
  return tensorType(shape, bounds, operand.getElementType());
}

/// Returns the number of elements of dims [begin, end); kDynamic if one is dynamic.
static int64_t elementCount(RankedTensorType type, int64_t begin, int64_t end) {
  auto dims = type.getShape().slice(begin, end - begin);
  return llvm::is_contained(dims, ShapedType::kDynamic) ? ShapedType::kDynamic
                                                        : ShapedType::getNumElements(dims);
}

LogicalResult ReshapeOp::verify() {
  return verifyReshape(*this, tensorOf(getOperand()), tensorOf(getResult()));
}

// C1: element types, C2: numbers of elements, C3: per-axis quantization keeps its place.
LogicalResult verifyReshape(Operation *op, RankedTensorType operand, RankedTensorType result) {
  auto from = dyn_cast<quant::UniformQuantizedPerAxisType>(operand.getElementType());
  auto to = dyn_cast<quant::UniformQuantizedPerAxisType>(result.getElementType());
  if (bool(from) != bool(to) || (!from && operand.getElementType() != result.getElementType()))
    return op->emitOpError("keeps the element type, operand is ")
           << operand << " and result is " << result << typeNote("operand", op->getOperand(0));
  if (operand.hasStaticShape() && result.hasStaticShape() &&
      operand.getNumElements() != result.getNumElements())
    return op->emitOpError("keeps the number of elements, operand ")
           << operand << " has " << operand.getNumElements() << " and result " << result << " has "
           << result.getNumElements() << typeNote("operand", op->getOperand(0));
  if (!from)
    return success();
  int64_t l = from.getQuantizedDimension(), r = to.getQuantizedDimension();
  if (!areCompatibleSizes(elementCount(operand, 0, l), elementCount(result, 0, r)) ||
      !areCompatibleSizes(operand.getDimSize(l), result.getDimSize(r)) ||
      !areCompatibleSizes(elementCount(operand, l + 1, operand.getRank()),
                          elementCount(result, r + 1, result.getRank())))
    return op->emitOpError(
               "must keep the quantized dim and the numbers of elements before and after it, got ")
           << operand << " and " << result << typeNote("operand", op->getOperand(0));
  return success();
}

// C2 to C4: result dim d is operand dim permutation[d]; the quantized dim moves along.
FailureOr<Type> TransposeOp::inferType(Adaptor adaptor, std::optional<Location> location) {
  auto operand = tensorOf(adaptor.getOperand());
  ArrayRef<int64_t> permutation = adaptor.getPermutation();
  if (failed(hasEntryPerDim(location, permutation, adaptor.getOperand(), "permutation")) ||
      failed(verifyDims(location, permutation, operand.getRank(), "permutation")))
    return failure();
  SmallVector<int64_t> shape, bounds, operandBounds = boundsOf(operand);
  for (int64_t d : permutation) {
    shape.push_back(operand.getDimSize(d));
    bounds.push_back(operandBounds[d]);
  }
  Type element = operand.getElementType();
  if (auto q = dyn_cast<quant::UniformQuantizedPerAxisType>(element))
    element = quant::UniformQuantizedPerAxisType::get(
        q.getFlags(), q.getStorageType(), q.getExpressedType(), q.getScales(), q.getZeroPoints(),
        llvm::find(permutation, q.getQuantizedDimension()) - permutation.begin(),
        q.getStorageTypeMin(), q.getStorageTypeMax());
  return tensorType(shape, bounds, element);
}

LogicalResult ReverseOp::verify() {
  return verifyDims(getLoc(), getDimensions(), tensorOf(getOperand()).getRank(), "dimensions");
}

// C1 to C6: sizes and bounds add up along the dim; elsewhere they are the most specific.
FailureOr<Type> ConcatenateOp::inferType(Adaptor adaptor, std::optional<Location> location) {
  if (adaptor.getInputs().empty())
    return emitOptionalError(location, "concatenates nothing; it needs at least one operand");
  auto first = tensorOf(adaptor.getInputs().front());
  int64_t dim = adaptor.getDimension();
  if (dim < 0 || dim >= first.getRank())
    return emitOptionalError(location, "concatenates along dim ", dim, " of operands of rank ",
                             first.getRank(), typeNote("operand 0", adaptor.getInputs().front()));
  SmallVector<int64_t> shape(first.getShape()), bounds = boundsOf(first);
  // The bound of a static dim is its size.
  auto limit = [dim](RankedTensorType t) {
    return t.isDynamicDim(dim) ? boundsOf(t)[dim] : t.getDimSize(dim);
  };
  int64_t bound = limit(first);
  for (auto [i, input] : llvm::enumerate(adaptor.getInputs().drop_front())) {
    auto tensor = tensorOf(input);
    if (tensor.getRank() != first.getRank())
      return emitOptionalError(location, "operand ", i + 1, " has rank ", tensor.getRank(),
                               ", operand 0 has rank ", first.getRank(),
                               operandNotes(adaptor.getInputs()));
    if (tensor.getElementType() != first.getElementType())
      return emitOptionalError(location, "operand ", i + 1, " has elements ",
                               tensor.getElementType(), ", operand 0 has ", first.getElementType(),
                               operandNotes(adaptor.getInputs()));
    SmallVector<int64_t> otherBounds = boundsOf(tensor);
    for (int64_t d = 0; d < first.getRank(); ++d) {
      if (d == dim)
        continue;
      if (!areCompatibleSizes(shape[d], tensor.getDimSize(d)))
        return emitOptionalError(location, "operand ", i + 1, " has size ", tensor.getDimSize(d),
                                 " in dim ", d, ", the operands before have ", shape[d],
                                 operandNotes(adaptor.getInputs()));
      narrowDim(shape[d], bounds[d], tensor.getDimSize(d), otherBounds[d]);
    }
    bool isDynamic = ShapedType::isDynamic(shape[dim]) || tensor.isDynamicDim(dim);
    shape[dim] = isDynamic ? ShapedType::kDynamic : shape[dim] + tensor.getDimSize(dim);
    bool isBounded = !ShapedType::isDynamic(bound) && !ShapedType::isDynamic(limit(tensor));
    bound = isBounded ? bound + limit(tensor) : ShapedType::kDynamic;
  }
  bounds[dim] = bound;
  return tensorType(shape, bounds, first.getElementType());
}

// C1 to C4; a bound is padded as a size is.
FailureOr<Type> PadOp::inferType(Adaptor adaptor, std::optional<Location> location) {
  auto operand = tensorOf(adaptor.getOperand());
  ArrayRef<int64_t> low = adaptor.getEdgePaddingLow(), high = adaptor.getEdgePaddingHigh(),
                    interior = adaptor.getInteriorPadding();
  if (getElementTypeOrSelf(adaptor.getPaddingValue().getType()) != operand.getElementType())
    return emitOptionalError(location, "pads elements ", operand.getElementType(),
                             " with a value of type ", adaptor.getPaddingValue().getType(),
                             typeNotes({"operand", "the value"}, adaptor.getOperands()));
  if (failed(hasEntryPerDim(location, low, adaptor.getOperand(), "low padding")) ||
      failed(hasEntryPerDim(location, high, adaptor.getOperand(), "high padding")) ||
      failed(hasEntryPerDim(location, interior, adaptor.getOperand(), "interior padding")))
    return failure();
  auto padded = [&](int64_t size, int64_t d) {
    return ShapedType::isDynamic(size) ? size : paddedSize(size, low[d], high[d], interior[d]);
  };
  SmallVector<int64_t> shape, bounds;
  for (auto [d, size, bound] : llvm::enumerate(operand.getShape(), boundsOf(operand))) {
    if (interior[d] < 0)
      return emitOptionalError(location, "interior padding is ", interior[d], " in dim ", d,
                               ", it must not be negative");
    shape.push_back(padded(size, d));
    if (!ShapedType::isDynamic(shape[d]) && shape[d] < 0)
      return emitOptionalError(location, "padding cuts dim ", d, " of size ", size, " to size ",
                               shape[d], typeNote("operand", adaptor.getOperand()));
    bounds.push_back(ShapedType::isDynamic(bound) ? bound : std::max<int64_t>(padded(bound, d), 0));
  }
  return tensorType(shape, bounds, operand.getElementType());
}

// C2 to C5: [0:6:2, 1:5] of tensor<6x5xf32> -> tensor<3x4xf32>.
FailureOr<Type> SliceOp::inferType(Adaptor adaptor, std::optional<Location> location) {
  auto operand = tensorOf(adaptor.getOperand());
  ArrayRef<int64_t> starts = adaptor.getStartIndices(), limits = adaptor.getLimitIndices(),
                    strides = adaptor.getStrides();
  if (failed(hasEntryPerDim(location, starts, adaptor.getOperand(), "start_indices")) ||
      failed(hasEntryPerDim(location, limits, adaptor.getOperand(), "limit_indices")) ||
      failed(hasEntryPerDim(location, strides, adaptor.getOperand(), "strides")))
    return failure();
  SmallVector<int64_t> shape;
  for (auto [d, size] : llvm::enumerate(operand.getShape())) {
    // A dynamic dim is sliced up to its bound; without a bound the limit is not checked.
    int64_t end = ShapedType::isDynamic(size) ? boundsOf(operand)[d] : size;
    if (starts[d] < 0 || limits[d] < starts[d] || (!ShapedType::isDynamic(end) && limits[d] > end))
      return emitOptionalError(location, "slices dim ", d, " of size ", end, " from ", starts[d],
                               " to ", limits[d], "; it must be 0 <= start <= limit <= size",
                               typeNote("operand", adaptor.getOperand()));
    if (strides[d] <= 0)
      return emitOptionalError(location, "stride is ", strides[d], " in dim ", d,
                               ", it must be positive");
    shape.push_back(llvm::divideCeil(limits[d] - starts[d], strides[d]));
  }
  return RankedTensorType::get(shape, operand.getElementType());
}

} // namespace spmd::stablehlo
