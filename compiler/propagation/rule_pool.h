// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps every different sharding rule once. A deep model has ten thousands of ops and some hundred
// different rules. With a pool, the rules that propagation reads again and again stay in the cache,
// and each attribute is built once.
#pragma once
#include "compiler/ops/sharding_rule.h"
#include <deque>
#include <unordered_map>

namespace spmd {

class RulePool {
public:
  /// The rule of the pool that is equal to `rule`. It lives as long as the pool.
  const ShardingRule *add(ShardingRule rule);
  /// The attribute of a rule of the pool, built on the first call.
  sdy::OpShardingRuleAttr attrOf(const ShardingRule *rule, mlir::MLIRContext *context);

private:
  std::deque<ShardingRule> rules; // a deque, because the pointers to its elements must stay valid
  std::unordered_multimap<size_t, const ShardingRule *> byHash;
  llvm::DenseMap<const ShardingRule *, sdy::OpShardingRuleAttr> attrs;
};

} // namespace spmd
