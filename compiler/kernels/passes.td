// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes of compiler/kernels; compiler/passes.td includes this.

def CheckKernels : Pass<"spmd-check-kernels", "::mlir::ModuleOp"> {
  let summary = "checks that the loops of kernels that somebody wrote compute their bodies";
  let description = [{
    What decides results has to be what spmd-plan-kernels finds for the body. Lanes, grain, pieces,
    breaks, interleaved rows and what is staged may be others.
  }];
  let dependentDialects = ["::spmd::ir::SpmdDialect", "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"];
}

def PlanKernels : Pass<"spmd-plan-kernels", "::mlir::ModuleOp"> {
  let summary = "gives every fusion its loops: spmd.fusion becomes spmd.kernel";
  let description = [{
    The pass decides which loops run, how often they walk over a row, which reductions they
    accumulate, when each result is written, and which buffers may be shared. Equal fusions are
    planned once. A spmd.kernel that is there already stays as it is.
  }];
  // The last three because planFusion counts an op's arithmetic by emitting it.
  let dependentDialects = ["::spmd::ir::SpmdDialect", "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"];
}

def StageRows : Pass<"spmd-stage-rows", "::mlir::ModuleOp"> {
  let summary = "Chooses which values a row keeps for later passes over it";
  let description = [{
    An op of a kernel gets the attribute spmd.staged where several passes over a row need its result
    at the element where the loops stand, where it costs more than a load, and where half of the
    second cache holds what a row keeps. Inputs may then be read for the last time in an earlier pass,
    so the list of shared buffers can get longer. Kernels that have lanes stay as they are.
  }];
  let dependentDialects = ["::spmd::ir::SpmdDialect", "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"];
}

def ChooseLanes : Pass<"spmd-choose-lanes", "::mlir::ModuleOp"> {
  let summary = "Chooses how many elements a step of each nest computes";
  let description = [{
    Lanes are part of the order of sums over a row, so they follow from shapes and from the reference
    machine. Kernels that have lanes stay as they are.
  }];
  let dependentDialects = ["::spmd::ir::SpmdDialect", "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"];
}

def MachineOption : Option<"machine", "machine", "std::string", "",
                           "numbers that differ from the reference machine's: last-cache=16MiB,..">;

def InterleaveRows : Pass<"spmd-interleave-rows", "::mlir::ModuleOp"> {
  let summary = "Lets short rows of several passes share one loop over the columns";
  let description = [{
    A kernel gets the attribute spmd.interleaved_rows. So many rows go through one loop, each a pass
    behind the one before it: the loop that divides one row computes the exponentials of the next. The
    order of operations within a row does not change. Kernels qualify whose rows have at least three
    passes and a function (exp, tanh) at each element, if the first cache holds the rows.
  }];
  let options = [MachineOption];
  let dependentDialects = ["::spmd::ir::SpmdDialect", "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"];
}

def AlternateBuffers : Pass<"spmd-alternate-buffers", "::mlir::ModuleOp"> {
  let summary = "Unrolls counted loops whose carried values would be copied at the end of each trip";
  let description = [{
    A value that a kernel computes from neighbours of the carried one cannot be written over it. The
    loop gets two trips in one body, which take turns with two buffers. Carried values that change
    places get as many trips as there are places. Trips that are left over stand before the loop.
    Loops with exchanges stay as they are.
  }];
  let dependentDialects = ["::spmd::ir::SpmdDialect"];
}

def JoinLoops : Pass<"spmd-join-loops", "::mlir::ModuleOp"> {
  let summary = "Marks the loops that become one kernel";
  let description = [{
    A loop gets the attribute spmd.one_kernel where a trip runs only kernels, each on one worker, and
    takes about as long as its commands. Code generation compiles all trips as one function. Loops
    inside of one need a known number of trips.
  }];
  let dependentDialects = ["::spmd::ir::SpmdDialect"];
}

def ExpandKernels : Pass<"spmd-expand-kernels", "::mlir::ModuleOp"> {
  let summary = "Adds a function with the loops of each different kernel";
  let description = [{
    The functions stand in front of all others and are called @kernel0, @kernel1, ... A kernel with
    several nests has one for each: @kernel0_0, @kernel0_1. Code generation expands the kernels that
    no cache holds in the same way.
  }];
  let options = [Option<"exact", "exact", "bool", "false", "bf16 is rounded after each op">,
                 MachineOption];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
}

/// Rewrites functions with the attribute spmd.loops and leaves others as they are.
class LoopTechnique<string name> : Pass<name, "::mlir::func::FuncOp"> {
  let options = [MachineOption];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
}

def ScanLanes : LoopTechnique<"spmd-scan-lanes"> {
  let summary = "Scans the lanes of a vector by doubling distances";
  let description = [{
    A loop with the attribute spmd.inclusive_scan goes from lane to lane of vectors: lane l of the
    result is what lanes 0 .. l come to. The pass combines all lanes with those 1, 2, 4, .. to their
    left instead.
  }];
}

def MaskMaxMin : LoopTechnique<"spmd-mask-max-min"> {
  let summary = "Keeps NaNs and signs of a row's maximum or minimum beside it, as masks";
}

def ReadTables : LoopTechnique<"spmd-read-tables"> {
  let summary = "Looks up numbers of 16 bits four at a time";
}

def TransposeTiles : LoopTechnique<"spmd-transpose-tiles"> {
  let summary = "Loads values that are contiguous along rows, eight rows at a time, through transposed tiles";
}

def PrefetchRows : LoopTechnique<"spmd-prefetch-rows"> {
  let summary = "Prefetches the lines of later rows that the hardware prefetcher misses";
}

def StoreNonTemporally : LoopTechnique<"spmd-store-non-temporally"> {
  let summary = "Uses non-temporal stores for outputs that no cache holds";
}

def SplitVectors : LoopTechnique<"spmd-split-vectors"> {
  let summary = "Splits vectors of many registers, so that memory is read in ascending order";
}
