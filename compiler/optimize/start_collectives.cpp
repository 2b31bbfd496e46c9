// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces each StableHLO collective by a pair of ops, spmd.collective_start and
// spmd.collective_done, so that a program can do other work between them. This pass puts both at
// the place of the collective.
//   %y = all_reduce %x  ->  %h = spmd.collective_start %x, %y = spmd.collective_done %h
// The roots of broadcasts become scalars, one for each operand, so that broadcasts can join.
#include "compiler/passes.h"
#include "compiler/structure/exchange.h"
#include "compiler/structure/op_sets.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_STARTCOLLECTIVES
#include "compiler/passes.h.inc"
namespace {

/// The elements of a list of roots as scalars; none for a null list.
///   %r : tensor<2xi32>   ->   reshape(%r[0:1]), reshape(%r[1:2])
SmallVector<Value> scalarsOf(OpBuilder &b, Location loc, Value roots) {
  SmallVector<Value> scalars;
  if (!roots)
    return scalars;
  auto type = cast<RankedTensorType>(roots.getType());
  auto one = type.clone(ArrayRef<int64_t>{1}), scalar = type.clone(ArrayRef<int64_t>());
  for (int64_t i = 0; i < type.getDimSize(0); ++i) {
    Value part = type == one ? roots
                             : stablehlo::SliceOp::create(b, loc, one, roots, ArrayRef(i),
                                                          ArrayRef(i + 1), ArrayRef<int64_t>(1));
    scalars.push_back(stablehlo::ReshapeOp::create(b, loc, scalar, part));
  }
  return scalars;
}

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
          b, op->getLoc(), ir::HandleType::get(&getContext()), sentOperands(op, exchange),
          scalarsOf(b, op->getLoc(), exchange.roots), ValueRange(), Value(), exchange.kind,
          exchange.combine, exchange.groups, exchange.dim, exchange.concatDim);
      b.replaceOpWithNewOp<ir::CollectiveDoneOp>(op, op->getResultTypes(), start.getHandle());
    }
  }
};

} // namespace
} // namespace spmd
