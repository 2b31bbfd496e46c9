// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Defines the ops of sdy that users write and that propagation handles. The collectives are in
// collectives.td, because the passes before the partitioner never see them.
include "dialects/sdy/op_base.td"

def Sdy_MeshOp : SdyOp<"mesh", [HasParent<"::mlir::ModuleOp">, Symbol]> {
  let summary = "defines a mesh: sdy.mesh @m = <[\"x\"=2, \"y\"=4]>";
  let arguments = (ins SymbolNameAttr:$sym_name, Sdy_Mesh:$mesh);
  let assemblyFormat = "$sym_name `=` $mesh attr-dict";
}

def Sdy_ShardingConstraintOp : SdyOp<"sharding_constraint", [Sdy_PropagationHint, SameOperandsAndResultType]> {
  let summary = "gives the result a sharding, which propagation may move to the input";
  let arguments = (ins AnyType:$input, Sdy_TensorSharding:$sharding);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$input $sharding attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Sdy_ReshardOp : SdyOp<"reshard", [Pure, Elementwise, SameOperandsAndResultType]> {
  let summary = "changes the sharding of a value";
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
  let hasVerifier = 1; // refuses the op in a module: passes append ops behind it
}

def Sdy_ManualComputationOp : SdyOp<"manual_computation",
    [IsolatedFromAbove, RecursiveMemoryEffects, SingleBlockImplicitTerminator<"ReturnOp">,
     DeclareOpInterfaceMethods<Sdy_DataFlowOp>]> {
  let summary = "a body with local values along the manual axes; operands and results are global";
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

def Sdy_ShardingGroupOp : SdyOp<"sharding_group", [Sdy_PropagationHint]> {
  let summary = "gives all values with the same group id the same sharding";
  let arguments = (ins AnyRankedTensor:$input, I64Attr:$group_id);
  let assemblyFormat = "$input `group_id` `` `=` `` $group_id attr-dict `:` type($input)";
}

def Sdy_ConstantOp : SdyOp<"constant", [Pure, AllTypesMatch<["value", "output"]>]> {
  let summary = "a constant that is not folded, so that each copy keeps its own sharding";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "attr-dict $value";
}

def Sdy_DataFlowEdgeOp : SdyOp<"data_flow_edge", [Sdy_PropagationHint, SameOperandsAndResultType]> {
  let summary = "marks the owner of a data-flow edge and holds the sharding of the edge";
  let arguments = (ins AnyShaped:$input, OptionalAttr<Sdy_TensorSharding>:$sharding);
  let results = (outs AnyShaped:$result);
  let assemblyFormat = "$input (`sharding` `` `=` `` $sharding^)? attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Sdy_FuncDataFlowEdgeOp : SdyOp<"func_data_flow_edge", [Sdy_PropagationHint, SameOperandsAndResultType]> {
  let summary = "ties a function argument to call operands, or a call result to the returned value";
  let arguments = (ins AnyShaped:$input);
  let results = (outs AnyShaped:$result);
  let assemblyFormat = "$input attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Sdy_PropagationBarrierOp : SdyOp<"propagation_barrier", [Sdy_PropagationHint, Pure, Elementwise, SameOperandsAndResultType]> {
  let summary = "lets shardings propagate in one direction only, or in none";
  let arguments = (ins AnyRankedTensor:$input, Sdy_PropagationDirection:$allowed_direction);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$input `allowed_direction` `` `=` `` $allowed_direction attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Sdy_NamedComputationOp : SdyOp<"named_computation",
    [IsolatedFromAbove, RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlockImplicitTerminator<"ReturnOp">,
     DeclareOpInterfaceMethods<Sdy_DataFlowOp>]> {
  let summary = "a call that holds the body of its callee as a region";
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
