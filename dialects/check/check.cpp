// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers the check dialect and verifies its ops. Each dialect has one such file that includes
// the generated definitions.
#include "dialects/check/check.h"

using namespace mlir;

#include "dialects/check/dialect.cpp.inc"
#define GET_OP_CLASSES
#include "dialects/check/ops.cpp.inc"

namespace spmd::check {

void CheckDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/check/ops.cpp.inc"
      >();
}

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
