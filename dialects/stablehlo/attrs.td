// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the enums, attributes and types of the stablehlo dialect (StableHLO specification,
// section Types, and the attributes in the sections of the ops).
#ifndef SPMD_DIALECTS_STABLEHLO_ATTRS
#define SPMD_DIALECTS_STABLEHLO_ATTRS

include "dialects/stablehlo/dialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/TensorEncoding.td"

// Enums. An enum attribute prints as `#stablehlo<mnemonic CASE>`; the short form of an op prints
// the word CASE alone.
class StableHLO_Enum<string className, list<I32EnumAttrCase> cases> : I32EnumAttr<className, "", cases> {
  let cppNamespace = "::spmd::stablehlo";
  let genSpecializedAttr = 0;
}
class StableHLO_EnumAttr<EnumInfo info, string mnemonic> : EnumAttr<Stablehlo_Dialect, info, mnemonic>;

def StableHLO_PrecisionEnum : StableHLO_Enum<"Precision", [
  I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>, I32EnumAttrCase<"HIGHEST", 2>]>;
def StableHLO_Precision : StableHLO_EnumAttr<StableHLO_PrecisionEnum, "precision">;

def StableHLO_ComparisonDirectionEnum : StableHLO_Enum<"ComparisonDirection", [
  I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>, I32EnumAttrCase<"GE", 2>, I32EnumAttrCase<"GT", 3>,
  I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;
def StableHLO_ComparisonDirection : StableHLO_EnumAttr<StableHLO_ComparisonDirectionEnum, "comparison_direction">;

def StableHLO_ComparisonTypeEnum : StableHLO_Enum<"ComparisonType", [
  I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>, I32EnumAttrCase<"TOTALORDER", 2>,
  I32EnumAttrCase<"SIGNED", 3>, I32EnumAttrCase<"UNSIGNED", 4>]>;
def StableHLO_ComparisonType : StableHLO_EnumAttr<StableHLO_ComparisonTypeEnum, "comparison_type">;

def StableHLO_FftTypeEnum : StableHLO_Enum<"FftType", [
  I32EnumAttrCase<"FFT", 0>, I32EnumAttrCase<"IFFT", 1>, I32EnumAttrCase<"RFFT", 2>, I32EnumAttrCase<"IRFFT", 3>]>;
def StableHLO_FftType : StableHLO_EnumAttr<StableHLO_FftTypeEnum, "fft_type">;

def StableHLO_RngAlgorithmEnum : StableHLO_Enum<"RngAlgorithm", [
  I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"THREE_FRY", 1>, I32EnumAttrCase<"PHILOX", 2>]>;
def StableHLO_RngAlgorithm : StableHLO_EnumAttr<StableHLO_RngAlgorithmEnum, "rng_algorithm">;

def StableHLO_RngDistributionEnum : StableHLO_Enum<"RngDistribution", [
  I32EnumAttrCase<"UNIFORM", 1>, I32EnumAttrCase<"NORMAL", 2>]>;
def StableHLO_RngDistribution : StableHLO_EnumAttr<StableHLO_RngDistributionEnum, "rng_distribution">;

def StableHLO_TransposeEnum : StableHLO_Enum<"Transpose", [
  I32EnumAttrCase<"TRANSPOSE_INVALID", 0>, I32EnumAttrCase<"NO_TRANSPOSE", 1>, I32EnumAttrCase<"TRANSPOSE", 2>,
  I32EnumAttrCase<"ADJOINT", 3>]>;
def StableHLO_Transpose : StableHLO_EnumAttr<StableHLO_TransposeEnum, "transpose">;

// The text has the number: `api_version = 4 : i32`.
def StableHLO_CustomCallApiVersionAttr : I32EnumAttr<"CustomCallApiVersion", "how a custom call passes its data", [
  I32EnumAttrCase<"API_VERSION_UNSPECIFIED", 0>, I32EnumAttrCase<"API_VERSION_ORIGINAL", 1>,
  I32EnumAttrCase<"API_VERSION_STATUS_RETURNING", 2>, I32EnumAttrCase<"API_VERSION_STATUS_RETURNING_UNIFIED", 3>,
  I32EnumAttrCase<"API_VERSION_TYPED_FFI", 4>]> {
  let cppNamespace = "::spmd::stablehlo";
}

def StableHLO_ResultAccuracyModeEnum : StableHLO_Enum<"ResultAccuracyMode", [
  I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGHEST", 1>, I32EnumAttrCase<"TOLERANCE", 2>]>;
def StableHLO_ResultAccuracyMode : StableHLO_EnumAttr<StableHLO_ResultAccuracyModeEnum, "result_accuracy_mode"> {
  let assemblyFormat = "`<` $value `>`";
}

// Dimension numbers.

class StableHLO_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Stablehlo_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

// A list of dims `[0, 2]`. The text leaves an empty list out.
def StableHLO_Dims : OptionalArrayRefParameter<"int64_t"> {
  let parser = "::spmd::stablehlo::parseDims($_parser)";
  let printer = "::spmd::stablehlo::printDims($_printer, $_self)";
}
// A list of dims that is printed even where it is empty.
def StableHLO_AllDims : ArrayRefParameter<"int64_t"> {
  let parser = "::spmd::stablehlo::parseDims($_parser)";
  let printer = "::spmd::stablehlo::printDims($_printer, $_self)";
}

def StableHLO_DotDimensionNumbers : StableHLO_Attr<"DotDimensionNumbers", "dot"> {
  let summary = "which dims of a matmul are batch and which are contracted";
  let parameters = (ins StableHLO_Dims:$lhs_batching_dimensions, StableHLO_Dims:$rhs_batching_dimensions,
      StableHLO_Dims:$lhs_contracting_dimensions, StableHLO_Dims:$rhs_contracting_dimensions);
  let assemblyFormat = "`<` struct(params) `>`";
}

def StableHLO_GatherDimensionNumbers : StableHLO_Attr<"GatherDimensionNumbers", "gather"> {
  let summary = "how the dims of a gather's operand, indices and result belong together";
  let parameters = (ins StableHLO_Dims:$offset_dims, StableHLO_Dims:$collapsed_slice_dims,
      StableHLO_Dims:$operand_batching_dims, StableHLO_Dims:$start_indices_batching_dims,
      StableHLO_Dims:$start_index_map, DefaultValuedParameter<"int64_t", "0">:$index_vector_dim);
  let assemblyFormat = "`<` struct(params) `>`";
}

def StableHLO_ScatterDimensionNumbers : StableHLO_Attr<"ScatterDimensionNumbers", "scatter"> {
  let summary = "how the dims of a scatter's inputs, indices and updates belong together";
  let parameters = (ins StableHLO_Dims:$update_window_dims, StableHLO_Dims:$inserted_window_dims,
      StableHLO_Dims:$input_batching_dims, StableHLO_Dims:$scatter_indices_batching_dims,
      StableHLO_Dims:$scatter_dims_to_operand_dims, DefaultValuedParameter<"int64_t", "0">:$index_vector_dim);
  let assemblyFormat = "`<` struct(params) `>`";
}

def StableHLO_ConvDimensionNumbers : StableHLO_Attr<"ConvDimensionNumbers", "conv"> {
  let summary = "the role of each dim of a convolution: `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`";
  let parameters = (ins "int64_t":$input_batch_dimension, "int64_t":$input_feature_dimension,
      StableHLO_AllDims:$input_spatial_dimensions, "int64_t":$kernel_input_feature_dimension,
      "int64_t":$kernel_output_feature_dimension, StableHLO_AllDims:$kernel_spatial_dimensions,
      "int64_t":$output_batch_dimension, "int64_t":$output_feature_dimension,
      StableHLO_AllDims:$output_spatial_dimensions);
  let hasCustomAssemblyFormat = 1;
}

// Matmul algorithms and the accuracy of results.

def StableHLO_DotAlgorithm : StableHLO_Attr<"DotAlgorithm", "dot_algorithm"> {
  let summary = "how a matmul is to be computed: precisions, accumulation, splitting";
  let parameters = (ins "::mlir::Type":$lhs_precision_type, "::mlir::Type":$rhs_precision_type,
      "::mlir::Type":$accumulation_type, "int64_t":$lhs_component_count, "int64_t":$rhs_component_count,
      "int64_t":$num_primitive_operations, "bool":$allow_imprecise_accumulation);
  let assemblyFormat = "`<` struct(params) `>`";
}

def StableHLO_ResultAccuracy : StableHLO_Attr<"ResultAccuracy", "result_accuracy"> {
  let summary = "the error that a result may have";
  let parameters = (ins APFloatParameter<"">:$atol, APFloatParameter<"">:$rtol, "int64_t":$ulps,
      "::spmd::stablehlo::ResultAccuracyModeAttr":$mode);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

// Calls and channels.

def StableHLO_ChannelHandle : StableHLO_Attr<"ChannelHandle", "channel_handle"> {
  let summary = "number and kind of a channel; kinds: 0 none, 1 device to device, 2 device to host, 3 host to device";
  let parameters = (ins "int64_t":$handle, "int64_t":$type);
  let assemblyFormat = "`<` struct(params) `>`";
}

def StableHLO_OutputOperandAlias : StableHLO_Attr<"OutputOperandAlias", "output_operand_alias"> {
  let summary = "a part of a custom call's output that shares memory with a part of an operand";
  let parameters = (ins StableHLO_AllDims:$output_tuple_indices, "int64_t":$operand_index,
      StableHLO_AllDims:$operand_tuple_indices);
  let assemblyFormat = "`<` struct(params) `>`";
}

// Meshes in replica groups.

def StableHLO_MeshAxis : StableHLO_Attr<"MeshAxis", "mesh_axis"> {
  let summary = "a named axis of a mesh";
  let parameters = (ins StringRefParameter<"">:$name, "int64_t":$size);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def StableHLO_Mesh : StableHLO_Attr<"Mesh", "mesh"> {
  let summary = "named axes over devices; without device ids: 0, 1, 2, ... in row-major order";
  let parameters = (ins ArrayRefParameter<"::spmd::stablehlo::MeshAxisAttr">:$axes,
      OptionalParameter<"::mlir::DenseIntElementsAttr">:$device_ids);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def StableHLO_SubAxisInfo : StableHLO_Attr<"SubAxisInfo", "sub_axis_info"> {
  let summary = "the middle factor `(pre)size` of an axis of size pre * size * rest";
  let parameters = (ins "int64_t":$pre_size, "int64_t":$size);
  let assemblyFormat = "`(` $pre_size `)` `` $size";
  let genVerifyDecl = 1;
}

def StableHLO_AxisRef : StableHLO_Attr<"AxisRef", "axis_ref"> {
  let summary = "an axis of a mesh or a part of it";
  let parameters = (ins StringRefParameter<"">:$name,
      OptionalParameter<"::spmd::stablehlo::SubAxisInfoAttr">:$sub_axis_info);
  let assemblyFormat = "`<` struct(params) `>`";
}

def StableHLO_ReplicaGroupMeshAxes : StableHLO_Attr<"ReplicaGroupMeshAxes", "replica_group_mesh_axes"> {
  let summary = "replica groups as the devices along some axes of a mesh (a symbol or a #stablehlo.mesh)";
  let parameters = (ins "::mlir::Attribute":$mesh, "::mlir::ArrayAttr":$axes);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

// The tensor encoding for bounds, and types.

def StableHLO_TypeExtensions : StableHLO_Attr<"TypeExtensions", "type_extensions", [
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "upper bounds of dynamic dims, kDynamic where there is none";
  let parameters = (ins StableHLO_AllDims:$bounds);
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_Token : TypeDef<Stablehlo_Dialect, "Token"> {
  let mnemonic = "token";
  let summary = "a value that orders side effects";
}

def StableHLO_Future : TypeDef<Stablehlo_Dialect, "Future"> {
  let mnemonic = "future";
  let summary = "what an asynchronous op will give";
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$types);
  let assemblyFormat = "`<` $types `>`";
  let genVerifyDecl = 1;
}

#endif
