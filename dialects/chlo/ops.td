// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of chlo. What each op computes, and its decomposition into StableHLO ops, is stated in
// compiler/ops.
include "dialects/chlo/attrs.td"
include "dialects/stablehlo/base.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpAsmInterface.td"

class Chlo_Op<string mnemonic, list<Trait> traits = []> : Op<Chlo_Dialect, mnemonic, traits>;
def Chlo_PrecisionConfigAttr : TypedArrayAttrBase<Chlo_Precision, "precision per operand">;

// Functions of one argument: `chlo.erf %x : T -> T`.

class Chlo_Unary<string mnemonic, Type type> : Chlo_Op<mnemonic,
    [StableHLO_Pure, Elementwise, StableHLO_CompatibleTypes, StableHLO_InferSame]> {
  let arguments = (ins type:$operand);
  let results = (outs type:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

def Chlo_AcosOp : Chlo_Unary<"acos", StableHLO_FloatComplexTensor>;
def Chlo_AcoshOp : Chlo_Unary<"acosh", StableHLO_FloatComplexTensor>;
def Chlo_AsinOp : Chlo_Unary<"asin", StableHLO_FloatComplexTensor>;
def Chlo_AsinhOp : Chlo_Unary<"asinh", StableHLO_FloatComplexTensor>;
def Chlo_AtanOp : Chlo_Unary<"atan", StableHLO_FloatComplexTensor>;
def Chlo_AtanhOp : Chlo_Unary<"atanh", StableHLO_FloatComplexTensor>;
def Chlo_CoshOp : Chlo_Unary<"cosh", StableHLO_FloatComplexTensor>;
def Chlo_SinhOp : Chlo_Unary<"sinh", StableHLO_FloatComplexTensor>;
def Chlo_TanOp : Chlo_Unary<"tan", StableHLO_FloatComplexTensor>;
def Chlo_ConjOp : Chlo_Unary<"conj", StableHLO_FloatComplexTensor>;
def Chlo_SquareOp : Chlo_Unary<"square", StableHLO_FloatComplexTensor>;
def Chlo_ErfOp : Chlo_Unary<"erf", StableHLO_FloatTensor>;
def Chlo_ErfcOp : Chlo_Unary<"erfc", StableHLO_FloatTensor>;
def Chlo_ErfInvOp : Chlo_Unary<"erf_inv", StableHLO_FloatTensor>;
def Chlo_LgammaOp : Chlo_Unary<"lgamma", StableHLO_FloatTensor>;
def Chlo_DigammaOp : Chlo_Unary<"digamma", StableHLO_FloatTensor>;
def Chlo_BesselI1eOp : Chlo_Unary<"bessel_i1e", StableHLO_FloatTensor>;
def Chlo_AsinAcosKernelOp : Chlo_Unary<"_asin_acos_kernel", StableHLO_ComplexTensor>;

class Chlo_Predicate<string mnemonic> : Chlo_Op<mnemonic, [StableHLO_Pure, Elementwise,
    StableHLO_InferAs<"::spmd::stablehlo::withElements(adaptor.getOperand(), ::mlir::IntegerType::get(context, 1))">]> {
  let arguments = (ins StableHLO_FloatTensor:$operand);
  let results = (outs StableHLO_BoolTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}
def Chlo_IsInfOp : Chlo_Predicate<"is_inf">;
def Chlo_IsPosInfOp : Chlo_Predicate<"is_pos_inf">;
def Chlo_IsNegInfOp : Chlo_Predicate<"is_neg_inf">;

// Functions of two arguments of one type: `chlo.zeta %x, %q : T, T -> T`.

class Chlo_Binary<string mnemonic, Type type, dag inputs, string names> : Chlo_Op<mnemonic,
    [StableHLO_Pure, Elementwise, StableHLO_CompatibleTypes, StableHLO_InferSame]> {
  let arguments = inputs;
  let results = (outs type:$result);
  let assemblyFormat = names;
}

def Chlo_NextAfterOp : Chlo_Binary<"next_after", StableHLO_FloatTensor,
    (ins StableHLO_FloatTensor:$x, StableHLO_FloatTensor:$y),
    "$x `,` $y attr-dict `:` type($x) `,` type($y) `->` type($result)">;
def Chlo_PolygammaOp : Chlo_Binary<"polygamma", StableHLO_FloatTensor,
    (ins StableHLO_FloatTensor:$n, StableHLO_FloatTensor:$x),
    "$n `,` $x attr-dict `:` type($n) `,` type($x) `->` type($result)">;
def Chlo_ZetaOp : Chlo_Binary<"zeta", StableHLO_FloatTensor,
    (ins StableHLO_FloatTensor:$x, StableHLO_FloatTensor:$q),
    "$x `,` $q attr-dict `:` type($x) `,` type($q) `->` type($result)">;
def Chlo_MulhiOp : Chlo_Binary<"mulhi", StableHLO_IntTensor,
    (ins StableHLO_IntTensor:$lhs, StableHLO_IntTensor:$rhs),
    "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)">;

// Ops with broadcasting: `chlo.broadcast_add %a, %b {broadcast_dimensions = ..} : (A, B) -> R`.

class Chlo_BroadcastBase<string mnemonic, Type type, Type resultType, string elementType, dag extra> : Chlo_Op<mnemonic,
    [StableHLO_Pure, StableHLO_InferAs<"broadcastTypeOf(location, adaptor.getLhs(), adaptor.getRhs(), "
        # "adaptor.getBroadcastDimensions(), " # elementType # ")">]> {
  let arguments = !con((ins type:$lhs, type:$rhs, OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions), extra);
  let results = (outs resultType:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($result)";
}
defvar kLhsElement = "::mlir::getElementTypeOrSelf(adaptor.getLhs())";
class Chlo_Broadcast<string mnemonic, Type type> : Chlo_BroadcastBase<mnemonic, type, type, kLhsElement, (ins)>;

def Chlo_BroadcastAddOp : Chlo_Broadcast<"broadcast_add", StableHLO_Tensor>;
def Chlo_BroadcastSubOp : Chlo_Broadcast<"broadcast_subtract", StableHLO_Tensor>;
def Chlo_BroadcastMulOp : Chlo_Broadcast<"broadcast_multiply", StableHLO_Tensor>;
def Chlo_BroadcastDivOp : Chlo_Broadcast<"broadcast_divide", StableHLO_Tensor>;
def Chlo_BroadcastMaxOp : Chlo_Broadcast<"broadcast_maximum", StableHLO_Tensor>;
def Chlo_BroadcastMinOp : Chlo_Broadcast<"broadcast_minimum", StableHLO_Tensor>;
def Chlo_BroadcastPowOp : Chlo_Broadcast<"broadcast_power", StableHLO_Tensor>;
def Chlo_BroadcastRemOp : Chlo_Broadcast<"broadcast_remainder", StableHLO_Tensor>;
def Chlo_BroadcastAtan2Op : Chlo_Broadcast<"broadcast_atan2", StableHLO_Tensor>;
def Chlo_BroadcastAndOp : Chlo_Broadcast<"broadcast_and", StableHLO_BoolIntTensor>;
def Chlo_BroadcastOrOp : Chlo_Broadcast<"broadcast_or", StableHLO_BoolIntTensor>;
def Chlo_BroadcastXorOp : Chlo_Broadcast<"broadcast_xor", StableHLO_BoolIntTensor>;
def Chlo_BroadcastShiftLeftOp : Chlo_Broadcast<"broadcast_shift_left", StableHLO_IntTensor>;
def Chlo_BroadcastShiftRightArithmeticOp : Chlo_Broadcast<"broadcast_shift_right_arithmetic", StableHLO_IntTensor>;
def Chlo_BroadcastShiftRightLogicalOp : Chlo_Broadcast<"broadcast_shift_right_logical", StableHLO_IntTensor>;
def Chlo_BroadcastNextAfterOp : Chlo_Broadcast<"broadcast_next_after", StableHLO_FloatTensor>;
def Chlo_BroadcastPolygammaOp : Chlo_Broadcast<"broadcast_polygamma", StableHLO_FloatTensor>;
def Chlo_BroadcastZetaOp : Chlo_Broadcast<"broadcast_zeta", StableHLO_FloatTensor>;
def Chlo_BroadcastComplexOp
    : Chlo_BroadcastBase<"broadcast_complex", StableHLO_FloatTensor, StableHLO_ComplexTensor,
                         !strconcat("::mlir::ComplexType::get(", kLhsElement, ")"), (ins)>;
def Chlo_BroadcastCompareOp
    : Chlo_BroadcastBase<"broadcast_compare", StableHLO_Tensor, StableHLO_BoolTensor, "::mlir::IntegerType::get(context, 1)",
                         (ins Chlo_ComparisonDirection:$comparison_direction, OptionalAttr<Chlo_ComparisonType>:$compare_type)>;

def Chlo_BroadcastSelectOp : Chlo_Op<"broadcast_select", [StableHLO_Pure, StableHLO_InferType]> {
  let arguments = (ins StableHLO_BoolTensor:$pred, StableHLO_Tensor:$on_true, StableHLO_Tensor:$on_false);
  let results = (outs StableHLO_Tensor:$result);
  let assemblyFormat = [{
    $pred `,` $on_true `,` $on_false attr-dict `:`
    `(` type($pred) `,` type($on_true) `,` type($on_false) `)` `->` type($result)
  }];
}

// Constants.

def Chlo_ConstantOp : Chlo_Op<"constant", [Pure, ConstantLike, AllTypesMatch<["value", "output"]>]> {
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
}

// A splat in the operand's shape. The text is always the generic form.
def Chlo_ConstantLikeOp : Chlo_Op<"constant_like", [Pure, StableHLO_InferAs<"::spmd::stablehlo::withElements(adaptor.getOperand(), adaptor.getValue().getType())">]> {
  let arguments = (ins StableHLO_Tensor:$operand, TypedAttrInterface:$value);
  let results = (outs StableHLO_Tensor:$result);
}

// Ops with several results or regions, and ragged matmuls.

def Chlo_TopKOp : Chlo_Op<"top_k", [Pure, StableHLO_InferTypes]> {
  let summary = "the k greatest elements along the last dim, descending, and their indices";
  let arguments = (ins StableHLO_Tensor:$operand, I64Attr:$k, DefaultValuedAttr<BoolAttr, "true">:$is_stable);
  let results = (outs StableHLO_Tensor:$values, StableHLO_IntTensor:$indices);
  let assemblyFormat = [{
    `(` $operand `,` `k` `=` $k (`,` `is_stable` `=` $is_stable^)? `)` attr-dict `:` type($operand) `->`
    `(` type($values) `,` type($indices) `)`
  }];
}

def Chlo_RaggedDotOp : Chlo_Op<"ragged_dot", [Pure]> {
  let summary = "a matmul whose lhs is cut into consecutive groups, each with its own slice of rhs";
  let arguments = (ins StableHLO_Tensor:$lhs, StableHLO_Tensor:$rhs, StableHLO_IntTensor:$group_sizes,
      Chlo_RaggedDotDimensionNumbers:$ragged_dot_dimension_numbers, OptionalAttr<Chlo_PrecisionConfigAttr>:$precision_config);
  let results = (outs StableHLO_Tensor:$result);
  let hasVerifier = 1;
}

def Chlo_ScanOp : Chlo_Op<"scan", [RecursiveMemoryEffects, IsolatedFromAbove, SingleBlock, AttrSizedOperandSegments,
    AttrSizedResultSegments, DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "runs a body along a dim with carried values; joins the outputs of all steps";
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs, Variadic<StableHLO_Tensor>:$inits, I64Attr:$dimension,
      OptionalAttr<I64Attr>:$scan_dim_size, DefaultValuedAttr<BoolAttr, "false">:$is_reverse,
      OptionalAttr<BoolAttr>:$is_associative);
  let results = (outs Variadic<StableHLO_Tensor>:$outputs, Variadic<StableHLO_Tensor>:$carries);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}
