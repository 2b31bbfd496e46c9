// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares what ops.td and collectives.td share: the base class of sdy ops and the trait of
// collectives. This file defines no op, because mlir-tblgen would generate the op once more for
// every file that includes this one.
#ifndef SPMD_DIALECTS_SDY_OP_BASE
#define SPMD_DIALECTS_SDY_OP_BASE

include "dialects/sdy/attrs.td"
include "dialects/sdy/interfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class SdyOp<string mnemonic, list<Trait> traits = []> : Op<SdyDialect, mnemonic, traits>;

// Marks the ops of collectives.td, and the ops that propagation removes; the traits' C++ classes are
// in sdy.h.
def Sdy_CollectiveTrait : Sdy_Trait<"CollectiveTrait">;
def Sdy_PropagationHint : Sdy_Trait<"PropagationHint">;

#endif // SPMD_DIALECTS_SDY_OP_BASE
