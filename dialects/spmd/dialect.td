// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the spmd dialect: the ops of an optimized program that StableHLO does not have.
#ifndef SPMD_DIALECTS_SPMD_DIALECT
#define SPMD_DIALECTS_SPMD_DIALECT

include "mlir/IR/OpBase.td"
include "mlir/IR/DialectBase.td"

def SpmdDialect : Dialect {
  let name = "spmd";
  let cppNamespace = "::spmd::ir";
  let summary = "fusions, library calls and asynchronous collectives";
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    void addOps();
  }];
}

#endif // SPMD_DIALECTS_SPMD_DIALECT
