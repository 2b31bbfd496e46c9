// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// StableHLO collectives -> spmd.collective_start / collective_done.
#include "compiler/passes.h"
#include "compiler/structure/exchange.h"
#include "dialects/spmd/spmd.h"
#include "llvm/ADT/StringSwitch.h"

namespace spmd {
#define GEN_PASS_DEF_STARTCOLLECTIVES
#include "compiler/passes.h.inc"
} // namespace spmd

using namespace mlir;

namespace spmd {
namespace {

struct StartCollectives : impl::StartCollectivesBase<StartCollectives> {
  void runOnOperation() override {
    SmallVector<Operation *> collectives;
    getOperation().walk([&](Operation *op) {
      if (exchangeOf(op))
        collectives.push_back(op);
    });
    for (Operation *op : collectives) {
      Exchange exchange = *exchangeOf(op);
      bool combines = exchange.kind == ir::CollectiveKind::AllReduce ||
                      exchange.kind == ir::CollectiveKind::ReduceScatter;
      if (combines &&
          (exchange.combine == ir::CombineKind::None || exchange.combine == ir::CombineKind::Xor)) {
        op->emitError("has a computation that is not one of add, multiply, minimum, maximum, and, "
                      "or of its two arguments; "
                      "no other is run across devices");
        return signalPassFailure();
      }
      OpBuilder b(op);
      auto start = ir::CollectiveStartOp::create(
          b, op->getLoc(), ir::HandleType::get(&getContext()), op->getOperands(), exchange.kind,
          exchange.combine, exchange.groups, exchange.dim, exchange.concatDim);
      auto done =
          ir::CollectiveDoneOp::create(b, op->getLoc(), op->getResultTypes(), start.getHandle());
      op->replaceAllUsesWith(done);
      op->erase();
    }
  }
};

} // namespace
} // namespace spmd
