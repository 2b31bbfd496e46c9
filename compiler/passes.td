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

include "compiler/import/passes.td"
include "compiler/roll/passes.td"

def Grad : Pass<"spmd-grad", "::mlir::ModuleOp"> {
  let summary = "Adds the gradient of a function, which returns its results and the gradients of its arguments";
  let description = [{
    Reverse mode over functions, calls, branches, counted loops and manual computations (docs/gradients.md). The result is plain
    StableHLO and chlo. A function whose only result is a floating-point scalar is a loss, and its cotangent is one. Otherwise the
    gradient takes one more argument for each floating-point result, its cotangent.
    ```mlir
    func.func @f(%x: tensor<4xf32>) -> tensor<f32>
    // --spmd-grad="function=f" adds
    func.func @f_grad(%x: tensor<4xf32>) -> (tensor<f32>, tensor<4xf32>)
    ```
  }];
  let options = [
    Option<"function", "function", "std::string", "\"main\"", "the function to differentiate">,
    ListOption<"wrt", "wrt", "int64_t", "the arguments whose gradients are wanted; default: all of floating-point or complex type">,
    Option<"loss", "loss", "int64_t", "-1", "the result that is the loss; the others have no cotangent">,
    Option<"cotangents", "cotangents", "bool", "false", "take the cotangents of results as arguments even where the only result is a scalar">,
    ListOption<"checkpoint", "checkpoint", "std::string",
               "functions whose calls save only their arguments, and run again in the backward part; NAME:dots saves matmuls, too">,
    Option<"as", "as", "std::string", "", "the name of the gradient; default: the function's with _grad. The function's own name replaces it">];
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect", "::spmd::chlo::ChloDialect", "::spmd::sdy::SdyDialect",
                           "::mlir::func::FuncDialect"];
}

def Batch : Pass<"spmd-batch", "::mlir::ModuleOp"> {
  let summary = "Adds a function that runs another one on a batch of arguments";
  let description = [{
    Each op on batched values gets one dim more; all others stay as they are (docs/batching.md). Calls, branches, loops and manual
    computations are batched, too.
    ```mlir
    func.func @f(%x: tensor<4xf32>, %y: tensor<f32>) -> tensor<f32>
    // --spmd-batch="function=f size=8 in=0,none" adds
    func.func @f_batched(%x: tensor<8x4xf32>, %y: tensor<f32>) -> tensor<8xf32>
    ```
  }];
  let options = [
    Option<"function", "function", "std::string", "\"main\"", "the function to batch">,
    Option<"size", "size", "int64_t", "0", "the number of entries of the batch">,
    ListOption<"inDims", "in", "std::string", "the batch dim of each argument, or none; default: 0 for all">,
    ListOption<"outDims", "out", "std::string", "the batch dim of each result, or none; default: 0 for all">,
    Option<"axis", "axis", "std::string", "", "the name of the batch for markers such as spmd.psum">,
    ListOption<"along", "along", "std::string", "mesh axes that split the batch in shardings, constraints and manual computations">,
    Option<"as", "as", "std::string", "", "the name of the batched function; default: the function's with _batched. The function's own name replaces it">];
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect", "::spmd::chlo::ChloDialect", "::spmd::sdy::SdyDialect",
                           "::mlir::func::FuncDialect"];
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
  let options = [Option<"evenBorders", "even-borders", "bool", "false",
                        "also removes axes that do not divide dims of arguments and results, open or closed">];
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

def HoistInvariants : Pass<"spmd-hoist-invariants", "::mlir::ModuleOp"> {
  let summary = "Computes once what every trip of a loop would compute alike";
  let description = [{
    Of ops on values from outside of a loop, matmuls, reductions, library calls and functions such as exp leave
    it if their results are no larger than a value that they are computed from, or fit the first cache.
  }];
  let dependentDialects = ["::spmd::ir::SpmdDialect", "::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
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
    latency would cost them less than a fiftieth of their time. The peak of memory may grow by a 32nd.
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
