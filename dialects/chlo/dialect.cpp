// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers chlo; its enums and attributes.
#include "dialects/chlo/chlo.h"
#include "dialects/stablehlo/syntax.h"

using namespace mlir;

#include "dialects/chlo/dialect.cpp.inc"
#include "dialects/chlo/enums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/chlo/attrs.cpp.inc"

namespace spmd::chlo {

void ChloDialect::initialize() {
  addAttrs();
  addOps();
}

void ChloDialect::addAttrs() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/chlo/attrs.cpp.inc"
      >();
}

} // namespace spmd::chlo
