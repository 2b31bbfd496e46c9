// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Leaves the all_gathers and reduce_scatters around matmuls to a backend that overlaps them with
// the matmul. An all_gather whose only user is a matmul is bypassed. A matmul without such a gather
// takes over the sharding of a reduce_scatter that follows it. Public Shardy pass, kept under its
// public name.
//   dot(all_gather(x), w)  ->  dot(x, w)
//   reduce_scatter(dot(x, w))  ->  dot(x, w)
#include "compiler/passes.h"
#include "compiler/structure/op_sets.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_REMOVEALLGATHERREDUCESCATTERFORCMV1
#include "compiler/passes.h.inc"
namespace {

/// Removes the all_gathers before a matmul; returns whether there were any.
bool bypassGathers(Operation *matmul) {
  bool any = false;
  for (OpOperand &operand : matmul->getOpOperands()) {
    auto gather = operand.get().getDefiningOp<sdy::AllGatherOp>();
    if (!gather || !gather->hasOneUse())
      continue;
    operand.set(gather.getTensor());
    gather.erase();
    any = true;
  }
  return any;
}

/// Gives the matmul the sharding of the reduce_scatter that is its only user, and removes the
/// reduce_scatter. A result that is annotated as partial keeps its reduce_scatter.
void foldScatter(Operation *matmul) {
  Value result = matmul->getResult(0);
  auto scatter =
      result.hasOneUse() ? dyn_cast<sdy::ReduceScatterOp>(*result.user_begin()) : nullptr;
  sdy::TensorShardingAttr sharding = sdy::getSharding(result);
  if (!scatter || (sharding && !sharding.getUnreducedAxes().empty()))
    return;
  sdy::setSharding(result, scatter.getOutSharding());
  IRRewriter(scatter).replaceOp(scatter, result);
}

struct RemoveForCmv1 : impl::RemoveAllGatherReduceScatterForCMV1Base<RemoveForCmv1> {
  /// A matmul with gathers before it keeps the scatter behind it.
  void runOnOperation() override {
    for (Operation *matmul :
         opsWhere(getOperation(), llvm::IsaPred<stablehlo::DotOp, stablehlo::DotGeneralOp>))
      if (!bypassGathers(matmul))
        foldScatter(matmul);
  }
};

} // namespace
} // namespace spmd
