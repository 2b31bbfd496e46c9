// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the enums and attributes of chlo. The enums have the cases of stablehlo's, but print as
// #chlo<..>, so that the text of programs from other tools is read.
#ifndef SPMD_DIALECTS_CHLO_ATTRS
#define SPMD_DIALECTS_CHLO_ATTRS

include "dialects/chlo/dialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class Chlo_Enum<string className, list<I32EnumAttrCase> cases> : I32EnumAttr<className, "", cases> {
  let cppNamespace = "::spmd::chlo";
  let genSpecializedAttr = 0;
}

def Chlo_ComparisonDirectionEnum : Chlo_Enum<"ComparisonDirection", [
  I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>, I32EnumAttrCase<"GE", 2>, I32EnumAttrCase<"GT", 3>,
  I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;
def Chlo_ComparisonDirection : EnumAttr<Chlo_Dialect, Chlo_ComparisonDirectionEnum, "comparison_direction">;

def Chlo_ComparisonTypeEnum : Chlo_Enum<"ComparisonType", [
  I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>, I32EnumAttrCase<"TOTALORDER", 2>,
  I32EnumAttrCase<"SIGNED", 3>, I32EnumAttrCase<"UNSIGNED", 4>]>;
def Chlo_ComparisonType : EnumAttr<Chlo_Dialect, Chlo_ComparisonTypeEnum, "comparison_type">;

def Chlo_PrecisionEnum : Chlo_Enum<"Precision", [
  I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>, I32EnumAttrCase<"HIGHEST", 2>]>;
def Chlo_Precision : EnumAttr<Chlo_Dialect, Chlo_PrecisionEnum, "precision">;

// A list of dims `[0, 2]`. The text leaves an empty list out.
def Chlo_Dims : OptionalArrayRefParameter<"int64_t"> {
  let parser = "::spmd::stablehlo::parseDims($_parser)";
  let printer = "::spmd::stablehlo::printDims($_printer, $_self)";
}

def Chlo_RaggedDotDimensionNumbers : AttrDef<Chlo_Dialect, "RaggedDotDimensionNumbers"> {
  let mnemonic = "ragged_dot";
  let summary = "the dims of a matmul whose lhs is cut into groups of different sizes";
  let parameters = (ins Chlo_Dims:$lhs_batching_dimensions, Chlo_Dims:$rhs_batching_dimensions,
      Chlo_Dims:$lhs_contracting_dimensions, Chlo_Dims:$rhs_contracting_dimensions, Chlo_Dims:$lhs_ragged_dimensions,
      Chlo_Dims:$rhs_group_dimensions);
  let assemblyFormat = "`<` struct(params) `>`";
}

#endif // SPMD_DIALECTS_CHLO_ATTRS
