// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the parsers and printers behind the custom<...> directives of the .td files: the parts
// of the assembly formats that ODS cannot express.
#pragma once

#include "dialects/sdy/sdy.h"

namespace spmd::sdy {

/// One element of a list or attribute. Attributes of sdy are written without `#sdy.name`.
template <class Attr> mlir::ParseResult parseEntry(mlir::AsmParser &parser, Attr &attr) {
  return parser.parseCustomAttributeWithFallback(attr);
}
template <class Attr> void printEntry(mlir::AsmPrinter &printer, Attr attr) {
  if constexpr (requires { attr.print(printer); })
    attr.print(printer);
  else
    printer << attr;
}

/// Parses "[a, b]" or "{a, b}". Fails at the first element that does not parse.
template <class Attr>
mlir::ParseResult parseList(mlir::AsmParser &parser, mlir::AsmParser::Delimiter delimiter,
                            llvm::SmallVector<Attr> &list) {
  return parser.parseCommaSeparatedList(delimiter,
                                        [&] { return parseEntry(parser, list.emplace_back()); });
}
/// Prints `open`, the elements separated by commas, and `close`.
template <class Attr>
void printList(mlir::AsmPrinter &printer, llvm::StringRef open, llvm::ArrayRef<Attr> list,
               llvm::StringRef close) {
  printer << open;
  llvm::interleaveComma(list, printer, [&](Attr attr) { printEntry(printer, attr); });
  printer << close;
}

/// [a, b]
template <class Attr>
mlir::ParseResult parseSquareList(mlir::AsmParser &parser, llvm::SmallVector<Attr> &list) {
  return parseList(parser, mlir::AsmParser::Delimiter::Square, list);
}
template <class Attr> void printSquareList(mlir::AsmPrinter &printer, llvm::ArrayRef<Attr> list) {
  printList(printer, "[", list, "]");
}
/// {a, b}
template <class Attr>
mlir::ParseResult parseBraceList(mlir::AsmParser &parser, llvm::SmallVector<Attr> &list) {
  return parseList(parser, mlir::AsmParser::Delimiter::Braces, list);
}
template <class Attr> void printBraceList(mlir::AsmPrinter &printer, llvm::ArrayRef<Attr> list) {
  printList(printer, "{", list, "}");
}

/// The `-N` of step-0 or operand-1.
mlir::ParseResult parseDashNumber(mlir::AsmParser &parser, int64_t &number);
void printDashNumber(mlir::AsmPrinter &printer, int64_t number);

/// jz_1k: the factors of a dim without separators.
mlir::ParseResult parseFactors(mlir::AsmParser &parser, llvm::SmallVector<int64_t> &factors);
void printFactors(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> factors);

/// [<@m, [{}]>, ...]: the list without the angle brackets of the attribute.
mlir::ParseResult parseStrippedShardings(mlir::AsmParser &parser, TensorShardingPerValueAttr &attr);
void printStrippedShardings(mlir::AsmPrinter &printer, mlir::Operation *op,
                            TensorShardingPerValueAttr attr);

/// (%a: T, %b: T) { ... }: the arguments of the only block in parentheses, without a block label.
mlir::ParseResult parseBodyWithArguments(mlir::OpAsmParser &parser, mlir::Region &region);
void printBodyWithArguments(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::Region &region);

/// {"x"} for a sum, max {"x"} for another reduction. The axes are one list for all_reduce and a
/// list per dim for reduce_scatter.
mlir::ParseResult parseReductionKind(mlir::AsmParser &parser, ReductionKind &kind);
template <class Axes>
mlir::ParseResult parseReduction(mlir::OpAsmParser &parser, ReductionKindAttr &attr, Axes &axes) {
  ReductionKind kind = ReductionKind::SUM;
  if (parseReductionKind(parser, kind))
    return mlir::failure();
  attr = ReductionKindAttr::get(parser.getContext(), kind);
  return parseEntry(parser, axes);
}
template <class Axes>
void printReduction(mlir::OpAsmPrinter &printer, mlir::Operation *, ReductionKindAttr kind,
                    Axes axes) {
  if (kind && kind.getValue() != ReductionKind::SUM)
    printer << stringifyReductionKind(kind.getValue()) << " ";
  axes.print(printer);
}

} // namespace spmd::sdy
