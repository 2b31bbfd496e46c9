// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the ops that create or move elements without computing on them (StableHLO
// specification).
include "dialects/stablehlo/base.td"
include "mlir/IR/OpAsmInterface.td"

// A tensor whose dims are all static, or that has one dynamic dim with a bound.
def StableHLO_StaticOrBoundedTensor : Type<And<[StableHLO_TensorOrPerAxis.predicate,
    CPred<"::spmd::stablehlo::isStaticOrBounded($_self)">]>,
    "statically shaped or single bounded dim tensor of boolean, integer, float, complex or quantized values",
    "::mlir::RankedTensorType">;
class StableHLO_Static<Type tensor> : Type<And<[tensor.predicate,
    CPred<"::llvm::cast<::mlir::RankedTensorType>($_self).hasStaticShape()">]>,
    "statically shaped " # tensor.summary, "::mlir::RankedTensorType">;

def StableHLO_ConstantOp : StableHLO_Op<"constant", [ConstantLike, Pure,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>,
    StableHLO_InferAs<"adaptor.getValue().getType()", [{}],
        [{ static bool isCompatibleReturnTypes(::mlir::TypeRange l, ::mlir::TypeRange r); }]>]> {
  let arguments = (ins ElementsAttr:$value);
  let results = (outs StableHLO_Static<StableHLO_TensorOrPerAxis>:$output);
  // Builds a scalar constant where `value` is a number.
  let builders = [OpBuilder<(ins "::mlir::Attribute":$value)>];
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
  let hasVerifier = 1;
}

def StableHLO_IotaOp : StableHLO_Op<"iota", [Pure]> {
  let arguments = (ins StableHLO_NonNegativeI64Attr:$iota_dimension);
  let results = (outs StableHLO_Static<StableHLO_IntFloatComplexQuantTensor>:$output);
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($output)";
  let hasVerifier = 1;
}

def StableHLO_BroadcastInDimOp : StableHLO_Op<"broadcast_in_dim", [StableHLO_Pure]> {
  let arguments = (ins StableHLO_TensorOrPerAxis:$operand, DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs StableHLO_StaticOrBoundedTensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $broadcast_dimensions attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_BroadcastOp : StableHLO_Op<"broadcast", [StableHLO_Pure, StableHLO_InferType]> {
  let arguments = (ins StableHLO_Tensor:$operand, DenseI64ArrayAttr:$broadcast_sizes);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `sizes` `=` $broadcast_sizes attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_ReshapeOp : StableHLO_Op<"reshape", [StableHLO_Pure, Sdy_KeepsElementOrder]> {
  let arguments = (ins StableHLO_TensorOrPerAxis:$operand);
  let results = (outs StableHLO_StaticOrBoundedTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def StableHLO_TransposeOp : StableHLO_Op<"transpose", [StableHLO_Pure, Sdy_PermutesDims, StableHLO_InferType]> {
  let arguments = (ins StableHLO_TensorOrPerAxis:$operand, DenseI64ArrayAttr:$permutation);
  let results = (outs StableHLO_TensorOrPerAxis:$result);
  let assemblyFormat = "$operand `,` `dims` `=` $permutation attr-dict `:` functional-type(operands, results)";
}

def StableHLO_ReverseOp : StableHLO_Op<"reverse", [StableHLO_Pure, StableHLO_CompatibleTypes, StableHLO_InferSame]> {
  let arguments = (ins StableHLO_Tensor:$operand, DenseI64ArrayAttr:$dimensions);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $dimensions attr-dict `:` custom<SameTypes>(type($operand), type($result))
  }];
  let hasVerifier = 1;
}

def StableHLO_ConcatenateOp : StableHLO_Op<"concatenate", [StableHLO_Pure, StableHLO_InferType]> {
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs, StableHLO_NonNegativeI64Attr:$dimension);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = "custom<OperandsAndDim>($inputs, $dimension) attr-dict `:` functional-type(operands, results)";
}

def StableHLO_PadOp : StableHLO_Op<"pad", [StableHLO_Pure, StableHLO_InferType]> {
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Scalar:$padding_value,
      DenseI64ArrayAttr:$edge_padding_low, DenseI64ArrayAttr:$edge_padding_high, DenseI64ArrayAttr:$interior_padding);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high` `=` $edge_padding_high `,`
    `interior` `=` $interior_padding attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_SliceOp : StableHLO_Op<"slice", [StableHLO_Pure, StableHLO_Startable, StableHLO_InferType]> {
  let arguments = (ins StableHLO_Tensor:$operand, DenseI64ArrayAttr:$start_indices, DenseI64ArrayAttr:$limit_indices,
      DenseI64ArrayAttr:$strides);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand custom<SliceRanges>($start_indices, $limit_indices, $strides) attr-dict `:`
    functional-type(operands, results)
  }];
}
