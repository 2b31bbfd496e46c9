// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs CSE on the bodies of kernels that may hold equal ops, and plans those again that it changes.
// Most kernels hold none, so their ops are compared by hashes first, which costs less.
//   a = tanh %x, b = tanh %x, yield a + b   ->   a = tanh %x, yield a + a
#include "compiler/optimize/kernel_cse.h"
#include "compiler/kernels/fusion_plan.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"

using namespace mlir;

namespace spmd {

/// Whether two ops may be equal: the same hash of name, properties and operands.
static bool mayHoldEqual(Block &body) {
  llvm::SmallDenseSet<llvm::hash_code, 16> seen;
  return !llvm::all_of(body, [&](Operation &op) {
    return seen
        .insert(llvm::hash_combine(op.getName(), op.hashProperties(),
                                   llvm::hash_combine_range(op.operand_begin(), op.operand_end())))
        .second;
  });
}

/// The body is kept until the new one has a plan: CSE may give a value a second reader in a pass
/// over the row in which it does not exist any more.
void KernelCse::run(ArrayRef<ir::FusionOp> fusions) {
  DominanceInfo dominance;
  for (ir::FusionOp fusion : fusions) {
    if (!mayHoldEqual(fusion.getBody().front()))
      continue;
    OwningOpRef<ir::FusionOp> before = fusion.clone();
    IRRewriter rewriter(fusion.getContext());
    bool changed = false;
    eliminateCommonSubExpressions(rewriter, dominance, fusion, &changed);
    if (changed && !isKernel(fusion))
      fusion.getBody().takeBody((*before).getBody());
  }
}

/// Fusions of one kind are planned once.
bool KernelCse::isKernel(ir::FusionOp fusion) {
  auto [known, isNew] = kernels.try_emplace(memo.kindOf(fusion), false);
  if (isNew)
    known->second = succeeded(planFusion(FusionBody::of(fusion.getBody().front())));
  return known->second;
}

} // namespace spmd
