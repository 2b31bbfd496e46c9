// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses, prints and verifies convolution and dynamic_conv. C numbers are constraints of
// convolution in the StableHLO specification; dynamic_conv's are numbered alike. The text of the
// dimension numbers is in convolution_dims.cpp, the size of the result in window.cpp.
#include "dialects/notes.h"
#include "dialects/stablehlo/matmul.h"
#include "dialects/stablehlo/stablehlo.h"
#include "dialects/stablehlo/syntax.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;

namespace spmd::stablehlo {

/// custom<ConvolutionDimensions>: `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]` without the brackets of
/// the attribute.
static ParseResult parseConvolutionDimensions(OpAsmParser &parser, ConvDimensionNumbersAttr &dims) {
  dims = parseConvRoles(parser);
  return success(bool(dims));
}

static void printConvolutionDimensions(OpAsmPrinter &printer, Operation *,
                                       ConvDimensionNumbersAttr dims) {
  printConvRoles(printer, dims);
}

/// Parses low and high padding of each spatial dim:
///   `[[1, 1], [0, 2]]` -> dense<[[1, 1], [0, 2]]> : tensor<2x2xi64>
static ParseResult parsePadding(OpAsmParser &parser, DenseIntElementsAttr &padding) {
  SmallVector<int64_t> values;
  int64_t rows = 0;
  auto parsePair = [&]() -> ParseResult {
    ++rows;
    int64_t low, high;
    if (parser.parseLSquare() || parser.parseInteger(low) || parser.parseComma() ||
        parser.parseInteger(high) || parser.parseRSquare())
      return failure();
    values.append({low, high});
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parsePair))
    return failure();
  padding = DenseIntElementsAttr::get(
      RankedTensorType::get({rows, 2}, parser.getBuilder().getI64Type()), values);
  return success();
}

/// Parses one flag per spatial dim: `[false, true]` or `[0, 1]`.
static ParseResult parseReversal(OpAsmParser &parser, DenseBoolArrayAttr &reversal) {
  SmallVector<bool> values;
  auto parseOne = [&]() -> ParseResult {
    SMLoc place = parser.getCurrentLocation();
    int64_t number = 0;
    // MLIR's parser reads the word true as an i1, whose sign-extended value is -1.
    if (parser.parseInteger(number))
      return failure();
    if (number < -1 || number > 1)
      return parser.emitError(place, "expected 0 or 1, true or false");
    values.push_back(number != 0);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  reversal = parser.getBuilder().getDenseBoolArrayAttr(values);
  return success();
}

/// custom<WindowAttributes>: `{stride = [2, 2], pad = [[1, 1], [1, 1]], ..}`. The fields may come
/// in any order, each at most once. A field that is absent leaves its attribute null, which means
/// the default.
static ParseResult parseWindowAttributes(OpAsmParser &parser, DenseI64ArrayAttr &strides,
                                         DenseIntElementsAttr &padding,
                                         DenseI64ArrayAttr &lhsDilation,
                                         DenseI64ArrayAttr &rhsDilation,
                                         DenseBoolArrayAttr &reversal) {
  // The words that have been read, to refuse a second one.
  llvm::SmallSetVector<StringRef, 5> seen;
  auto parseField = [&]() -> ParseResult {
    SMLoc place = parser.getCurrentLocation();
    StringRef word;
    if (parser.parseKeyword(&word) || parser.parseEqual())
      return failure();
    if (!seen.insert(word))
      return parser.emitError(place) << "`" << word << "` is given twice";
    if (word == "stride")
      return parseDimList(parser, strides);
    if (word == "pad")
      return parsePadding(parser, padding);
    if (word == "lhs_dilate")
      return parseDimList(parser, lhsDilation);
    if (word == "rhs_dilate")
      return parseDimList(parser, rhsDilation);
    if (word == "reverse")
      return parseReversal(parser, reversal);
    return parser.emitError(place)
           << "a window has stride, pad, lhs_dilate, rhs_dilate and reverse, not `" << word << "`";
  };
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseField);
}

/// Prints the fields that are present, always in the order stride, pad, lhs_dilate, rhs_dilate,
/// reverse.
static void printWindowAttributes(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr strides,
                                  DenseIntElementsAttr padding, DenseI64ArrayAttr lhsDilation,
                                  DenseI64ArrayAttr rhsDilation, DenseBoolArrayAttr reversal) {
  bool first = true;
  auto begin = [&](StringRef name) {
    printer << (first ? "" : ", ") << name << " = ";
    first = false;
  };
  auto printList = [&](StringRef name, DenseI64ArrayAttr list) {
    if (!list)
      return;
    begin(name);
    printDims(printer, list.asArrayRef());
  };
  printer << '{';
  printList("stride", strides);
  if (padding) {
    begin("pad");
    SmallVector<int64_t> edges(padding.getValues<int64_t>());
    printer << '[';
    llvm::interleaveComma(llvm::seq<size_t>(0, edges.size() / 2), printer, [&](size_t i) {
      printer << '[' << edges[2 * i] << ", " << edges[2 * i + 1] << ']';
    });
    printer << ']';
  }
  printList("lhs_dilate", lhsDilation);
  printList("rhs_dilate", rhsDilation);
  if (reversal) {
    begin("reverse");
    printer << '[';
    llvm::interleaveComma(reversal.asArrayRef(), printer,
                          [&](bool value) { printer << (value ? "true" : "false"); });
    printer << ']';
  }
  printer << '}';
}

/// C12 and C13 for the input, C17 and C18 for the kernel, C19 and C20 for the output: each dim of
/// the tensor has exactly one role. `first` and `second` are the two dims that are not spatial.
static LogicalResult verifyRoles(Operation *op, StringRef tensor, int64_t rank, int64_t first,
                                 int64_t second, ArrayRef<int64_t> spatial) {
  if (int64_t(spatial.size()) != rank - 2)
    return op->emitOpError("has ")
           << spatial.size() << " " << tensor << " spatial dims; a tensor of rank " << rank
           << " has " << rank - 2 << typeNotes({"lhs", "rhs"}, op->getOperands());
  SmallVector<int64_t> all(spatial);
  all.append({first, second});
  return verifyDims(op->getLoc(), all, rank, ("list of " + tensor + " dims").str());
}

/// Fails if `size`, that of dim `dim` of `tensor`, is no multiple of `count`. Dynamic sizes pass.
static LogicalResult verifyMultiple(Operation *op, StringRef tensor, int64_t dim, int64_t size,
                                    StringRef countName, int64_t count) {
  if (ShapedType::isDynamic(size) || size % count == 0)
    return success();
  return op->emitOpError("has ") << tensor << " dim " << dim << " of size " << size
                                 << ", which is no multiple of " << countName << " " << count
                                 << typeNotes({"lhs", "rhs"}, op->getOperands());
}

/// C1 and C26 (ranks), and C10 to C24: roles of dims, and group counts. Attribute constraints
/// ensure C21 and C22:
///   lhs 1x8x8x6, feature_group_count 3 -> the kernel's input feature dim has size 2
template <class Op> static LogicalResult verifyDimsAndGroups(Op op) {
  RankedTensorType lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
  ConvDimensionNumbersAttr dims = op.getDimensionNumbers();
  int64_t rank = lhs.getRank();
  if (rank < 2 || rhs.getRank() != rank || op.getResult().getType().getRank() != rank) // C1, C26
    return op.emitOpError("has lhs of rank ")
           << rank << ", rhs of rank " << rhs.getRank() << " and a result of rank "
           << op.getResult().getType().getRank() << "; the ranks must be equal and at least 2"
           << typeNotes({"lhs", "rhs"}, op->getOperands());
  if (failed(verifyRoles(op, "input", rank, dims.getInputBatchDimension(),
                         dims.getInputFeatureDimension(), dims.getInputSpatialDimensions())) ||
      failed(verifyRoles(op, "kernel", rank, dims.getKernelInputFeatureDimension(),
                         dims.getKernelOutputFeatureDimension(),
                         dims.getKernelSpatialDimensions())) ||
      failed(verifyRoles(op, "output", rank, dims.getOutputBatchDimension(),
                         dims.getOutputFeatureDimension(), dims.getOutputSpatialDimensions())))
    return failure();
  int64_t batchDim = dims.getInputBatchDimension(), featureDim = dims.getInputFeatureDimension();
  int64_t inDim = dims.getKernelInputFeatureDimension(),
          outDim = dims.getKernelOutputFeatureDimension();
  int64_t features = lhs.getDimSize(featureDim), inFeatures = rhs.getDimSize(inDim);
  int64_t featureGroups = op.getFeatureGroupCount(), batchGroups = op.getBatchGroupCount();
  // C23, then C10, C11, C15 and C16.
  if (featureGroups != 1 && batchGroups != 1)
    return op.emitOpError("has feature_group_count ") << featureGroups << " and batch_group_count "
                                                      << batchGroups << "; one of them must be 1";
  if (failed(verifyMultiple(op, "lhs", batchDim, lhs.getDimSize(batchDim), "batch_group_count",
                            batchGroups)) ||
      failed(
          verifyMultiple(op, "lhs", featureDim, features, "feature_group_count", featureGroups)) ||
      failed(verifyMultiple(op, "rhs", outDim, rhs.getDimSize(outDim), "batch_group_count",
                            batchGroups)) ||
      failed(verifyMultiple(op, "rhs", outDim, rhs.getDimSize(outDim), "feature_group_count",
                            featureGroups)))
    return failure();
  // C14: a kernel reads the input features of one group.
  if (!ShapedType::isDynamic(features) && !areCompatibleSizes(features / featureGroups, inFeatures))
    return op.emitOpError("has ") << features << " input features in " << featureGroups
                                  << " groups, and rhs dim " << inDim << " of size " << inFeatures
                                  << "; it must be of size " << features / featureGroups
                                  << typeNotes({"lhs", "rhs"}, op->getOperands());
  return verifyPrecisions(op, op.getPrecisionConfigAttr()); // C24
}

/// C27 to C34: element types. Quantized operands follow the rules that dot_general shares
/// (matmul.h), and per-axis quantization runs along the output features. The result's element type
/// is free in a convolution without quantization, as in the verifier of the StableHLO dialect.
template <class Op> static LogicalResult verifyElementTypes(Op op) {
  RankedTensorType lhs = op.getLhs().getType(), rhs = op.getRhs().getType(),
                   result = op.getResult().getType();
  ConvDimensionNumbersAttr dims = op.getDimensionNumbers();
  if (failed(verifyQuantizedMatmul(op, lhs, rhs, result)))
    return failure();
  // Verifies that a type is quantized along `dim` if it is quantized per axis.
  auto along = [&](StringRef name, RankedTensorType type, int64_t dim) -> LogicalResult {
    auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(type.getElementType());
    if (!perAxis || perAxis.getQuantizedDimension() == dim)
      return success();
    return op.emitOpError("has ") << name << " quantized along dim "
                                  << perAxis.getQuantizedDimension()
                                  << "; it must be the output feature dim " << dim
                                  << typeNotes({"lhs", "rhs"}, op->getOperands());
  };
  // After verifyQuantizedMatmul, rhs is quantized if any of the three is.
  if (isa<quant::QuantizedType>(rhs.getElementType())) {
    if (failed(along("rhs", rhs, dims.getKernelOutputFeatureDimension()))) // C29
      return failure();
    return along("the result", result, dims.getOutputFeatureDimension()); // C30
  }
  if (lhs.getElementType() != rhs.getElementType()) // C27
    return op.emitOpError("has lhs of element type ")
           << lhs.getElementType() << " and rhs of element type " << rhs.getElementType()
           << "; they must be equal" << typeNotes({"lhs", "rhs"}, op->getOperands());
  return success();
}

/// Returns the list, or an empty one, which means the default to windowDims.
static ArrayRef<int64_t> orEmpty(std::optional<ArrayRef<int64_t>> list) {
  return list.value_or(ArrayRef<int64_t>());
}

// The sizes of the window are the kernel's spatial sizes; strides, padding and dilations come from
// the attributes. Fails, with a diagnostic, where C2 to C8 do not hold.
FailureOr<SmallVector<WindowDim>> ConvolutionOp::window() {
  SmallVector<int64_t> sizes;
  for (int64_t dim : getDimensionNumbers().getKernelSpatialDimensions())
    sizes.push_back(getRhs().getType().getDimSize(dim));
  return windowDims(getLoc(), int64_t(sizes.size()), sizes, orEmpty(getWindowStrides()),
                    getPaddingAttr(), orEmpty(getLhsDilation()), orEmpty(getRhsDilation()));
}

/// C9: window_reversal has one entry per spatial dim.
static LogicalResult verifyReversal(Operation *op, std::optional<ArrayRef<bool>> reversal,
                                    int64_t spatialDims) {
  if (!reversal || int64_t(reversal->size()) == spatialDims)
    return success();
  return op->emitOpError("has window_reversal with ")
         << reversal->size() << " entries; there are " << spatialDims << " spatial dims"
         << typeNotes({"lhs", "rhs"}, op->getOperands());
}

// Roles and groups first, since the size computation (C25) reads the dims by their roles:
//   lhs [b, 0, 1, f] 1x8x8x3, rhs [0, 1, i, o] 3x3x3x16, stride 2, pad 1 -> 1x4x4x16
LogicalResult ConvolutionOp::verify() {
  if (failed(verifyDimsAndGroups(*this)))
    return failure();
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType(),
                   result = getResult().getType();
  ConvDimensionNumbersAttr dims = getDimensionNumbers();
  ArrayRef<int64_t> inputSpatial = dims.getInputSpatialDimensions();
  FailureOr<SmallVector<WindowDim>> window = this->window(); // C2 to C8
  if (failed(window) || failed(verifyReversal(*this, getWindowReversal(), inputSpatial.size())))
    return failure();
  // C25: batch groups divide the batch; the kernel gives the output features; the windows that fit
  // give the spatial sizes.
  SmallVector<int64_t> shape(lhs.getRank());
  int64_t batch = lhs.getDimSize(dims.getInputBatchDimension());
  shape[dims.getOutputBatchDimension()] =
      ShapedType::isDynamic(batch) ? batch : batch / int64_t(getBatchGroupCount());
  shape[dims.getOutputFeatureDimension()] = rhs.getDimSize(dims.getKernelOutputFeatureDimension());
  for (auto [in, out, dim] :
       llvm::zip_equal(inputSpatial, dims.getOutputSpatialDimensions(), *window))
    shape[out] = windowCount(lhs.getDimSize(in), dim);
  auto inferred = RankedTensorType::get(shape, result.getElementType());
  if (!haveCompatibleShapes(inferred, result))
    return resultMismatch(*this, result, inferred);
  return verifyElementTypes(*this);
}

// Checks what does not depend on the padding, which is an operand. The result's spatial sizes are
// not checked (C25).
LogicalResult DynamicConvOp::verify() {
  if (failed(verifyDimsAndGroups(*this)))
    return failure();
  int64_t spatialDims = getLhs().getType().getRank() - 2;
  auto padding = RankedTensorType::get({spatialDims, 2}, getPadding().getType().getElementType());
  if (!haveCompatibleShapes(padding, getPadding().getType())) // C4
    return emitOpError("has padding of type ")
           << getPadding().getType() << "; it must have shape [" << spatialDims << ", 2]"
           << originNote("padding", getPadding());
  // A list may be longer than there are spatial dims: JAX writes the strides of a convolution with
  // one spatial dim that way.
  for (auto [name, list] : {std::pair("window_strides", orEmpty(getWindowStrides())),
                            std::pair("lhs_dilation", orEmpty(getLhsDilation())),
                            std::pair("rhs_dilation", orEmpty(getRhsDilation()))}) {
    if (!list.empty() && int64_t(list.size()) < spatialDims) // C2, C5, C7
      return emitOpError("has ") << name << " with " << list.size() << " entries; there are "
                                 << spatialDims << " spatial dims"
                                 << typeNotes({"lhs", "rhs"}, getOperands());
    for (int64_t value : list)
      if (value <= 0) // C3, C6, C8
        return emitOpError("has ") << name << " with entry " << value << "; each must be positive";
  }
  if (failed(verifyReversal(*this, getWindowReversal(), spatialDims)))
    return failure();
  return verifyElementTypes(*this);
}

} // namespace spmd::stablehlo

#include "dialects/stablehlo/convolution.ops.inc"
