// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the sharding rule that partition splits the op by, and adapts the op by its facet `grow`,
// which works in both directions: only sizes count.
#include "compiler/verify/shorter_dims.h"
#include "compiler/ops/rule.h"
#include "mlir/IR/Matchers.h"
#include <numeric>

using namespace mlir;

namespace spmd {
namespace {

/// Elements that each shard keeps of a factor: two, so that the order within a shard counts.
constexpr int64_t kElementsPerShard = 2;

/// The rule of an op that makes its value of nothing: each dim is a factor of its own. Constants
/// whose elements differ have none, since a shorter one would be another constant.
std::optional<ShardingRule> ruleOfSource(Operation *op) {
  DenseElementsAttr constant;
  bool isConstant = matchPattern(op, m_Constant(&constant));
  if (op->getNumOperands() || op->getNumResults() != 1 || (isConstant && !constant.isSplat()) ||
      (!isConstant && !Rules::of(op).grow))
    return std::nullopt;
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  return type ? std::optional(dimwiseRule(op, type.getShape(), [](int64_t) { return kPasses; }))
              : std::nullopt;
}

/// For each factor the number that has to divide its size; nothing where it keeps its size. A dim
/// of several factors gets shorter by its major one only, since the others say where the elements
/// of a step lie.
///   reshape 8x64 -> 512, both over 4 shards: the 8 are a multiple of 4, the 64 stay
SmallVector<std::optional<int64_t>> divisors(Operation *op, const ShardingRule &rule,
                                             function_ref<int64_t(Value, int64_t)> shardsOf) {
  SmallVector<std::optional<int64_t>> out;
  for (const Factor &factor : rule.factors)
    out.push_back(!rule.custom && (factor.kind == FactorKind::PassThrough ||
                                   factor.kind == FactorKind::Reduction)
                      ? std::optional<int64_t>(1)
                      : std::nullopt);
  for (size_t t = 0; t < rule.tensorCount(); ++t) {
    auto type = dyn_cast<RankedTensorType>(valueAt(op, t).getType());
    for (auto [d, parts] : llvm::enumerate(rule.tensor(t).dims)) {
      int64_t product = 1;
      for (int64_t f : parts)
        product *= rule.factors[f].size;
      if (!type || product != type.getDimSize(d)) {
        for (int64_t f : parts)
          out[f] = std::nullopt;
        continue;
      }
      for (int64_t f : llvm::drop_begin(parts))
        out[f] = std::nullopt;
      std::optional<int64_t> &major = out[parts.front()];
      int64_t shards = shardsOf(valueAt(op, t), d);
      if (major && rule.factors[parts.front()].size % shards == 0)
        major = std::lcm(*major, shards);
      else // minor factors are split, too
        major = std::nullopt;
    }
  }
  return out;
}

} // namespace

OpTypes shorterTypes(Operation *op, function_ref<int64_t(Value, int64_t)> shards) {
  OpTypes types{SmallVector<Type>(op->getOperandTypes()), SmallVector<Type>(op->getResultTypes())};
  std::optional<ShardingRule> rule = shardingRuleOf(op, {.local = true});
  if (!rule)
    rule = ruleOfSource(op);
  if (!rule)
    return types;
  auto divisor = divisors(op, *rule, shards);
  for (size_t t = 0; t < rule->tensorCount(); ++t) {
    Type &type =
        t < types.operands.size() ? types.operands[t] : types.results[t - types.operands.size()];
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      continue;
    SmallVector<int64_t> shape(tensor.getShape());
    for (auto [d, parts] : llvm::enumerate(rule->tensor(t).dims))
      if (!parts.empty() && divisor[parts.front()]) {
        int64_t steps = rule->factors[parts.front()].size;
        int64_t fewer = std::min(steps, *divisor[parts.front()] * kElementsPerShard);
        if (steps)
          shape[d] = shape[d] / steps * fewer;
      }
    type = tensor.clone(shape);
  }
  return types;
}

void resize(Operation *op, const OpTypes &before, const OpTypes &after) {
  DenseElementsAttr constant;
  if (before.results == after.results && before.operands == after.operands)
    return;
  if (matchPattern(op, m_Constant(&constant)))
    op->setAttr("value", constant.resizeSplat(cast<ShapedType>(constant.getType().clone(
                             cast<ShapedType>(after.results[0]).getShape()))));
  else if (auto *adapt = Rules::of(op).grow) {
    OpBuilder builder(op);
    SmallVector<RankedTensorType> operands = llvm::map_to_vector(
        before.operands, [](Type type) { return dyn_cast<RankedTensorType>(type); });
    adapt(op, {builder, operands, cast<RankedTensorType>(after.results[0])});
  }
  for (auto [result, type] : llvm::zip_equal(op->getResults(), after.results))
    result.setType(type);
}

} // namespace spmd
