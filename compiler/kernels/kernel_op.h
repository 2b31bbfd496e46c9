// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plan as IR: spmd.kernel holds what planFusion decided, so that it can be printed, edited and
// compiled again. Code generation reads the plan from the op and plans nothing.
#pragma once
#include "compiler/kernels/fusion_plan.h"
#include "dialects/spmd/spmd.h"
#include "mlir/IR/PatternMatch.h"

namespace spmd {

/// The attribute of spmd.kernel that says how many rows of its first nest are interleaved, if that
/// is more than one: FusionKernel::interleavedRows.
inline constexpr llvm::StringLiteral kInterleavedRowsAttr = "spmd.interleaved_rows";

/// The plan that `kernel` holds, for its own ops. Costs (work, bytes), which only planning needs,
/// are not part of it.
FusionPlan planOf(ir::KernelOp kernel);
/// Writes `plan` to `kernel`, of whose body it is one.
void setPlan(ir::KernelOp kernel, const FusionPlan &plan);

/// The kernel's text without the names of values around it and without locations. Kernels with
/// equal texts share their code, in a program and in the cache.
std::string kernelText(ir::KernelOp kernel);

/// Puts a kernel in the place of `fusion`, whose body it takes. It needs a plan.
ir::KernelOp makeKernel(mlir::RewriterBase &rewriter, ir::FusionOp fusion);
/// Gives `kernel` the plan of one whose body is equal.
void copyPlan(ir::KernelOp from, ir::KernelOp kernel);

} // namespace spmd
