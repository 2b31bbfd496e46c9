// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes of compiler/import, in the order of the pipeline; compiler/passes.td includes this.

def ReadResources : Pass<"spmd-read-resources", "::mlir::ModuleOp"> {
  let summary = "Constants take their elements out of the resources of the file";
  let description = [{
    `spmd-opt` runs it before the passes that the command line names. A constant whose resource
    the file does not hold, or has in another number of bytes, is refused.
      dense_resource<weights> : tensor<2xf32>   ->   dense<[1.0, 2.0]> : tensor<2xf32>
  }];
}
def CheckSource : Pass<"spmd-check-source", "::mlir::ModuleOp"> {
  let summary = "Refuses ops that only later stages make, and shardings inside of scalar regions";
}
def ResolveLogicalAxes : Pass<"spmd-resolve-logical-axes", "::mlir::ModuleOp"> {
  let summary = "Turns spmd.logical annotations into sdy.sharding by a table of rules";
  let description = [{
    The table (compiler/rule_files/logical.h, docs/sharding.md) maps every logical name to axes of the
    module's mesh. Two rules that map names of one tensor to the same axis are an error, unless the
    table gives one of them precedence.
  }];
  let options = [Option<"rules", "rules", "std::string", "", "the file of rules">,
                 Option<"report", "report", "bool", "false", "print every annotation with what it became to stderr">];
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def AttachShardingRules : Pass<"spmd-attach-sharding-rules", "::mlir::ModuleOp"> {
  let summary = "Custom calls get their user's sharding rules from a file, by target";
  let description = [{
    A line of the file is a target and a rule without sizes, for example
    `my_norm ([i, j], [j])->([i, j]) need_replication={j}`. The rule becomes the call's
    sdy.sharding_rule, marked as custom. A rule that the call already has is kept.
  }];
  let options = [Option<"file", "file", "std::string", "", "the file of rules">];
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def DecomposeChlo : Pass<"spmd-decompose-chlo", "::mlir::func::FuncOp"> {
  let summary = "Expands the chlo functions that are a few StableHLO ops";
  let description = [{
    The functions are square, tan, sinh, cosh, asin, acos, atan, asinh, acosh, atanh, is_inf,
    is_pos_inf, is_neg_inf, and erf_inv of f32. Other functions stay as they are.
  }];
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect"];
}
def AttachExtendedRules : Pass<"spmd-attach-extended-rules", "::mlir::func::FuncOp"> {
  let summary = "Attaches sharding rules to ops whose dims the public rules replicate without need";
  let description = [{
    The extended rule of an op becomes its sdy.sharding_rule where it splits more dims than the
    public rule: the right-hand sides of a triangular solve, and windows that lie side by side
    (pooling, patches). Propagation uses a rule on an op as it is.
  }];
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def LiftInlinedMeshes : Pass<"sdy-lift-inlined-meshes", "::mlir::ModuleOp"> {
  let summary = "Turns meshes inside of shardings into symbols and merges equal meshes";
}
def MergeMeshes : Pass<"spmd-merge-meshes", "::mlir::ModuleOp"> {
  let summary = "Rewrites shardings over several meshes of the same devices onto one of them";
  let description = [{
    Requires meshes to be symbols. Axes of the other meshes become parts of the axes of one mesh. Parts
    of one axis that do not nest count as axes of another mesh. An argument, a result or a manual
    computation whose devices stand in another order keeps that order as `spmd.device_order`.
  }];
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def PlaceSingleDevices : Pass<"spmd-place-single-devices", "::mlir::ModuleOp"> {
  let summary = "Gives values that are placed on a single device to all devices";
  let description = [{
    Requires meshes to be symbols. A sharding on a maximal mesh, such as <[], device_ids=[1]>, becomes a
    replicated one; ops on that device run there alone.
  }];
  let dependentDialects = ["::spmd::sdy::SdyDialect", "::spmd::stablehlo::StablehloDialect"];
}
def InlineCalls : Pass<"spmd-inline-calls", "::mlir::ModuleOp"> {
  let summary = "Inlines calls and named computations; locations keep the name of the callee";
}
def Decompose : Pass<"spmd-decompose", "::mlir::ModuleOp"> {
  let summary = "Expands composite ops into primitive ones";
  let description = [{
    The composite ops are implicit broadcasts (chlo.broadcast_add), bitcast_convert between widths,
    reduce_window with base dilation, dynamic ops whose shapes are constants, the legacy dot,
    replica_id, Fourier transforms, batch normalization, and linear algebra on floats of fewer than
    32 bits, which is computed in f32.
  }];
  let dependentDialects = ["::spmd::chlo::ChloDialect", "::spmd::stablehlo::StablehloDialect"];
}
def OutlineChecks : Pass<"spmd-outline-checks", "::mlir::ModuleOp"> {
  let summary = "Moves main's checks to a function that takes the compared values as arguments";
  let description = [{
    The compared values become further results of main and the arguments of @spmd.checks. Constants
    that reach a check become further arguments of main with their value as `spmd.value`, so that no
    checked value is folded at compile time.
  }];
  let options = [Option<"keepConstants", "keep-constants", "bool", "false", "constants stay where they are">];
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect"];
}
def PropagateShardingFromFuncToCall : Pass<"sdy-propagate-sharding-from-func-to-call", "::mlir::ModuleOp"> {
  let summary = "Gives calls without shardings the shardings of the callee's results";
}
def RemoveSizeOneAxes : Pass<"sdy-remove-size-one-axes", "::mlir::ModuleOp"> {
  let summary = "Drops axes of size 1 from shardings";
}
def SplitConstants : Pass<"sdy-constant-or-scalar-splitter", "::mlir::ModuleOp"> {
  let summary = "Copies constant expressions and scalar broadcasts, so that each use has its own";
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def ManualAxesCleanup : Pass<"sdy-manual-axes-cleanup", "::mlir::ModuleOp"> {
  let summary = "Sorts manual axes in mesh order and lists them in every in and out sharding";
}
def AnnotateTripCount : Pass<"spmd-annotate-trip-count", "::mlir::ModuleOp"> {
  let summary = "Marks counted while loops with spmd.trip_count and spmd.counter";
}
def AddDataFlowEdges : Pass<"sdy-add-data-flow-edges", "::mlir::ModuleOp"> {
  let summary = "Adds an edge to each set of values that control flow requires to share a sharding";
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def AddFuncDataFlowEdges : Pass<"sdy-add-func-data-flow-edges", "::mlir::ModuleOp"> {
  let summary = "Adds edges to arguments of called functions and to results of calls";
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def FlattenCallGraph : Pass<"sdy-flatten-call-graph", "::mlir::ModuleOp"> {
  let summary = "Gives each call its own copy of the callee";
}
def ImportFuncCalls : Pass<"sdy-import-func-calls", "::mlir::ModuleOp"> {
  let summary = "Replaces calls by sdy.named_computation with the callee's body";
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
  let options = [Option<"addDataFlowEdgesOnNamedComputations", "add-data-flow-edges-on-named-computations", "bool", "true",
                        "put data-flow edges on the results">];
}
def PreOrderFuncs : Pass<"sdy-pre-order-funcs", "::mlir::ModuleOp"> {
  let summary = "Orders functions in pre-order of the call graph";
}
def ExplicitGatherScatterBatching : Pass<"sdy-explicit-gather-scatter-batching", "::mlir::func::FuncOp"> {
  let summary = "Makes batch dims explicit that gathers and scatters express by iota indices";
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect"];
}
def BatchKnownIndices : Pass<"spmd-batch-known-indices", "::mlir::ModuleOp"> {
  let summary = "Makes batching dims of components of indices that count along a dim";
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect"];
}

def MarkAnnotated : Pass<"spmd-mark-annotated", "::mlir::ModuleOp"> {
  let summary = "Marks ops whose results the program itself places, by a sharding or a group";
}

def ApplyShardingConstraints : Pass<"sdy-apply-sharding-constraints", "::mlir::ModuleOp"> {
  let summary = "Moves the sharding of a constraint to its operand where nothing contradicts it";
  let options = [DebugOrigins, DebugEdges];
}
def ShardingGroupImport : Pass<"sdy-sharding-group-import", "::mlir::ModuleOp"> {
  let summary = "Merges and checks sharding groups, and numbers them from 0";
}
