// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Uniform-cost search over placements. Every move handles one atom (all_reduce: any subset of the
// partial ones); equal moves that follow each other are merged at the end, which costs the same
// bytes and fewer steps.
#include "compiler/placement/plan_reshard.h"
#include "llvm/ADT/STLExtras.h"
#include <iterator>
#include <map>
#include <queue>
#include <tuple>

namespace spmd {
namespace {

/// A step's fixed cost in bytes: about what a small message costs in time at the bandwidth of one
/// link. It only breaks ties between plans of nearly equal bytes in favour of fewer steps.
constexpr double kStepBytes = 64;
/// Slices send nothing but copy; this much of their result breaks ties in favour of not making
/// them.
constexpr double kCopyWeight = 1e-3;
/// A search that has looked at this many placements gives up on finding anything cheaper than
/// gather and slice.
constexpr size_t kMaxPlacements = 20000;

struct Search {
  llvm::ArrayRef<int64_t> shape;
  int64_t elementBytes;
  llvm::ArrayRef<int64_t> sizes;
  const Placement &to;
  llvm::ArrayRef<int> taken;

  struct Node {
    double cost = 0;
    Placement previous;
    ReshardStep step;
    bool done = false;
  };
  std::map<Placement, Node> nodes;
  using Entry = std::pair<double, Placement>;
  struct MoreExpensive {
    bool operator()(const Entry &a, const Entry &b) const {
      return a.first != b.first ? a.first > b.first : b.second < a.second;
    }
  };
  std::priority_queue<Entry, std::vector<Entry>, MoreExpensive> queue;

  void offer(const Placement &from, double costSoFar, ReshardStep step) {
    if (!localBytes(shape, elementBytes, sizes, step.after))
      return;
    double local = *localBytes(shape, elementBytes, sizes, step.after);
    double cost = costSoFar + step.wireBytes + kStepBytes + kCopyWeight * local;
    auto [it, isNew] = nodes.try_emplace(step.after);
    if (!isNew && it->second.cost <= cost)
      return;
    Placement key = step.after;
    it->second = {cost, from, std::move(step), false};
    queue.emplace(cost, std::move(key));
  }

  /// Does the target want `atom` on `dim`?
  bool wanted(int atom, size_t dim) const { return llvm::is_contained(to.dims[dim], atom); }

  void expand(const Placement &at, double cost) {
    double local = *localBytes(shape, elementBytes, sizes, at);
    gatherAndExchange(at, cost, local);
    slice(at, cost);
    swap(at, cost, local);
    reduce(at, cost, local);
  }

  void gatherAndExchange(const Placement &at, double cost, double local) {
    for (size_t d = 0; d < at.dims.size(); ++d) {
      if (at.dims[d].empty())
        continue;
      int atom = at.dims[d].back();
      double n = sizes[atom];
      Placement without = at;
      without.dims[d].pop_back();
      offer(at, cost, {StepKind::AllGather, int64_t(d), -1, {atom}, without, local * (n - 1)});
      for (size_t e = 0; e < at.dims.size(); ++e)
        if (e != d && wanted(atom, e)) {
          Placement moved = without;
          moved.dims[e].push_back(atom);
          offer(at, cost,
                {StepKind::AllToAll, int64_t(d), int64_t(e), {atom}, moved, local * (n - 1) / n});
        }
    }
  }

  void slice(const Placement &at, double cost) {
    for (size_t d = 0; d < to.dims.size(); ++d)
      for (int atom : to.dims[d])
        if (!at.uses(atom)) {
          Placement after = at;
          after.dims[d].push_back(atom);
          offer(at, cost, {StepKind::AllSlice, int64_t(d), -1, {atom}, after, 0});
        }
  }

  /// Two placed atoms, or a placed and a replicated one, of equal size change places; or neighbours
  /// within a dim do.
  void swap(const Placement &at, double cost, double local) {
    auto exchanged = [&](int a, int b) {
      Placement after = at;
      for (Atoms &dim : after.dims)
        for (int &atom : dim)
          atom = atom == a ? b : atom == b ? a : atom;
      return after;
    };
    auto permute = [&](const Placement &after) {
      offer(at, cost, {StepKind::Permute, -1, -1, {}, after, local});
    };
    for (size_t d = 0; d < at.dims.size(); ++d)
      for (size_t i = 0; i < at.dims[d].size(); ++i) {
        int a = at.dims[d][i];
        if (i + 1 < at.dims[d].size()) {
          Placement after = at;
          std::swap(after.dims[d][i], after.dims[d][i + 1]);
          permute(after);
        }
        for (int b = 0; b < int(sizes.size()); ++b)
          if (b != a && sizes[b] == sizes[a] && !llvm::is_contained(at.partial, b) &&
              !llvm::is_contained(taken, b) && (to.uses(b) || to.uses(a)))
            permute(exchanged(a, b));
      }
  }

  void reduce(const Placement &at, double cost, double local) {
    Atoms open; // partial here, but not in the target
    for (int atom : at.partial)
      if (!llvm::is_contained(to.partial, atom))
        open.push_back(atom);
    for (unsigned subset = 1; subset < (1u << open.size()); ++subset) {
      Placement after = at;
      double n = 1;
      Atoms taken;
      for (auto [i, atom] : llvm::enumerate(open))
        if (subset >> i & 1) {
          taken.push_back(atom);
          n *= sizes[atom];
          llvm::erase(after.partial, atom);
        }
      offer(at, cost, {StepKind::AllReduce, -1, -1, taken, after, 2 * local * (n - 1) / n});
    }
    for (int atom : open)
      for (size_t d = 0; d < at.dims.size(); ++d) {
        Placement after = at;
        llvm::erase(after.partial, atom);
        after.dims[d].push_back(atom);
        double n = sizes[atom];
        offer(at, cost,
              {StepKind::ReduceScatter, int64_t(d), -1, {atom}, after, local * (n - 1) / n});
      }
  }
};

/// Steps of one kind on the same dims become one; permutations that follow each other become one.
void mergeSteps(ReshardPlan &plan) {
  llvm::SmallVector<ReshardStep> merged;
  for (ReshardStep &step : plan.steps) {
    bool same = !merged.empty() && merged.back().kind == step.kind &&
                merged.back().dim == step.dim && merged.back().toDim == step.toDim &&
                step.kind != StepKind::AllReduce;
    // An all_to_all moves the last atom first: x, y of one dim arrive as y, x and are two steps.
    if (!same || step.kind == StepKind::AllToAll) {
      merged.push_back(std::move(step));
      continue;
    }
    ReshardStep &last = merged.back();
    if (step.kind == StepKind::AllGather) // the minor atom goes first
      last.atoms.insert(last.atoms.begin(), step.atoms.begin(), step.atoms.end());
    else
      last.atoms.append(step.atoms.begin(), step.atoms.end());
    last.after = step.after;
    if (step.kind == StepKind::Permute)
      last.wireBytes = std::max(last.wireBytes, step.wireBytes);
    else
      last.wireBytes += step.wireBytes;
  }
  plan.steps = std::move(merged);
  plan.wireBytes = 0;
  for (const ReshardStep &step : plan.steps)
    plan.wireBytes += step.wireBytes;
}

int64_t product(llvm::ArrayRef<int> atoms, llvm::ArrayRef<int64_t> sizes) {
  int64_t out = 1;
  for (int atom : atoms)
    out *= sizes[atom];
  return out;
}

/// A plan that needs no search, for placements of so many atoms that the search gives up: one
/// permutation where dims keep their numbers of shards, else sums, gathers down to what both have
/// in common, and slices. Nothing where a value would have to become partial.
///   [8, 8] {x, y}, {z} -> {x, z}, {}    all_gather y on 0, all_gather z on 1, all_slice z on 0
std::optional<ReshardPlan> plainPlan(llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                     llvm::ArrayRef<int64_t> sizes, const Placement &from,
                                     const Placement &to) {
  ReshardPlan plan;
  Placement at = from;
  auto isKept = [&](int atom) { return llvm::is_contained(to.partial, atom); };
  if (llvm::count_if(from.partial, isKept) != int64_t(to.partial.size()))
    return std::nullopt;
  auto add = [&](StepKind kind, int64_t dim, llvm::ArrayRef<int> atoms, double wireBytes) {
    plan.steps.push_back({kind, dim, -1, Atoms(atoms.begin(), atoms.end()), at, wireBytes});
    plan.wireBytes += wireBytes;
  };
  auto bytes = [&] { return *localBytes(shape, elementBytes, sizes, at); };
  bool keepsShards =
      from.partial == to.partial &&
      llvm::all_of(llvm::zip_equal(from.dims, to.dims), [&](const auto &dims) {
        return product(std::get<0>(dims), sizes) == product(std::get<1>(dims), sizes);
      });
  if (keepsShards) {
    at = to;
    add(StepKind::Permute, -1, {}, bytes());
    return plan;
  }
  Atoms open;
  llvm::copy_if(from.partial, std::back_inserter(open), [&](int atom) { return !isKept(atom); });
  if (!open.empty()) {
    double n = product(open, sizes);
    at.partial = to.partial;
    add(StepKind::AllReduce, -1, open, 2 * bytes() * (n - 1) / n);
  }
  for (size_t d = 0; d < at.dims.size(); ++d) {
    auto both = std::mismatch(from.dims[d].begin(), from.dims[d].end(), to.dims[d].begin(),
                              to.dims[d].end());
    Atoms gone(both.first, from.dims[d].end());
    if (gone.empty())
      continue;
    double local = bytes();
    at.dims[d].truncate(at.dims[d].size() - gone.size());
    add(StepKind::AllGather, d, gone, local * double(product(gone, sizes) - 1));
  }
  for (size_t d = 0; d < at.dims.size(); ++d) {
    Atoms come(to.dims[d].begin() + at.dims[d].size(), to.dims[d].end());
    if (come.empty())
      continue;
    at.dims[d] = to.dims[d];
    add(StepKind::AllSlice, d, come, 0);
  }
  return plan;
}

} // namespace

bool Placement::replicated() const {
  return partial.empty() && llvm::all_of(dims, [](const Atoms &a) { return a.empty(); });
}

bool Placement::uses(int atom) const {
  return llvm::is_contained(partial, atom) ||
         llvm::any_of(dims, [&](const Atoms &dim) { return llvm::is_contained(dim, atom); });
}

std::optional<double> localBytes(llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                 llvm::ArrayRef<int64_t> atomSizes, const Placement &placement) {
  double bytes = elementBytes;
  for (auto [size, atoms] : llvm::zip_equal(shape, placement.dims)) {
    int64_t shards = 1;
    for (int atom : atoms)
      shards *= atomSizes[atom];
    if (size % shards)
      return std::nullopt;
    bytes *= double(size / shards);
  }
  return bytes;
}

std::optional<ReshardPlan> planReshard(llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                       llvm::ArrayRef<int64_t> atomSizes, const Placement &from,
                                       const Placement &to, llvm::ArrayRef<int> taken) {
  ReshardPlan plan;
  if (from == to)
    return plan;
  if (!localBytes(shape, elementBytes, atomSizes, from) ||
      !localBytes(shape, elementBytes, atomSizes, to))
    return std::nullopt;
  Search search{shape, elementBytes, atomSizes, to, taken, {}, {}};
  search.nodes[from] = {};
  search.queue.emplace(0, from);
  while (!search.queue.empty() && search.nodes.size() < kMaxPlacements) {
    auto [cost, at] = search.queue.top();
    search.queue.pop();
    auto &node = search.nodes[at];
    if (node.done)
      continue;
    node.done = true;
    if (at == to)
      break;
    search.expand(at, cost);
  }
  auto found = search.nodes.find(to);
  if (found == search.nodes.end() || !found->second.done)
    return plainPlan(shape, elementBytes, atomSizes, from, to);
  for (Placement at = to; !(at == from); at = search.nodes[at].previous)
    plan.steps.push_back(search.nodes[at].step);
  std::reverse(plan.steps.begin(), plan.steps.end());
  mergeSteps(plan);
  return plan;
}

} // namespace spmd
