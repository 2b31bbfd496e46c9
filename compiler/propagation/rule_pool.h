// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps every different sharding rule once. A deep model has ten thousands of ops and some hundred
// different rules. With a pool, the rules that propagation reads again and again stay in the cache,
// and each attribute is built once.
#pragma once
#include "compiler/ops/sharding_rule.h"
#include <unordered_set>

namespace spmd {

class RulePool {
public:
  /// The rule of the pool that is equal to `rule`. It lives as long as the pool.
  const ShardingRule *add(ShardingRule rule) { return &*rules.insert(std::move(rule)).first; }
  /// The attribute of a rule of the pool, built on the first call: building means hashing all its
  /// parts in the MLIR context.
  sdy::OpShardingRuleAttr attrOf(const ShardingRule *rule, mlir::MLIRContext *context) {
    sdy::OpShardingRuleAttr &attr = attrs[rule];
    if (!attr)
      attr = rule->toAttr(context);
    return attr;
  }

private:
  struct Hash {
    size_t operator()(const ShardingRule &rule) const {
      llvm::hash_code hash = llvm::hash_combine(rule.operands.size(), rule.custom);
      for (const Factor &factor : rule.factors)
        hash = llvm::hash_combine(hash, factor.size, factor.kind, factor.blocked);
      for (size_t t = 0; t < rule.tensorCount(); ++t)
        for (llvm::ArrayRef<int64_t> dim : rule.tensor(t).dims)
          hash = llvm::hash_combine(hash, t, llvm::hash_combine_range(dim));
      return hash;
    }
  };
  std::unordered_set<ShardingRule, Hash> rules; // its elements stay where they are
  llvm::DenseMap<const ShardingRule *, sdy::OpShardingRuleAttr> attrs;
};

} // namespace spmd
