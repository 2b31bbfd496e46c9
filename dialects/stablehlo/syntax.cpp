// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses and prints the parts of text that several op families share (syntax.h).
#include "dialects/stablehlo/syntax.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd::stablehlo {

// An empty list `[]` is a list of no dims.
ParseResult parseDims(AsmParser &parser, SmallVectorImpl<int64_t> &dims) {
  auto parseOne = [&] { return parser.parseInteger(dims.emplace_back()); };
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne,
                                        " in a list of dims");
}

FailureOr<SmallVector<int64_t>> parseDims(AsmParser &parser) {
  SmallVector<int64_t> dims;
  if (parseDims(parser, dims))
    return failure();
  return dims;
}

void printDims(AsmPrinter &printer, ArrayRef<int64_t> dims) {
  printer << '[';
  llvm::interleaveComma(dims, printer);
  printer << ']';
}

// `[0, 1] x [0, 2]` -> lhs [0, 1], rhs [0, 2]. The lengths may differ: verifiers compare them.
ParseResult parseDimsPair(AsmParser &parser, SmallVectorImpl<int64_t> &lhs,
                          SmallVectorImpl<int64_t> &rhs) {
  return failure(parseDims(parser, lhs) || parser.parseKeyword("x") || parseDims(parser, rhs));
}

// lhs [0], rhs [1] -> `[0] x [1]`
void printDimsPair(AsmPrinter &printer, ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) {
  printDims(printer, lhs);
  printer << " x ";
  printDims(printer, rhs);
}

// The words DEFAULT, HIGH and HIGHEST. Any number of them is read; verifyPrecisions limits it to
// two.
ParseResult parsePrecisions(AsmParser &parser, ArrayAttr &precisions) {
  SmallVector<Attribute> list;
  auto parseOne = [&]() -> ParseResult {
    FailureOr<Precision> precision = FieldParser<Precision>::parse(parser);
    if (failed(precision))
      return failure();
    list.push_back(PrecisionAttr::get(parser.getContext(), *precision));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne,
                                     " in a list of precisions"))
    return failure();
  precisions = ArrayAttr::get(parser.getContext(), list);
  return success();
}

void printPrecisions(AsmPrinter &printer, ArrayAttr precisions) {
  printer << '[';
  llvm::interleaveComma(precisions.getAsRange<PrecisionAttr>(), printer,
                        [&](PrecisionAttr p) { printer << stringifyPrecision(p.getValue()); });
  printer << ']';
}

// Assigns each of `types` from the text; the last of them is the result's:
//   `T`           -> all are T
//   `(T, U) -> V` -> T, U and V; the number of operands must fit
ParseResult parseTypesOrSame(OpAsmParser &parser, ArrayRef<Type *> types) {
  SMLoc place = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  // One type for all.
  auto function = dyn_cast<FunctionType>(type);
  if (!function) {
    for (Type *each : types)
      *each = type;
    return success();
  }
  if (function.getNumInputs() != types.size() - 1 || function.getNumResults() != 1)
    return parser.emitError(place)
           << "type lists " << function.getNumInputs() << " operands and "
           << function.getNumResults() << " results, the op has " << types.size() - 1 << " and 1";
  for (auto [each, input] : llvm::zip(types.drop_back(), function.getInputs()))
    *each = input;
  // The last type is the result's.
  *types.back() = function.getResult(0);
  return success();
}

// (f32, f32, f32) prints as `f32`, (i1, f32, f32) as `(i1, f32) -> f32`.
void printTypesOrSame(OpAsmPrinter &printer, ArrayRef<Type> types) {
  if (llvm::all_equal(types))
    printer << types.back();
  else
    printer.printFunctionalType(TypeRange(types.drop_back()), TypeRange(types.back()));
}

// A function type alone is read as the long form `(T, U) -> (V, W)`: no value of these ops has a
// function type.
ParseResult parsePairwiseTypes(OpAsmParser &parser, SmallVectorImpl<Type> &operands,
                               SmallVectorImpl<Type> &results) {
  SMLoc place = parser.getCurrentLocation();
  SmallVector<Type> types;
  if (parser.parseTypeList(types))
    return failure();
  auto function = types.size() == 1 ? dyn_cast<FunctionType>(types.front()) : FunctionType();
  if (!function) {
    operands.assign(types.begin(), types.end());
    results.assign(types.begin(), types.end());
    return success();
  }
  if (!operands.empty() && operands.size() != function.getNumInputs())
    return parser.emitError(place) << "type lists " << function.getNumInputs()
                                   << " operands, the op has " << operands.size();
  operands.assign(function.getInputs().begin(), function.getInputs().end());
  results.assign(function.getResults().begin(), function.getResults().end());
  return success();
}

// Prints the operands' types alone where the results have the same types.
void printPairwiseTypes(OpAsmPrinter &printer, Operation *, TypeRange operands, TypeRange results) {
  if (operands == results)
    llvm::interleaveComma(operands, printer);
  else
    printer.printFunctionalType(operands, results);
}

} // namespace spmd::stablehlo
