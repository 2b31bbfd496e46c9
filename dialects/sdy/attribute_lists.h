// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lists of attributes in the text of others. Used by the files that hold the attributes' text only.
#pragma once
#include "dialects/sdy/sdy.h"

namespace spmd::sdy {

/// "[a, b]" or "{a, b}" of whole attributes by their own parser; null attributes stop it.
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

template <class Attr>
void printList(mlir::AsmPrinter &printer, llvm::StringRef open, llvm::ArrayRef<Attr> list,
               llvm::StringRef close) {
  printer << open;
  llvm::interleaveComma(list, printer, [&](Attr attr) { attr.print(printer); });
  printer << close;
}

} // namespace spmd::sdy
