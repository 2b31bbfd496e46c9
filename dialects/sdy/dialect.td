// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the sdy dialect, the sharding language of openxla/shardy: attributes that say which
// devices of a mesh hold which part of a tensor, and ops that request, carry and change such
// shardings. The attributes and ops themselves are in attrs.td, ops.td and collectives.td.
#ifndef SPMD_DIALECTS_SDY_DIALECT
#define SPMD_DIALECTS_SDY_DIALECT

include "mlir/IR/OpBase.td"
include "mlir/IR/DialectBase.td"

def SdyDialect : Dialect {
  let name = "sdy";
  let cppNamespace = "::spmd::sdy";
  let summary = "shardings of tensors over a mesh of devices";
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 0;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    void addOps();
    void addCollectives();
  }];
}

#endif // SPMD_DIALECTS_SDY_DIALECT
