// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Marks ops whose results the program itself places, before propagation gives all others shardings,
// too. Constraints are ops of their own and need no mark.
#include "compiler/passes.h"
#include "compiler/sharding/annotated.h"
#include "dialects/sdy/values.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_MARKANNOTATED
#include "compiler/passes.h.inc"
namespace {

struct MarkAnnotated : impl::MarkAnnotatedBase<MarkAnnotated> {
  void runOnOperation() override {
    auto mark = [](Operation *op) { op->setAttr(kAnnotatedAttr, UnitAttr::get(op->getContext())); };
    getOperation().walk([&](Operation *op) {
      auto group = dyn_cast<sdy::ShardingGroupOp>(op);
      Value member = group ? sdy::getShardableValue(group.getInput()) : Value();
      if (member && member.getDefiningOp())
        mark(member.getDefiningOp());
      else if (op->hasAttr(sdy::kShardingAttr))
        mark(op);
    });
  }
};

} // namespace
} // namespace spmd
