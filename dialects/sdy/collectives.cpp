// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The collectives of sdy: the text of their reductions. Their rules are in verify_collectives.cpp,
// their patterns in canonicalize.cpp.
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

bool isCollective(Operation *op) { return op->hasTrait<CollectiveTrait>(); }

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

template <class Axes>
static void printReductionOf(OpAsmPrinter &printer, ReductionKindAttr kind, Axes axes) {
  if (kind && kind.getValue() != ReductionKind::SUM)
    printer << stringifyReductionKind(kind.getValue()) << " ";
  axes.print(printer);
}

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
