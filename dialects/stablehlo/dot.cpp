// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses, prints and verifies dot_general and dot, and infers the shapes of their results. C
// numbers are constraints of dot_general in the StableHLO specification. matmul.h has the checks
// that convolutions need too.
#include "dialects/notes.h"
#include "dialects/stablehlo/matmul.h"
#include "dialects/stablehlo/stablehlo.h"
#include "dialects/stablehlo/syntax.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;

namespace spmd::stablehlo {

/// custom<DotDimensionNumbers>: `batching_dims = [0] x [0], contracting_dims = [2] x [1]`. The text
/// leaves batching_dims out where both lists are empty.
static ParseResult parseDotDimensionNumbers(OpAsmParser &parser, DotDimensionNumbersAttr &dims) {
  SmallVector<int64_t> lhsBatching, rhsBatching, lhsContracting, rhsContracting;
  if (succeeded(parser.parseOptionalKeyword("batching_dims")))
    if (parser.parseEqual() || parseDimsPair(parser, lhsBatching, rhsBatching) ||
        parser.parseComma())
      return failure();
  if (parser.parseKeyword("contracting_dims") || parser.parseEqual() ||
      parseDimsPair(parser, lhsContracting, rhsContracting))
    return failure();
  dims = DotDimensionNumbersAttr::get(parser.getContext(), lhsBatching, rhsBatching, lhsContracting,
                                      rhsContracting);
  return success();
}

/// Prints what parseDotDimensionNumbers reads.
static void printDotDimensionNumbers(OpAsmPrinter &printer, Operation *,
                                     DotDimensionNumbersAttr dims) {
  if (!dims.getLhsBatchingDimensions().empty() || !dims.getRhsBatchingDimensions().empty()) {
    printer << "batching_dims = ";
    printDimsPair(printer, dims.getLhsBatchingDimensions(), dims.getRhsBatchingDimensions());
    printer << ", ";
  }
  printer << "contracting_dims = ";
  printDimsPair(printer, dims.getLhsContractingDimensions(), dims.getRhsContractingDimensions());
}

/// custom<PrecisionAndAlgorithm>: `, precision = [DEFAULT, HIGH], algorithm = <..>`. Either part
/// may be absent; the precision comes first.
static ParseResult parsePrecisionAndAlgorithm(OpAsmParser &parser, ArrayAttr &precision,
                                              DotAlgorithmAttr &algorithm) {
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc place = parser.getCurrentLocation();
    StringRef word;
    if (parser.parseKeyword(&word) || parser.parseEqual())
      return failure();
    if (word == "precision" && !precision && !algorithm) {
      if (parsePrecisions(parser, precision))
        return failure();
    } else if (word == "algorithm" && !algorithm) {
      if (parser.parseCustomAttributeWithFallback(algorithm))
        return failure();
    } else {
      return parser.emitError(place, "expected `precision`, then `algorithm`, each at most once");
    }
  }
  return success();
}

/// Prints the parts that are present, each after a comma. The algorithm prints without its
/// mnemonic:
///   `, precision = [HIGH, HIGH], algorithm = <lhs_precision_type = tf32, ..>`
static void printPrecisionAndAlgorithm(OpAsmPrinter &printer, Operation *, ArrayAttr precision,
                                       DotAlgorithmAttr algorithm) {
  if (precision) {
    printer << ", precision = ";
    printPrecisions(printer, precision);
  }
  if (algorithm) {
    printer << ", algorithm = ";
    printer.printStrippedAttrOrType(algorithm);
  }
}

/// custom<Precision>: the same text for dot, which takes no algorithm.
static ParseResult parsePrecision(OpAsmParser &parser, ArrayAttr &precision) {
  DotAlgorithmAttr none;
  SMLoc place = parser.getCurrentLocation();
  if (parsePrecisionAndAlgorithm(parser, precision, none))
    return failure();
  return none ? parser.emitError(place, "dot takes no algorithm, dot_general does") : success();
}

static void printPrecision(OpAsmPrinter &printer, Operation *op, ArrayAttr precision) {
  printPrecisionAndAlgorithm(printer, op, precision, {});
}

namespace {
/// One operand of a matmul with its dims and its name, for checks that treat both operands alike.
struct Side {
  StringRef name;
  RankedTensorType type;
  ArrayRef<int64_t> batching;
  ArrayRef<int64_t> contracting;
};
} // namespace

/// C3, C5 and C6 for lhs, C4, C7 and C8 for rhs: dims exist, and none has two roles.
static LogicalResult verifySide(Operation *op, const Side &side) {
  SmallVector<int64_t> all(side.batching);
  llvm::append_range(all, side.contracting);
  return verifyDims(op->getLoc(), all, side.type.getRank(),
                    ("list of " + side.name + " batching and contracting dims").str());
}

/// C1 and C9 for batching dims, C2 and C10 for contracting dims: dims that are paired have one
/// size. `role` is "batching" or "contracting".
static LogicalResult verifyPairs(Operation *op, StringRef role, const Side &lhs,
                                 ArrayRef<int64_t> lhsDims, const Side &rhs,
                                 ArrayRef<int64_t> rhsDims) {
  if (lhsDims.size() != rhsDims.size())
    return op->emitOpError("has ") << lhsDims.size() << " lhs and " << rhsDims.size() << " rhs "
                                   << role << " dims; the numbers must be equal";
  for (auto [l, r] : llvm::zip_equal(lhsDims, rhsDims)) {
    int64_t lhsSize = lhs.type.getDimSize(l), rhsSize = rhs.type.getDimSize(r);
    if (areCompatibleSizes(lhsSize, rhsSize))
      continue;
    return op->emitOpError("pairs lhs ")
           << role << " dim " << l << " of size " << lhsSize << " with rhs dim " << r << " of size "
           << rhsSize << "; the sizes must be equal"
           << typeNotes({"lhs", "rhs"}, op->getOperands());
  }
  return success();
}

/// Returns the dims of 0..rank-1 that are in neither list, ascending. The result of a matmul keeps
/// these dims.
static SmallVector<int64_t> freeDims(int64_t rank, ArrayRef<int64_t> batching,
                                     ArrayRef<int64_t> contracting) {
  SmallVector<int64_t> free;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(batching, dim) && !llvm::is_contained(contracting, dim))
      free.push_back(dim);
  return free;
}

// C12: batching dims in the order of lhs's list, then the free dims of lhs, then those of rhs:
//   lhs 2x3x4, rhs 2x4x5, batching [0] x [0], contracting [2] x [1] -> 2x3x5
RankedTensorType DotGeneralOp::inferType(RankedTensorType lhs, RankedTensorType rhs,
                                         DotDimensionNumbersAttr dims, Type elementType) {
  SmallVector<int64_t> shape, bounds;
  auto append = [&](RankedTensorType from, ArrayRef<int64_t> taken) {
    SmallVector<int64_t> fromBounds = boundsOf(from);
    for (int64_t dim : taken) {
      shape.push_back(from.getDimSize(dim));
      bounds.push_back(fromBounds[dim]);
    }
  };
  append(lhs, dims.getLhsBatchingDimensions());
  // Where a batch size is dynamic in lhs, rhs may have it static.
  for (auto [i, r] : llvm::enumerate(dims.getRhsBatchingDimensions()))
    if (ShapedType::isDynamic(shape[i]))
      shape[i] = rhs.getDimSize(r);
  append(lhs, freeDims(lhs.getRank(), dims.getLhsBatchingDimensions(),
                       dims.getLhsContractingDimensions()));
  append(rhs, freeDims(rhs.getRank(), dims.getRhsBatchingDimensions(),
                       dims.getRhsContractingDimensions()));
  return tensorType(shape, bounds, elementType);
}

// Builds a matmul without precisions and algorithm, in the element type of lhs.
void DotGeneralOp::build(OpBuilder &builder, OperationState &state, Value lhs, Value rhs,
                         DotDimensionNumbersAttr dims) {
  auto lhsType = tensorOf(lhs);
  Type type = inferType(lhsType, tensorOf(rhs), dims, lhsType.getElementType());
  build(builder, state, type, lhs, rhs, dims, /*precision_config=*/ArrayAttr(),
        /*algorithm=*/DotAlgorithmAttr());
}

/// C15, C16: the rules of quantized matmuls that convolutions do not have. The zero points of rhs
/// are 0, and a dim along which rhs is quantized is not contracted.
static LogicalResult verifyQuantizedRhs(Operation *op, RankedTensorType rhs,
                                        ArrayRef<int64_t> contracting) {
  auto perTensor = dyn_cast<quant::UniformQuantizedType>(rhs.getElementType());
  auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(rhs.getElementType());
  if ((perTensor && perTensor.getZeroPoint() != 0) ||
      (perAxis && llvm::any_of(perAxis.getZeroPoints(), [](int64_t zero) { return zero != 0; })))
    return op->emitOpError("has rhs of type ")
           << rhs << "; the zero points of rhs must be 0" << typeNote("rhs", op->getOperand(1));
  if (perAxis && llvm::is_contained(contracting, perAxis.getQuantizedDimension()))
    return op->emitOpError("contracts rhs dim ")
           << perAxis.getQuantizedDimension()
           << ", along which rhs is quantized; that dim must be kept"
           << typeNote("rhs", op->getOperand(1));
  return success();
}

/// Returns whether the combination of types and counts is in the table of algorithms that the
/// specification's section dot_general lists:
///   bf16 x bf16 -> f32 with 1, 3, 6 or 9 primitive operations;  tf32 x tf32 -> f32 with 1 or 3;
///   f16 x f16 -> f16 or f32, f32 -> f32, f64 -> f64, bf16 -> bf16 and f8 x f8 -> f32 with 1
/// Only the f8 forms admit imprecise accumulation.
static bool isKnownAlgorithm(DotAlgorithmAttr a) {
  Type l = a.getLhsPrecisionType(), r = a.getRhsPrecisionType(), acc = a.getAccumulationType();
  if (a.getLhsComponentCount() != 1 || a.getRhsComponentCount() != 1)
    return false;
  int64_t count = a.getNumPrimitiveOperations();
  auto isF8 = [](Type type) { return isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8; };
  if (isF8(l) && isF8(r))
    return acc.isF32() && count == 1;
  if (a.getAllowImpreciseAccumulation() || l != r)
    return false;
  if (l.isF16())
    return (acc.isF16() || acc.isF32()) && count == 1;
  if (l.isBF16())
    return (acc.isBF16() && count == 1) || (acc.isF32() && llvm::is_contained({1, 3, 6, 9}, count));
  if (isa<FloatTF32Type>(l))
    return acc.isF32() && (count == 1 || count == 3);
  return (l.isF32() || l.isF64()) && acc == l && count == 1;
}

/// C21 to C24: with an algorithm, all precisions are DEFAULT and all counts positive. An algorithm
/// outside of the table is refused, since it must not be replaced by another one silently.
static LogicalResult verifyAlgorithm(DotGeneralOp op) {
  DotAlgorithmAttr algorithm = op.getAlgorithmAttr();
  if (!algorithm)
    return success();
  if (ArrayAttr precisions = op.getPrecisionConfigAttr())
    for (auto precision : precisions.getAsRange<PrecisionAttr>())
      if (precision.getValue() != Precision::DEFAULT) // C21
        return op.emitOpError("has an algorithm and the precision ")
               << stringifyPrecision(precision.getValue())
               << "; with an algorithm every precision must be DEFAULT";
  auto positive = [&](StringRef name, int64_t value) -> LogicalResult {
    if (value > 0)
      return success();
    return op.emitOpError("has an algorithm with ")
           << name << " = " << value << "; it must be positive";
  };
  if (failed(positive("lhs_component_count", algorithm.getLhsComponentCount())) ||         // C22
      failed(positive("rhs_component_count", algorithm.getRhsComponentCount())) ||         // C23
      failed(positive("num_primitive_operations", algorithm.getNumPrimitiveOperations()))) // C24
    return failure();
  if (!isKnownAlgorithm(algorithm))
    return op.emitOpError("names an algorithm that is not known: ") << algorithm;
  return success();
}

// C1 to C24 but for C13, equal element types: programs contain mixed and widening matmuls, so the
// element types of lhs, rhs and result are free where none is quantized.
LogicalResult DotGeneralOp::verify() {
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType(),
                   result = getResult().getType();
  DotDimensionNumbersAttr dims = getDotDimensionNumbers();
  // The dims are verified first, because inferType reads sizes by them.
  Side left{"lhs", lhs, dims.getLhsBatchingDimensions(), dims.getLhsContractingDimensions()};
  Side right{"rhs", rhs, dims.getRhsBatchingDimensions(), dims.getRhsContractingDimensions()};
  if (failed(verifySide(*this, left)) || failed(verifySide(*this, right)) ||
      failed(verifyPairs(*this, "batching", left, left.batching, right, right.batching)) ||
      failed(verifyPairs(*this, "contracting", left, left.contracting, right, right.contracting)) ||
      failed(verifyPrecisions(*this, getPrecisionConfigAttr()))) // C11
    return failure();
  RankedTensorType inferred = inferType(lhs, rhs, dims, result.getElementType());
  if (!haveCompatibleShapes(inferred, result)) // C12
    return resultMismatch(*this, result, inferred);
  if (failed(verifyQuantizedMatmul(*this, lhs, rhs, result)) ||
      failed(verifyQuantizedRhs(*this, rhs, right.contracting)))
    return failure();
  return verifyAlgorithm(*this);
}

// A dot contracts the last dim of lhs with the first dim of rhs; both are vectors or matrices:
//   4x6 * 6x2 -> 4x2    6 * 6x2 -> 2    4x6 * 6 -> 4    6 * 6 -> scalar
LogicalResult DotOp::verify() {
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType(),
                   result = getResult().getType();
  for (auto [name, type] : {std::pair("lhs", lhs), std::pair("rhs", rhs)})
    if (type.getRank() != 1 && type.getRank() != 2)
      return emitOpError("has ") << name << " of rank " << type.getRank()
                                 << "; dot takes vectors and matrices only"
                                 << typeNotes({"lhs", "rhs"}, getOperands());
  int64_t last = lhs.getRank() - 1;
  if (!areCompatibleSizes(lhs.getDimSize(last), rhs.getDimSize(0)))
    return emitOpError("contracts lhs dim ")
           << last << " of size " << lhs.getDimSize(last) << " with rhs dim 0 of size "
           << rhs.getDimSize(0) << "; the sizes must be equal"
           << typeNotes({"lhs", "rhs"}, getOperands());
  // The result's shape is that of the dot_general with the same dims.
  auto dims = DotDimensionNumbersAttr::get(getContext(), {}, {}, {last}, {0});
  RankedTensorType inferred = DotGeneralOp::inferType(lhs, rhs, dims, result.getElementType());
  if (!haveCompatibleShapes(inferred, result))
    return resultMismatch(*this, result, inferred);
  if (failed(verifyPrecisions(*this, getPrecisionConfigAttr())) ||
      failed(verifyQuantizedMatmul(*this, lhs, rhs, result)))
    return failure();
  return verifyQuantizedRhs(*this, rhs, {0});
}

} // namespace spmd::stablehlo

#include "dialects/stablehlo/dot.ops.inc"
