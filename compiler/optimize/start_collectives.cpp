// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces each StableHLO collective by a pair of ops, spmd.collective_start and
// spmd.collective_done, so that a program can do other work between them. This pass puts both at
// the place of the collective.
//   %y = all_reduce %x  ->  %h = spmd.collective_start %x, %y = spmd.collective_done %h
#include "compiler/passes.h"
#include "compiler/structure/exchange.h"
#include "compiler/structure/op_sets.h"
#include "dialects/spmd/spmd.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_STARTCOLLECTIVES
#include "compiler/passes.h.inc"
namespace {

struct StartCollectives : impl::StartCollectivesBase<StartCollectives> {
  /// Replaces all collectives. Fails if one combines values by an op that the runtime does not
  /// have.
  void runOnOperation() override {
    // Collected first, because the walk must not see the ops that replace them.
    for (Operation *op :
         opsWhere(getOperation(), [](Operation *op) { return exchangeOf(op).has_value(); })) {
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
      IRRewriter b(op);
      auto start = ir::CollectiveStartOp::create(
          b, op->getLoc(), ir::HandleType::get(&getContext()), op->getOperands(), ValueRange(),
          Value(), exchange.kind, exchange.combine, exchange.groups, exchange.dim,
          exchange.concatDim);
      b.replaceOpWithNewOp<ir::CollectiveDoneOp>(op, op->getResultTypes(), start.getHandle());
    }
  }
};

} // namespace
} // namespace spmd
