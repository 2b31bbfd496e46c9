// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sharding rule of an op as plain data: the factors that the dims of its operands and results
// consist of. The model is Shardy's OpShardingRuleAttr. A rule is derived from the iteration space
// by default; about twenty ops define their own.
#pragma once
#include "compiler/ops/space.h"
#include "dialects/sdy/sdy.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace spmd {

enum class FactorKind : uint8_t {
  PassThrough,     // sharded alike everywhere, no communication
  Reduction,       // operands that are sharded along it leave partial results
  NeedReplication, // must be whole on every device
  // Sharding along it needs an exchange with neighbours. Without a dim in the results it leaves
  // partial results, too.
  Permutation,
};

struct Factor {
  int64_t size = 1;
  FactorKind kind = FactorKind::PassThrough;
  bool blocked = false; // propagation does not pass shardings along it
  bool operator==(const Factor &) const = default;
};
/// Factors whose size dimwiseRule fills in.
inline constexpr Factor kPasses, kWhole{.kind = FactorKind::NeedReplication},
    kBlocked{.kind = FactorKind::NeedReplication, .blocked = true};

/// dims[d] lists the factors whose product is dim d, major first. Reshape 8 -> 2x4: ([ij]) -> ([i,
/// j]).
struct TensorFactors {
  llvm::SmallVector<llvm::SmallVector<int64_t, 2>> dims;
  bool operator==(const TensorFactors &) const = default;
};

struct ShardingRule {
  llvm::SmallVector<Factor> factors; // in creation order; propagation visits them in it
  llvm::SmallVector<TensorFactors> operands, results;
  bool custom = false;

  bool operator==(const ShardingRule &) const = default;
  sdy::OpShardingRuleAttr toAttr(mlir::MLIRContext *context) const;
  static ShardingRule fromAttr(sdy::OpShardingRuleAttr attr);
  size_t tensorCount() const { return operands.size() + results.size(); }
  /// Operands first, then results.
  const TensorFactors &tensor(size_t i) const {
    return i < operands.size() ? operands[i] : results[i - operands.size()];
  }
};

struct RuleOptions {
  bool conservative = false; // Shardy's option conservative-propagation
  bool extended = false;     // rules of this compiler that replicate less than Shardy's
  // The partition stage asks which factors the op's local program can split. Propagation never
  // does.
  bool local = false;
};

/// Whether a dim of a result runs along the factor.
bool isInResults(const ShardingRule &rule, size_t factor);

/// Writes a rule factor by factor. A value that is no ranked tensor counts as rank 0. A dim that
/// several factors name is their product, major first.
class RuleBuilder {
public:
  static constexpr int64_t kAbsent = -1;
  explicit RuleBuilder(mlir::Operation *op);

  /// Adds a factor that runs along dim operandDims[i] of operand i and resultDims[i] of result i.
  /// Operands and results beyond the end of a list do not have the factor.
  RuleBuilder &add(llvm::ArrayRef<int64_t> operandDims, llvm::ArrayRef<int64_t> resultDims,
                   int64_t size, FactorKind kind = FactorKind::PassThrough, bool blocked = false);
  /// Adds a factor that runs along dim `operandDim` of every operand and dim `resultDim` of every
  /// result, as far as they have such a dim.
  RuleBuilder &addEverywhere(int64_t operandDim, int64_t resultDim, int64_t size,
                             FactorKind kind = FactorKind::PassThrough, bool blocked = false);
  /// Returns the rule. Every dim without a factor gets one of size 1, operands first.
  ShardingRule build();

private:
  ShardingRule rule;
};

/// Whether all operands and results that are tensors have static shapes. An op with a dynamic shape
/// has no rule: the facet `rule` is not asked.
bool hasStaticShapes(mlir::Operation *op);

/// One factor for each dim of `shape`, in all operands and results that have the dim (scalars have
/// none): `factorOf` gives its kind and whether it blocks propagation.
ShardingRule dimwiseRule(mlir::Operation *op, llvm::ArrayRef<int64_t> shape,
                         llvm::function_ref<Factor(int64_t dim)> factorOf);
/// The same with factors that pass through, for the shape of the result. Nothing for ops on tokens.
std::optional<ShardingRule> pointwiseRule(mlir::Operation *op);

/// One factor per loop of the space, in its order: parallel loops pass through, reduction loops
/// reduce, sequential loops need replication. A dim whose index is not a single loop gets a factor
/// of size 1.
std::optional<ShardingRule> deriveRule(const IterationSpace &space);

/// The operand or result of the op that tensor number `tensor` of its rule is.
mlir::Value valueAt(mlir::Operation *op, size_t tensor);

/// The rule of `op`: its attribute sdy.sharding_rule, else its facet `rule`, else nothing. Ops
/// without a rule (while, case, constants) propagate by other means or not at all.
std::optional<ShardingRule> shardingRuleOf(mlir::Operation *op, const RuleOptions &options);

} // namespace spmd
