// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the check dialect: ops with which a program tests its own results.
#ifndef SPMD_DIALECTS_CHECK_DIALECT
#define SPMD_DIALECTS_CHECK_DIALECT

include "mlir/IR/DialectBase.td"
include "mlir/IR/OpBase.td"

def Check_Dialect : Dialect {
  let name = "check";
  let cppNamespace = "::spmd::check";
  let summary = "checks of a program's own results at run time";
  let extraClassDeclaration = "void addOps();";
}

#endif // SPMD_DIALECTS_CHECK_DIALECT
