// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the plans of kernels, and answers the questions of buffer assignment from them.
#include "compiler/codegen/planned_kernels.h"
#include "compiler/kernels/kernel_op.h"
#include "compiler/kernels/structure_key.h"
#include "compiler/ops/library_call.h"
#include "compiler/structure/control_flow.h"

using namespace mlir;

namespace spmd {

/// Whether the code of a loop around `op` contains that of `op`.
static bool isInLoopKernel(Operation *op) {
  while ((op = op->getParentOp()))
    if (isLoop(op) && op->hasAttr(ir::kOneKernelAttr))
      return true;
  return false;
}

/// Kernels are handed over in the order of the program. The compiler's threads begin at once, while
/// buffers are assigned. A kernel that is in a loop kernel, and equals one that is in none, is
/// compiled for the latter.
LogicalResult PlannedKernels::add(func::FuncOp main, KernelCompiler &compiler) {
  StructureKeys keys;
  WalkResult result = main.walk([&](Operation *op) {
    if (isa<ir::FusionOp>(op)) {
      op->emitError("has no loops; spmd-plan-kernels makes it a kernel");
      return WalkResult::interrupt();
    }
    auto kernel = dyn_cast<ir::KernelOp>(op);
    if (!kernel)
      return WalkResult::advance();
    auto [entry, isNew] = byStructure.try_emplace(keys.of(kernel));
    Planned &planned = entry->second;
    byOp[kernel] = &planned;
    if (isNew)
      planned.plan = planOf(kernel);
    // A plan names the ops of its kernel.
    if (planned.kernels.empty() && !isInLoopKernel(kernel))
      planned.kernels = compiler.add(kernel, isNew ? planned.plan : planOf(kernel));
    return WalkResult::skip();
  });
  return failure(result.wasInterrupted());
}

/// Ops without a plan share nothing: each of their results gets a place of its own.
SmallVector<Sharing> PlannedKernels::sharing(Operation *op) const {
  SmallVector<Sharing> all;
  if (auto library = dyn_cast<ir::LibraryOp>(op); library && worksInPlace(library.getCall()))
    for (unsigned i = 0; i < op->getNumResults(); ++i)
      all.push_back({i, i, /*mustShare=*/true});
  if (isa<ir::WriteRowOp>(op))
    all.push_back({1, 0, /*mustShare=*/true});
  auto it = byOp.find(op);
  if (it == byOp.end())
    return all;
  for (auto [input, output] : it->second->plan.updatesInPlace)
    all.push_back({input, output, /*mustShare=*/true});
  for (auto [output, inputs] : llvm::enumerate(it->second->plan.mayShare))
    for (unsigned input : inputs)
      all.push_back({input, unsigned(output), /*mustShare=*/false});
  return all;
}

uint64_t PlannedKernels::scratchBytes(Operation *op) const {
  auto it = byOp.find(op);
  return it == byOp.end() ? 0 : it->second->plan.scratchBytes;
}

} // namespace spmd
