// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The collectives of sdy: each changes the placement of one value of an unchanged, global type by
// one kind of communication (or by none: all_slice, replicated_to_unreduced), and states the
// placement it ends in.
include "dialects/sdy/op_base.td"

class SdyCollective<string mnemonic, dag attributes, string format> : SdyOp<mnemonic, [SameOperandsAndResultType, Sdy_CollectiveTrait]> {
  let arguments = !con((ins AnyRankedTensor:$tensor), attributes, (ins Sdy_TensorSharding:$out_sharding));
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = format # " $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Sdy_AllGatherOp : SdyCollective<"all_gather", (ins Sdy_ListOfAxisRefLists:$gathering_axes), "$gathering_axes"> {
  let summary = "takes the innermost axes off dims: every device gets the parts of its group";
  let hasCanonicalizer = 1;
}

def Sdy_AllSliceOp : SdyCollective<"all_slice", (ins Sdy_ListOfAxisRefLists:$slicing_axes), "$slicing_axes"> {
  let summary = "adds axes to dims: every device keeps its part of what it already holds";
  let hasCanonicalizer = 1;
}

def Sdy_AllToAllOp : SdyCollective<"all_to_all", (ins Sdy_AllToAllParamList:$params), "$params"> {
  let summary = "moves axes from one dim to another";
  let hasCanonicalizer = 1;
}

def Sdy_CollectivePermuteOp : SdyCollective<"collective_permute", (ins), ""> {
  let summary = "exchanges axes of equal size, or the order of devices: every device sends its part to one other";
  let hasCanonicalizer = 1;
}

def Sdy_AllReduceOp : SdyCollective<"all_reduce",
    (ins Sdy_AxisRefList:$reduction_axes, DefaultValuedAttr<Sdy_ReductionKind, "ReductionKind::SUM">:$reduction_kind),
    "custom<Reduction>($reduction_kind, $reduction_axes)"> {
  let summary = "reduces what the devices along the axes hold; all of them get the result";
  let hasCanonicalizer = 1;
}

def Sdy_ReduceScatterOp : SdyCollective<"reduce_scatter",
    (ins Sdy_ListOfAxisRefLists:$reduce_scatter_axes, DefaultValuedAttr<Sdy_ReductionKind, "ReductionKind::SUM">:$reduction_kind),
    "custom<Reduction>($reduction_kind, $reduce_scatter_axes)"> {
  let summary = "reduces over axes and shards dims along the same axes";
  let hasCanonicalizer = 1;
}

def Sdy_ShardedToUnreducedOp : SdyCollective<"sharded_to_unreduced", (ins Sdy_ListOfAxisRefLists:$axes), "$axes"> {
  let summary = "takes axes off dims and leaves them unreduced: each device pads its part with the neutral element";
}

def Sdy_ReplicatedToUnreducedOp : SdyCollective<"replicated_to_unreduced", (ins Sdy_AxisRefList:$axes), "$axes"> {
  let summary = "makes replicated axes unreduced: one device keeps its value, the others hold the neutral element";
}
