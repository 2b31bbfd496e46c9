// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the chlo dialect, the client ops: functions that frontends emit and that the compiler
// decomposes into StableHLO ops.
#ifndef SPMD_DIALECTS_CHLO_DIALECT
#define SPMD_DIALECTS_CHLO_DIALECT

include "mlir/IR/DialectBase.td"
include "mlir/IR/OpBase.td"

def Chlo_Dialect : Dialect {
  let name = "chlo";
  let cppNamespace = "::spmd::chlo";
  let summary = "ops that stand for several StableHLO ops";
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect"];
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    void addOps();
  }];
}

#endif // SPMD_DIALECTS_CHLO_DIALECT
