// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares every pass in the order of the pipeline, with a paragraph each. Pass `Foo` of stage
// `bar` is written in compiler/bar/foo.cpp and tested in tests/bar/foo.mlir. Public Shardy passes
// keep their public names. `ninja reference-docs` makes passes.md from this file.
include "mlir/Pass/PassBase.td"

class PropagationOption<string member, string flag, string text>
    : Option<member, flag, "bool", "false", text>;
def DebugOrigins : PropagationOption<"debugShardingOrigins", "debug-sharding-origins", "write where the axes of each sharding come from">;
def DebugEdges : PropagationOption<"debugPropagationEdgeSharding", "debug-propagation-edge-sharding",
                                   "write which step carried an axis from where to where">;

def CheckSource : Pass<"spmd-check-source", "::mlir::ModuleOp"> {
  let summary = "refuses ops that only later stages produce, and sdy ops in bodies that work on "
                "single elements";
}
def ResolveLogicalAxes : Pass<"spmd-resolve-logical-axes", "::mlir::ModuleOp"> {
  let summary = "turns spmd.logical into sdy.sharding by a table of rules";
  let description = [{
    The table (compiler/rule_files/logical.h, docs/sharding.md) says for every logical name which axes
    of the module's mesh it stands for. Two rules that want one axis in one tensor are an error,
    unless the table lets one give way.
  }];
  let options = [Option<"rules", "rules", "std::string", "", "the file of rules">,
                 Option<"report", "report", "bool", "false", "print every annotation with what it became to stderr">];
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def AttachShardingRules : Pass<"spmd-attach-sharding-rules", "::mlir::ModuleOp"> {
  let summary = "custom calls get their user's sharding rules from a file, by target";
  let description = [{
    A line of the file is a target and a rule without sizes:
    `my_norm ([i, j], [j])->([i, j]) need_replication={j}`.
    The rule becomes the call's sdy.sharding_rule, marked custom. A call that has a rule already
    keeps it.
  }];
  let options = [Option<"file", "file", "std::string", "", "the file of rules">];
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def DecomposeChlo : Pass<"spmd-decompose-chlo", "::mlir::func::FuncOp"> {
  let summary = "replaces functions of chlo by a few StableHLO ops";
  let description = [{
    Replaces square, tan, sinh, cosh, asin, acos, atan, asinh, acosh, atanh, is_inf, is_pos_inf,
    is_neg_inf and erf_inv of f32. Other functions of chlo stay.
  }];
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect"];
}
def AttachExtendedRules : Pass<"spmd-attach-extended-rules", "::mlir::func::FuncOp"> {
  let summary = "gives ops better sharding rules where the public ones replicate dims without need";
  let description = [{
    Writes an sdy.sharding_rule where our rule splits more dims than the public one: the right-hand
    sides of a triangular solve, and windows that lie side by side (pooling, patches). Propagation
    uses a rule on an op as it is.
  }];
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def LiftInlinedMeshes : Pass<"sdy-lift-inlined-meshes", "::mlir::ModuleOp"> {
  let summary = "turns meshes inside shardings into symbols and merges equal meshes";
}
def InlineCalls : Pass<"spmd-inline-calls", "::mlir::ModuleOp"> {
  let summary = "inlines called functions and named computations; locations keep their names";
}
def Decompose : Pass<"spmd-decompose", "::mlir::ModuleOp"> {
  let summary = "expands composite ops into primitive ones";
  let description = [{
    Expands implicit broadcasts (chlo.broadcast_add), bitcast_convert between widths, reduce_window
    over an operand with holes, dynamic forms whose shapes are constants, the legacy dot,
    replica_id, Fourier transforms and batch norms.
  }];
  let dependentDialects = ["::spmd::chlo::ChloDialect", "::spmd::stablehlo::StablehloDialect"];
}
def OutlineChecks : Pass<"spmd-outline-checks", "::mlir::ModuleOp"> {
  let summary = "moves the checks of main into a function that takes the compared values";
  let description = [{
    Main returns the compared values as further results, and @spmd.checks takes these. Constants
    that a compared value depends on become further arguments of main with their value as
    `spmd.value`, so that the checked values are computed when the program runs.
  }];
  let options = [Option<"keepConstants", "keep-constants", "bool", "false", "constants stay where they are">];
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect"];
}
def PropagateShardingFromFuncToCall : Pass<"sdy-propagate-sharding-from-func-to-call", "::mlir::ModuleOp"> {
  let summary = "gives calls without shardings those of the callee's results";
}
def RemoveSizeOneAxes : Pass<"sdy-remove-size-one-axes", "::mlir::ModuleOp"> {
  let summary = "removes axes of size 1 from shardings";
}
def SplitConstants : Pass<"sdy-constant-or-scalar-splitter", "::mlir::ModuleOp"> {
  let summary = "copies every constant expression and scalar broadcast for each use";
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def ManualAxesCleanup : Pass<"sdy-manual-axes-cleanup", "::mlir::ModuleOp"> {
  let summary = "puts manual axes into mesh order and mentions each in every in and out sharding";
}
def AnnotateTripCount : Pass<"spmd-annotate-trip-count", "::mlir::ModuleOp"> {
  let summary = "marks counted while loops with spmd.trip_count and spmd.counter";
}
def AddDataFlowEdges : Pass<"sdy-add-data-flow-edges", "::mlir::ModuleOp"> {
  let summary = "puts an edge on every set of values that control flow makes equal";
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def AddFuncDataFlowEdges : Pass<"sdy-add-func-data-flow-edges", "::mlir::ModuleOp"> {
  let summary = "puts an edge on arguments of called functions and on results of calls";
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def FlattenCallGraph : Pass<"sdy-flatten-call-graph", "::mlir::ModuleOp"> {
  let summary = "gives each call its own copy of the callee";
}
def ImportFuncCalls : Pass<"sdy-import-func-calls", "::mlir::ModuleOp"> {
  let summary = "turns calls into sdy.named_computation with the callee's body inside";
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
  let options = [Option<"addDataFlowEdgesOnNamedComputations", "add-data-flow-edges-on-named-computations", "bool", "true",
                        "put data-flow edges on what is made">];
}
def PreOrderFuncs : Pass<"sdy-pre-order-funcs", "::mlir::ModuleOp"> {
  let summary = "sorts functions in pre-order of the call graph";
}
def ExplicitGatherScatterBatching : Pass<"sdy-explicit-gather-scatter-batching", "::mlir::func::FuncOp"> {
  let summary = "turns implicit batch dims of gather and scatter into explicit ones";
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect"];
}
def ApplyShardingConstraints : Pass<"sdy-apply-sharding-constraints", "::mlir::ModuleOp"> {
  let summary = "moves a constraint to its input if no other user asks for something different";
  let options = [DebugOrigins, DebugEdges];
}
def ShardingGroupImport : Pass<"sdy-sharding-group-import", "::mlir::ModuleOp"> {
  let summary = "merges, checks and renumbers sharding groups";
}

class PropagatePass<string name, string text> : Pass<name, "::mlir::ModuleOp"> {
  let summary = text;
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def KeepRules : PropagationOption<"keepShardingRules", "keep-sharding-rules", "leave the rules that were used on the ops">;
def Conservative : PropagationOption<"conservativePropagation", "conservative-propagation",
                                     "no parts of axes, and no rules along which a sharding could stop dividing evenly">;
def ModuleDump : Option<"moduleDumpDirectory", "module-dump-directory", "std::string", "",
                        "folder for the module after propagation; empty: none is written">;
def PropagationStrategy : Option<"propagationStrategy", "propagation-strategy", "::spmd::Strategy",
    "::spmd::Strategy::Aggressive", "how conflicts are settled", [{::llvm::cl::values(
      clEnumValN(::spmd::Strategy::Basic, "basic", "not at all: conflicting axes stay"),
      clEnumValN(::spmd::Strategy::Aggressive, "aggressive", "the larger tensor wins"),
      clEnumValN(::spmd::Strategy::BasicThenAggressive, "basic-then-aggressive", "first without conflicts, then with"))}]>;
def OpPriority : Option<"runOpPriorityPropagation", "run-op-priority-propagation", "bool", "true",
                        "certain ops first: elementwise, then those without communication, then all">;

def PopulateOpShardingRules : Pass<"sdy-populate-op-sharding-rules", "::mlir::func::FuncOp"> {
  let summary = "writes the sharding rule of every op as an attribute";
  let options = [Conservative];
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def BasicPropagate : PropagatePass<"sdy-basic-propagate", "propagates as far as no tensors disagree"> {
  let options = [KeepRules, ModuleDump, Conservative, DebugOrigins, DebugEdges];
}
def AggressivePropagate : PropagatePass<"sdy-aggressive-propagate", "propagates and settles conflicts"> {
  let options = [KeepRules, ModuleDump, Conservative, DebugOrigins, DebugEdges, PropagationStrategy];
}
def OpPriorityPropagate : PropagatePass<"sdy-op-priority-propagate", "propagates through certain ops first"> {
  let options = [KeepRules, ModuleDump, Conservative, DebugOrigins, DebugEdges, PropagationStrategy, OpPriority];
}
def UserPriorityPropagate : PropagatePass<"sdy-user-priority-propagate", "propagates in the order of the user's priorities"> {
  let options = [KeepRules, ModuleDump, Conservative, DebugOrigins, DebugEdges, PropagationStrategy, OpPriority];
}
def ConstantOrScalarMerger : Pass<"sdy-constant-or-scalar-merger", "::mlir::func::FuncOp"> {
  let summary = "merges equal constants and scalar broadcasts with equal shardings";
}
def SinkDataFlowEdges : Pass<"sdy-sink-data-flow-edges", "::mlir::func::FuncOp"> {
  let summary = "copies the shardings of edges to the values that own them";
  let options = [Option<"sinkOrigins", "sink-debug-sharding-origins", "bool", "false", "origins of the edges go there, too">,
                 Option<"sinkEdges", "sink-debug-propagation-edge-sharding", "bool", "false", "and their propagation edges">];
}
def RemoveShardingGroups : Pass<"sdy-remove-sharding-groups", "::mlir::ModuleOp"> {
  let summary = "erases sdy.sharding_group";
}
def ShardingConstraintToReshard : Pass<"sdy-sharding-constraint-to-reshard", "::mlir::func::FuncOp"> {
  let summary = "turns sdy.sharding_constraint into sdy.reshard";
}
def FitBorders : Pass<"spmd-fit-borders", "::mlir::ModuleOp"> {
  let summary = "removes from open dims of fixed placements the axes that do not divide them "
                "and sub-axes that do not nest";
}
def CloseShardings : Pass<"sdy-close-shardings", "::mlir::ModuleOp"> {
  let summary = "closes all dims and drops replicated axes";
}
def CompleteShardings : Pass<"spmd-complete-shardings", "::mlir::ModuleOp"> {
  let summary = "gives values without a sharding a replicated one; turns sdy.constant back into "
                "stablehlo.constant";
  let dependentDialects = ["::spmd::sdy::SdyDialect", "::spmd::stablehlo::StablehloDialect"];
}

def InsertReshards : Pass<"spmd-insert-reshards", "mlir::ModuleOp"> {
  let summary = "decides how each op is split and inserts sdy.reshard where placements differ";
  let description = [{
    Needs a closed sharding on every value. Each op gets the split of its factors that costs the
    fewest bytes on the wire, given where its operands are and where its results are wanted. Its
    sharding then says what the op produces; unreduced axes mean partial sums.
  }];
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}

def LowerReshards : Pass<"spmd-lower-reshards", "mlir::ModuleOp"> {
  let summary = "turns each sdy.reshard into the cheapest chain of sdy collectives";
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}

def Localize : Pass<"spmd-localize", "mlir::ModuleOp"> {
  let summary = "gives every value its local type and turns sdy collectives into StableHLO "
                "collectives";
  let description = [{
    Arguments and results of functions keep `spmd.sharding`: mesh, axes of each dim, device order
    and global shape. No sdy op and no mesh is left.
  }];
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect"];
}

def SinkFuncDataFlowEdges : Pass<"sdy-sink-func-data-flow-edges", "::mlir::func::FuncOp"> {
  let summary = "copies the shardings of function edges to arguments and calls";
}
def UpdateNonDivisibleInputOutputShardings
    : Pass<"sdy-update-non-divisible-input-output-shardings", "::mlir::ModuleOp"> {
  let summary = "cuts shardings at borders to the longest prefix that divides evenly";
}
def RemoveSubAxesInInputOutputShardings : Pass<"sdy-remove-sub-axes-in-input-output-shardings", "::mlir::ModuleOp"> {
  let summary = "removes sub-axes from open dims at the borders of the entry function";
}
def ExportNamedComputations : Pass<"sdy-export-named-computations", "::mlir::ModuleOp"> {
  let summary = "turns sdy.named_computation into a private function and a call";
  let dependentDialects = ["::mlir::func::FuncDialect"];
}
def PropagateToFuncResults : Pass<"sdy-propagate-to-func-results", "::mlir::ModuleOp"> {
  let summary = "gives results of called functions the shardings of the returned values";
}
def UnflattenCallGraph : Pass<"sdy-unflatten-call-graph", "::mlir::ModuleOp"> {
  let summary = "merges copies of a function that have equal shardings";
  let options = [Option<"dedupFunctionsFully", "dedup-functions-fully", "bool", "false",
                        "whatever their shardings are; the copy with the most calls stays">];
}
def InsertFuncCallReshards : Pass<"sdy-insert-func-call-reshards", "::mlir::ModuleOp"> {
  let summary = "inserts a reshard behind a call if its users expect other shardings than the "
                "callee has";
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def InsertExplicitReshards : Pass<"sdy-insert-explicit-reshards", "::mlir::func::FuncOp"> {
  let summary = "inserts reshards around calls, concatenations and matmuls whose shardings do "
                "not fit together";
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def VerifyUnreducedAxes : Pass<"sdy-verify-unreduced-axes", "::mlir::func::FuncOp"> {
  let summary = "checks that unreduced axes appear and vanish only at ops that may change them";
}
def SaveModule : Pass<"spmd-save-module", "::mlir::ModuleOp"> {
  let summary = "writes the module to a file";
  let options = [Option<"directory", "module-dump-directory", "std::string", "", "the folder; empty: none is written">,
                 Option<"fileName", "file-name", "std::string", [{"module"}], "name of the file, without .mlir">];
}
def DropShardingRules : Pass<"sdy-drop-sharding-rules", "::mlir::func::FuncOp"> {
  let summary = "removes sharding rules that are not custom";
}
def DropShardingAndMesh : Pass<"sdy-drop-sharding-and-mesh", "::mlir::ModuleOp"> {
  let summary = "removes shardings and meshes";
}
def RemoveAllGatherReduceScatterForCMV1
    : Pass<"sdy-remove-all-gather-reduce-scatter-for-cmv1", "::mlir::func::FuncOp"> {
  let summary = "leaves all-gathers and reduce-scatters around matmuls to the backend";
}
def RemovePropagationDebugInfo : Pass<"sdy-remove-propagation-debug-info", "::mlir::ModuleOp"> {
  let summary = "removes the attributes of the debugging options";
}
def InlineMeshes : Pass<"sdy-inline-meshes", "::mlir::ModuleOp"> {
  let summary = "writes meshes into the shardings that name them";
}

def TidyLoops : Pass<"spmd-tidy-loops", "mlir::ModuleOp"> {
  let summary = "removes carried values from loops that do not change or that nothing reads";
  let description = [{
    A carried value that the body passes on unchanged is read from outside instead. A carried value
    that nothing reads is removed.
  }];
}

def SplitElements : Pass<"spmd-split-elements", "mlir::ModuleOp"> {
  let summary = "splits complex tensors into real and imaginary parts, and quantized ones into "
                "stored integers";
  let dependentDialects = ["::spmd::chlo::ChloDialect", "::spmd::stablehlo::StablehloDialect"];
}

def Simplify : Pass<"spmd-simplify", "mlir::ModuleOp"> {
  let summary = "folds constants and applies identities to single ops";
  let options = [Option<"exact", "exact", "bool", "false", "bf16 is rounded after each op: laws that round less often do not hold">];
}

def ShrinkResiduals : Pass<"spmd-shrink-residuals", "::mlir::ModuleOp"> {
  let summary = "saves the fewest bytes for the backward part and recomputes the rest";
  let description = [{
    A minimum cut through the arithmetic between values that only matmuls, reductions and library
    calls produce and values that later parts read. It runs across the place of main where most
    bytes are kept, and across each pair of loops of which one saves a slice per trip in a stacked
    residual buffer that the other reads by slices.
  }];
}

def UpdateInLoops : Pass<"spmd-update-in-loops", "::mlir::ModuleOp"> {
  let summary = "sinks elementwise updates of stacked residuals into the loop that produces them";
  let description = [{
    Computes new parameters and moments from the gradients that a backward scan stacks, row by row
    in the scan. If the old values are donated, the new ones take over their buffers. No buffer of
    gradients is left. Rows of fewer than 4,096 elements stay behind the loop.
  }];
  let dependentDialects = ["::spmd::ir::SpmdDialect"];
}

def FreshResidualBuffers : Pass<"spmd-fresh-residual-buffers", "::mlir::ModuleOp"> {
  let summary = "starts stacked residual buffers that a loop writes completely with undefined "
                "contents";
  let description = [{
    Their initial values are never read. Other initial values that depend on constants alone are
    computed once for each loop that carries them, so that each can be its carried buffer.
  }];
  let dependentDialects = ["::spmd::ir::SpmdDialect"];
}

def LowerMatmuls : Pass<"spmd-lower-matmuls", "mlir::ModuleOp"> {
  let summary = "turns dot_general into spmd.dot and transposes around it into orders of dims";
  let dependentDialects = ["::spmd::ir::SpmdDialect"];
}

def LowerLibrary : Pass<"spmd-lower-library", "mlir::ModuleOp"> {
  let summary = "turns ops with the facet `kernel` into calls of runtime routines";
  let dependentDialects = ["::spmd::ir::SpmdDialect"];
}

def StartCollectives : Pass<"spmd-start-collectives", "mlir::ModuleOp"> {
  let summary = "turns collectives into pairs of start and done";
  let dependentDialects = ["::spmd::ir::SpmdDialect"];
}

def RunByBlocks : Pass<"spmd-run-by-blocks", "::mlir::ModuleOp"> {
  let summary = "runs matmuls block by block if later ops make their large result small again";
  let description = [{
    Computes attention without its matrix of scores in memory. A batched matmul whose result is
    larger than its operands, and all ops that the result passes through, become one spmd.blocks.
    Each block keeps its scores in a cache.
  }];
  let dependentDialects = ["::spmd::ir::SpmdDialect"];
}

def Tabulate : Pass<"spmd-tabulate", "::mlir::ModuleOp"> {
  let summary = "looks expensive functions of one 16-bit number up in a table of their 65,536 "
                "values";
  let description = [{
    Applies to ops of a block whose elements depend only on the element of one bf16 or f16 value at
    the same index, if computing them takes longer than a look-up and the elements are many. The
    same ops compute the table at the beginning of the program, so results keep their bits. Values
    that a kernel would have kept as f32 between two ops are rounded as the program says.
  }];
  // The last three dialects are needed because an op's arithmetic is counted by emitting it.
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect", "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

def Fuse : Pass<"spmd-fuse", "mlir::ModuleOp"> {
  let summary = "puts every op that has loops into a kernel";
  // The last three dialects are needed because planFusion counts arithmetic by emitting it.
  let dependentDialects = ["::spmd::ir::SpmdDialect", "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

def PlanKernels : Pass<"spmd-plan-kernels", "::mlir::ModuleOp"> {
  let summary = "every fusion gets its loops: spmd.fusion becomes spmd.kernel";
  let description = [{
    Which loops run, how often they walk over a row, which reductions they accumulate, what a row keeps between two walks, what
    is written when, and what may share a buffer; equal fusions are planned once. A spmd.kernel that is there already is checked:
    its lanes, grain, pieces, breaks and staged values may be others than the planner's, what decides results may not.
  }];
  // The last three because planFusion counts an op's arithmetic by emitting it.
  let dependentDialects = ["::spmd::ir::SpmdDialect", "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

def OrderForMemory : Pass<"spmd-order-for-memory", "::mlir::ModuleOp"> {
  let summary = "orders kernels, matmuls and exchanges by the lowest peak of memory that two "
                "walks find";
  let description = [{
    Optimizer updates move up to where their gradient is complete. Gathered weights, and values that
    only the backward part reads, move down to their first reader. No op moves across a barrier that
    it depends on.
  }];
}

def CheckPropagated : Pass<"spmd-check-propagated", "::mlir::ModuleOp"> {
  let summary = "checks that every tensor has a closed sharding on one mesh and no op of "
                "propagation is left";
}
