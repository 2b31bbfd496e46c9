// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers the chlo dialect with its enums and attributes. The ops are registered in ops.cpp, so
// that their generated code is compiled on its own.
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
