// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares convolution and dynamic_conv, with strides, padding, dilations, window reversal and
// groups (StableHLO specification, section convolution).
#ifndef SPMD_DIALECTS_STABLEHLO_CONVOLUTION
#define SPMD_DIALECTS_STABLEHLO_CONVOLUTION

include "dialects/stablehlo/base.td"

def StableHLO_ConvolutionOp : StableHLO_Op<"convolution", [StableHLO_Pure]> {
  let summary = "slides a kernel over the spatial dims of lhs";
  let description = [{
    The op is a correlation: the kernel is flipped only in the dims of `window_reversal`. Absent
    window attributes mean stride 1, no padding, no dilation, no reversal.
  }];
  let arguments = (ins
    StableHLO_Tensor:$lhs,
    StableHLO_TensorOrPerAxis:$rhs,
    OptionalAttr<DenseI64ArrayAttr>:$window_strides,
    OptionalAttr<I64ElementsAttr>:$padding,
    OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
    OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
    OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
    StableHLO_ConvDimensionNumbers:$dimension_numbers,
    StableHLO_PositiveI64Attr:$feature_group_count,
    StableHLO_PositiveI64Attr:$batch_group_count,
    OptionalAttr<StableHLO_PrecisionConfigAttr>:$precision_config);
  let results = (outs StableHLO_TensorOrPerAxis:$result);
  let assemblyFormat = [{
    `(` operands `)` `dim_numbers` `=` custom<ConvolutionDimensions>($dimension_numbers) `,`
    `window` `=` custom<WindowAttributes>($window_strides, $padding, $lhs_dilation, $rhs_dilation, $window_reversal)
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Returns the window of each spatial dim, in the order of the kernel's spatial dims. Absent
    /// attributes are replaced by their defaults.
    ::mlir::FailureOr<::llvm::SmallVector<WindowDim>> window();
  }];
}

def StableHLO_DynamicConvOp : StableHLO_Op<"dynamic_conv", [NoMemoryEffect]> {
  let summary = "convolution whose padding is an operand";
  let arguments = (ins
    StableHLO_Tensor:$lhs,
    StableHLO_TensorOrPerAxis:$rhs,
    StableHLO_IntTensor:$padding,
    OptionalAttr<DenseI64ArrayAttr>:$window_strides,
    OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
    OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
    OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
    StableHLO_ConvDimensionNumbers:$dimension_numbers,
    StableHLO_PositiveI64Attr:$feature_group_count,
    StableHLO_PositiveI64Attr:$batch_group_count,
    OptionalAttr<StableHLO_PrecisionConfigAttr>:$precision_config);
  let results = (outs StableHLO_TensorOrPerAxis:$result);
  let hasVerifier = 1;
}

#endif
