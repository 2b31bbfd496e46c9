// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the body of spmd.blocks as the configuration of the runtime's "blocks" routine
// (runtime/kernels/blocks.h): the kernels and matmuls that run on a block, the location of
// the body's intermediate values, and the distance between blocks of inputs and outputs.
#pragma once
#include "compiler/kernels/fusion_plan.h"
#include "dialects/spmd/spmd.h"
#include "runtime/kernels/blocks.h"

namespace spmd {

/// The plan and the compiled kernels of a fusion in the body.
struct BlockKernels {
  const FusionPlan &plan;
  llvm::ArrayRef<uint32_t> kernels; // indices in Program::kernels, one per kernel of the plan
};

struct BlocksNumbers {
  rt::BlocksConfig config;
  /// indices in Program::kernels, in the order in which the config counts kernels
  std::vector<uint32_t> kernels;
};

/// Returns the numbers of `op`. Fails with a diagnostic where an op of the body is neither
/// fusion, matmul, constant nor view, or where the body exceeds the limits of the routine.
mlir::FailureOr<BlocksNumbers>
blocksNumbers(ir::BlocksOp op, llvm::function_ref<BlockKernels(ir::KernelOp)> kernelsOf);

} // namespace spmd
