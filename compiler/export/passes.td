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
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
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
