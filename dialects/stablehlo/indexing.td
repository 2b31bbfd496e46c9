// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the ops whose indices are operands: slices, gather and scatter (StableHLO specification,
// by the names of the ops).
#ifndef SPMD_DIALECTS_STABLEHLO_INDEXING
#define SPMD_DIALECTS_STABLEHLO_INDEXING

include "dialects/stablehlo/base.td"

def StableHLO_DynamicSliceOp : StableHLO_Op<"dynamic_slice",
    [StableHLO_Pure, StableHLO_Startable, StableHLO_InferType]> {
  let summary = "a slice of static size whose start is an operand";
  let description = "The start is clamped so that the slice never leaves the operand.";
  let arguments = (ins
    StableHLO_Tensor:$operand,
    Variadic<StableHLO_IntScalar>:$start_indices,
    DenseI64ArrayAttr:$slice_sizes);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `` custom<StartIndices>($start_indices) `sizes` `=` custom<DimList>($slice_sizes)
    attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_DynamicUpdateSliceOp : StableHLO_Op<"dynamic_update_slice",
    [StableHLO_Pure, StableHLO_Startable, StableHLO_InferType]> {
  let summary = "replaces a window of the operand; the window's start is an operand";
  let description = "The start is clamped so that the window never leaves the operand.";
  let arguments = (ins
    StableHLO_Tensor:$operand,
    StableHLO_Tensor:$update,
    Variadic<StableHLO_IntScalar>:$start_indices);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $update (`,` $start_indices^)? attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_RealDynamicSliceOp : StableHLO_Op<"real_dynamic_slice", [NoMemoryEffect]> {
  let summary = "slice whose bounds and strides are operands; they are not clamped";
  let arguments = (ins
    StableHLO_Tensor:$operand,
    StableHLO_IndexVector:$start_indices,
    StableHLO_IndexVector:$limit_indices,
    StableHLO_IndexVector:$strides);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def StableHLO_GatherOp : StableHLO_Op<"gather",
    [StableHLO_Pure, StableHLO_InferType]> {
  let summary = "collects slices of the operand that begin at start_indices";
  let arguments = (ins
    StableHLO_Tensor:$operand,
    StableHLO_IntTensor:$start_indices,
    StableHLO_GatherDimensionNumbers:$dimension_numbers,
    DenseI64ArrayAttr:$slice_sizes,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs StableHLO_Tensor:$result);
}

def StableHLO_DynamicGatherOp : StableHLO_Op<"dynamic_gather", [NoMemoryEffect, StableHLO_InferType]> {
  let summary = "gather whose slice sizes are an operand";
  let arguments = (ins
    StableHLO_Tensor:$operand,
    StableHLO_IntTensor:$start_indices,
    StableHLO_IndexVector:$slice_sizes,
    StableHLO_GatherDimensionNumbers:$dimension_numbers,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs StableHLO_Tensor:$result);
}

def StableHLO_ScatterOp : StableHLO_Op<"scatter",
    [SameVariadicOperandSize, RecursiveMemoryEffects, SingleBlock]> {
  let summary = "combines updates with the elements of the inputs at scatter_indices";
  let description = [{
    The region gets the N current values, then the N updates. Updates whose place lies outside of
    the inputs are skipped.
  }];
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$inputs,
    StableHLO_IndexTensor:$scatter_indices,
    Variadic<StableHLO_Tensor>:$updates,
    StableHLO_ScatterDimensionNumbers:$scatter_dimension_numbers,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted,
    DefaultValuedOptionalAttr<BoolAttr, "false">:$unique_indices);
  let regions = (region SizedRegion<1>:$update_computation);
  let results = (outs Variadic<StableHLO_Tensor>);
  let hasVerifier = 1;
}

def StableHLO_TorchIndexSelectOp : StableHLO_Op<"torch_index_select", [NoMemoryEffect]> {
  let summary = "selects entries of one dim by index (legacy)";
  let arguments = (ins
    StableHLO_Tensor:$operand, StableHLO_Tensor:$index, I64Attr:$dim, I64Attr:$batch_dims);
  let results = (outs StableHLO_Tensor:$result);
}

#endif
