// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The dialect record of sdy, the sharding language of openxla/shardy: attributes that say where the
// parts of a tensor live on a mesh of devices, and the ops that ask for, carry and change such
// placements.
#ifndef SPMD_DIALECTS_SDY_DIALECT
#define SPMD_DIALECTS_SDY_DIALECT

include "mlir/IR/OpBase.td"
include "mlir/IR/DialectBase.td"

def SdyDialect : Dialect {
  let name = "sdy";
  let cppNamespace = "::spmd::sdy";
  let summary = "placements of tensors on a mesh of devices";
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 0;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    void addAttrs();
    void addOps();
    void addCollectives();
  }];
}

#endif // SPMD_DIALECTS_SDY_DIALECT
