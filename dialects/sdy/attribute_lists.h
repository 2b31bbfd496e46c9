// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses and prints comma-separated lists of sdy attributes. Only syntax.cpp and
// provenance_syntax.cpp include it, the two files that hold the textual form of attributes made of
// such lists.
#pragma once
#include "dialects/sdy/sdy.h"

namespace spmd::sdy {

/// Parses "[a, b]" or "{a, b}", each element by the parser of its attribute class. Fails at the
/// first element that does not parse.
template <class Attr>
mlir::FailureOr<llvm::SmallVector<Attr>> parseList(mlir::AsmParser &parser,
                                                   mlir::AsmParser::Delimiter delimiter) {
  llvm::SmallVector<Attr> list;
  auto parseOne = [&]() -> mlir::ParseResult {
    auto attr = llvm::dyn_cast_or_null<Attr>(Attr::parse(parser, mlir::Type()));
    if (!attr)
      return mlir::failure();
    list.push_back(attr);
    return mlir::success();
  };
  if (parser.parseCommaSeparatedList(delimiter, parseOne))
    return mlir::failure();
  return list;
}

/// Prints `open`, the elements separated by commas, and `close`.
template <class Attr>
void printList(mlir::AsmPrinter &printer, llvm::StringRef open, llvm::ArrayRef<Attr> list,
               llvm::StringRef close) {
  printer << open;
  llvm::interleaveComma(list, printer, [&](Attr attr) { attr.print(printer); });
  printer << close;
}

} // namespace spmd::sdy
