// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Better sharding rules, for those who ask (--spmd-rules=extended): written on the ops before
// propagation, which takes them from there.
#include "compiler/ops/sharding_rule.h"
#include "compiler/passes.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_ATTACHEXTENDEDRULES
#include "compiler/passes.h.inc"

namespace {

struct AttachExtendedRules : impl::AttachExtendedRulesBase<AttachExtendedRules> {
  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      if (op->hasAttr(sdy::kShardingRuleAttr))
        return;
      std::optional<ShardingRule> extended = shardingRuleOf(op, {.extended = true});
      if (!extended)
        return;
      sdy::OpShardingRuleAttr attr = extended->toAttr(&getContext());
      std::optional<ShardingRule> plain = shardingRuleOf(op, {});
      if (!plain || plain->toAttr(&getContext()) != attr)
        op->setAttr(sdy::kShardingRuleAttr, attr);
    });
  }
};

} // namespace
} // namespace spmd
