// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements padded_factors.h: computes the steps of each factor from every dim that it is part of.
#include "compiler/export/padded_factors.h"
#include "llvm/ADT/STLExtras.h"

namespace spmd {
namespace {

/// Collects the steps of every factor, dim by dim. Dims of one factor have to agree: an add cannot
/// take 8 rows on one side and 7 on the other.
class FactorFitter {
public:
  explicit FactorFitter(const ShardingRule &rule) : rule(rule), steps(rule.factors.size(), 0) {
    fit.reducedDims.resize(rule.operands.size());
  }

  /// Takes one dim into account; returns false if it cannot be padded so.
  bool addDim(size_t tensor, int64_t dim, int64_t before, int64_t after) {
    const auto &parts = rule.tensor(tensor).dims[dim];
    // A dim without factors is not tied to any other, so nothing says what its padding would mean.
    if (parts.empty())
      return before == after;
    const Factor &major = rule.factors[parts.front()];
    bool isOperand = tensor < rule.operands.size();
    // Along a permutation factor, operand and result have sizes of their own: a slice from 9 to 7.
    if (major.kind == FactorKind::Permutation) {
      if (before != after && !llvm::is_contained(fit.resizedDims, dim))
        fit.resizedDims.push_back(dim);
      return before == after || (parts.size() == 1 && isInResults(rule, parts.front()));
    }
    if (before != after && major.kind == FactorKind::NeedReplication)
      return false;
    // Minor factors may not grow: their padding would lie between the elements of the dim.
    int64_t step = 1;
    for (int64_t minor : llvm::ArrayRef(parts).drop_front()) {
      step *= rule.factors[minor].size;
      if (!hasSteps(minor, rule.factors[minor].size))
        return false;
    }
    if (before != after && major.kind == FactorKind::Reduction && isOperand)
      fit.reducedDims[tensor].push_back(dim);
    if (major.size * step != before) // a dim of another size than its factors is not along them
      return before == after;
    return after % step == 0 && hasSteps(parts.front(), after / step);
  }

  /// Whether padding along each factor has a counterpart at the other end of the op. A reshape has
  /// none along a dim of size 1 that it adds or drops.
  bool areConnected(bool addsDims) const {
    for (auto [f, factor] : llvm::enumerate(rule.factors)) {
      if (factor.kind != FactorKind::PassThrough || steps[f] == 0 || steps[f] == factor.size)
        continue;
      bool isInOperands = llvm::any_of(rule.operands, [f = f](const TensorFactors &operand) {
        return llvm::any_of(operand.dims,
                            [&](const auto &parts) { return llvm::is_contained(parts, f); });
      });
      if (!isInResults(rule, f) || (!isInOperands && !addsDims))
        return false;
    }
    return true;
  }

  PaddedFactors fit;

private:
  /// Whether the factor has so many steps everywhere.
  bool hasSteps(int64_t factor, int64_t count) {
    if (steps[factor] == 0)
      steps[factor] = count;
    return steps[factor] == count;
  }

  const ShardingRule &rule;
  llvm::SmallVector<int64_t> steps; // of each factor; 0 before it is seen
};

} // namespace

std::optional<PaddedFactors> fitPadding(const ShardingRule &rule,
                                        llvm::ArrayRef<PaddedShape> shapes, bool addsDims) {
  // A custom rule speaks of shardings, not of elements: its op may well read padding.
  if (rule.custom)
    return std::nullopt;
  FactorFitter fitter(rule);
  for (size_t t = 0; t < shapes.size(); ++t)
    for (size_t d = 0; d < rule.tensor(t).dims.size(); ++d)
      if (!fitter.addDim(t, d, shapes[t].before[d], shapes[t].after[d]))
        return std::nullopt;
  if (!fitter.areConnected(addsDims))
    return std::nullopt;
  return std::move(fitter.fit);
}

} // namespace spmd
