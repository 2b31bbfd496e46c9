// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sets up the dialect and parses and prints the bodies of its region ops. The attributes are in
// attrs.cpp and the *syntax.cpp files; verify.cpp and verify_ops.cpp check the ops.
#include "dialects/sdy/syntax.h"

using namespace mlir;

#include "dialects/sdy/dialect.cpp.inc"
#define GET_OP_CLASSES
#include "dialects/sdy/ops.cpp.inc"

namespace spmd::sdy {

void SdyDialect::initialize() {
  addAttrs();
  addOps();
  addCollectives();
}

void SdyDialect::addOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/sdy/ops.cpp.inc"
      >();
}

/// Parses `(%a: T, %b: T) { ... }`.
ParseResult parseBodyWithArguments(OpAsmParser &parser, Region &region) {
  SmallVector<OpAsmParser::Argument> arguments;
  // Value names of the body live in a scope of their own. If they shared the enclosing scope, a
  // value of the body could resolve a name outside, and the parser would keep a reference to ops
  // that it deletes when it fails later.
  return failure(
      parser.parseArgumentList(arguments, OpAsmParser::Delimiter::Paren, /*allowType=*/true) ||
      parser.parseRegion(region, arguments, /*enableNameShadowing=*/true));
}

void printBodyWithArguments(OpAsmPrinter &printer, Operation *op, Region &region) {
  printer << "(";
  llvm::interleaveComma(region.getArguments(), printer,
                        [&](BlockArgument arg) { printer.printRegionArgument(arg); });
  printer << ") ";
  printer.printRegion(region, /*printEntryBlockArgs=*/false);
}

/// Prints `[<@m, [{}]>, ...]`, without the angle brackets of the attribute.
void printStrippedShardings(AsmPrinter &printer, Operation *, TensorShardingPerValueAttr attr) {
  printer << "[";
  llvm::interleaveComma(attr.getShardings(), printer,
                        [&](TensorShardingAttr sharding) { sharding.print(printer); });
  printer << "]";
}

} // namespace spmd::sdy
