// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plan as IR: spmd.kernel holds what planFusion decided, so that it can be printed, edited and
// compiled again. Code generation reads the plan from the op and plans nothing.
#pragma once
#include "compiler/kernels/fusion_plan.h"
#include "dialects/spmd/spmd.h"
#include "mlir/IR/PatternMatch.h"

namespace spmd {

/// The plan that `kernel` holds, for its own ops. Costs (work, bytes), which only planning needs,
/// are not part of it.
FusionPlan planOf(ir::KernelOp kernel);

/// The kernel's text without the names of values around it and without locations. Kernels with
/// equal texts share their code, in a program and in the cache.
std::string kernelText(ir::KernelOp kernel);

/// Puts a kernel with `plan`, which is one of its body, in the place of `fusion`.
ir::KernelOp makeKernel(mlir::RewriterBase &rewriter, ir::FusionOp fusion, const FusionPlan &plan);
/// The same with the plan of a kernel whose body is equal.
ir::KernelOp makeKernel(mlir::RewriterBase &rewriter, ir::FusionOp fusion, ir::KernelOp like);

/// Fails, with an error at the op, where the loops of a kernel that a user wrote would not compute
/// its body. Everything that decides results must be as planFusion chooses it; lanes, grain,
/// pieces, breaks and staged values may differ.
mlir::LogicalResult checkKernel(ir::KernelOp kernel);

} // namespace spmd
