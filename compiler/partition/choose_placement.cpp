// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Candidates come from the tensors themselves: each one's axes in turn are taken first, the others'
// axes join where they do not conflict. Every candidate is priced in bytes; the cheapest wins, the
// first among equals.
#include "compiler/partition/choose_placement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <set>

namespace spmd {
namespace {

/// Work that a device does more often than it must (factors left whole) counts as bytes: about 5e9
/// bytes per second over a link or between two processes, about 5e10 multiply-adds per second on a
/// core (both to an order of magnitude; machines differ by more than that), so an iteration of the
/// op's loops is worth a tenth of a byte.
constexpr double kIterationBytes = 0.1;

using Assignment = llvm::SmallVector<Atoms>; // per factor

int64_t product(llvm::ArrayRef<int> atoms, llvm::ArrayRef<int64_t> sizes) {
  int64_t n = 1;
  for (int atom : atoms)
    n *= sizes[atom];
  return n;
}

/// The atoms of each factor under a placement; what does not fit a factor evenly is left out with
/// all that follows.
Assignment project(const ShardingRule &rule, llvm::ArrayRef<int64_t> sizes,
                   const TensorFactors &tensor, const Placement &placement) {
  Assignment out(rule.factors.size());
  for (auto [parts, atoms] : llvm::zip(tensor.dims, placement.dims)) {
    if (parts.empty())
      continue;
    size_t part = 0;
    int64_t room = rule.factors[parts[0]].size;
    for (int atom : atoms) {
      while (room == 1 && part + 1 < parts.size())
        room = rule.factors[parts[++part]].size;
      if (room % sizes[atom])
        break;
      room /= sizes[atom];
      out[parts[part]].push_back(atom);
    }
  }
  return out;
}

bool mayShard(const OpOnMesh &op, size_t factor) {
  FactorKind kind = op.rule.factors[factor].kind;
  return kind == FactorKind::PassThrough || (kind == FactorKind::Reduction && op.reducible);
}

/// Lets `more` extend what is assigned, factor by factor, where lists agree and atoms are free.
void join(const OpOnMesh &op, Assignment &all, const Assignment &more) {
  auto taken = [&](int atom) {
    return llvm::any_of(all, [&](const Atoms &list) { return llvm::is_contained(list, atom); });
  };
  for (size_t f = 0; f < all.size(); ++f) {
    if (!mayShard(op, f) || more[f].size() <= all[f].size() ||
        !std::equal(all[f].begin(), all[f].end(), more[f].begin()))
      continue;
    for (int atom : llvm::ArrayRef<int>(more[f]).drop_front(all[f].size())) {
      if (taken(atom) ||
          op.rule.factors[f].size % (product(all[f], op.atomSizes) * op.atomSizes[atom]))
        break;
      all[f].push_back(atom);
    }
  }
}

/// In a dim of several factors a minor one may be split only where all before it are split to the
/// end. What one tensor clears may be the major part of a dim of another: again, until nothing more
/// is cleared.
void clearStrided(const ShardingRule &rule, llvm::ArrayRef<int64_t> sizes, Assignment &all) {
  for (bool cleared = true; cleared;) {
    cleared = false;
    for (size_t t = 0; t < rule.tensorCount(); ++t)
      for (const auto &parts : rule.tensor(t).dims) {
        bool full = true;
        for (int64_t f : parts) {
          if (!full && !all[f].empty()) {
            all[f].clear();
            cleared = true;
          }
          full &= product(all[f], sizes) == rule.factors[f].size;
        }
      }
  }
}

Placement embed(const Assignment &all, const TensorFactors &tensor) {
  Placement out;
  out.dims.resize(tensor.dims.size());
  for (auto [d, parts] : llvm::enumerate(tensor.dims))
    for (int64_t f : parts)
      out.dims[d].append(all[f].begin(), all[f].end());
  return out;
}

struct Chooser {
  const OpOnMesh &op;
  llvm::function_ref<std::optional<double>(unsigned, const Placement &)> operandCost;
  std::set<llvm::SmallVector<Atoms>> seen;
  std::optional<OpPlacement> best;

  void price(Assignment all, llvm::ArrayRef<int> through) {
    OpPlacement candidate;
    Atoms partial(through.begin(), through.end());
    double iterations = 1;
    for (auto [factor, atoms] : llvm::zip_equal(op.rule.factors, all)) {
      iterations *= double(factor.size) / double(product(atoms, op.atomSizes));
      if (factor.kind == FactorKind::Reduction)
        partial.append(atoms.begin(), atoms.end());
    }
    llvm::sort(partial);
    candidate.cost = iterations * kIterationBytes;
    for (auto [i, tensor] : llvm::enumerate(op.operands)) {
      Placement p = embed(all, op.rule.operands[i]);
      p.partial.assign(through.begin(), through.end());
      std::optional<double> cost = operandCost(i, p);
      if (!cost)
        return;
      candidate.cost += *cost;
      candidate.operands.push_back(std::move(p));
    }
    for (auto [i, tensor] : llvm::enumerate(op.results)) {
      Placement p = embed(all, op.rule.results[i]);
      p.partial = partial;
      auto plan = planReshard(tensor.shape, tensor.elementBytes, op.atomSizes, p, tensor.placement,
                              op.taken);
      if (!plan)
        return;
      candidate.cost += plan->wireBytes;
      candidate.results.push_back(std::move(p));
    }
    if (!best || candidate.cost < best->cost)
      best = std::move(candidate);
  }

  void consider(Assignment all) {
    clearStrided(op.rule, op.atomSizes, all);
    if (seen.insert(all).second)
      price(std::move(all), {});
  }
};

/// Atoms over which every operand is partial, so that a linear op may leave them so; empty where
/// they differ.
Atoms commonPartial(const OpOnMesh &op) {
  Atoms common;
  for (auto [i, operand] : llvm::enumerate(op.operands)) {
    if (i == 0)
      common = operand.placement.partial;
    else if (operand.placement.partial != common)
      return {};
  }
  return common;
}

} // namespace

Placement carryOver(const ShardingRule &rule, llvm::ArrayRef<int64_t> atomSizes,
                    const TensorFactors &from, const Placement &placement,
                    const TensorFactors &to) {
  Assignment all = project(rule, atomSizes, from, placement);
  for (auto [factor, atoms] : llvm::zip_equal(rule.factors, all))
    if (factor.kind != FactorKind::PassThrough)
      atoms.clear();
  clearStrided(rule, atomSizes, all);
  return embed(all, to);
}

std::optional<OpPlacement> choosePlacement(
    const OpOnMesh &op,
    llvm::function_ref<std::optional<double>(unsigned, const Placement &)> operandCost) {
  llvm::SmallVector<std::pair<double, Assignment>> sources; // results first, then operands by size
  for (auto [i, tensor] : llvm::enumerate(op.results))
    sources.emplace_back(1e300,
                         project(op.rule, op.atomSizes, op.rule.results[i], tensor.placement));
  for (auto [i, tensor] : llvm::enumerate(op.operands)) {
    double elements = 1;
    for (int64_t size : tensor.shape)
      elements *= double(size);
    sources.emplace_back(elements * double(tensor.elementBytes),
                         project(op.rule, op.atomSizes, op.rule.operands[i], tensor.placement));
  }
  llvm::SmallVector<size_t> order = llvm::to_vector(llvm::seq<size_t>(0, sources.size()));
  llvm::sort(order, [&](size_t a, size_t b) {
    return sources[a].first != sources[b].first ? sources[a].first > sources[b].first : a < b;
  });

  Chooser chooser{op, operandCost, {}, std::nullopt};
  const Assignment none(op.rule.factors.size());
  for (size_t first : order) {
    Assignment all = none;
    join(op, all, sources[first].second);
    chooser.consider(all); // this tensor alone
    for (size_t other : order) {
      join(op, all, sources[other].second);
      chooser.consider(all);
    }
    Assignment unreduced = all;
    for (auto [factor, atoms] : llvm::zip_equal(op.rule.factors, unreduced))
      if (factor.kind == FactorKind::Reduction)
        atoms.clear();
    chooser.consider(unreduced);
  }
  chooser.consider(none);
  if (Atoms through = commonPartial(op); op.linear && !through.empty())
    for (const Assignment &all : std::set<Assignment>(chooser.seen))
      if (llvm::none_of(all, [&](const Atoms &list) {
            return llvm::any_of(list, [&](int atom) { return llvm::is_contained(through, atom); });
          }))
        chooser.price(all, through);
  return std::move(chooser.best);
}

} // namespace spmd
