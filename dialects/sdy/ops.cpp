// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dialect's set-up and the text of its ops' bodies; what the ops must satisfy is in verify.cpp.
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

ParseResult parseBodyWithArguments(OpAsmParser &parser, Region &region) {
  SmallVector<OpAsmParser::Argument> arguments;
  // Names of its own: what else were named outside as it is inside would hold on to ops that are
  // gone where the parser fails later.
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

void printStrippedShardings(AsmPrinter &printer, Operation *, TensorShardingPerValueAttr attr) {
  printer << "[";
  llvm::interleaveComma(attr.getShardings(), printer,
                        [&](TensorShardingAttr sharding) { sharding.print(printer); });
  printer << "]";
}

} // namespace spmd::sdy
