// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the parts of text that several op families parse and print. MLIR's assembly formats call
// the functions `parseX` and `printX` for the directive `custom<X>(..)`.
#pragma once
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpImplementation.h"

namespace spmd::stablehlo {

class ConvDimensionNumbersAttr;

/// A list of dims: `[0, 2]`. The second form is for parameters of attributes.
mlir::ParseResult parseDims(mlir::AsmParser &parser, llvm::SmallVectorImpl<int64_t> &dims);
mlir::FailureOr<llvm::SmallVector<int64_t>> parseDims(mlir::AsmParser &parser);
void printDims(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> dims);

/// Two lists of dims, of lhs and rhs: `[0] x [1]`.
llvm::ParseResult parseDimsPair(mlir::AsmParser &parser, llvm::SmallVectorImpl<int64_t> &lhs,
                                llvm::SmallVectorImpl<int64_t> &rhs);
void printDimsPair(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> lhs,
                   llvm::ArrayRef<int64_t> rhs);

/// Precisions: the text `[DEFAULT, HIGH]` is an array of #stablehlo<precision ..>.
llvm::ParseResult parsePrecisions(mlir::AsmParser &parser, mlir::ArrayAttr &precisions);
void printPrecisions(mlir::AsmPrinter &printer, mlir::ArrayAttr precisions);

/// The dims of a convolution by their roles: `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`. Parsing
/// also reads the raw form, and returns null after an error.
ConvDimensionNumbersAttr parseConvRoles(mlir::AsmParser &parser);
void printConvRoles(mlir::AsmPrinter &printer, ConvDimensionNumbersAttr dims);

/// custom<Case>($enum): the case of an enum attribute as a word: `RFFT`.
template <class Attr> llvm::ParseResult parseCase(mlir::OpAsmParser &parser, Attr &attribute) {
  auto value = mlir::FieldParser<decltype(attribute.getValue())>::parse(parser);
  if (mlir::failed(value))
    return mlir::failure();
  attribute = Attr::get(parser.getContext(), *value);
  return mlir::success();
}
template <class Attr>
void printCase(mlir::OpAsmPrinter &printer, mlir::Operation *, Attr attribute) {
  printer << stringifyEnum(attribute.getValue());
}

/// custom<DimList>($dims): `[0, 2]`
inline llvm::ParseResult parseDimList(mlir::OpAsmParser &parser, mlir::DenseI64ArrayAttr &dims) {
  llvm::SmallVector<int64_t> list;
  if (parseDims(parser, list))
    return mlir::failure();
  dims = mlir::DenseI64ArrayAttr::get(parser.getContext(), list);
  return mlir::success();
}
inline void printDimList(mlir::OpAsmPrinter &printer, mlir::Operation *,
                         mlir::DenseI64ArrayAttr dims) {
  printDims(printer, dims);
}

/// Types of operands and then the result: `T` where all are equal, else `(T, ..) -> R`.
llvm::ParseResult parseTypesOrSame(mlir::OpAsmParser &parser, llvm::ArrayRef<mlir::Type *> types);
void printTypesOrSame(mlir::OpAsmPrinter &printer, llvm::ArrayRef<mlir::Type> types);

/// custom<SameTypes>(type($a), .., type($result)): the same as a directive.
template <class... T> llvm::ParseResult parseSameTypes(mlir::OpAsmParser &parser, T &...types) {
  return parseTypesOrSame(parser, {&types...});
}
template <class... T>
void printSameTypes(mlir::OpAsmPrinter &printer, mlir::Operation *, T... types) {
  printTypesOrSame(printer, {types...});
}

/// custom<PairwiseTypes>(type($operands), type($results)): `T, U` where results have the operands'
/// types, else `(T, U) -> (V, W)`.
llvm::ParseResult parsePairwiseTypes(mlir::OpAsmParser &parser,
                                     llvm::SmallVectorImpl<mlir::Type> &operands,
                                     llvm::SmallVectorImpl<mlir::Type> &results);
void printPairwiseTypes(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::TypeRange operands,
                        mlir::TypeRange results);

} // namespace spmd::stablehlo
