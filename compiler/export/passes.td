// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes of compiler/export; compiler/passes.td includes this.

def SinkFuncDataFlowEdges : Pass<"sdy-sink-func-data-flow-edges", "::mlir::func::FuncOp"> {
  let summary = "Moves the shardings of function edges to arguments and calls";
}
def UpdateNonDivisibleInputOutputShardings
    : Pass<"sdy-update-non-divisible-input-output-shardings", "::mlir::ModuleOp"> {
  let summary = "Removes axes from shardings at borders that do not divide the dim evenly";
}
def RemoveSubAxesInInputOutputShardings : Pass<"sdy-remove-sub-axes-in-input-output-shardings", "::mlir::ModuleOp"> {
  let summary = "Removes sub-axes from open dims at main's borders";
}
def ExportNamedComputations : Pass<"sdy-export-named-computations", "::mlir::ModuleOp"> {
  let summary = "Turns sdy.named_computation into a private function and a call";
  let dependentDialects = ["::mlir::func::FuncDialect"];
}
def PropagateToFuncResults : Pass<"sdy-propagate-to-func-results", "::mlir::ModuleOp"> {
  let summary = "Gives results of called functions the shardings of the values that they return";
}
def UnflattenCallGraph : Pass<"sdy-unflatten-call-graph", "::mlir::ModuleOp"> {
  let summary = "Merges copies of a function that have equal shardings";
  let options = [Option<"dedupFunctionsFully", "dedup-functions-fully", "bool", "false",
                        "whatever their shardings are; the copy with the most calls stays">];
}
def InsertFuncCallReshards : Pass<"sdy-insert-func-call-reshards", "::mlir::ModuleOp"> {
  let summary = "Inserts a reshard after a call whose sharding differs from that of the callee";
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def InsertExplicitReshards : Pass<"sdy-insert-explicit-reshards", "::mlir::func::FuncOp"> {
  let summary = "Inserts reshards where the shardings of operands and results do not fit together";
  let options = [Option<"enableFullVersion", "enable-full-version", "bool", "false",
                        "for all ops, with the all-reduces of partial results">];
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def ResolvePermutationFactors : Pass<"sdy-resolve-permutation-factors", "::mlir::ModuleOp"> {
  let summary = "Exchanges rows, or makes dims whole, where ops move rows along sharded dims";
  let options = [Option<"enableHaloExchange", "enable-halo-exchange", "bool", "true",
                        "exchange rows with neighbours where that is enough">,
                 Option<"replicaCount", "replica-count", "int64_t", "1", "number of replicas">,
                 Option<"partitionCount", "partition-count", "int64_t", "1", "number of partitions">];
  let dependentDialects = ["::spmd::sdy::SdyDialect", "::spmd::stablehlo::StablehloDialect"];
}
def ReshardToCollectives : Pass<"sdy-reshard-to-collectives", "::mlir::func::FuncOp"> {
  let summary = "Turns each reshard into a chain of collectives";
  let options = [Option<"keepRedundantReshards", "keep-redundant-reshards", "bool", "false",
                        "leave reshards between equivalent shardings">];
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def PadForDivisibility : Pass<"sdy-pad-for-divisibility", "::mlir::func::FuncOp"> {
  let summary = "Pads tensors whose shardings do not divide them evenly";
  let dependentDialects = ["::spmd::sdy::SdyDialect", "::spmd::stablehlo::StablehloDialect"];
}
def ResolveSingleDeviceSharding : Pass<"sdy-resolve-single-device-sharding", "::mlir::func::FuncOp"> {
  let summary = "Runs ops placed on one device there, and sums their results over all devices";
  let options = [Option<"replicaCount", "replica-count", "int64_t", "1", "number of replicas">,
                 Option<"partitionCount", "partition-count", "int64_t", "1", "number of partitions">];
  let dependentDialects = ["::spmd::sdy::SdyDialect", "::spmd::stablehlo::StablehloDialect"];
}
def ConvertGlobalToLocal : Pass<"sdy-convert-global-to-local", "::mlir::ModuleOp"> {
  let summary = "Replaces global by per-device types, and sdy collectives by those of StableHLO";
  let options = [Option<"perDimAllGather", "per-dim-all-gather", "bool", "false",
                        "one all_gather for each dim">,
                 Option<"combineMultiDimensionReduceScatter", "combine-multi-dimension-reduce-scatter",
                        "bool", "false", "one reduce_scatter for all dims">,
                 Option<"enableRgv3", "enable-rgv3", "bool", "false",
                        "write replica groups as axes of the mesh">,
                 Option<"replicaCount", "replica-count", "int64_t", "1", "number of replicas">,
                 Option<"partitionCount", "partition-count", "int64_t", "1", "number of partitions">];
  let dependentDialects = ["::spmd::sdy::SdyDialect", "::spmd::stablehlo::StablehloDialect"];
}
def PerInstructionPartitioning : Pass<"sdy-per-instruction-partitioning", "::mlir::ModuleOp"> {
  let summary = "Partitions single ops in place, each inside of a manual computation";
  let options = [Option<"filter", "filter", "std::string", "", "which ops: parts of names, selectLow=N, selectHigh=N">,
                 Option<"enableHaloExchange", "enable-halo-exchange", "bool", "true",
                        "exchange rows with neighbours where that is enough">,
                 Option<"replicaCount", "replica-count", "int64_t", "1", "number of replicas">,
                 Option<"partitionCount", "partition-count", "int64_t", "1", "number of partitions">];
  let dependentDialects = ["::spmd::sdy::SdyDialect", "::spmd::stablehlo::StablehloDialect", "::mlir::func::FuncDialect"];
}
def VerifyUnreducedAxes : Pass<"sdy-verify-unreduced-axes", "::mlir::func::FuncOp"> {
  let summary = "Verifies that unreduced axes appear and vanish only at ops that may do so";
}
def SaveModule : Pass<"spmd-save-module", "::mlir::ModuleOp"> {
  let summary = "Writes the module to a file";
  let options = [Option<"directory", "module-dump-directory", "std::string", "", "the folder; empty: none is written">,
                 Option<"fileName", "file-name", "std::string", [{"module"}], "name of the file, without .mlir">];
}
def DropShardingRules : Pass<"sdy-drop-sharding-rules", "::mlir::func::FuncOp"> {
  let summary = "Removes sharding rules that are not custom";
}
def DropShardingAndMesh : Pass<"sdy-drop-sharding-and-mesh", "::mlir::ModuleOp"> {
  let summary = "Removes shardings and meshes";
}
def RemoveAllGatherReduceScatterForCMV1
    : Pass<"sdy-remove-all-gather-reduce-scatter-for-cmv1", "::mlir::func::FuncOp"> {
  let summary = "Leaves all-gathers and reduce-scatters around matmuls to the backend";
}
def RemovePropagationDebugInfo : Pass<"sdy-remove-propagation-debug-info", "::mlir::ModuleOp"> {
  let summary = "Removes the attributes of the debugging options";
}
def InlineMeshes : Pass<"sdy-inline-meshes", "::mlir::ModuleOp"> {
  let summary = "Replaces mesh symbols in shardings by the meshes themselves";
}
