// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the collectives over groups of processes, and the ops that give the ids of a process
// (StableHLO specification, section Collective ops, and the sections of the ops).
#ifndef SPMD_DIALECTS_STABLEHLO_COLLECTIVE
#define SPMD_DIALECTS_STABLEHLO_COLLECTIVE

include "dialects/stablehlo/base.td"
include "mlir/IR/SymbolInterfaces.td"

/// Replica groups: a matrix of ids with one row per group, or the axes of a mesh along which the
/// groups run.
def StableHLO_ReplicaGroups : AnyAttrOf<[I64ElementsAttr, StableHLO_ReplicaGroupMeshAxes],
    "replica groups as a matrix of ids or as mesh axes">;

/// Any collective may be started asynchronously, and may name a mesh by a symbol, which the enclosing
/// symbol table resolves. Most check
/// no more than the mesh.
defvar kChecksMesh = [{
  ::llvm::LogicalResult $cppClass::verifySymbolUses(::mlir::SymbolTableCollection &symbols) {
    return ::spmd::stablehlo::verifyGroupMesh(*this, getReplicaGroups(), symbols);
  }
}];
class StableHLO_Collective<string mnemonic, list<Trait> traits = []>
    : StableHLO_Op<mnemonic, traits # [DeclareOpInterfaceMethods<SymbolUserOpInterface>, StableHLO_Startable]>;

def StableHLO_AllGatherOp : StableHLO_Collective<"all_gather", [SameOperandsAndResultElementType]> {
  let summary = "concatenates the operands of a group";
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$operands,
    StableHLO_NonNegativeI64Attr:$all_gather_dim,
    StableHLO_ReplicaGroups:$replica_groups,
    OptionalAttr<StableHLO_ChannelHandle>:$channel_handle,
    UnitAttr:$use_global_device_ids);
  let results = (outs Variadic<StableHLO_Tensor>);
  let hasVerifier = 1;
}

def StableHLO_AllReduceOp : StableHLO_Collective<"all_reduce", [
    SingleBlockImplicitTerminator<"ReturnOp">, StableHLO_InferTypes]> {
  let summary = "reduces the operands of a group elementwise; each member gets the result";
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$operands,
    StableHLO_ReplicaGroups:$replica_groups,
    OptionalAttr<StableHLO_ChannelHandle>:$channel_handle,
    UnitAttr:$use_global_device_ids);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Variadic<StableHLO_Tensor>);
  let builders = [
    // The computation is the op named `reducer`, such as "stablehlo.add", on two scalars.
    OpBuilder<(ins "::mlir::ValueRange":$operands, "::llvm::StringRef":$reducer, "::mlir::Attribute":$replicaGroups,
                   "ChannelHandleAttr":$channel, "bool":$useGlobalDeviceIds)>
  ];
  let hasVerifier = 1;
  let extraClassDefinition = kChecksMesh;
}

def StableHLO_ReduceScatterOp : StableHLO_Collective<"reduce_scatter", [
    SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "all_reduce, after which each member keeps its own part of the result";
  let arguments = (ins
    StableHLO_Tensor:$operand,
    StableHLO_NonNegativeI64Attr:$scatter_dimension,
    StableHLO_ReplicaGroups:$replica_groups,
    OptionalAttr<StableHLO_ChannelHandle>:$channel_handle,
    UnitAttr:$use_global_device_ids);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs StableHLO_Tensor);
  let builders = [
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$operand, "int64_t":$scatterDimension, "::llvm::StringRef":$reducer,
                   "::mlir::Attribute":$replicaGroups, "ChannelHandleAttr":$channel, "bool":$useGlobalDeviceIds)>
  ];
  let hasVerifier = 1;
}

def StableHLO_AllToAllOp : StableHLO_Collective<"all_to_all", [StableHLO_InferTypes]> {
  let summary = "splits each operand over the group and concatenates the received parts";
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$operands,
    StableHLO_NonNegativeI64Attr:$split_dimension,
    StableHLO_NonNegativeI64Attr:$concat_dimension,
    StableHLO_PositiveI64Attr:$split_count,
    StableHLO_ReplicaGroups:$replica_groups,
    OptionalAttr<StableHLO_ChannelHandle>:$channel_handle);
  let results = (outs Variadic<StableHLO_Tensor>);
  let hasVerifier = 1;
}

def StableHLO_CollectiveBroadcastOp : StableHLO_Collective<"collective_broadcast", [StableHLO_InferTypes]> {
  let summary = "each member of a group gets the operands of the group's root";
  let description = [{
    The root is the group's first member. With has_dynamic_root the last operand lists one root per
    data operand.
  }];
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$operands,
    StableHLO_ReplicaGroups:$replica_groups,
    OptionalAttr<StableHLO_ChannelHandle>:$channel_handle,
    UnitAttr:$has_dynamic_root);
  let results = (outs Variadic<StableHLO_Tensor>);
  let hasVerifier = 1;
  let extraClassDefinition = kChecksMesh;
}

def StableHLO_CollectiveReduceOp : StableHLO_Collective<"collective_reduce", [
    SingleBlockImplicitTerminator<"ReturnOp">, StableHLO_InferTypes]> {
  let summary = "all_reduce whose result only the root gets; the other members get zeros";
  let arguments = (ins
    Variadic<StableHLO_Tensor>:$operands,
    StableHLO_ReplicaGroups:$replica_groups,
    OptionalAttr<StableHLO_ChannelHandle>:$channel_handle,
    UnitAttr:$use_global_device_ids,
    UnitAttr:$has_dynamic_root);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Variadic<StableHLO_Tensor>);
  let hasVerifier = 1;
  let extraClassDefinition = kChecksMesh;
}

def StableHLO_CollectivePermuteOp : StableHLO_Op<"collective_permute", [StableHLO_Startable, StableHLO_InferAs<"adaptor.getOperand().getType()">]> {
  let summary = "sends the operand from sources to targets; processes that are no target get zeros";
  let arguments = (ins
    StableHLO_Tensor:$operand,
    I64ElementsAttr:$source_target_pairs,
    OptionalAttr<StableHLO_ChannelHandle>:$channel_handle);
  let results = (outs StableHLO_Tensor);
  let hasVerifier = 1;
}

def StableHLO_CrossReplicaSumOp : StableHLO_Op<"cross-replica-sum", [NoMemoryEffect, StableHLO_InferAs<"adaptor.getOperand().getType()">]> {
  let summary = "all_reduce with add over replicas (legacy)";
  let arguments = (ins StableHLO_Tensor:$operand, I64ElementsAttr:$replica_groups);
  let results = (outs StableHLO_Tensor);
  let hasVerifier = 1;
}

def StableHLO_InferId : StableHLO_InferAs<
    "::mlir::RankedTensorType::get({}, ::mlir::IntegerType::get(context, 32, ::mlir::IntegerType::Unsigned))">;

def StableHLO_PartitionIdOp : StableHLO_Op<"partition_id", [Pure, StableHLO_InferId]> {
  let summary = "the partition id of this process";
  let results = (outs StableHLO_UInt32Scalar);
  let assemblyFormat = "attr-dict `:` type(results)";
}

def StableHLO_ReplicaIdOp : StableHLO_Op<"replica_id", [Pure, StableHLO_InferId]> {
  let summary = "the replica id of this process";
  let results = (outs StableHLO_UInt32Scalar);
  let assemblyFormat = "attr-dict `:` type(results)";
}

#endif
