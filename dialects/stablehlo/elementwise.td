// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the elementwise ops, which compute each result element from the operands' elements at
// the same index (StableHLO specification, by the names of the ops).
include "dialects/stablehlo/base.td"

// Ops with one operand and a result of the same type.

def StableHLO_CbrtOp : StableHLO_UnaryWithAccuracy<"cbrt", StableHLO_FloatComplexQuantTensor>;
def StableHLO_CosineOp : StableHLO_UnaryWithAccuracy<"cosine", StableHLO_FloatComplexQuantTensor>;
def StableHLO_ExpOp : StableHLO_UnaryWithAccuracy<"exponential", StableHLO_FloatComplexQuantTensor>;
def StableHLO_Expm1Op : StableHLO_UnaryWithAccuracy<"exponential_minus_one", StableHLO_FloatComplexQuantTensor>;
def StableHLO_LogOp : StableHLO_UnaryWithAccuracy<"log", StableHLO_FloatComplexQuantTensor>;
def StableHLO_Log1pOp : StableHLO_UnaryWithAccuracy<"log_plus_one", StableHLO_FloatComplexQuantTensor>;
def StableHLO_LogisticOp : StableHLO_UnaryWithAccuracy<"logistic", StableHLO_FloatComplexQuantTensor>;
def StableHLO_RsqrtOp : StableHLO_UnaryWithAccuracy<"rsqrt", StableHLO_FloatComplexQuantTensor>;
def StableHLO_SineOp : StableHLO_UnaryWithAccuracy<"sine", StableHLO_FloatComplexQuantTensor>;
def StableHLO_SqrtOp : StableHLO_UnaryWithAccuracy<"sqrt", StableHLO_FloatComplexQuantTensor>;
def StableHLO_TanOp : StableHLO_UnaryWithAccuracy<"tan", StableHLO_FloatComplexQuantTensor>;
def StableHLO_TanhOp : StableHLO_UnaryWithAccuracy<"tanh", StableHLO_FloatComplexQuantTensor>;

def StableHLO_CeilOp : StableHLO_Unary<"ceil", StableHLO_FloatQuantTensor>;
def StableHLO_FloorOp : StableHLO_Unary<"floor", StableHLO_FloatQuantTensor>;
def StableHLO_RoundOp : StableHLO_Unary<"round_nearest_afz", StableHLO_FloatQuantTensor>;
def StableHLO_RoundNearestEvenOp : StableHLO_Unary<"round_nearest_even", StableHLO_FloatQuantTensor>;
def StableHLO_NegOp : StableHLO_Unary<"negate", StableHLO_IntFloatComplexQuantTensor>;
def StableHLO_SignOp : StableHLO_Unary<"sign", StableHLO_SignedFloatComplexQuantTensor>;
def StableHLO_NotOp : StableHLO_Unary<"not", StableHLO_BoolIntTensor>;
def StableHLO_PopulationCountOp : StableHLO_Unary<"popcnt", StableHLO_IntTensor>;
def StableHLO_ClzOp : StableHLO_Unary<"count_leading_zeros", StableHLO_IntTensor>;

def StableHLO_ReducePrecisionOp : StableHLO_Op<"reduce_precision",
    [StableHLO_Pure, StableHLO_CompatibleTypes, StableHLO_InferSame, Elementwise]> {
  let arguments = (ins StableHLO_FloatQuantTensor:$operand, I32Attr:$exponent_bits, I32Attr:$mantissa_bits);
  let results = (outs StableHLO_FloatQuantTensor:$output);
  let assemblyFormat = [{
    $operand `,` `format` `=` custom<FloatFormat>($exponent_bits, $mantissa_bits) attr-dict `:`
    custom<SameTypes>(type($operand), type($output))
  }];
  let hasVerifier = 1;
}

// Ops with one operand and a result of another element type.

class StableHLO_UnaryTo<string mnemonic, Type operandType, Type resultType, list<Trait> traits>
    : StableHLO_Op<mnemonic, !listconcat([StableHLO_Pure], traits, [Elementwise])> {
  let arguments = (ins operandType:$operand);
  let results = (outs resultType:$result);
  let assemblyFormat = "$operand attr-dict `:` custom<SameTypes>(type($operand), type($result))";
}

// Complex operands give the type of their parts (C1 and C2 of each op).
def StableHLO_InferPart : StableHLO_InferAs<"withElements(adaptor.getOperand(), partElementType(adaptor.getOperand()))">;
def StableHLO_AbsOp : StableHLO_UnaryTo<"abs", StableHLO_SignedFloatComplexQuantTensor,
    StableHLO_SignedFloatQuantTensor, [StableHLO_InferPart]>;
def StableHLO_RealOp : StableHLO_UnaryTo<"real", StableHLO_FloatComplexTensor, StableHLO_FloatTensor, [StableHLO_InferPart]>;
def StableHLO_ImagOp : StableHLO_UnaryTo<"imag", StableHLO_FloatComplexTensor, StableHLO_FloatTensor, [StableHLO_InferPart]>;

def StableHLO_IsFiniteOp : StableHLO_Op<"is_finite", [StableHLO_Pure, StableHLO_InferAs<"withElements(adaptor.getX(), ::mlir::IntegerType::get(context, 1))">, Elementwise]> {
  let arguments = (ins StableHLO_FloatQuantTensor:$x);
  let results = (outs StableHLO_BoolTensor:$y);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
}

def StableHLO_ConvertOp : StableHLO_UnaryTo<"convert", StableHLO_PlainTensor, StableHLO_PlainTensor,
    [StableHLO_CompatibleShapes]> {
  let builders = [OpBuilder<(ins "::mlir::Value":$operand, "::mlir::Type":$elementType)>];
  let hasFolder = 1;
}

// Without the trait Elementwise: a change of width adds or removes a last dim.
def StableHLO_BitcastConvertOp : StableHLO_Op<"bitcast_convert", [StableHLO_Pure]> {
  let arguments = (ins StableHLO_TensorOrPerAxis:$operand);
  let results = (outs StableHLO_TensorOrPerAxis:$result);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

// Ops with two operands.

def StableHLO_SubtractOp : StableHLO_Binary<"subtract", StableHLO_IntFloatComplexQuantTensor>;
def StableHLO_MulOp : StableHLO_Binary<"multiply", StableHLO_Tensor, [Commutative]>;
def StableHLO_DivOp : StableHLO_Binary<"divide", StableHLO_IntFloatComplexQuantTensor>;
def StableHLO_RemOp : StableHLO_Binary<"remainder", StableHLO_IntFloatComplexQuantTensor>;
def StableHLO_MaxOp : StableHLO_Binary<"maximum", StableHLO_Tensor, [Commutative]>;
def StableHLO_MinOp : StableHLO_Binary<"minimum", StableHLO_Tensor, [Commutative]>;
def StableHLO_PowOp : StableHLO_Binary<"power", StableHLO_IntFloatComplexQuantTensor>;
def StableHLO_Atan2Op : StableHLO_Binary<"atan2", StableHLO_FloatComplexQuantTensor>;
def StableHLO_AndOp : StableHLO_Binary<"and", StableHLO_BoolIntTensor, [Commutative]>;
def StableHLO_OrOp : StableHLO_Binary<"or", StableHLO_BoolIntTensor, [Commutative]>;
def StableHLO_XorOp : StableHLO_Binary<"xor", StableHLO_BoolIntTensor, [Commutative]>;
def StableHLO_ShiftLeftOp : StableHLO_Binary<"shift_left", StableHLO_IntTensor>;
def StableHLO_ShiftRightArithmeticOp : StableHLO_Binary<"shift_right_arithmetic", StableHLO_IntTensor>;
def StableHLO_ShiftRightLogicalOp : StableHLO_Binary<"shift_right_logical", StableHLO_IntTensor>;

// The only binary op that takes per-axis quantized types. The other operand may then be quantized
// per tensor.
def StableHLO_AddOp : StableHLO_Op<"add", [StableHLO_Pure, StableHLO_InferType, Commutative, Elementwise]> {
  let arguments = (ins StableHLO_TensorOrPerAxis:$lhs, StableHLO_TensorOrPerAxis:$rhs);
  let results = (outs StableHLO_TensorOrPerAxis:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` custom<SameTypes>(type($lhs), type($rhs), type($result))";
  let hasVerifier = 1;
}

def StableHLO_ComplexOp : StableHLO_Op<"complex", [StableHLO_Pure, StableHLO_InferAs<"withElements(adaptor.getLhs(), ::mlir::ComplexType::get(::mlir::getElementTypeOrSelf(adaptor.getLhs())))">, Elementwise]> {
  let arguments = (ins StableHLO_F32F64Tensor:$lhs, StableHLO_F32F64Tensor:$rhs);
  let results = (outs StableHLO_ComplexTensor:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` custom<ComplexTypes>(type($lhs), type($rhs), type($result))";
  let hasVerifier = 1;
}

def StableHLO_CompareOp : StableHLO_Op<"compare", [StableHLO_Pure, StableHLO_InferType, Elementwise]> {
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs,
      StableHLO_ComparisonDirection:$comparison_direction, OptionalAttr<StableHLO_ComparisonType>:$compare_type);
  let results = (outs StableHLO_BoolTensor:$result);
  let assemblyFormat = [{
    custom<Case>($comparison_direction) `,` $lhs `,` $rhs (`,` custom<Case>($compare_type)^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs,
      "::spmd::stablehlo::ComparisonDirection":$direction,
      CArg<"::spmd::stablehlo::ComparisonType", "::spmd::stablehlo::ComparisonType::NOTYPE">:$compareType)>];
  let hasVerifier = 1;
}

// Ops with three operands, where a scalar pred, min or max applies to all elements and has no say in
// the shape.

def StableHLO_SelectOp : StableHLO_Op<"select", [StableHLO_Pure, StableHLO_InferAs<"mostSpecific(location, operands.drop_front().getTypes())">]> {
  let arguments = (ins StableHLO_BoolTensor:$pred, StableHLO_Tensor:$on_true, StableHLO_Tensor:$on_false);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` custom<SelectTypes>(type($pred), type($on_true), type($on_false), type($result))
  }];
  let hasVerifier = 1;
}

def StableHLO_ClampOp : StableHLO_Op<"clamp", [StableHLO_Pure, StableHLO_InferAs<"mostSpecific(location, adaptor.getOperand().getType())">]> {
  let arguments = (ins StableHLO_Tensor:$min, StableHLO_Tensor:$operand, StableHLO_Tensor:$max);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $min `,` $operand `,` $max attr-dict `:`
    custom<SameTypes>(type($min), type($operand), type($max), type($result))
  }];
  let hasVerifier = 1;
}
