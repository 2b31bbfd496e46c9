// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Searches the placements of one op. The candidates come from the tensors themselves: for each
// tensor, its axes are taken first, and the axes of the other tensors join where they do not
// conflict. Every candidate is priced in bytes of the default link. The cheapest one wins, and
// among equals the one that was found first.
#include "compiler/partition/choose_placement.h"
#include "compiler/partition/factor_atoms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <set>

namespace spmd {
namespace {

/// The cost in bytes of one iteration of the op's loops. A factor that stays whole makes every
/// device repeat the same work, and this price makes that visible. Derived: a link or a pair of
/// processes carries about 5e9 bytes a second and a core does about 5e10 multiply-adds a second, so
/// one iteration takes the time of sending 0.1 bytes. Both speeds are orders of magnitude; machines
/// differ by more.
constexpr double kIterationBytes = 0.1;

/// Costs that differ by less are equal: sums of the same numbers in another order.
constexpr double kRounding = 1e-9;

/// What a tensor of the op suggests, and its bytes.
using Source = std::pair<double, Assignment>;

/// Calls `f` with every operand and dim that runs along the factor.
void forEachDim(const OpOnMesh &op, size_t factor,
                llvm::function_ref<void(unsigned operand, int64_t dim)> f) {
  for (auto [i, tensor] : llvm::enumerate(op.rule.operands))
    for (auto [d, parts] : llvm::enumerate(tensor.dims))
      if (llvm::is_contained(parts, int64_t(factor)))
        f(i, d);
}

/// Whether results are partial where the factor is split: a reduction factor, or the windows of a
/// kernel's gradient, along which rows are exchanged and then summed up.
bool isReduced(const OpOnMesh &op, size_t factor) {
  FactorKind kind = op.rule.factors[factor].kind;
  return kind == FactorKind::Reduction ||
         (kind == FactorKind::Permutation && !isInResults(op.rule, factor));
}

/// Whether splitting the factor into so many shards leaves a correct program: each device computes
/// its part of the result, or a partial result that a collective can combine.
bool mayShard(const OpOnMesh &op, size_t factor, int64_t shards) {
  FactorKind kind = op.rule.factors[factor].kind;
  if (kind != FactorKind::Permutation)
    return op.rule.factors[factor].size % shards == 0 &&
           (kind == FactorKind::PassThrough || (kind == FactorKind::Reduction && op.reducible));
  bool canExchange = bool(op.sentRows) && (op.reducible || isInResults(op.rule, factor));
  if (canExchange)
    forEachDim(op, factor, [&](unsigned operand, int64_t dim) {
      canExchange &= op.sentRows(operand, dim, shards).has_value();
    });
  return canExchange;
}

/// Extends each factor's atoms in `all` by those of `more`. A factor is extended only if its list
/// in `more` begins with the one in `all`. Its extension stops at the first atom that is in use or
/// does not divide the factor.
///   all i: {a}, k: {}; more i: {a, b}, k: {a}   ->   i: {a, b}, k: {}
void join(const OpOnMesh &op, Assignment &all, const Assignment &more) {
  auto taken = [&](int atom) {
    return llvm::any_of(all, [&](const Atoms &list) { return llvm::is_contained(list, atom); });
  };
  for (size_t f = 0; f < all.size(); ++f) {
    if (more[f].size() <= all[f].size() ||
        !std::equal(all[f].begin(), all[f].end(), more[f].begin()))
      continue;
    for (int atom : llvm::ArrayRef<int>(more[f]).drop_front(all[f].size())) {
      if (taken(atom) || !mayShard(op, f, shardCountOf(all[f], op.atomSizes) * op.atomSizes[atom]))
        break;
      all[f].push_back(atom);
    }
  }
}

/// Prices candidates and keeps the cheapest one. `seen` holds every candidate that consider() has
/// priced.
struct Chooser {
  const OpOnMesh &op;
  llvm::function_ref<std::optional<double>(unsigned, const Placement &)> operandCost;
  llvm::function_ref<void(const OpPlacement &)> priced;
  std::set<llvm::SmallVector<Atoms>> seen;
  std::optional<OpPlacement> best;

  /// Prices one candidate: the iterations of the op, the reshards of its operands and those of its
  /// results. Drops it if one of these reshards is impossible. `through` lists atoms over which
  /// operands and results all stay partial.
  void price(Assignment all, llvm::ArrayRef<int> through) {
    OpPlacement candidate;
    Atoms partial(through.begin(), through.end());
    double iterations = 1;
    for (auto [f, factor] : llvm::enumerate(op.rule.factors)) {
      iterations *= double(factor.size) / double(shardCountOf(all[f], op.atomSizes));
      if (isReduced(op, f))
        partial.append(all[f].begin(), all[f].end());
      if (factor.kind == FactorKind::Permutation && !all[f].empty()) {
        Link link = slowestLink(all[f], op.links);
        double bytes = exchangeBytes(all, f);
        candidate.cost += link.priced(bytes);
        candidate.exchangedBytes += bytes;
        candidate.exchangeTime += bytes > 0 ? link.timeOf(bytes) : 0;
      }
    }
    llvm::sort(partial);
    candidate.cost += iterations * kIterationBytes;
    for (auto [i, tensor] : llvm::enumerate(op.operands)) {
      Placement p = embed(all, op.rule.operands[i]);
      if (!tensor.isZero && tensor.isLinear)
        p.partial.assign(through.begin(), through.end());
      std::optional<double> cost = operandCost(i, p);
      if (!cost)
        return;
      candidate.cost += *cost;
      candidate.operands.push_back(std::move(p));
    }
    if (op.ownedAtoms && !partial.empty())
      candidate.owned = op.ownedAtoms(candidate.operands[0]);
    for (auto [i, tensor] : llvm::enumerate(op.results)) {
      Placement p = embed(all, op.rule.results[i]);
      p.partial = partial;
      auto plan = planReshard(tensor.shape, tensor.elementBytes, op.atomSizes, p, tensor.placement,
                              op.taken, op.links, candidate.owned);
      if (!plan)
        return;
      bool isSum = op.costOfSum && !p.partial.empty() && tensor.placement.partial.empty() &&
                   candidate.owned.empty();
      candidate.cost += isSum ? std::min(plan->cost, op.costOfSum(i, p)) : plan->cost;
      candidate.results.push_back(std::move(p));
    }
    if (priced)
      priced(candidate);
    bool isAsGood = best && candidate.cost <= best->cost * (1 + kRounding);
    if (!best || candidate.cost < best->cost || (isAsGood && op.sumsLater && !through.empty()))
      best = std::move(candidate);
  }

  /// The bytes that a device sends to split a permutation factor: rows of its part of the operands,
  /// which the other factors may split, too.
  double exchangeBytes(const Assignment &all, size_t factor) const {
    double bytes = 0;
    forEachDim(op, factor, [&](unsigned i, int64_t dim) {
      const TensorOnMesh &tensor = op.operands[i];
      std::optional<double> local = localBytes(tensor.shape, tensor.elementBytes, op.atomSizes,
                                               embed(all, op.rule.operands[i]));
      int64_t shards = shardCountOf(all[factor], op.atomSizes);
      if (local)
        bytes += *local / double(tensor.shape[dim] / shards) *
                 double(op.sentRows(i, dim, shards).value_or(0));
    });
    return bytes;
  }

  void consider(Assignment all) {
    clearStrided(op.rule, op.atomSizes, all);
    if (seen.insert(all).second)
      price(std::move(all), {});
  }

  /// Considers `all` with `moved` at each factor that passes through, in place of where they are.
  /// `areSummed` says that they are on factors that could be summed up as well.
  void considerMoved(Assignment all, llvm::ArrayRef<int> moved, bool areSummed) {
    for (Atoms &atoms : all)
      llvm::erase_if(atoms, [&](int atom) { return llvm::is_contained(moved, atom); });
    // One factor takes them all, as far as they divide it.
    for (size_t f = 0; f < all.size() && !moved.empty(); ++f) {
      if (op.rule.factors[f].kind != FactorKind::PassThrough)
        continue;
      Assignment more = all;
      for (int atom : moved)
        if (mayShard(op, f, shardCountOf(more[f], op.atomSizes) * op.atomSizes[atom]))
          more[f].push_back(atom);
      if (!areSummed || keepsParts(more))
        consider(std::move(more));
    }
  }

  /// Considers that two factors share atoms which tensors want on both: one keeps the major ones,
  /// which can stay where they are, and the other takes the minor ones, which can leave.
  ///   i: {a, b} in one tensor, j: {a, b} in another one   ->   i: {a}, j: {b}
  void considerShared(const Assignment &all, llvm::ArrayRef<Source> sources) {
    for (const auto &[bytes, source] : sources)
      for (auto [f, list] : llvm::enumerate(source))
        for (size_t g = 0; list.size() > 1 && g < all.size(); ++g) {
          if (g == f || !llvm::any_of(sources, [&](const Source &other) {
                return llvm::is_contained(other.second[g], list.back());
              }))
            continue;
          for (size_t kept = 1; kept < list.size(); ++kept) {
            llvm::ArrayRef<int> major = llvm::ArrayRef(list).take_front(kept),
                                minor = llvm::ArrayRef(list).drop_front(kept);
            Assignment shared = all;
            for (Atoms &atoms : shared)
              llvm::erase_if(atoms, [&](int atom) { return llvm::is_contained(list, atom); });
            if (!shared[f].empty() || !mayShard(op, f, shardCountOf(major, op.atomSizes)))
              continue;
            shared[f].assign(major.begin(), major.end());
            shared[g].append(minor.begin(), minor.end());
            if (mayShard(op, g, shardCountOf(shared[g], op.atomSizes)))
              consider(std::move(shared));
          }
        }
  }

  /// Whether no device gets more of a tensor on the way to the op or from it, unless that costs
  /// nothing. Else a move that spares a sum of activations could gather the weights, which were
  /// split to save memory.
  bool keepsParts(const Assignment &all) const {
    auto grows = [&](const TensorOnMesh &tensor, const Placement &from, const Placement &to) {
      auto before = localBytes(tensor.shape, tensor.elementBytes, op.atomSizes, from),
           after = localBytes(tensor.shape, tensor.elementBytes, op.atomSizes, to);
      return !before || !after || *after > *before;
    };
    for (auto [i, tensor] : llvm::enumerate(op.operands)) {
      Placement p = embed(all, op.rule.operands[i]);
      if (grows(tensor, tensor.placement, p) && operandCost(i, p) != 0.0)
        return false;
    }
    return llvm::none_of(llvm::enumerate(op.results), [&](const auto &entry) {
      const TensorOnMesh &tensor = entry.value();
      return grows(tensor, embed(all, op.rule.results[entry.index()]), tensor.placement);
    });
  }
};

/// The atoms that split factors which the op needs whole, or those that it sums up. They may split
/// another factor instead, which is an all_to_all in place of a gather or of a sum.
///   sort [b, n] along n, placed {-, data}: data   ->   a candidate {data, -}
Atoms atomsToMove(const OpOnMesh &op, llvm::ArrayRef<Source> sources, bool areSummed) {
  Atoms moved;
  for (const auto &[bytes, source] : sources)
    for (auto [f, atoms] : llvm::enumerate(source))
      if (!atoms.empty() &&
          (areSummed ? isReduced(op, f) : !mayShard(op, f, op.atomSizes[atoms[0]])))
        llvm::copy_if(atoms, std::back_inserter(moved),
                      [&](int atom) { return !llvm::is_contained(moved, atom); });
  return moved;
}

/// The atoms over which all these tensors are partial, but for zeros and operands in which the op
/// is not linear; empty if they differ.
Atoms commonPartial(llvm::ArrayRef<TensorOnMesh> tensors) {
  std::optional<Atoms> common;
  for (const TensorOnMesh &tensor : tensors) {
    if (tensor.isZero || !tensor.isLinear)
      continue;
    if (common && tensor.placement.partial != *common)
      return {};
    common = tensor.placement.partial;
  }
  return common.value_or(Atoms());
}

/// Puts each atom on a factor whose split makes partial results: the one that a source splits by
/// it, else the first that it divides.
Assignment onSummedFactors(const OpOnMesh &op, llvm::ArrayRef<int> partial,
                           llvm::ArrayRef<Source> sources) {
  Assignment all(op.rule.factors.size());
  for (int atom : partial) {
    std::optional<size_t> chosen;
    for (size_t f = 0; f < all.size(); ++f) {
      bool isSplit = llvm::any_of(sources, [&](const Source &source) {
        return llvm::is_contained(source.second[f], atom);
      });
      if (isReduced(op, f) && (!chosen || isSplit) &&
          mayShard(op, f, shardCountOf(all[f], op.atomSizes) * op.atomSizes[atom]))
        chosen = f;
    }
    if (chosen)
      all[*chosen].push_back(atom);
  }
  return all;
}

} // namespace

/// Results come first (1e300 exceeds any size), then operands from the largest to the smallest.
static llvm::SmallVector<Source> sourcesOf(const OpOnMesh &op) {
  llvm::SmallVector<Source> sources;
  for (auto [i, tensor] : llvm::enumerate(op.results))
    sources.emplace_back(1e300,
                         project(op.rule, op.atomSizes, op.rule.results[i], tensor.placement));
  for (auto [i, tensor] : llvm::enumerate(op.operands)) {
    double elements = llvm::product_of(tensor.shape, 1.0);
    sources.emplace_back(elements * double(tensor.elementBytes),
                         project(op.rule, op.atomSizes, op.rule.operands[i], tensor.placement));
  }
  return sources;
}

/// Tries for each tensor: its own axes, then with the axes of one more tensor after another, then
/// the same without splitting reduction factors. Then come the replicated placement and, if a
/// result is wanted as partial sums, those that make it so. For linear ops every candidate follows
/// again with the operands left partial.
std::optional<OpPlacement>
choosePlacement(const OpOnMesh &op,
                llvm::function_ref<std::optional<double>(unsigned, const Placement &)> operandCost,
                llvm::function_ref<void(const OpPlacement &)> priced) {
  llvm::SmallVector<Source> sources = sourcesOf(op);
  llvm::SmallVector<size_t> order = llvm::to_vector(llvm::seq<size_t>(0, sources.size()));
  llvm::sort(order, [&](size_t a, size_t b) {
    return sources[a].first != sources[b].first ? sources[a].first > sources[b].first : a < b;
  });
  // Of a hundred rows that are joined, all split alike, each would be tried with each.
  order.erase(
      std::unique(order.begin(), order.end(),
                  [&](size_t a, size_t b) { return sources[a].second == sources[b].second; }),
      order.end());

  Chooser chooser{op, operandCost, priced, {}, std::nullopt};
  const Assignment none(op.rule.factors.size());
  const Atoms moved = atomsToMove(op, sources, /*areSummed=*/false);
  const Atoms summed = atomsToMove(op, sources, /*areSummed=*/true);
  for (size_t first : order) {
    Assignment all = none;
    join(op, all, sources[first].second);
    chooser.consider(all); // this tensor alone
    for (size_t other : order) {
      join(op, all, sources[other].second);
      chooser.consider(all);
    }
    chooser.considerShared(all, sources);
    // Without split reduction factors, results need no reduction afterwards.
    Assignment unreduced = all;
    for (auto [f, atoms] : llvm::enumerate(unreduced))
      if (isReduced(op, f))
        atoms.clear();
    chooser.consider(unreduced);
    chooser.considerMoved(all, moved, /*areSummed=*/false);
    chooser.considerMoved(all, summed, /*areSummed=*/true);
  }
  chooser.consider(none);
  const Atoms wanted = commonPartial(op.results);
  if (op.reducible && !wanted.empty())
    for (size_t first : order) {
      Assignment all = onSummedFactors(op, wanted, sources);
      chooser.consider(all);
      join(op, all, sources[first].second);
      chooser.consider(all);
    }
  // Partial operands may pass through only if no factor uses the same atoms.
  if (op.linear)
    for (const Atoms &through : std::set<Atoms>{commonPartial(op.operands), wanted})
      for (const Assignment &all : std::set<Assignment>(chooser.seen))
        if (!through.empty() && llvm::none_of(all, [&](const Atoms &list) {
              return llvm::any_of(list,
                                  [&](int atom) { return llvm::is_contained(through, atom); });
            }))
          chooser.price(all, through);
  return std::move(chooser.best);
}

} // namespace spmd
