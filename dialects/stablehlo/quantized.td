// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the conversions between floats and uniformly quantized integers (StableHLO
// specification, section quantized types).
#ifndef SPMD_DIALECTS_STABLEHLO_QUANTIZED
#define SPMD_DIALECTS_STABLEHLO_QUANTIZED

include "dialects/stablehlo/base.td"

def StableHLO_UniformQuantizeOp : StableHLO_Op<"uniform_quantize", [StableHLO_Pure]> {
  let summary = "quantizes floats, or requantizes, to the result's quantized type";
  let arguments = (ins StableHLO_FloatOrAnyQuantTensor:$operand);
  let results = (outs StableHLO_AnyQuantTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` custom<SameTypes>(type($operand), type($result))";
  let hasVerifier = 1;
}

def StableHLO_UniformDequantizeOp : StableHLO_Op<"uniform_dequantize",
    [StableHLO_Pure, StableHLO_InferAs<"withElements(adaptor.getOperand(), expressedType(adaptor.getOperand()))">]> {
  let summary = "converts quantized integers to the floats that they stand for";
  let arguments = (ins StableHLO_AnyQuantTensor:$operand);
  let results = (outs StableHLO_FloatQuantTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` custom<SameTypes>(type($operand), type($result))";
}

#endif
