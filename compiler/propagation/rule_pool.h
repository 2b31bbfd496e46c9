// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sharding rules, each kept once: a deep model has ten thousands of ops and some hundred different
// rules, so that the rules that propagation looks at again and again stay in the cache, and their
// attributes are built once.
#pragma once
#include "compiler/ops/sharding_rule.h"
#include <deque>
#include <unordered_map>

namespace spmd {

class RulePool {
public:
  /// The one rule that is equal to this one. It lives as long as the pool.
  const ShardingRule *add(ShardingRule rule);
  /// The attribute of a rule of the pool.
  sdy::OpShardingRuleAttr attrOf(const ShardingRule *rule, mlir::MLIRContext *context);

private:
  std::deque<ShardingRule> rules; // never move
  std::unordered_multimap<size_t, const ShardingRule *> byHash;
  llvm::DenseMap<const ShardingRule *, sdy::OpShardingRuleAttr> attrs;
};

} // namespace spmd
