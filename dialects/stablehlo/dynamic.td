// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the ops whose result shape is an operand, and the ops that read and set the size of a
// dim (StableHLO specification, by the names of the ops).
#ifndef SPMD_DIALECTS_STABLEHLO_DYNAMIC
#define SPMD_DIALECTS_STABLEHLO_DYNAMIC

include "dialects/stablehlo/base.td"

def StableHLO_DynamicBroadcastInDimOp : StableHLO_Op<"dynamic_broadcast_in_dim", [NoMemoryEffect]> {
  let summary = "broadcast_in_dim whose result shape is an operand";
  let arguments = (ins
    StableHLO_TensorOrPerAxis:$operand,
    StableHLO_IndexVector:$output_dimensions,
    DenseI64ArrayAttr:$broadcast_dimensions,
    OptionalAttr<DenseI64ArrayAttr>:$known_expanding_dimensions,
    OptionalAttr<DenseI64ArrayAttr>:$known_nonexpanding_dimensions);
  let results = (outs StableHLO_TensorOrPerAxis:$result);
  let assemblyFormat = [{
    $operand `,` $output_dimensions `,` `dims` `=` custom<DimList>($broadcast_dimensions)
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_DynamicIotaOp : StableHLO_Op<"dynamic_iota", [NoMemoryEffect]> {
  let summary = "iota whose shape is an operand";
  let arguments = (ins
    StableHLO_IndexVector:$output_shape,
    StableHLO_NonNegativeI64Attr:$iota_dimension);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $output_shape `,` `dim` `=` $iota_dimension attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_DynamicPadOp : StableHLO_Op<"dynamic_pad", [NoMemoryEffect]> {
  let summary = "pad whose amounts are operands";
  let arguments = (ins
    StableHLO_Tensor:$operand,
    StableHLO_Tensor:$padding_value,
    StableHLO_IndexVector:$edge_padding_low,
    StableHLO_IndexVector:$edge_padding_high,
    StableHLO_IndexVector:$interior_padding);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def StableHLO_DynamicReshapeOp : StableHLO_Op<"dynamic_reshape", [NoMemoryEffect]> {
  let summary = "reshape whose result shape is an operand";
  let arguments = (ins
    StableHLO_TensorOrPerAxis:$operand,
    StableHLO_IndexVector:$output_shape);
  let results = (outs StableHLO_TensorOrPerAxis:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def StableHLO_GetDimensionSizeOp : StableHLO_Op<"get_dimension_size", [Pure, StableHLO_InferType]> {
  let summary = "gives the size of a dim at run time";
  let arguments = (ins
    StableHLO_TensorOrPerAxis:$operand,
    StableHLO_NonNegativeI64Attr:$dimension);
  let results = (outs StableHLO_Int32Scalar);
  let assemblyFormat = [{
    $operand `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_SetDimensionSizeOp : StableHLO_Op<"set_dimension_size", [NoMemoryEffect, StableHLO_InferType]> {
  let summary = "sets the run-time size of a dim; elements beyond it are padding";
  let arguments = (ins
    StableHLO_Tensor:$operand,
    StableHLO_Int32Scalar:$size,
    StableHLO_NonNegativeI64Attr:$dimension);
  let results = (outs StableHLO_Tensor);
  let assemblyFormat = [{
    $operand `,` $size `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)
  }];
}

#endif
