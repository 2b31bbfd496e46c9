// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the enums and types of the spmd dialect.
#ifndef SPMD_DIALECTS_SPMD_ATTRS
#define SPMD_DIALECTS_SPMD_ATTRS

include "dialects/spmd/dialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

def Spmd_CollectiveKind : I32EnumAttr<"CollectiveKind", "what a collective does with its operands",
    [I32EnumAttrCase<"AllGather", 0, "all_gather">, I32EnumAttrCase<"AllReduce", 1, "all_reduce">,
     I32EnumAttrCase<"ReduceScatter", 2, "reduce_scatter">, I32EnumAttrCase<"AllToAll", 3, "all_to_all">,
     I32EnumAttrCase<"Permute", 4, "collective_permute">]> {
  let cppNamespace = "::spmd::ir";
}
def Spmd_CombineKind : I32EnumAttr<"CombineKind", "how the operands of a group become one",
    [I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"Sum", 1, "sum">, I32EnumAttrCase<"Product", 2, "product">,
     I32EnumAttrCase<"Minimum", 3, "minimum">, I32EnumAttrCase<"Maximum", 4, "maximum">, I32EnumAttrCase<"And", 5, "and">,
     I32EnumAttrCase<"Or", 6, "or">]> {
  let cppNamespace = "::spmd::ir";
}

def Spmd_Handle : TypeDef<SpmdDialect, "Handle"> {
  let mnemonic = "handle";
  let summary = "a collective that has been started and not yet awaited";
}

#endif // SPMD_DIALECTS_SPMD_ATTRS
