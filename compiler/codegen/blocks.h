// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The body of spmd.blocks as numbers of the runtime's routine: which kernels and matmuls run on a
// block, where its own values lie, and how far apart blocks of inputs and outputs are.
#pragma once
#include "compiler/kernels/fusion_plan.h"
#include "dialects/spmd/spmd.h"
#include "runtime/kernels/blocks.h"

namespace spmd {

/// What a kernel in the body has become.
struct BlockKernels {
  const FusionPlan &plan;
  llvm::ArrayRef<uint32_t> kernels; // of Program::kernels, one per kernel of the plan
};

struct BlocksNumbers {
  rt::BlocksConfig config;
  std::vector<uint32_t> kernels; // that the config counts, of Program::kernels
};

/// Fails with a diagnostic where an op of the body is neither kernel, matmul, constant nor view.
mlir::FailureOr<BlocksNumbers>
blocksNumbers(ir::BlocksOp op, llvm::function_ref<BlockKernels(ir::KernelOp)> kernelsOf);

} // namespace spmd
