// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds sharding rules factor by factor or from an iteration space, and converts them to and from
// Shardy's attribute.
#include "compiler/ops/sharding_rule.h"
#include "compiler/ops/lapack/lapack.h"
#include "compiler/ops/rule.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;

namespace spmd {

static int64_t rankOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getRank() : 0;
}

// All dims start without factors.
RuleBuilder::RuleBuilder(Operation *op) {
  for (Value operand : op->getOperands())
    rule.operands.emplace_back().dims.resize(rankOf(operand));
  for (Value result : op->getResults())
    rule.results.emplace_back().dims.resize(rankOf(result));
}

// The factor is appended to each dim that it runs along, so a second factor of a dim is minor to
// the first.
RuleBuilder &RuleBuilder::add(ArrayRef<int64_t> operandDims, ArrayRef<int64_t> resultDims,
                              int64_t size, FactorKind kind, bool blocked) {
  int64_t factor = rule.factors.size();
  auto put = [&](MutableArrayRef<TensorFactors> tensors, ArrayRef<int64_t> dims) {
    for (auto [i, dim] : llvm::enumerate(dims))
      if (dim != kAbsent)
        tensors[i].dims[dim].push_back(factor);
  };
  put(rule.operands, operandDims);
  put(rule.results, resultDims);
  rule.factors.push_back({size, kind, blocked});
  return *this;
}

// The dim numbers are the same in all operands; those of lower rank do not have the factor.
RuleBuilder &RuleBuilder::addEverywhere(int64_t operandDim, int64_t resultDim, int64_t size,
                                        FactorKind kind, bool blocked) {
  auto dims = [](ArrayRef<TensorFactors> tensors, int64_t dim) {
    return llvm::map_to_vector(tensors, [&](const TensorFactors &t) {
      return dim < int64_t(t.dims.size()) ? dim : kAbsent;
    });
  };
  return add(dims(rule.operands, operandDim), dims(rule.results, resultDim), size, kind, blocked);
}

// Completes the dims without factors. reshape 8x1x4 -> 32 becomes ([i, j, k]) -> ([ik]) {i=8, j=1,
// k=4}.
ShardingRule RuleBuilder::build() {
  auto fill = [&](MutableArrayRef<TensorFactors> tensors) {
    for (TensorFactors &tensor : tensors)
      for (auto &dim : tensor.dims) {
        // A factor of size 1 carries no information beside others, as where each group of a
        // convolution has one feature.
        if (dim.size() > 1)
          llvm::erase_if(dim, [&](int64_t factor) { return rule.factors[factor].size == 1; });
        if (dim.empty()) {
          dim.push_back(rule.factors.size());
          rule.factors.push_back({});
        }
      }
  };
  fill(rule.operands);
  fill(rule.results);
  return std::move(rule);
}

/// Whether sizes of all dims are known. Rules name sizes of factors, so they need static shapes.
bool hasStaticShapes(Operation *op) {
  auto isStatic = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return !shaped || shaped.hasStaticShape();
  };
  return llvm::all_of(op->getOperandTypes(), isStatic) &&
         llvm::all_of(op->getResultTypes(), isStatic);
}

/// The rule of an op whose operands and results all have one shape.
///   add of [8, 4]: ([i, j], [i, j])->([i, j]) {i=8, j=4}
Value valueAt(Operation *op, size_t tensor) {
  size_t operands = op->getNumOperands();
  return tensor < operands ? op->getOperand(tensor) : op->getResult(tensor - operands);
}

std::optional<ShardingRule> pointwiseRule(Operation *op) {
  if (op->getNumResults() == 0 || op->getNumOperands() == 0)
    return std::nullopt;
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type)
    return std::nullopt;
  return dimwiseRule(op, type.getShape(), [](int64_t) { return kPasses; });
}

ShardingRule dimwiseRule(Operation *op, ArrayRef<int64_t> shape,
                         function_ref<Factor(int64_t)> factorOf) {
  RuleBuilder builder(op);
  for (auto [d, size] : llvm::enumerate(shape)) {
    Factor factor = factorOf(d);
    builder.addEverywhere(d, d, size, factor.kind, factor.blocked);
  }
  return builder.build();
}

// dot_general (m, n, k) -> (m, k), (k, n), (m, n) with k reduced becomes ([i, k], [k, j]) -> ([i,
// j]) with reduction={k}. No loop becomes a permutation.
std::optional<ShardingRule> deriveRule(const IterationSpace &space) {
  if (space.operandMaps.empty() || space.resultMaps.empty())
    return std::nullopt;
  RuleBuilder builder(space.op);
  // For each map, the dim whose index is loop `loop` alone.
  // Loops that appear in sums, as window dims do, are not found.
  auto dimsOf = [&](ArrayRef<AffineMap> maps, unsigned loop) {
    SmallVector<int64_t> dims;
    for (AffineMap map : maps) {
      dims.push_back(RuleBuilder::kAbsent);
      for (unsigned d = 0; map && d < map.getNumResults(); ++d)
        if (auto dim = dyn_cast<AffineDimExpr>(map.getResult(d)); dim && dim.getPosition() == loop)
          dims.back() = d;
    }
    return dims;
  };
  for (auto [loop, dim] : llvm::enumerate(space.dims)) {
    FactorKind kind = dim.kind == DimKind::Parallel    ? FactorKind::PassThrough
                      : dim.kind == DimKind::Reduction ? FactorKind::Reduction
                                                       : FactorKind::NeedReplication;
    builder.add(dimsOf(space.operandMaps, loop), dimsOf(space.resultMaps, loop), dim.size, kind);
  }
  return builder.build();
}

// The attribute states the sizes of all factors as one list, and each kind but PassThrough as a
// list of factors.
sdy::OpShardingRuleAttr ShardingRule::toAttr(MLIRContext *context) const {
  SmallVector<int64_t> sizes, lists[4]; // reduction, need_replication, permutation, blocked
  for (auto [i, factor] : llvm::enumerate(factors)) {
    sizes.push_back(factor.size);
    if (factor.kind != FactorKind::PassThrough)
      lists[size_t(factor.kind) - size_t(FactorKind::Reduction)].push_back(i);
    if (factor.blocked)
      lists[3].push_back(i);
  }
  auto mappings = [&](ArrayRef<TensorFactors> tensors) {
    SmallVector<sdy::TensorMappingAttr> attrs;
    for (const TensorFactors &tensor : tensors) {
      SmallVector<sdy::DimMappingAttr> dims;
      for (const auto &dim : tensor.dims)
        dims.push_back(sdy::DimMappingAttr::get(context, dim));
      attrs.push_back(sdy::TensorMappingAttr::get(context, dims));
    }
    return attrs;
  };
  return sdy::OpShardingRuleAttr::get(context, sizes, mappings(operands), mappings(results),
                                      lists[0], lists[1], lists[2], lists[3], custom);
}

// The inverse of toAttr.
bool isInResults(const ShardingRule &rule, size_t factor) {
  return llvm::any_of(rule.results, [&](const TensorFactors &tensor) {
    return llvm::any_of(
        tensor.dims, [&](const auto &parts) { return llvm::is_contained(parts, int64_t(factor)); });
  });
}

ShardingRule ShardingRule::fromAttr(sdy::OpShardingRuleAttr attr) {
  ShardingRule rule;
  for (int64_t size : attr.getFactorSizes())
    rule.factors.push_back({.size = size});
  auto mark = [&](ArrayRef<int64_t> list, FactorKind kind) {
    for (int64_t factor : list)
      rule.factors[factor].kind = kind;
  };
  mark(attr.getReductionFactors(), FactorKind::Reduction);
  mark(attr.getNeedReplicationFactors(), FactorKind::NeedReplication);
  mark(attr.getPermutationFactors(), FactorKind::Permutation);
  for (int64_t factor : attr.getBlockedPropagationFactors())
    rule.factors[factor].blocked = true;
  auto read = [](ArrayRef<sdy::TensorMappingAttr> mappings, SmallVector<TensorFactors> &tensors) {
    for (sdy::TensorMappingAttr mapping : mappings) {
      TensorFactors &tensor = tensors.emplace_back();
      for (sdy::DimMappingAttr dim : mapping.getDimMappings())
        tensor.dims.emplace_back(dim.getFactorIndices());
    }
  };
  read(attr.getOperandMappings(), rule.operands);
  read(attr.getResultMappings(), rule.results);
  rule.custom = attr.isCustom();
  return rule;
}

/// Values quantized along a dim are whole in a local form (compiler/propagation/keep_scales.cpp).
static void keepScales(Operation *op, ShardingRule &rule) {
  auto keep = [&](ValueRange values, ArrayRef<TensorFactors> tensors) {
    for (auto [value, tensor] : llvm::zip(values, tensors))
      if (isa<quant::UniformQuantizedPerAxisType>(getElementTypeOrSelf(value)))
        for (const auto &dim : tensor.dims)
          for (int64_t f : dim)
            rule.factors[f].kind = FactorKind::NeedReplication;
  };
  keep(op->getOperands(), rule.operands);
  keep(op->getResults(), rule.results);
}

// A rule that the program states wins over the facet. Those that JAX states for calls of LAPACK are
// for propagation: they do not say that matrices must be whole.
std::optional<ShardingRule> shardingRuleOf(Operation *op, const RuleOptions &options) {
  const OpRules &rules = Rules::of(op);
  std::optional<ShardingRule> rule;
  if (options.local && (rule = ops::lapackRule(op)))
    return rule;
  if (auto attr = op->getAttrOfType<sdy::OpShardingRuleAttr>("sdy.sharding_rule"))
    rule = ShardingRule::fromAttr(attr);
  else if (rules.rule)
    rule = rules.rule(op, options);
  if (rule && options.local)
    keepScales(op, *rule);
  return rule;
}

} // namespace spmd
