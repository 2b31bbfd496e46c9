// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces each StableHLO collective by a pair of ops, spmd.collective_start and
// spmd.collective_done, so that a program can do other work between them. This pass puts both at
// the place of the collective.
//   %y = all_reduce %x  ->  %h = spmd.collective_start %x, %y = spmd.collective_done %h
#include "compiler/passes.h"
#include "compiler/structure/exchange.h"
#include "dialects/spmd/spmd.h"

namespace spmd {
#define GEN_PASS_DEF_STARTCOLLECTIVES
#include "compiler/passes.h.inc"
} // namespace spmd

using namespace mlir;

namespace spmd {
namespace {

struct StartCollectives : impl::StartCollectivesBase<StartCollectives> {
  /// Replaces all collectives. Fails if one combines values by an op that the runtime does not
  /// have.
  ///   %y = all_reduce %x   ->   %h = spmd.collective_start %x, %y = spmd.collective_done %h
  void runOnOperation() override {
    // Collected first, because the walk must not see the ops that replace them.
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
