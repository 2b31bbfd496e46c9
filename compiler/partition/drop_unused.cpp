// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Erases ops whose results nothing reads, collectives among them. MLIR keeps a collective that
// nobody reads, since it may not know that the other devices do without it, too. Here all devices
// run one program, so what is erased on one is erased on all.
//   %1 = all_gather %0; %2 = add %1, %1; return %0   ->   return %0
#include "compiler/passes.h"
#include "compiler/structure/exchange.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_DROPUNUSED
#include "compiler/passes.h.inc"
namespace {

struct DropUnused : impl::DropUnusedBase<DropUnused> {
  /// Walks backwards: users come before the ops that they read, and bodies before the ops around
  /// them, so that one walk finds whole chains of unused ops, and those that only bodies use.
  void runOnOperation() override {
    bool changed = false;
    getOperation().walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
      if (!op->use_empty() || (!isOpTriviallyDead(op) && !exchangeOf(op)))
        return;
      op->erase();
      changed = true;
    });
    if (!changed)
      markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace spmd
