// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sharding rule of an op as plain data: which factors its dims are made of (sharding.md d4, d9;
// Shardy's OpShardingRuleAttr). By default derived from the iteration space; about twenty ops
// override it.
#pragma once
#include "compiler/ops/space.h"
#include "dialects/sdy/sdy.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace spmd {

enum class FactorKind : uint8_t {
  PassThrough,     // sharded alike everywhere, no communication
  Reduction,       // sharded operands leave partial results
  NeedReplication, // must be whole on every device
  Permutation,     // sharding needs an exchange with neighbours
};

struct Factor {
  int64_t size = 1;
  FactorKind kind = FactorKind::PassThrough;
  bool blocked = false; // propagation does not pass along it
};

/// dims[d] lists the factors that dim d is the product of, major first: reshape 8 -> 2x4 is ([ij])
/// -> ([i, j]).
struct TensorFactors {
  llvm::SmallVector<llvm::SmallVector<int64_t, 2>> dims;
};

struct ShardingRule {
  llvm::SmallVector<Factor> factors; // in creation order: propagation visits them so
  llvm::SmallVector<TensorFactors> operands, results;
  bool custom = false;

  sdy::OpShardingRuleAttr toAttr(mlir::MLIRContext *context) const;
  static ShardingRule fromAttr(sdy::OpShardingRuleAttr attr);
  size_t tensorCount() const { return operands.size() + results.size(); }
  /// Operands first, then results.
  const TensorFactors &tensor(size_t i) const {
    return i < operands.size() ? operands[i] : results[i - operands.size()];
  }
};

struct RuleOptions {
  bool conservative = false; // sharding.md: conservative-propagation
  bool extended = false;     // our own, less replicating rules
  // What the op's local program can split: the partition stage asks, propagation never does.
  bool local = false;
};

/// Writes a rule factor by factor. A tensor that is no ranked tensor has rank 0; a dim named in
/// several factors is their product, major first.
class RuleBuilder {
public:
  static constexpr int64_t kAbsent = -1;
  explicit RuleBuilder(mlir::Operation *op);

  /// Adds a factor that runs along dim operandDims[i] of operand i and resultDims[i] of result i;
  /// lists shorter than the operands or results are absent for the rest.
  RuleBuilder &add(llvm::ArrayRef<int64_t> operandDims, llvm::ArrayRef<int64_t> resultDims,
                   int64_t size, FactorKind kind = FactorKind::PassThrough, bool blocked = false);
  /// A factor of dim `operandDim` in every operand and `resultDim` in every result, of those that
  /// have such a dim.
  RuleBuilder &addEverywhere(int64_t operandDim, int64_t resultDim, int64_t size,
                             FactorKind kind = FactorKind::PassThrough, bool blocked = false);
  /// One factor for each dim of `shape`, in all operands and results that have it; scalars have
  /// none.
  RuleBuilder &addPointwise(llvm::ArrayRef<int64_t> shape);
  /// Gives the dims without a factor one of size 1 each, operands first.
  ShardingRule build();

private:
  ShardingRule rule;
};

/// Whether all operands and results have static shapes (values that are no tensors do); without, an
/// op has no rule.
bool hasStaticShapes(mlir::Operation *op);

/// Pointwise over the result's dims; nothing for ops on tokens and for dynamic shapes.
std::optional<ShardingRule> pointwiseRule(mlir::Operation *op);

/// One factor per loop of the space in its order: parallel ones pass through, reductions reduce,
/// sequential ones need replication. Dims that are not indexed by a loop alone get a factor of size
/// 1.
std::optional<ShardingRule> deriveRule(const IterationSpace &space);

/// The rule of `op`: an sdy.sharding_rule attribute if it carries one, else its facet `rule`, else
/// nothing (the op has no rule: while, case, constants, ... propagate by other means or not at
/// all). Sub-tensors without factors: rank 0.
std::optional<ShardingRule> shardingRuleOf(mlir::Operation *op, const RuleOptions &options);

} // namespace spmd
