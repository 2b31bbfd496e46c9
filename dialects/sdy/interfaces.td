// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares what ops of other dialects tell the sdy dialect about themselves, so that it knows none
// of them by name. interfaces.h has the C++ side.
#ifndef SPMD_DIALECTS_SDY_INTERFACES
#define SPMD_DIALECTS_SDY_INTERFACES

include "mlir/IR/OpBase.td"

def Sdy_DataFlowOp : OpInterface<"DataFlowOp"> {
  let cppNamespace = "::spmd::sdy";
  let description = "An op through which values flow, so that they share their shardings (data_flow.h).";
  let methods = [InterfaceMethod<"How values flow through the op.", "::spmd::sdy::DataFlow", "getDataFlow">];
}

class Sdy_Trait<string name> : NativeOpTrait<name> { let cppNamespace = "::spmd::sdy"; }
def Sdy_ArgumentsAreOperands : Sdy_Trait<"ArgumentsAreOperands">;
def Sdy_PermutesDims : Sdy_Trait<"PermutesDims">;
def Sdy_KeepsElementOrder : Sdy_Trait<"KeepsElementOrder">;

#endif // SPMD_DIALECTS_SDY_INTERFACES
