// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the pool of sharding rules as a hash table.
#include "compiler/propagation/rule_pool.h"

using namespace mlir;

namespace spmd {

/// Hashes everything that areEqual compares.
static llvm::hash_code hashOf(const ShardingRule &rule) {
  llvm::hash_code hash = llvm::hash_combine(rule.operands.size(), rule.custom);
  for (const Factor &factor : rule.factors)
    hash = llvm::hash_combine(hash, factor.size, factor.kind, factor.blocked);
  for (size_t t = 0; t < rule.tensorCount(); ++t)
    for (ArrayRef<int64_t> dim : rule.tensor(t).dims)
      hash = llvm::hash_combine(hash, t, llvm::hash_combine_range(dim));
  return hash;
}

/// Whether the two rules have the same factors and mappings. ShardingRule itself has no comparison.
static bool areEqual(const ShardingRule &l, const ShardingRule &r) {
  auto sameFactor = [](const Factor &a, const Factor &b) {
    return a.size == b.size && a.kind == b.kind && a.blocked == b.blocked;
  };
  auto sameTensor = [](const TensorFactors &a, const TensorFactors &b) { return a.dims == b.dims; };
  return l.custom == r.custom && l.operands.size() == r.operands.size() &&
         llvm::equal(l.factors, r.factors, sameFactor) &&
         llvm::equal(l.operands, r.operands, sameTensor) &&
         llvm::equal(l.results, r.results, sameTensor);
}

/// Moves the rule into the pool only if no equal rule is there.
const ShardingRule *RulePool::add(ShardingRule rule) {
  size_t hash = hashOf(rule);
  auto [begin, end] = byHash.equal_range(hash);
  for (auto it = begin; it != end; ++it)
    if (areEqual(*it->second, rule))
      return it->second;
  rules.push_back(std::move(rule));
  byHash.emplace(hash, &rules.back());
  return &rules.back();
}

/// Building an attribute means hashing all its parts in the MLIR context, so it is done once per
/// rule.
sdy::OpShardingRuleAttr RulePool::attrOf(const ShardingRule *rule, MLIRContext *context) {
  sdy::OpShardingRuleAttr &attr = attrs[rule];
  if (!attr)
    attr = rule->toAttr(context);
  return attr;
}

} // namespace spmd
