// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What ops.td and collectives.td share: the op class and attribute aliases. Defines no op itself,
// because mlir-tblgen generates every op of an included file anew.
#ifndef SPMD_DIALECTS_SDY_OP_BASE
#define SPMD_DIALECTS_SDY_OP_BASE

include "dialects/sdy/attrs.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class SdyOp<string mnemonic, list<Trait> traits = []> : Op<SdyDialect, mnemonic, traits>;

// The sharding or reduction of axes of one op; its class is in sdy.h.
def Sdy_CollectiveTrait : NativeOpTrait<"CollectiveTrait"> { let cppNamespace = "::spmd::sdy"; }

#endif // SPMD_DIALECTS_SDY_OP_BASE
