// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dialect record of check: ops with which a program tests its own results.
#ifndef SPMD_DIALECTS_CHECK_DIALECT
#define SPMD_DIALECTS_CHECK_DIALECT

include "mlir/IR/DialectBase.td"
include "mlir/IR/OpBase.td"

def Check_Dialect : Dialect {
  let name = "check";
  let cppNamespace = "::spmd::check";
  let summary = "expectations that hold when a program is run";
}

#endif // SPMD_DIALECTS_CHECK_DIALECT
