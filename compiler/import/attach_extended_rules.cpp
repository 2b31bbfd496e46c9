// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes our extended sharding rules on ops before propagation, if the user asks for them
// (--spmd-rules=extended). Propagation takes a rule that stands on an op as it is.
#include "compiler/ops/sharding_rule.h"
#include "compiler/passes.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_ATTACHEXTENDEDRULES
#include "compiler/passes.h.inc"

namespace {

struct AttachExtendedRules : impl::AttachExtendedRulesBase<AttachExtendedRules> {
  /// An op gets a rule only if the extended rule differs from the public one and the op has none.
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
