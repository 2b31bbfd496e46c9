// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Defines the collectives of sdy. Each changes the sharding of one value by one kind of
// communication (all_slice and replicated_to_unreduced need none), keeps the global type of the
// value, and states the sharding of its result. The partitioner replaces them by StableHLO
// collectives on local values.
include "dialects/sdy/op_base.td"

class SdyCollective<string mnemonic, dag attributes, string format> : SdyOp<mnemonic, [SameOperandsAndResultType, Sdy_CollectiveTrait]> {
  let arguments = !con((ins AnyRankedTensor:$tensor), attributes, (ins Sdy_TensorSharding:$out_sharding));
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = format # " $tensor `out_sharding` `` `=` `` $out_sharding attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Sdy_AllGatherOp : SdyCollective<"all_gather", (ins Sdy_ListOfAxisRefLists:$gathering_axes), "$gathering_axes"> {
  let summary = "removes the innermost axes of dims: every device gets all shards of its group";
  let hasCanonicalizer = 1;
}

def Sdy_AllSliceOp : SdyCollective<"all_slice", (ins Sdy_ListOfAxisRefLists:$slicing_axes), "$slicing_axes"> {
  let summary = "adds axes to dims: every device keeps its part of the data that it holds";
  let hasCanonicalizer = 1;
}

def Sdy_AllToAllOp : SdyCollective<"all_to_all", (ins Sdy_AllToAllParamList:$params), "$params"> {
  let summary = "moves axes from one dim to another";
  let hasCanonicalizer = 1;
}

def Sdy_CollectivePermuteOp : SdyCollective<"collective_permute", (ins), ""> {
  let summary = "exchanges axes of equal size or the device order: every device sends to one other";
  let hasCanonicalizer = 1;
}

def Sdy_AllReduceOp : SdyCollective<"all_reduce",
    (ins Sdy_AxisRefList:$reduction_axes, DefaultValuedAttr<Sdy_ReductionKind, "ReductionKind::SUM">:$reduction_kind),
    "custom<Reduction>($reduction_kind, $reduction_axes)"> {
  let summary = "reduces the values of the devices along the axes; each of them gets the result";
  let hasCanonicalizer = 1;
}

def Sdy_ReduceScatterOp : SdyCollective<"reduce_scatter",
    (ins Sdy_ListOfAxisRefLists:$reduce_scatter_axes, DefaultValuedAttr<Sdy_ReductionKind, "ReductionKind::SUM">:$reduction_kind),
    "custom<Reduction>($reduction_kind, $reduce_scatter_axes)"> {
  let summary = "reduces over axes and shards dims of the result along the same axes";
  let hasCanonicalizer = 1;
}

def Sdy_ShardedToUnreducedOp : SdyCollective<"sharded_to_unreduced", (ins Sdy_ListOfAxisRefLists:$axes), "$axes"> {
  let summary = "makes axes of dims unreduced: each device pads its shard with the neutral element";
}

def Sdy_ReplicatedToUnreducedOp : SdyCollective<"replicated_to_unreduced", (ins Sdy_AxisRefList:$axes), "$axes"> {
  let summary = "makes replicated axes unreduced: all but one device hold the neutral element";
}
