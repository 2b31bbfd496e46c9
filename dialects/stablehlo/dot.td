// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the matmuls: dot_general (StableHLO specification, section dot_general) and the legacy
// ops dot, einsum and unary_einsum.
#ifndef SPMD_DIALECTS_STABLEHLO_DOT
#define SPMD_DIALECTS_STABLEHLO_DOT

include "dialects/stablehlo/base.td"

def StableHLO_DotGeneralOp : StableHLO_Op<"dot_general", [StableHLO_Pure]> {
  let summary = "multiplies two tensors over batching dims and sums over contracting dims";
  let description = [{
    `result[b, m, n] = sum over k of lhs[b, m, k] * rhs[b, k, n]`, where each letter may stand for
    several dims. The program chooses the result's element type: the sum is formed in it.
  }];
  let arguments = (ins
    StableHLO_Tensor:$lhs,
    StableHLO_TensorOrPerAxis:$rhs,
    StableHLO_DotDimensionNumbers:$dot_dimension_numbers,
    OptionalAttr<StableHLO_PrecisionConfigAttr>:$precision_config,
    OptionalAttr<StableHLO_DotAlgorithm>:$algorithm);
  let results = (outs StableHLO_TensorOrPerAxis:$result);
  let builders = [
    // The result has the inferred shape and the element type of lhs.
    OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs, "DotDimensionNumbersAttr":$dims)>
  ];
  let assemblyFormat = [{
    $lhs `,` $rhs `,` custom<DotDimensionNumbers>($dot_dimension_numbers) ``
    custom<PrecisionAndAlgorithm>($precision_config, $algorithm) attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Returns the type of the result, with this element type. The dims must exist.
    static ::mlir::RankedTensorType inferType(::mlir::RankedTensorType lhs, ::mlir::RankedTensorType rhs,
                                              DotDimensionNumbersAttr dims, ::mlir::Type elementType);
  }];
}

def StableHLO_DotOp : StableHLO_Op<"dot", [StableHLO_Pure]> {
  let summary = "matmul of vectors or matrices: lhs's last dim with rhs's first (legacy)";
  let arguments = (ins
    StableHLO_Tensor:$lhs,
    StableHLO_TensorOrPerAxis:$rhs,
    OptionalAttr<StableHLO_PrecisionConfigAttr>:$precision_config);
  let results = (outs StableHLO_TensorOrPerAxis:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `` custom<Precision>($precision_config) attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def StableHLO_EinsumOp : StableHLO_Op<"einsum", [NoMemoryEffect]> {
  let summary = "Einstein sum of two operands (legacy)";
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs, StrAttr:$einsum_config);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_UnaryEinsumOp : StableHLO_Op<"unary_einsum", [NoMemoryEffect]> {
  let summary = "Einstein sum of one operand (legacy)";
  let arguments = (ins StableHLO_Tensor:$operand, StrAttr:$einsum_config);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `config` `=` $einsum_config attr-dict `:` functional-type(operands, results)
  }];
}

#endif
