// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares control flow, tuples, calls to code outside of StableHLO, and the ops with side effects,
// which tokens order (StableHLO specification, by the names of the ops, and the legacy ops around
// them).
#ifndef SPMD_DIALECTS_STABLEHLO_CONTROL
#define SPMD_DIALECTS_STABLEHLO_CONTROL

include "dialects/stablehlo/base.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"

// Ops with regions.

def StableHLO_ReturnOp : StableHLO_Op<"return", [Pure, Terminator]> {
  let summary = "ends a region and returns its values";
  let arguments = (ins Variadic<AnyType>:$results);
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
  let assemblyFormat = "$results attr-dict (`:` type($results)^)?";
  let hasVerifier = 1; // a module has no terminator, and passes append to it
}

def StableHLO_IfOp : StableHLO_Op<"if", [
    RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlockImplicitTerminator<"ReturnOp">,
    DeclareOpInterfaceMethods<Sdy_DataFlowOp>, StableHLO_InferAs<"branchTypes(location, regions)">]> {
  let summary = "runs one of two regions";
  let arguments = (ins StableHLO_BoolScalar:$pred);
  let regions = (region SizedRegion<1>:$true_branch, SizedRegion<1>:$false_branch);
  let results = (outs Variadic<StableHLO_TensorTokenOrBuffer>);
}

def StableHLO_CaseOp : StableHLO_Op<"case", [
    RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlockImplicitTerminator<"ReturnOp">,
    DeclareOpInterfaceMethods<Sdy_DataFlowOp>, StableHLO_InferAs<"branchTypes(location, regions)">]> {
  let summary = "runs the region that index names, the last one where index is out of range";
  let arguments = (ins StableHLO_Int32Scalar:$index);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
  let results = (outs Variadic<StableHLO_TensorTokenOrBuffer>);
}

def StableHLO_WhileOp : StableHLO_Op<"while", [
    RecursiveMemoryEffects, SingleBlockImplicitTerminator<"ReturnOp">,
    DeclareOpInterfaceMethods<Sdy_DataFlowOp>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "runs body on its own results as long as cond holds";
  let arguments = (ins Variadic<StableHLO_TensorTokenOrBuffer>:$operand);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let results = (outs Variadic<StableHLO_TensorTokenOrBuffer>);
  let builders = [
    // The result types are those of the operands. Each region gets a block with arguments, which
    // the caller fills.
    OpBuilder<(ins "::mlir::ValueRange":$operands)>
  ];
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
}

def StableHLO_OptimizationBarrierOp : StableHLO_Op<"optimization_barrier", [
    Pure, DeclareOpInterfaceMethods<Sdy_DataFlowOp>, StableHLO_InferAs<"::llvm::to_vector(operands.getTypes())">]> {
  let summary = "identity that nothing is moved across";
  let arguments = (ins Variadic<StableHLO_TensorTokenOrBuffer>:$operand);
  let results = (outs Variadic<StableHLO_TensorTokenOrBuffer>:$result);
  let assemblyFormat = "attr-dict ($operand^ `:` custom<PairwiseTypes>(type($operand), type($result))) : (`` `(` `)`)?";
}

// Tuples.

def StableHLO_TupleOp : StableHLO_Op<"tuple", [Pure, StableHLO_InferAs<"::mlir::TupleType::get(context, operands.getTypes())">]> {
  let summary = "packs values (legacy)";
  let arguments = (ins Variadic<AnyType>:$val);
  let results = (outs StableHLO_TupleType:$result);
  let assemblyFormat = "$val attr-dict `:` custom<TupleTypes>(type($val), type($result))";
}

def StableHLO_GetTupleElementOp : StableHLO_Op<"get_tuple_element", [Pure, StableHLO_InferType]> {
  let summary = "one value of a tuple (legacy)";
  let arguments = (ins StableHLO_TupleType:$operand, ConfinedAttr<I32Attr, [IntNonNegative]>:$index);
  let results = (outs AnyType);
  let assemblyFormat = "$operand `[` $index `]` attr-dict `:` functional-type(operands, results)";
}

// Calls.

def StableHLO_CustomCallOp : StableHLO_Op<"custom_call", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "calls a function that the backend knows by its target name";
  let description = "A call without has_side_effect may be removed or duplicated.";
  let arguments = (ins
    Variadic<AnyType>:$inputs,
    StrAttr:$call_target_name,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$has_side_effect,
    OptionalAttr<AnyAttrOf<[StrAttr, DictionaryAttr]>>:$backend_config,
    DefaultValuedOptionalAttr<StableHLO_CustomCallApiVersionAttr,
        "::spmd::stablehlo::CustomCallApiVersion::API_VERSION_ORIGINAL">:$api_version,
    DefaultValuedOptionalAttr<TypedArrayAttrBase<FlatSymbolRefAttr, "list of function symbols">, "{}">:$called_computations,
    OptionalAttr<ArrayAttr>:$operand_layouts,
    OptionalAttr<ArrayAttr>:$result_layouts,
    DefaultValuedOptionalAttr<TypedArrayAttrBase<StableHLO_OutputOperandAlias, "list of aliases">,
        "{}">:$output_operand_aliases,
    OptionalAttr<ArrayAttr>:$result_tilings);
  let results = (outs Variadic<AnyType>);
  let assemblyFormat = [{
    custom<CallTarget>($call_target_name) `(` $inputs `)` attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_CompositeOp : StableHLO_Op<"composite", [
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "an op that only some backends know, with a function that defines its meaning";
  let arguments = (ins
    Variadic<AnyType>:$inputs,
    StrAttr:$name,
    DefaultValuedOptionalAttr<DictionaryAttr, "{}">:$composite_attributes,
    FlatSymbolRefAttr:$decomposition,
    DefaultValuedOptionalAttr<I32Attr, "0">:$version);
  let regions = (region VariadicRegion<AnyRegion>:$composite_regions);
  let results = (outs Variadic<AnyType>);
  let assemblyFormat = [{
    $name $inputs (` ` `(` $composite_regions^ `)`)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

// Tokens and ops with side effects.

def StableHLO_AfterAllOp : StableHLO_Op<"after_all", [Pure]> {
  let summary = "joins tokens: the result comes after all operands";
  let arguments = (ins Variadic<StableHLO_TokenType>:$inputs);
  let results = (outs StableHLO_TokenType:$result);
  let assemblyFormat = "$inputs attr-dict `:` custom<TokenTypes>(ref($inputs), type($inputs), type($result))";
}

def StableHLO_CreateTokenOp : StableHLO_Op<"create_token", [Pure]> {
  let summary = "a token without predecessors (legacy)";
  let results = (outs StableHLO_TokenType:$output);
  let assemblyFormat = "attr-dict `:` type(results)";
}

def StableHLO_SendOp : StableHLO_Op<"send", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "sends tensors over a channel";
  let arguments = (ins
    Variadic<StableHLO_TensorOrPerAxis>:$inputs,
    StableHLO_TokenType:$token,
    StableHLO_ChannelHandle:$channel_handle,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
    OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs StableHLO_TokenType);
  let hasVerifier = 1;
}

def StableHLO_RecvOp : StableHLO_Op<"recv", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "receives tensors over a channel; waits for the matching send";
  let arguments = (ins
    StableHLO_TokenType:$token,
    StableHLO_ChannelHandle:$channel_handle,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
    OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Variadic<StableHLO_TensorOrToken>);
  let hasVerifier = 1;
}

def StableHLO_InfeedOp : StableHLO_Op<"infeed", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "takes the next item of the process's infeed";
  let arguments = (ins
    StableHLO_TokenType:$token,
    DefaultValuedOptionalAttr<StrAttr, "\"\"">:$infeed_config,
    OptionalAttr<ArrayAttr>:$layout);
  let results = (outs Variadic<StableHLO_TensorOrToken>);
  let hasVerifier = 1;
}

def StableHLO_OutfeedOp : StableHLO_Op<"outfeed", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "writes to the process's outfeed";
  let arguments = (ins
    Variadic<StableHLO_TensorOrPerAxis>:$inputs,
    StableHLO_TokenType:$token,
    DefaultValuedOptionalAttr<StrAttr, "\"\"">:$outfeed_config);
  let results = (outs StableHLO_TokenType);
}

// Futures.

def StableHLO_AsyncStartOp : StableHLO_Op<"async_start", [
    IsolatedFromAbove, SingleBlockImplicitTerminator<"ReturnOp">, Sdy_ArgumentsAreOperands]> {
  let summary = "starts one collective or slice; async_done gives its value";
  let arguments = (ins Variadic<StableHLO_Tensor>:$operands);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs StableHLO_FutureType:$result);
  let hasRegionVerifier = 1;
}

def StableHLO_AsyncDoneOp : StableHLO_Op<"async_done", [StableHLO_InferType]> {
  let summary = "waits for an async_start and gives its value";
  let arguments = (ins StableHLO_FutureType:$operand);
  let results = (outs StableHLO_Tensor:$result);
}

#endif
