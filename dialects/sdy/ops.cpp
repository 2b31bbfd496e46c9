// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Holds the generated classes of the ops, and parses and prints the bodies of region ops. The
// attributes are in attrs.cpp and the *syntax.cpp files; the verify*.cpp files check the ops.
#include "dialects/sdy/syntax.h"

using namespace mlir;

#include "dialects/sdy/collectives.ops.inc"
#include "dialects/sdy/ops.ops.inc"

namespace spmd::sdy {

/// Whether the op is one of collectives.td.
bool isCollective(Operation *op) { return op->hasTrait<CollectiveTrait>(); }

bool isMove(Operation *op) { return isa<ReshardOp>(op) || isCollective(op); }

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

/// Prints the arguments of a body with their types before the braces, as functions have them.
///   (%arg1: tensor<8xf32>) { .. }
void printBodyWithArguments(OpAsmPrinter &printer, Operation *op, Region &region) {
  printer << "(";
  llvm::interleaveComma(region.getArguments(), printer,
                        [&](BlockArgument arg) { printer.printRegionArgument(arg); });
  printer << ") ";
  printer.printRegion(region, /*printEntryBlockArgs=*/false);
}

} // namespace spmd::sdy
