// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All passes of the compiler, in the order of the pipeline. A pass `Foo` of stage `bar` is written
// in compiler/bar/foo.cpp, and some file of tests/bar runs it alone. Techniques for kernels are
// functions in such files; kernel_passes.cpp and loop_techniques.cpp make passes of them.
// Passes of the Shardy project keep their public names.
include "mlir/Pass/PassBase.td"

class PropagationOption<string member, string flag, string text>
    : Option<member, flag, "bool", "false", text>;
def DebugOrigins : PropagationOption<"debugShardingOrigins", "debug-sharding-origins", "write where the axes of each sharding come from">;
def DebugEdges : PropagationOption<"debugPropagationEdgeSharding", "debug-propagation-edge-sharding",
                                   "write which step carried an axis from where to where">;

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
    replica_id, Fourier transforms and batch normalization.
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
  let summary = "Shows the sharding rule of every op as an attribute";
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
  let summary = "Merges equal constants and scalar broadcasts with equal shardings";
}
def SinkDataFlowEdges : Pass<"sdy-sink-data-flow-edges", "::mlir::func::FuncOp"> {
  let summary = "Moves the shardings of edges to the ops that own the edges";
  let options = [Option<"sinkOrigins", "sink-debug-sharding-origins", "bool", "false", "origins of the edges go there, too">,
                 Option<"sinkEdges", "sink-debug-propagation-edge-sharding", "bool", "false", "and their propagation edges">];
}
def RemoveShardingGroups : Pass<"sdy-remove-sharding-groups", "::mlir::ModuleOp"> {
  let summary = "Erases sdy.sharding_group";
}
def ShardingConstraintToReshard : Pass<"sdy-sharding-constraint-to-reshard", "::mlir::func::FuncOp"> {
  let summary = "Replaces sdy.sharding_constraint by sdy.reshard";
}
def FitBorders : Pass<"spmd-fit-borders", "::mlir::ModuleOp"> {
  let summary = "Removes axes from open dims of fixed shardings that add only padding or do not nest";
}
def CloseShardings : Pass<"sdy-close-shardings", "::mlir::ModuleOp"> {
  let summary = "Closes all dims and drops replicated axes";
}
def CompleteShardings : Pass<"spmd-complete-shardings", "::mlir::ModuleOp"> {
  let summary = "Replicates values without sharding; sdy.constant becomes stablehlo.constant";
  let dependentDialects = ["::spmd::sdy::SdyDialect", "::spmd::stablehlo::StablehloDialect"];
}
def KeepScales : Pass<"spmd-keep-scales", "::mlir::ModuleOp"> {
  let summary = "Takes values whole whose elements are quantized along a dim, with a remark";
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}

include "compiler/partition/passes.td"

include "compiler/export/passes.td"
def TidyLoops : Pass<"spmd-tidy-loops", "mlir::ModuleOp"> {
  let summary = "Reduces the carried values of loops to those that change and are read";
  let description = [{
    A carried value that the body returns unchanged is read from outside of the loop instead. A
    carried value that nothing reads is removed.
  }];
}

def SplitElements : Pass<"spmd-split-elements", "mlir::ModuleOp"> {
  let summary = "Splits complex tensors into two parts and replaces quantized tensors by integers";
  let dependentDialects = ["::spmd::chlo::ChloDialect", "::spmd::ir::SpmdDialect", "::spmd::stablehlo::StablehloDialect"];
}

def Simplify : Pass<"spmd-simplify", "mlir::ModuleOp"> {
  let summary = "Applies identities and constant folding to single ops";
  let options = [Option<"exact", "exact", "bool", "false", "bf16 is rounded after each op: laws that round less often do not hold">];
}

def ShrinkResiduals : Pass<"spmd-shrink-residuals", "::mlir::ModuleOp"> {
  let summary = "Minimizes the bytes that the forward part saves for the backward part";
  let description = [{
    The pass computes a minimum cut through the arithmetic that lies between values that only
    matmuls, reductions and library calls produce and their later readers. Values behind the cut are
    recomputed. Cuts are made at the place of main where most bytes are saved, and between each pair
    of loops where one saves a slice per trip in residual buffers that the other reads by slices.
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
  let summary = "Starts residual buffers that a loop overwrites completely with undefined contents";
  let description = [{
    The initial values of residual buffers that a loop writes completely, slice by slice, are never
    read. Other initial values that are computed from scalars alone are duplicated for each loop
    that carries them, so that each copy can be the carried buffer.
  }];
  let dependentDialects = ["::spmd::ir::SpmdDialect"];
}

def LowerMatmuls : Pass<"spmd-lower-matmuls", "mlir::ModuleOp"> {
  let summary = "Turns dot_general into spmd.dot, and absorbs transposes as orders of dims";
  let dependentDialects = ["::spmd::ir::SpmdDialect"];
}

def LowerLibrary : Pass<"spmd-lower-library", "mlir::ModuleOp"> {
  let summary = "Puts ops that a routine of the runtime computes into spmd.library";
  let description = [{
    The op itself goes into the call, so that its attributes are the configuration of the routine.
    ```mlir
    %0 = stablehlo.cholesky %x, lower = true : tensor<8x8xf32>
    // becomes
    %0 = spmd.library(%a = %x) : (tensor<8x8xf32>) -> tensor<8x8xf32> {
      %1 = stablehlo.cholesky %a, lower = true : tensor<8x8xf32>
      spmd.yield %1 : tensor<8x8xf32>
    }
    ```
  }];
  let dependentDialects = ["::spmd::ir::SpmdDialect"];
}

def StartCollectives : Pass<"spmd-start-collectives", "mlir::ModuleOp"> {
  let summary = "Splits collectives into pairs of start and done";
  let dependentDialects = ["::spmd::ir::SpmdDialect"];
}

def CombineCollectives : Pass<"spmd-combine-collectives", "mlir::ModuleOp"> {
  let summary = "Joins collectives that do not depend on each other into one exchange";
  let description = [{
    Collectives of one kind over the same groups share one latency, up to the bytes from which on their own
    latency would cost them less than a fiftieth of their time, and a 32nd of the arguments' bytes.
    ```mlir
    %a = spmd.collective_start all_reduce sum(%x) {groups = #g} : tensor<8xf32>
    %b = spmd.collective_start all_reduce sum(%y) {groups = #g} : tensor<4xf32>
    // become
    %c = spmd.collective_start all_reduce sum(%x, %y) {groups = #g} : tensor<8xf32>, tensor<4xf32>
    ```
  }];
  let options = [TopologyOption];
}

def RunByBlocks : Pass<"spmd-run-by-blocks", "::mlir::ModuleOp"> {
  let summary = "Runs matmuls with large temporary results, as in attention, block by block";
  let description = [{
    A batched matmul whose result is larger than its operands becomes one spmd.blocks, together with
    all ops that the result passes through. Attention then never stores its matrix of scores: each
    block keeps its scores in a cache.
  }];
  let dependentDialects = ["::spmd::ir::SpmdDialect"];
}

def Tabulate : Pass<"spmd-tabulate", "::mlir::ModuleOp"> {
  let summary = "Looks expensive functions of one 16-bit number up in a table of 65,536 values";
  let description = [{
    The pass groups ops of a block whose elements follow from the element of one bf16 or f16 value
    at the same index, where computing takes longer than a look-up and there are many elements. The
    same ops compute the table at the beginning of the program, so results keep their bits. Values
    that a kernel would have kept as f32 between two ops are rounded as the program says.
  }];
  // The last three, because the pass counts an op's arithmetic by emitting it.
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect", "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

def Fuse : Pass<"spmd-fuse", "mlir::ModuleOp"> {
  let summary = "Groups all ops that have loops into kernels";
  // The last three, because planFusion counts an op's arithmetic by emitting it.
  let dependentDialects = ["::spmd::ir::SpmdDialect", "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
}

include "compiler/kernels/passes.td"
include "compiler/verify/passes.td"
def OrderForMemory : Pass<"spmd-order-for-memory", "::mlir::ModuleOp"> {
  let summary = "Orders kernels, matmuls and collectives for a low peak of memory";
  let description = [{
    The pass keeps the order with the lowest peak that a backward and a forward walk find. Optimizer
    updates move up to where their gradient is complete. Gathered weights, and values that only the
    backward part reads, move down to their first reader. No op moves across a barrier on which it
    depends.
  }];
}

def OverlapMemoryOption : Option<"memory", "memory", "int64_t", "-1",
    "bytes by which the peak may grow; -1: enough for most programs; 0: the pass does nothing">;

def PrefetchExchanges : Pass<"spmd-prefetch-exchanges", "::mlir::ModuleOp"> {
  let summary = "Exchanges for the next trip of a loop what its body reads first";
  let description = [{
    In the body of a counted loop, an exchange whose operands follow from the counter, from outside of the loop and from rows that
    the trip leaves alone is done one trip ahead where the trip would wait for it. The result goes to the other row of a buffer of
    two; the first trip's exchange stands before the loop, and the last trip exchanges nothing. The peak may grow by `memory` bytes.
    ```mlir
    // in the body of a loop over %i
    %w = spmd.collective_done (spmd.collective_start all_gather none(%p[%i]))
    // becomes, with carried %b and %row
    %w = stablehlo.dynamic_slice %b, %row
    %b2 = spmd.collective_done (spmd.collective_start all_gather none(%p[%i + 1]) into(%b) at 1 - %row {skips_last_trip})
    ```
  }];
  let options = [TopologyOption, OverlapMemoryOption];
  let dependentDialects = ["::spmd::ir::SpmdDialect"];
}

def DeferExchanges : Pass<"spmd-defer-exchanges", "::mlir::ModuleOp"> {
  let summary = "Finishes exchanges at the end of a loop's body in the next trip";
  let description = [{
    In the body of a counted loop, an exchange for which the trip would wait starts in the next one, with all that follows from it.
    The rest of the body may read other rows of what that writes. The first trip stands before the loop without its end, and the
    last end behind it. What the loop carries for the ends may take `memory` bytes.
    ```mlir
    %g = spmd.dot %a, %b // in the body of a loop over %i from 0 to 12
    %p2 = spmd.fusion(%p, spmd.collective_done (spmd.collective_start reduce_scatter sum(%g)), %i) // writes row %i
    // becomes, from 1 to 12 with carried %g and %j, the %i of the trip before
    %p2 = spmd.fusion(%p, spmd.collective_done (spmd.collective_start reduce_scatter sum(%g)), %j); %g2 = spmd.dot %a, %b
    ```
  }];
  let options = [TopologyOption, OverlapMemoryOption];
}

def OverlapExchanges : Pass<"spmd-overlap-exchanges", "::mlir::ModuleOp"> {
  let summary = "Starts exchanges early and awaits them late, so that they travel while a device computes";
  let description = [{
    Each block is played through in time, with the links of the topology and the times of one core. An exchange starts at most
    twice its own time before its result is read, and at most two are under way early. The order stays as it is where this wins no
    time. The peak of memory grows by at most `memory` bytes.
    ```mlir
    %a = spmd.dot %x, %y
    %s = spmd.collective_start all_gather none(%part)
    %w = spmd.collective_done %s
    // becomes
    %s = spmd.collective_start all_gather none(%part)
    %a = spmd.dot %x, %y
    %w = spmd.collective_done %s
    ```
  }];
  let options = [TopologyOption, OverlapMemoryOption];
}

def CheckPropagated : Pass<"spmd-check-propagated", "::mlir::ModuleOp"> {
  let summary = "Verifies that every tensor has a closed sharding and no op of propagation is left";
}
