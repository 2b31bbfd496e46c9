// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares linear algebra, Fourier transforms, and the three forms of batch normalization
// (StableHLO specification, by the names of the ops).
#ifndef SPMD_DIALECTS_STABLEHLO_LINALG
#define SPMD_DIALECTS_STABLEHLO_LINALG

include "dialects/stablehlo/base.td"

def StableHLO_CholeskyOp : StableHLO_Op<"cholesky",
    [StableHLO_Pure, StableHLO_InferType]> {
  let summary = "Cholesky factor of positive definite matrices";
  let arguments = (ins StableHLO_FloatComplexQuantTensor:$a, DefaultValuedOptionalAttr<BoolAttr, "false">:$lower);
  let results = (outs StableHLO_FloatComplexQuantTensor:$result);
  let assemblyFormat = "$a (`,` `lower` `=` $lower^)? attr-dict `:` custom<SameTypes>(type($a), type($result))";
}

def StableHLO_TriangularSolveOp : StableHLO_Op<"triangular_solve",
    [StableHLO_Pure, StableHLO_InferType]> {
  let summary = "solves op(a) x = b, or x op(a) = b, for triangular a";
  let arguments = (ins
    StableHLO_FloatComplexTensor:$a,
    StableHLO_FloatComplexTensor:$b,
    BoolAttr:$left_side,
    BoolAttr:$lower,
    BoolAttr:$unit_diagonal,
    StableHLO_Transpose:$transpose_a);
  let results = (outs StableHLO_FloatComplexTensor);
}

def StableHLO_FftOp : StableHLO_Op<"fft",
    [StableHLO_Pure, StableHLO_InferType]> {
  let summary = "discrete Fourier transform over the last dims";
  let arguments = (ins
    StableHLO_FloatComplexTensor:$operand,
    StableHLO_FftType:$fft_type,
    DenseI64ArrayAttr:$fft_length);
  let results = (outs StableHLO_FloatComplexTensor);
  let assemblyFormat = [{
    $operand `,` `type` `=` custom<Case>($fft_type) `,` `length` `=` custom<DimList>($fft_length)
    attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_FloatQuantVector : StableHLO_VectorOf<"kFloat | kQuantized", "float or per-tensor quantized">;

def StableHLO_BatchNormInferenceOp : StableHLO_Op<"batch_norm_inference",
    [StableHLO_Pure, StableHLO_InferType]> {
  let summary = "normalizes with the mean and variance that are operands";
  let arguments = (ins
    StableHLO_FloatQuantTensor:$operand, StableHLO_FloatQuantVector:$scale, StableHLO_FloatQuantVector:$offset,
    StableHLO_FloatQuantVector:$mean, StableHLO_FloatQuantVector:$variance,
    F32Attr:$epsilon, StableHLO_NonNegativeI64Attr:$feature_index);
  let results = (outs StableHLO_FloatQuantTensor:$result);
}

def StableHLO_BatchNormTrainingOp : StableHLO_Op<"batch_norm_training",
    [StableHLO_Pure, StableHLO_InferTypes]> {
  let summary = "normalizes with the batch's mean and variance, which are results as well";
  let arguments = (ins
    StableHLO_FloatQuantTensor:$operand, StableHLO_FloatQuantVector:$scale, StableHLO_FloatQuantVector:$offset,
    F32Attr:$epsilon, StableHLO_NonNegativeI64Attr:$feature_index);
  let results = (outs
    StableHLO_FloatQuantTensor:$output, StableHLO_FloatQuantVector:$batch_mean, StableHLO_FloatQuantVector:$batch_var);
}

def StableHLO_BatchNormGradOp : StableHLO_Op<"batch_norm_grad",
    [StableHLO_Pure, StableHLO_InferTypes]> {
  let summary = "gradients of batch_norm_training with respect to its operands";
  let arguments = (ins
    StableHLO_FloatQuantTensor:$operand, StableHLO_FloatQuantVector:$scale, StableHLO_FloatQuantVector:$mean,
    StableHLO_FloatQuantVector:$variance, StableHLO_FloatQuantTensor:$grad_output,
    F32Attr:$epsilon, StableHLO_NonNegativeI64Attr:$feature_index);
  let results = (outs
    StableHLO_FloatQuantTensor:$grad_operand, StableHLO_FloatQuantVector:$grad_scale, StableHLO_FloatQuantVector:$grad_offset);
}

#endif
