// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Defines the attributes of sdy. The *syntax.cpp files parse and print them, attrs.cpp and
// verify.cpp check them, axes.cpp holds the arithmetic on axes. The printed forms are those of the
// Shardy dialect.
#ifndef SPMD_DIALECTS_SDY_ATTRS
#define SPMD_DIALECTS_SDY_ATTRS

include "dialects/sdy/dialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

// Without a format the *syntax.cpp files parse and print the attribute. A format leaves its lists to
// the directives of syntax.h, since MLIR's own parser of parameters names C++ classes in errors.
class SdyAttr<string name, string text, string format = "", bit verified = 0> : AttrDef<SdyDialect, name> {
  let mnemonic = text;
  let hasCustomAssemblyFormat = !empty(format);
  let assemblyFormat = !if(!empty(format), ?, format);
  let genVerifyDecl = verified;
}

// Enums.

def Sdy_PropagationDirection : I32EnumAttr<"PropagationDirection", "directions of propagation",
    [I32EnumAttrCase<"NONE", 0>, I32EnumAttrCase<"FORWARD", 1>, I32EnumAttrCase<"BACKWARD", 2>, I32EnumAttrCase<"BOTH", 3>]> {
  let cppNamespace = "::spmd::sdy";
}
def Sdy_ReductionKind : I32EnumAttr<"ReductionKind", "the reduction that combines unreduced values",
    [I32EnumAttrCase<"SUM", 0, "sum">, I32EnumAttrCase<"MAX", 1, "max">, I32EnumAttrCase<"MIN", 2, "min">]> {
  let cppNamespace = "::spmd::sdy";
}
def Sdy_EdgeNodeType : I32EnumAttr<"EdgeNodeType", "operand or result of an edge",
    [I32EnumAttrCase<"OPERAND", 0, "operand">, I32EnumAttrCase<"RESULT", 1, "result">]> {
  let cppNamespace = "::spmd::sdy";
}

// Meshes and axes.

def Sdy_MeshAxis : SdyAttr<"MeshAxis", "mesh_axis", "", 1> {
  let summary = "a named axis of a mesh: \"x\"=4";
  let parameters = (ins StringRefParameter<"name">:$name, "int64_t":$size);
}

def Sdy_Mesh : SdyAttr<"Mesh", "mesh", "", 1> {
  let summary = "devices in a grid: <[\"x\"=2, \"y\"=4]>; row-major, or in the order of device_ids";
  let parameters = (ins ArrayRefParameter<"MeshAxisAttr">:$axes, OptionalArrayRefParameter<"int64_t">:$device_ids);
  let builders = [AttrBuilder<(ins "::llvm::ArrayRef<MeshAxisAttr>":$axes), [{ return $_get($_ctxt, axes, ::llvm::ArrayRef<int64_t>()); }]>];
  let extraClassDeclaration = [{
    bool empty() const { return getAxes().empty() && getDeviceIds().empty(); }
    bool hasAxis(::llvm::StringRef axisName) const;
    /// The size of an axis; the mesh must have an axis of that name.
    int64_t getAxisSize(::llvm::StringRef axisName) const;
    /// The position of an axis, or the number of axes if the mesh has no axis of that name.
    size_t getAxisIndex(::llvm::StringRef axisName) const;
    /// The number of devices: the product of the axis sizes. 1 for an empty or a maximal mesh.
    int64_t getTotalSize() const;
    /// A mesh without axes and with one device id: that device alone holds the whole tensor.
    bool isMaximal() const { return getAxes().empty() && getDeviceIds().size() == 1; }
    bool equals(MeshAttr other, bool ignoreDeviceOrder) const;
  }];
}

def Sdy_SubAxisInfo : SdyAttr<"SubAxisInfo", "sub_axis_info", "", 1> {
  let summary = "a part of an axis: (pre_size)size is the middle of pre_size x size x rest";
  let parameters = (ins "int64_t":$pre_size, "int64_t":$size);
  let extraClassDeclaration = [{
    int64_t getNextPreSize() const { return getPreSize() * getSize(); }
    bool operator<(const SubAxisInfoAttr &other) const {
      return std::pair(getPreSize(), getSize()) < std::pair(other.getPreSize(), other.getSize());
    }
  }];
}

def Sdy_AxisRef : SdyAttr<"AxisRef", "axis_ref"> {
  let summary = "an axis of a mesh, \"x\", or a part of it, \"x\":(2)4";
  let parameters = (ins StringRefParameter<"name">:$name, OptionalParameter<"SubAxisInfoAttr">:$sub_axis_info);
  let builders = [
    AttrBuilder<(ins "::llvm::StringRef":$name), [{ return $_get($_ctxt, name, SubAxisInfoAttr()); }]>,
    AttrBuilder<(ins "::llvm::StringRef":$name, "int64_t":$preSize, "int64_t":$size),
                [{ return $_get($_ctxt, name, SubAxisInfoAttr::get($_ctxt, preSize, size)); }]>];
  // These are defined in axes.cpp. All other arithmetic is on numbered axes (dialects/axis.h).
  let extraClassDeclaration = [{
    std::string toString() const;
    int64_t getSize(MeshAttr mesh) const;
    int64_t getSubAxisPreSize() const;
    bool operator<(const AxisRefAttr &other) const;
    bool contains(AxisRefAttr other) const;
    bool overlaps(AxisRefAttr other) const;
  }];
}

// Shardings.

def Sdy_DimensionSharding : SdyAttr<"DimensionSharding", "dimension_sharding"> {
  let summary = "the axes of a dim, major first: {\"a\", \"b\"}; `?` if open; a priority as p1";
  let parameters = (ins OptionalArrayRefParameter<"AxisRefAttr">:$axes, "bool":$is_closed,
                        OptionalParameter<"std::optional<int64_t>">:$priority);
  let builders = [AttrBuilder<(ins "::llvm::ArrayRef<AxisRefAttr>":$axes, "bool":$isClosed),
                              [{ return $_get($_ctxt, axes, isClosed, std::nullopt); }]>];
  let extraClassDeclaration = [{
    bool emptyAxes() const { return getAxes().empty(); }
    /// The number of shards along the dim.
    int64_t getShardedSize(MeshAttr mesh) const;
    int64_t getPriorityOrDefault() const { return getPriority().value_or(0); }
    DimensionShardingAttr dropPriority() const;
    DimensionShardingAttr withAxes(::llvm::ArrayRef<AxisRefAttr> axes) const;
    DimensionShardingAttr withClosed(bool isClosed) const;
  }];
}

def Sdy_TensorSharding : SdyAttr<"TensorSharding", "sharding"> {
  let summary = "sharding of a tensor: <@m, [{\"x\"}, {?}], replicated={\"y\"}, unreduced={\"z\"}>";
  let parameters = (ins "::mlir::Attribute":$mesh_or_ref, OptionalArrayRefParameter<"DimensionShardingAttr">:$dim_shardings,
                        OptionalArrayRefParameter<"AxisRefAttr">:$replicated_axes,
                        OptionalArrayRefParameter<"AxisRefAttr">:$unreduced_axes,
                        DefaultValuedParameter<"ReductionKind", "ReductionKind::SUM">:$reduction_kind);
  let builders = [
    AttrBuilder<(ins "::mlir::Attribute":$meshOrRef, "::llvm::ArrayRef<DimensionShardingAttr>":$dimShardings,
                     CArg<"::llvm::ArrayRef<AxisRefAttr>", "{}">:$replicatedAxes,
                     CArg<"::llvm::ArrayRef<AxisRefAttr>", "{}">:$unreducedAxes),
                [{ return $_get($_ctxt, meshOrRef, dimShardings, replicatedAxes, unreducedAxes, ReductionKind::SUM); }]>,
    AttrBuilder<(ins "::llvm::StringRef":$meshName, "::llvm::ArrayRef<DimensionShardingAttr>":$dimShardings,
                     CArg<"::llvm::ArrayRef<AxisRefAttr>", "{}">:$replicatedAxes,
                     CArg<"::llvm::ArrayRef<AxisRefAttr>", "{}">:$unreducedAxes),
                [{ return $_get($_ctxt, ::mlir::FlatSymbolRefAttr::get($_ctxt, meshName), dimShardings, replicatedAxes,
                                unreducedAxes, ReductionKind::SUM); }]>];
  // These are defined in attrs.cpp.
  let extraClassDeclaration = [{
    int64_t getRank() const { return getDimShardings().size(); }
    DimensionShardingAttr getDimSharding(int64_t dim) const { return getDimShardings()[dim]; }
    bool isClosed(int64_t dim) const { return getDimSharding(dim).getIsClosed(); }
    /// Whether the sharding names no axis, neither in a dim nor as replicated nor as unreduced.
    bool emptyAxes() const;
    /// Whether no dim is sharded and no axis is unreduced.
    bool isFullyReplicated() const;
    bool isFullyClosed() const;
    bool anyOfAxisRef(std::function<bool(AxisRefAttr)> predicate) const;
    void forEachAxisRef(std::function<void(AxisRefAttr)> callback) const;

    /// The mesh: the inlined one, or the one that the symbol names; null if no such mesh exists.
    MeshAttr getMesh(const ::mlir::SymbolTable &symbolTable) const;
    MeshAttr getMesh(::mlir::Operation *op) const;

    static TensorShardingAttr getFullyClosed(::mlir::MLIRContext *ctx, int64_t rank, ::mlir::Attribute meshOrRef);
    static TensorShardingAttr getFullyOpen(::mlir::MLIRContext *ctx, int64_t rank, ::mlir::Attribute meshOrRef);
    static TensorShardingAttr getFullyClosedLike(TensorShardingAttr sharding);
    static TensorShardingAttr getFullyOpenLike(TensorShardingAttr sharding);

    TensorShardingAttr closeShardingDims() const;
    TensorShardingAttr withDimShardings(::llvm::ArrayRef<DimensionShardingAttr> dims) const;
    TensorShardingAttr replaceReplicatedAxes(::llvm::ArrayRef<AxisRefAttr> axes) const;
    TensorShardingAttr replaceUnreducedAxes(::llvm::ArrayRef<AxisRefAttr> axes) const;
    TensorShardingAttr replaceUnreducedAxes(::llvm::ArrayRef<AxisRefAttr> axes, ReductionKind kind) const;
    TensorShardingAttr replaceMesh(::mlir::Attribute meshOrRef) const;

    /// Whether every dim has the same axes. Open or closed dims, priorities and replicated axes do
    /// not count.
    bool areDimAxesEqual(TensorShardingAttr other) const;
    /// Whether no data moves between the two shardings: both are fully replicated, or they have the
    /// same mesh, the same dim axes, the same unreduced axes and the same reduction.
    bool isEquivalent(TensorShardingAttr other) const;
    /// The type on one device: every dim divided by its number of shards, rounded up.
    ::mlir::RankedTensorType getLocalTensorType(::mlir::RankedTensorType global, MeshAttr mesh) const;
  }];
}

def Sdy_TensorShardingPerValue : SdyAttr<"TensorShardingPerValue", "sharding_per_value",
    "`<` custom<SquareList>($shardings) `>`"> {
  let summary = "a sharding for each of several values: <[<@m, [{\"x\"}]>, <@m, [{}]>]>";
  let parameters = (ins ArrayRefParameter<"TensorShardingAttr">:$shardings);
  let extraClassDeclaration = [{
    bool empty() const { return getShardings().empty(); }
    int64_t size() const { return getShardings().size(); }
    auto begin() const { return getShardings().begin(); }
    auto end() const { return getShardings().end(); }
    TensorShardingAttr getSharding(int64_t index) const { return getShardings()[index]; }
    TensorShardingPerValueAttr replaceValueSharding(int64_t index, TensorShardingAttr sharding) const;
    static TensorShardingPerValueAttr getFullyOpen(::mlir::MLIRContext *ctx, ::mlir::TypeRange types, ::mlir::Attribute meshOrRef);
    /// Fully open shardings for all values but one.
    static TensorShardingPerValueAttr getOpenWithShardingAtIndex(::mlir::MLIRContext *ctx, ::mlir::TypeRange types,
                                                                 int64_t index, TensorShardingAttr sharding);
  }];
}

// Sharding rules.

def Sdy_DimMapping : SdyAttr<"DimMapping", "dim_mapping", "`` custom<Factors>($factor_indices)"> {
  let summary = "factors of a dim, major first: ij";
  let parameters = (ins ArrayRefParameter<"int64_t">:$factor_indices);
}

def Sdy_TensorMapping : SdyAttr<"TensorMapping", "tensor_mapping", "`` custom<SquareList>($dim_mappings)"> {
  let summary = "factors of the dims of a tensor: [i, jk]";
  let parameters = (ins ArrayRefParameter<"DimMappingAttr">:$dim_mappings);
  let extraClassDeclaration = [{
    int64_t getRank() const { return getDimMappings().size(); }
    bool containsFactor(int64_t factor) const;
  }];
}

def Sdy_OpShardingRule : SdyAttr<"OpShardingRule", "op_sharding_rule"> {
  let summary = "how factors tie the dims of operands and results: <([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}>";
  let parameters = (ins OptionalArrayRefParameter<"int64_t">:$factor_sizes,
                        OptionalArrayRefParameter<"TensorMappingAttr">:$operand_mappings,
                        OptionalArrayRefParameter<"TensorMappingAttr">:$result_mappings,
                        OptionalArrayRefParameter<"int64_t">:$reduction_factors,
                        OptionalArrayRefParameter<"int64_t">:$need_replication_factors,
                        OptionalArrayRefParameter<"int64_t">:$permutation_factors,
                        OptionalArrayRefParameter<"int64_t">:$blocked_propagation_factors,
                        DefaultValuedParameter<"bool", "false">:$is_custom_rule);
  let extraClassDeclaration = [{
    bool isCustom() const { return getIsCustomRule(); }
    int64_t getNumFactors() const { return getFactorSizes().size(); }
    int64_t getFactorSize(int64_t factor) const { return getFactorSizes()[factor]; }
    int64_t getNumOperands() const { return getOperandMappings().size(); }
    int64_t getNumResults() const { return getResultMappings().size(); }
  }];
}

// Lists of axes in ops.

def Sdy_ManualAxes : SdyAttr<"ManualAxes", "manual_axes", "`` custom<BraceList>($value)"> {
  let summary = "names of the axes that a manual computation handles itself: {\"x\", \"y\"}";
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr">:$value);
  let extraClassDeclaration = [{
    bool empty() const { return getValue().empty(); }
    auto begin() const { return getValue().begin(); }
    auto end() const { return getValue().end(); }
    bool containsAxis(::llvm::StringRef name) const;
  }];
}

def Sdy_AxisRefList : SdyAttr<"AxisRefList", "axis_ref_list", "`` custom<BraceList>($value)"> {
  let summary = "a list of axes: {\"x\", \"y\":(1)2}";
  let parameters = (ins ArrayRefParameter<"AxisRefAttr">:$value);
  let extraClassDeclaration = [{
    bool empty() const { return getValue().empty(); }
    auto begin() const { return getValue().begin(); }
    auto end() const { return getValue().end(); }
  }];
}

def Sdy_ListOfAxisRefLists : SdyAttr<"ListOfAxisRefLists", "list_of_axis_ref_lists", "`` custom<SquareList>($value)"> {
  let summary = "a list of axes for each dim: [{\"x\"}, {}]";
  let parameters = (ins ArrayRefParameter<"AxisRefListAttr">:$value);
  let extraClassDeclaration = [{
    bool empty() const { return getValue().empty(); }
    auto begin() const { return getValue().begin(); }
    auto end() const { return getValue().end(); }
  }];
}

def Sdy_AllToAllParam : SdyAttr<"AllToAllParam", "all_to_all_param"> {
  let summary = "axes that move from one dim to another: {\"b\"}: 0->2";
  let parameters = (ins ArrayRefParameter<"AxisRefAttr">:$axes, "int64_t":$src_dim, "int64_t":$tgt_dim);
}

def Sdy_AllToAllParamList : SdyAttr<"AllToAllParamList", "all_to_all_param_list", "`` custom<SquareList>($value)"> {
  let summary = "axes that move between several pairs of dims: [{\"b\"}: 0->2, {\"c\"}: 1->3]";
  let parameters = (ins ArrayRefParameter<"AllToAllParamAttr">:$value);
  let extraClassDeclaration = [{
    auto begin() const { return getValue().begin(); }
    auto end() const { return getValue().end(); }
  }];
}

// Debug information: how propagation moved the axes of a sharding.

def Sdy_EdgeValueRef : SdyAttr<"EdgeValueRef", "edge_value_ref"> {
  let summary = "an operand or a result: operand-0";
  let parameters = (ins "EdgeNodeType":$type, "int64_t":$index);
}

def Sdy_AxisToPropagationDetails : SdyAttr<"AxisToPropagationDetails", "axis_to_propagation_details",
    "`{` custom<Entry>($axis_name) `=` custom<Entry>($source) `->` custom<SquareList>($targets) `}`"> {
  let summary = "source and targets of an axis: \"a\" = operand-0 -> [result-0, operand-1]";
  let parameters = (ins "AxisRefAttr":$axis_name, "EdgeValueRefAttr":$source, ArrayRefParameter<"EdgeValueRefAttr">:$targets);
}

def Sdy_PropagationOneStep : SdyAttr<"PropagationOneStep", "propagation_one_step",
    "`{` `step` `` custom<DashNumber>($step_index) `=` custom<SquareList>($axis_entries) `}`"> {
  let summary = "the axes that one step propagated: {step-0 = [{\"a\" = operand-0 -> [result-0]}]}";
  let parameters = (ins "int64_t":$step_index, ArrayRefParameter<"AxisToPropagationDetailsAttr">:$axis_entries);
}

def Sdy_PropagationEdges : SdyAttr<"PropagationEdges", "propagation_edges", "`<` custom<SquareList>($value) `>`"> {
  let summary = "all propagation steps at an op: <[{step-0 = [...]}, {step-2 = [...]}]>";
  let parameters = (ins ArrayRefParameter<"PropagationOneStepAttr">:$value);
  let extraClassDeclaration = [{
    auto begin() const { return getValue().begin(); }
    auto end() const { return getValue().end(); }
  }];
}

#endif // SPMD_DIALECTS_SDY_ATTRS
