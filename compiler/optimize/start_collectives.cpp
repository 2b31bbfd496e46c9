// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// StableHLO collectives -> spmd.collective_start / collective_done.
#include "compiler/passes.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/reducer.h"
#include "dialects/stablehlo/stablehlo.h"

namespace spmd {
#define GEN_PASS_DEF_STARTCOLLECTIVES
#include "compiler/passes.h.inc"
} // namespace spmd

using namespace mlir;

namespace spmd {
namespace {

FailureOr<ir::CombineKind> combineOf(Operation *op) {
  std::optional<OperationName> meaning = stablehlo::reducerMeaning(op->getRegion(0));
  StringRef name = meaning ? meaning->stripDialect() : StringRef();
  ir::CombineKind kind = llvm::StringSwitch<ir::CombineKind>(name)
                             .Case("add", ir::CombineKind::Sum)
                             .Case("multiply", ir::CombineKind::Product)
                             .Case("minimum", ir::CombineKind::Minimum)
                             .Case("maximum", ir::CombineKind::Maximum)
                             .Case("and", ir::CombineKind::And)
                             .Case("or", ir::CombineKind::Or)
                             .Default(ir::CombineKind::None);
  if (kind == ir::CombineKind::None)
    return op->emitError("has a computation that is not one of add, multiply, minimum, maximum, and, or of its two "
                         "arguments; no other is run across devices");
  return kind;
}

/// Which collective an op is, with its dims.
struct Exchange {
  ir::CollectiveKind kind;
  bool combines = false;
  Attribute groups;
  int64_t dim = 0, concatDim = 0;
};

std::optional<Exchange> exchangeOf(Operation *op) {
  if (auto gather = dyn_cast<stablehlo::AllGatherOp>(op))
    return Exchange{ir::CollectiveKind::AllGather, false, gather.getReplicaGroups(), int64_t(gather.getAllGatherDim())};
  if (auto reduce = dyn_cast<stablehlo::AllReduceOp>(op))
    return Exchange{ir::CollectiveKind::AllReduce, true, reduce.getReplicaGroups()};
  if (auto scatter = dyn_cast<stablehlo::ReduceScatterOp>(op))
    return Exchange{ir::CollectiveKind::ReduceScatter, true, scatter.getReplicaGroups(),
                    int64_t(scatter.getScatterDimension())};
  if (auto all = dyn_cast<stablehlo::AllToAllOp>(op))
    return Exchange{ir::CollectiveKind::AllToAll, false, all.getReplicaGroups(), int64_t(all.getSplitDimension()),
                    int64_t(all.getConcatDimension())};
  if (auto permute = dyn_cast<stablehlo::CollectivePermuteOp>(op))
    return Exchange{ir::CollectiveKind::Permute, false, permute.getSourceTargetPairs()};
  return std::nullopt;
}

struct StartCollectives : impl::StartCollectivesBase<StartCollectives> {
  void runOnOperation() override {
    SmallVector<Operation *> collectives;
    getOperation().walk([&](Operation *op) {
      if (exchangeOf(op))
        collectives.push_back(op);
    });
    for (Operation *op : collectives) {
      Exchange exchange = *exchangeOf(op);
      ir::CombineKind combine = ir::CombineKind::None;
      if (exchange.combines) {
        FailureOr<ir::CombineKind> found = combineOf(op);
        if (failed(found))
          return signalPassFailure();
        combine = *found;
      }
      OpBuilder b(op);
      auto start = ir::CollectiveStartOp::create(b, op->getLoc(), ir::HandleType::get(&getContext()), op->getOperands(),
                                                 exchange.kind, combine, exchange.groups, exchange.dim,
                                                 exchange.concatDim);
      auto done = ir::CollectiveDoneOp::create(b, op->getLoc(), op->getResultTypes(), start.getHandle());
      op->replaceAllUsesWith(done);
      op->erase();
    }
  }
};

} // namespace
} // namespace spmd
