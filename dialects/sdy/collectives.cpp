// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers the collectives of sdy and parses and prints their reductions. The ops are apart from
// ops.cpp, because collectives.td is a file of its own. verify_collectives.cpp checks them,
// canonicalize.cpp simplifies them.
#include "dialects/sdy/syntax.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/sdy/collectives.cpp.inc"

namespace spmd::sdy {

void SdyDialect::addCollectives() {
  addOperations<
#define GET_OP_LIST
#include "dialects/sdy/collectives.cpp.inc"
      >();
}

/// Whether the op is one of collectives.td.
bool isCollective(Operation *op) { return op->hasTrait<CollectiveTrait>(); }

/// Parses `{"x"}` or `max {"x"}`. The axes are one list for all_reduce and a list per dim for
/// reduce_scatter; both attribute classes have a parser of their own.
template <class Axes>
static ParseResult parseReductionOf(OpAsmParser &parser, ReductionKindAttr &kind, Axes &axes) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  ReductionKind parsed = ReductionKind::SUM;
  if (succeeded(parser.parseOptionalKeyword(&word))) {
    std::optional<ReductionKind> known = symbolizeReductionKind(word);
    if (!known)
      return parser.emitError(loc, "expected the reduction sum, max or min, got '") << word << "'";
    parsed = *known;
  }
  kind = ReductionKindAttr::get(parser.getContext(), parsed);
  return parser.parseCustomAttributeWithFallback(axes);
}

/// Prints the reduction unless it is a sum, then the axes.
template <class Axes>
static void printReductionOf(OpAsmPrinter &printer, ReductionKindAttr kind, Axes axes) {
  if (kind && kind.getValue() != ReductionKind::SUM)
    printer << stringifyReductionKind(kind.getValue()) << " ";
  axes.print(printer);
}

/// The directive custom<Reduction> calls these functions; their overloads choose the class of the
/// axes.
ParseResult parseReduction(OpAsmParser &parser, ReductionKindAttr &kind, AxisRefListAttr &axes) {
  return parseReductionOf(parser, kind, axes);
}
ParseResult parseReduction(OpAsmParser &parser, ReductionKindAttr &kind,
                           ListOfAxisRefListsAttr &axes) {
  return parseReductionOf(parser, kind, axes);
}
void printReduction(OpAsmPrinter &printer, Operation *, ReductionKindAttr kind,
                    AxisRefListAttr axes) {
  printReductionOf(printer, kind, axes);
}
void printReduction(OpAsmPrinter &printer, Operation *, ReductionKindAttr kind,
                    ListOfAxisRefListsAttr axes) {
  printReductionOf(printer, kind, axes);
}

} // namespace spmd::sdy
