// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of sdy that users and propagation see; the collectives are in collectives.td.
include "dialects/sdy/op_base.td"

def Sdy_MeshOp : SdyOp<"mesh", [HasParent<"::mlir::ModuleOp">, Symbol]> {
  let summary = "names a mesh: sdy.mesh @m = <[\"x\"=2, \"y\"=4]>";
  let arguments = (ins SymbolNameAttr:$sym_name, Sdy_Mesh:$mesh);
  let assemblyFormat = "$sym_name `=` $mesh attr-dict";
}

def Sdy_ShardingConstraintOp : SdyOp<"sharding_constraint", [SameOperandsAndResultType]> {
  let summary = "the value is placed like this from here on; propagation may move it towards the input";
  let arguments = (ins AnyType:$input, Sdy_TensorSharding:$sharding);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Sdy_ReshardOp : SdyOp<"reshard", [Pure, SameOperandsAndResultType]> {
  let summary = "moves a value to another placement";
  let arguments = (ins AnyType:$input, Sdy_TensorSharding:$sharding);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def Sdy_ReturnOp : SdyOp<"return", [Pure, Terminator]> {
  let summary = "ends the body of a manual or named computation";
  let arguments = (ins Variadic<AnyType>:$results);
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
  let hasVerifier = 1; // a module has no terminator, and passes append to it
}

def Sdy_ManualComputationOp : SdyOp<"manual_computation",
    [IsolatedFromAbove, RecursiveMemoryEffects, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "a body written for one device along the manual axes, with global values at its borders";
  let arguments = (ins Variadic<AnyType>:$tensors, Sdy_TensorShardingPerValue:$in_shardings,
                       Sdy_TensorShardingPerValue:$out_shardings, Sdy_ManualAxes:$manual_axes);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` operands `)` `in_shardings` `` `=` `` custom<StrippedShardings>($in_shardings)
    `out_shardings` `` `=` `` custom<StrippedShardings>($out_shardings)
    `manual_axes` `` `=` `` $manual_axes custom<BodyWithArguments>($body) attr-dict
    `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    TensorShardingAttr getInSharding(int64_t operand) { return getInShardings().getSharding(operand); }
    TensorShardingAttr getOutSharding(int64_t result) { return getOutShardings().getSharding(result); }
  }];
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def Sdy_ShardingGroupOp : SdyOp<"sharding_group"> {
  let summary = "values with the same group id are placed alike";
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$group_id);
  let assemblyFormat = "$input `group_id` `` `=` `` $group_id attr-dict `:` type($input)";
}

def Sdy_ConstantOp : SdyOp<"constant", [Pure, AllTypesMatch<["value", "output"]>]> {
  let summary = "a constant that folding leaves alone, so that each copy keeps a placement of its own";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "attr-dict $value";
}

def Sdy_DataFlowEdgeOp : SdyOp<"data_flow_edge", [SameOperandsAndResultType]> {
  let summary = "stands on the owner of a data-flow edge during propagation and holds the edge's sharding";
  let arguments = (ins AnyShaped:$input, OptionalAttr<Sdy_TensorSharding>:$sharding);
  let results = (outs AnyShaped:$result);
  let assemblyFormat = "$input (`sharding` `` `=` `` $sharding^)? attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Sdy_FuncDataFlowEdgeOp : SdyOp<"func_data_flow_edge", [SameOperandsAndResultType]> {
  let summary = "ties an argument of a called function to what calls pass, or a call's result to what the function returns";
  let arguments = (ins AnyShaped:$input);
  let results = (outs AnyShaped:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Sdy_PropagationBarrierOp : SdyOp<"propagation_barrier", [Pure, SameOperandsAndResultType]> {
  let summary = "lets shardings through in one direction only, or in none";
  let arguments = (ins AnyRankedTensor:$input, Sdy_PropagationDirection:$allowed_direction);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input `allowed_direction` `` `=` `` $allowed_direction attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Sdy_NamedComputationOp : SdyOp<"named_computation",
    [IsolatedFromAbove, RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "the body of a called function in the place of the call";
  let arguments = (ins StrAttr:$name, Variadic<AnyType>:$operands, OptionalAttr<Sdy_TensorShardingPerValue>:$in_shardings,
                       OptionalAttr<Sdy_TensorShardingPerValue>:$out_shardings);
  let results = (outs Variadic<AnyType>);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `<` $name `>` `` `(` $operands `)` (`in_shardings` `` `=` `` custom<StrippedShardings>($in_shardings)^)?
    (`out_shardings` `` `=` `` custom<StrippedShardings>($out_shardings)^)? custom<BodyWithArguments>($body) attr-dict
    `:` functional-type($operands, results)
  }];
  let hasVerifier = 1;
}
