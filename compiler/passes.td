// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of contents: every pass, in the order of the pipeline, a paragraph each. A pass `Foo`
// of stage `bar` is written in compiler/bar/foo.cpp and tested in tests/bar/foo.mlir. Public sdy
// passes keep their public names.
include "mlir/Pass/PassBase.td"

class PropagationOption<string member, string flag, string text>
    : Option<member, flag, "bool", "false", text>;
def DebugOrigins : PropagationOption<"debugShardingOrigins", "debug-sharding-origins", "write where the axes of each sharding come from">;
def DebugEdges : PropagationOption<"debugPropagationEdgeSharding", "debug-propagation-edge-sharding",
                                   "write which step carried an axis from where to where">;

def CheckSource : Pass<"spmd-check-source", "::mlir::ModuleOp"> {
  let summary = "refuses what only later stages make, and computations placed where there are single elements";
}
def ResolveLogicalAxes : Pass<"spmd-resolve-logical-axes", "::mlir::ModuleOp"> {
  let summary = "spmd.logical becomes sdy.sharding by a table of rules";
  let description = [{
    The table (compiler/rule_files/logical.h, docs/sharding.md) says for every logical name which axes of the module's mesh it
    stands for. Two rules that want one axis in one tensor are an error, unless the table lets one give way.
  }];
  let options = [Option<"rules", "rules", "std::string", "", "the file of rules">,
                 Option<"report", "report", "bool", "false", "print every annotation with what it became to stderr">];
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def AttachShardingRules : Pass<"spmd-attach-sharding-rules", "::mlir::ModuleOp"> {
  let summary = "custom calls get their user's sharding rules from a file, by target";
  let description = [{
    A line of the file is a target and a rule without sizes, `my_norm ([i, j], [j])->([i, j]) need_replication={j}`. It becomes
    the call's sdy.sharding_rule, marked custom; one that stands on the call already is kept.
  }];
  let options = [Option<"file", "file", "std::string", "", "the file of rules">];
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def DecomposeChlo : Pass<"spmd-decompose-chlo", "::mlir::func::FuncOp"> {
  let summary = "functions of chlo that are a few StableHLO ops become these";
  let description = [{
    square, tan, sinh, cosh, asin, acos, atan, asinh, acosh, atanh, is_inf and its kin, erf_inv of f32. The others stay as they are.
  }];
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect"];
}
def AttachExtendedRules : Pass<"spmd-attach-extended-rules", "::mlir::func::FuncOp"> {
  let summary = "sharding rules for ops whose dims the public rules replicate without need";
  let description = [{
    Ops get an sdy.sharding_rule where ours says more than the public one: the right-hand sides of a triangular solve and whole
    windows that lie side by side (pooling, patches) pass through. Propagation takes a rule on an op as it stands.
  }];
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def LiftInlinedMeshes : Pass<"sdy-lift-inlined-meshes", "::mlir::ModuleOp"> {
  let summary = "meshes written inside shardings become symbols; equal meshes are merged";
}
def InlineCalls : Pass<"spmd-inline-calls", "::mlir::ModuleOp"> {
  let summary = "bodies of called functions and named computations in the place of their calls; locations keep the name";
}
def Decompose : Pass<"spmd-decompose", "::mlir::ModuleOp"> {
  let summary = "ops that are others in short become those";
  let description = [{
    Implicit broadcasts (chlo.broadcast_add), bitcast_convert between widths, reduce_window over an operand with holes, dynamic
    forms whose shapes are constants, the legacy dot, replica_id.
  }];
  let dependentDialects = ["::spmd::chlo::ChloDialect", "::spmd::stablehlo::StablehloDialect"];
}
def OutlineChecks : Pass<"spmd-outline-checks", "::mlir::ModuleOp"> {
  let summary = "main's checks go to a function of their own, which takes what they compare";
  let description = [{
    Main then has the compared values as further results, and @spmd.checks takes these. Constants that reach a check become
    further arguments of main with their value as `spmd.value`, so that what is checked is computed when the program runs.
  }];
  let options = [Option<"keepConstants", "keep-constants", "bool", "false", "constants stay where they are">];
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect"];
}
def PropagateShardingFromFuncToCall : Pass<"sdy-propagate-sharding-from-func-to-call", "::mlir::ModuleOp"> {
  let summary = "calls without shardings take those of the callee's results";
}
def RemoveSizeOneAxes : Pass<"sdy-remove-size-one-axes", "::mlir::ModuleOp"> {
  let summary = "drops axes of size 1 from shardings";
}
def SplitConstants : Pass<"sdy-constant-or-scalar-splitter", "::mlir::ModuleOp"> {
  let summary = "a copy of every constant expression and scalar broadcast for each use";
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def ManualAxesCleanup : Pass<"sdy-manual-axes-cleanup", "::mlir::ModuleOp"> {
  let summary = "manual axes in mesh order, mentioned by every in and out sharding";
}
def AnnotateTripCount : Pass<"spmd-annotate-trip-count", "::mlir::ModuleOp"> {
  let summary = "counted whiles get spmd.trip_count and spmd.counter";
}
def AddDataFlowEdges : Pass<"sdy-add-data-flow-edges", "::mlir::ModuleOp"> {
  let summary = "an edge on every set of values that control flow makes one";
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def AddFuncDataFlowEdges : Pass<"sdy-add-func-data-flow-edges", "::mlir::ModuleOp"> {
  let summary = "an edge on arguments of called functions and on results of calls";
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def FlattenCallGraph : Pass<"sdy-flatten-call-graph", "::mlir::ModuleOp"> {
  let summary = "each call gets a copy of its callee";
}
def ImportFuncCalls : Pass<"sdy-import-func-calls", "::mlir::ModuleOp"> {
  let summary = "calls become sdy.named_computation with the callee's body inside";
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
  let options = [Option<"addDataFlowEdgesOnNamedComputations", "add-data-flow-edges-on-named-computations", "bool", "true",
                        "put data-flow edges on what is made">];
}
def PreOrderFuncs : Pass<"sdy-pre-order-funcs", "::mlir::ModuleOp"> {
  let summary = "functions in pre-order of the call graph";
}
def ExplicitGatherScatterBatching : Pass<"sdy-explicit-gather-scatter-batching", "::mlir::func::FuncOp"> {
  let summary = "a batch dim that gather and scatter only count along becomes an explicit one";
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect"];
}
def ApplyShardingConstraints : Pass<"sdy-apply-sharding-constraints", "::mlir::ModuleOp"> {
  let summary = "a constraint's sharding goes to its input where nothing stands against it";
  let options = [DebugOrigins, DebugEdges];
}
def ShardingGroupImport : Pass<"sdy-sharding-group-import", "::mlir::ModuleOp"> {
  let summary = "sharding groups merged, checked and numbered from 0";
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
  let summary = "shows the sharding rule of every op as an attribute";
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
  let summary = "equal constants and scalar broadcasts with equal shardings become one";
}
def SinkDataFlowEdges : Pass<"sdy-sink-data-flow-edges", "::mlir::func::FuncOp"> {
  let summary = "shardings of edges go to the ops that own them";
  let options = [Option<"sinkOrigins", "sink-debug-sharding-origins", "bool", "false", "origins of the edges go there, too">,
                 Option<"sinkEdges", "sink-debug-propagation-edge-sharding", "bool", "false", "and their propagation edges">];
}
def RemoveShardingGroups : Pass<"sdy-remove-sharding-groups", "::mlir::ModuleOp"> {
  let summary = "erases sdy.sharding_group";
}
def ShardingConstraintToReshard : Pass<"sdy-sharding-constraint-to-reshard", "::mlir::func::FuncOp"> {
  let summary = "sdy.sharding_constraint becomes sdy.reshard";
}
def FitBorders : Pass<"spmd-fit-borders", "::mlir::ModuleOp"> {
  let summary = "open dims of fixed placements lose axes that do not divide them, and parts of axes that do not nest";
}
def CloseShardings : Pass<"sdy-close-shardings", "::mlir::ModuleOp"> {
  let summary = "all dims closed, replicated axes dropped";
}
def CompleteShardings : Pass<"spmd-complete-shardings", "::mlir::ModuleOp"> {
  let summary = "values without a sharding are replicated in writing; sdy.constant is stablehlo.constant again";
  let dependentDialects = ["::spmd::sdy::SdyDialect", "::spmd::stablehlo::StablehloDialect"];
}

def InsertReshards : Pass<"spmd-insert-reshards", "mlir::ModuleOp"> {
  let summary = "decide how each op is split and put an sdy.reshard wherever neighbours disagree";
  let description = [{
    Wants every value to have a closed sharding. Each op gets the split of its factors that costs the fewest bytes on
    the wire, given where its operands are and where its results are wanted; its sharding then says what it makes,
    partial sums as unreduced axes.
  }];
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}

def LowerReshards : Pass<"spmd-lower-reshards", "mlir::ModuleOp"> {
  let summary = "turn each sdy.reshard into the cheapest chain of sdy collectives";
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}

def Localize : Pass<"spmd-localize", "mlir::ModuleOp"> {
  let summary = "give every value the type that one device holds; sdy collectives become StableHLO collectives";
  let description = [{
    Arguments and results of functions keep `spmd.sharding`: mesh, axes per dim, device order and global shape. No sdy op
    and no mesh is left.
  }];
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect"];
}

def SinkFuncDataFlowEdges : Pass<"sdy-sink-func-data-flow-edges", "::mlir::func::FuncOp"> {
  let summary = "shardings of func edges go to arguments and calls";
}
def UpdateNonDivisibleInputOutputShardings
    : Pass<"sdy-update-non-divisible-input-output-shardings", "::mlir::ModuleOp"> {
  let summary = "shardings at borders are cut to what divides evenly";
}
def RemoveSubAxesInInputOutputShardings : Pass<"sdy-remove-sub-axes-in-input-output-shardings", "::mlir::ModuleOp"> {
  let summary = "open dims at main's borders lose their sub-axes";
}
def ExportNamedComputations : Pass<"sdy-export-named-computations", "::mlir::ModuleOp"> {
  let summary = "sdy.named_computation becomes a private function and a call";
  let dependentDialects = ["::mlir::func::FuncDialect"];
}
def PropagateToFuncResults : Pass<"sdy-propagate-to-func-results", "::mlir::ModuleOp"> {
  let summary = "results of called functions are placed as what they return";
}
def UnflattenCallGraph : Pass<"sdy-unflatten-call-graph", "::mlir::ModuleOp"> {
  let summary = "copies of a function with equal shardings become one again";
  let options = [Option<"dedupFunctionsFully", "dedup-functions-fully", "bool", "false",
                        "whatever their shardings are; the copy with the most calls stays">];
}
def InsertFuncCallReshards : Pass<"sdy-insert-func-call-reshards", "::mlir::ModuleOp"> {
  let summary = "a reshard after a call whose results are placed otherwise than the callee places them";
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def InsertExplicitReshards : Pass<"sdy-insert-explicit-reshards", "::mlir::func::FuncOp"> {
  let summary = "reshards where operands and results of calls, concatenations and matmuls do not fit together";
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}
def VerifyUnreducedAxes : Pass<"sdy-verify-unreduced-axes", "::mlir::func::FuncOp"> {
  let summary = "unreduced axes neither appear nor vanish without an op that may do so";
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
  let summary = "leaves gathers and scatters around matmuls to the backend";
}
def RemovePropagationDebugInfo : Pass<"sdy-remove-propagation-debug-info", "::mlir::ModuleOp"> {
  let summary = "removes the attributes of the debugging options";
}
def InlineMeshes : Pass<"sdy-inline-meshes", "::mlir::ModuleOp"> {
  let summary = "meshes go into the shardings that name them";
}

def TidyLoops : Pass<"spmd-tidy-loops", "mlir::ModuleOp"> {
  let summary = "loops carry only what changes and is read";
  let description = [{
    A carried value that the body returns as it got it is read from outside instead; one that nothing reads goes away.
  }];
}

def SplitElements : Pass<"spmd-split-elements", "mlir::ModuleOp"> {
  let summary = "complex tensors become real and imaginary parts, quantized ones their stored integers";
  let dependentDialects = ["::spmd::chlo::ChloDialect", "::spmd::stablehlo::StablehloDialect"];
}

def Simplify : Pass<"spmd-simplify", "mlir::ModuleOp"> {
  let summary = "algebra on single ops";
  let options = [Option<"exact", "exact", "bool", "false", "bf16 is rounded after each op: laws that round less often do not hold">];
}

def ShrinkResiduals : Pass<"spmd-shrink-residuals", "::mlir::ModuleOp"> {
  let summary = "keeps the fewest bytes from the forward to the backward part; the rest is computed again";
  let description = [{
    A minimum cut through the arithmetic between what only matmuls, reductions and library calls make and what later
    parts read: across the place of main where most is kept, and across each pair of loops where one leaves a slice per
    trip in stacks that others read by slices.
  }];
}

def UpdateInLoops : Pass<"spmd-update-in-loops", "::mlir::ModuleOp"> {
  let summary = "what is made of a loop's stacks element by element is made in the loop, row by row";
  let description = [{
    New parameters and moments of the gradients that a backward scan stacks: in the buffers of the old ones where these are
    donated, and without a stack of gradients. Rows of fewer than 4,096 elements stay behind the loop.
  }];
  let dependentDialects = ["::spmd::ir::SpmdDialect"];
}

def FreshResidualBuffers : Pass<"spmd-fresh-residual-buffers", "::mlir::ModuleOp"> {
  let summary = "stacks that a loop writes as a whole, slice by slice, start without elements";
  let description = [{
    Their initial values are never read. Other initial values that are made of scalars alone are made once for each loop
    that carries them, so that each can be its carried buffer.
  }];
  let dependentDialects = ["::spmd::ir::SpmdDialect"];
}

def LowerMatmuls : Pass<"spmd-lower-matmuls", "mlir::ModuleOp"> {
  let summary = "dot_general becomes spmd.dot, transposes of its operands and of its result become orders of dims";
  let dependentDialects = ["::spmd::ir::SpmdDialect"];
}

def LowerLibrary : Pass<"spmd-lower-library", "mlir::ModuleOp"> {
  let summary = "ops with a facet `kernel` become calls of runtime routines";
  let dependentDialects = ["::spmd::ir::SpmdDialect"];
}

def StartCollectives : Pass<"spmd-start-collectives", "mlir::ModuleOp"> {
  let summary = "collectives become pairs of start and done";
  let dependentDialects = ["::spmd::ir::SpmdDialect"];
}

def RunByBlocks : Pass<"spmd-run-by-blocks", "::mlir::ModuleOp"> {
  let summary = "matmuls whose large result others make small again run block by block";
  let description = [{
    Attention without its matrix of scores: a batched matmul whose result is larger than its operands, with all ops that
    the result passes through, becomes one spmd.blocks, of which each block keeps its scores in a cache.
  }];
  let dependentDialects = ["::spmd::ir::SpmdDialect"];
}

def Tabulate : Pass<"spmd-tabulate", "::mlir::ModuleOp"> {
  let summary = "expensive functions of one 16-bit number are looked up in a table of their 65,536 values";
  let description = [{
    Ops of a block whose elements follow from the element of one bf16 or f16 value at the same index, where computing them
    takes longer than looking them up and the elements are many. The table is made at the begin of the program by the
    same ops, so results keep their bits; what a kernel would have kept as f32 between two ops is rounded as the program says.
  }];
  // The last three because an op's arithmetic is counted by emitting it.
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect", "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

def Fuse : Pass<"spmd-fuse", "mlir::ModuleOp"> {
  let summary = "every op that has loops becomes part of a kernel";
  // The last three because planFusion counts an op's arithmetic by emitting it.
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
  let summary = "the order of kernels, matmuls and exchanges with the lowest peak that two walks find";
  let description = [{
    Optimizer updates move up to where their gradient is complete, gathered weights and values that only the backward
    part reads move down to their first reader. Nothing moves across a barrier on which it depends.
  }];
}

def CheckPropagated : Pass<"spmd-check-propagated", "::mlir::ModuleOp"> {
  let summary = "every tensor shows a closed sharding on one mesh; nothing is left that only propagation understands";
}
