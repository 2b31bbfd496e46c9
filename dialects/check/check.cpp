// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers the check dialect and verifies its ops. Each dialect has one such file that includes
// the generated definitions.
#include "dialects/check/check.h"

using namespace mlir;

// [, max_ulp_difference = 5][, min_ulp_difference = 1]: what is the default is not printed.
static ParseResult parseUlpDifferences(OpAsmParser &parser, IntegerAttr &max, IntegerAttr &min) {
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    int64_t number;
    if (parser.parseKeyword(&name) || parser.parseEqual() || parser.parseInteger(number))
      return failure();
    IntegerAttr &difference = name == "max_ulp_difference" ? max : min;
    if (difference || (name != "max_ulp_difference" && name != "min_ulp_difference"))
      return parser.emitError(loc, "expected max_ulp_difference or min_ulp_difference, each once");
    difference = parser.getBuilder().getI64IntegerAttr(number);
  }
  return success(); // what is not given gets its default
}

/// Limits that have their default are not printed, as the parser fills them in.
static void printUlpDifferences(OpAsmPrinter &printer, Operation *, IntegerAttr max,
                                IntegerAttr min) {
  if (max.getInt() != spmd::check::kMaxUlpDifference)
    printer << ", max_ulp_difference = " << max.getInt();
  if (min.getInt() != spmd::check::kMinUlpDifference)
    printer << ", min_ulp_difference = " << min.getInt();
}

#include "dialects/check/definitions.cpp.inc"
#include "dialects/check/ops.ops.inc"

namespace spmd::check {

// The range of ULP differences must not be empty:
//   min_ulp_difference = 0, max_ulp_difference = 3 passes;  min 4, max 3 fails
LogicalResult ExpectCloseOp::verify() {
  int64_t low = getMinUlpDifference(), high = getMaxUlpDifference();
  if (low < 0 || low > high)
    return emitOpError() << "expects between " << low << " and " << high
                         << " ULP; the first must be from 0 to the second";
  return success();
}

} // namespace spmd::check
