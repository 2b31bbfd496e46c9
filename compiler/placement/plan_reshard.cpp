// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Uniform-cost search (Dijkstra) over placements. Every move handles one atom, except that an
// all_reduce handles any subset of the partial ones. At the end, equal moves that follow each other
// are merged: the bytes stay the same, and the plan has fewer steps.
#include "compiler/placement/plan_reshard.h"
#include "llvm/ADT/STLExtras.h"
#include <iterator>
#include <map>
#include <queue>

namespace spmd {
namespace {

/// The part of a latency that a step is charged. Most collectives join others, so few have a
/// latency of their own. These are 64 bytes of the default link, which break ties between plans of
/// nearly equal bytes in favour of fewer steps.
constexpr double kLatencyPart = 0.0128;
/// A slice sends no bytes, but it copies its result. This fraction of the result breaks ties in
/// favour of plans that copy less.
constexpr double kCopyWeight = 1e-3;
/// A search that has seen this many placements stops, and plainPlan() answers instead.
constexpr size_t kMaxPlacements = 20000;

/// How often the bytes of a value travel where it is made whole over `atoms`: once where its owner
/// broadcasts it, twice where it is summed up.
double allReduceFactor(llvm::ArrayRef<int> atoms, llvm::ArrayRef<int> owned) {
  bool isOwned = llvm::all_of(atoms, [&](int atom) { return llvm::is_contained(owned, atom); });
  return isOwned ? 1 : 2;
}

/// The state of one search.
struct Search {
  llvm::ArrayRef<int64_t> shape;
  int64_t elementBytes;
  llvm::ArrayRef<int64_t> sizes;
  const Placement &to;
  llvm::ArrayRef<int> taken;
  llvm::ArrayRef<Link> links;
  llvm::ArrayRef<int> owned;

  // The cheapest way to a placement so far: its last step and where that step started. `done` says
  // that no cheaper way exists.
  struct Node {
    double cost = 0;
    Placement previous;
    ReshardStep step;
    bool done = false;
  };
  std::map<Placement, Node> nodes; // the placements that were reached
  using Entry = std::pair<double, Placement>;
  /// Orders by cost, then by placement, so that the plan does not depend on the order of insertion.
  struct MoreExpensive {
    bool operator()(const Entry &a, const Entry &b) const {
      return a.first != b.first ? a.first > b.first : b.second < a.second;
    }
  };
  std::priority_queue<Entry, std::vector<Entry>, MoreExpensive> queue;

  /// Prices a step by the links along `atoms`, and records it (the other offer()).
  void offer(const Placement &from, double costSoFar, ReshardStep step, llvm::ArrayRef<int> atoms) {
    Link link = slowestLink(atoms, links);
    step.cost = link.priced(step.wireBytes);
    offer(from, costSoFar + kLatencyPart * link.priced(link.bytesOfLatency()), std::move(step));
  }

  /// Records a step to `step.after` if it divides evenly and is the cheapest way there so far.
  void offer(const Placement &from, double costSoFar, ReshardStep step) {
    if (!localBytes(shape, elementBytes, sizes, step.after))
      return;
    double local = *localBytes(shape, elementBytes, sizes, step.after);
    double cost = costSoFar + step.cost + kCopyWeight * local;
    auto [it, isNew] = nodes.try_emplace(step.after);
    if (!isNew && it->second.cost <= cost)
      return;
    Placement key = step.after;
    it->second = {cost, from, std::move(step), false};
    queue.emplace(cost, std::move(key));
  }

  /// Whether the target has `atom` on `dim`.
  bool wanted(int atom, size_t dim) const { return llvm::is_contained(to.dims[dim], atom); }

  /// Offers all moves from one placement.
  void expand(const Placement &at, double cost) {
    double local = *localBytes(shape, elementBytes, sizes, at);
    gatherAndExchange(at, cost, local);
    slice(at, cost);
    swap(at, cost, local);
    reduce(at, cost, local);
  }

  /// Gathers the minor atom of a dim, or moves it to the end of another dim that wants it. Costs
  /// are those of ring algorithms on n devices with `local` bytes each: local * (n - 1) for a
  /// gather, local * (n - 1) / n for an all-to-all.
  void gatherAndExchange(const Placement &at, double cost, double local) {
    for (size_t d = 0; d < at.dims.size(); ++d) {
      if (at.dims[d].empty())
        continue;
      int atom = at.dims[d].back();
      double n = sizes[atom];
      // Only the last atom of a dim can leave it: the shards of a minor atom are contiguous inside
      // those of the major ones.
      Placement without = at;
      without.dims[d].pop_back();
      offer(at, cost, {StepKind::AllGather, int64_t(d), -1, {atom}, without, local * (n - 1)},
            atom);
      for (size_t e = 0; e < at.dims.size(); ++e)
        if (e != d && wanted(atom, e)) {
          Placement moved = without;
          moved.dims[e].push_back(atom);
          offer(at, cost,
                {StepKind::AllToAll, int64_t(d), int64_t(e), {atom}, moved, local * (n - 1) / n},
                atom);
        }
    }
  }

  /// Appends an unused atom to a dim that wants it.
  void slice(const Placement &at, double cost) {
    for (size_t d = 0; d < to.dims.size(); ++d)
      for (int atom : to.dims[d])
        if (!at.uses(atom)) {
          Placement after = at;
          after.dims[d].push_back(atom);
          offer(at, cost, {StepKind::AllSlice, int64_t(d), -1, {atom}, after, 0}, atom);
        }
  }

  /// Permutes devices: two placed atoms of equal size change places, or a placed and an unused one
  /// do, or two neighbours within a dim. A permute sends all `local` bytes.
  void swap(const Placement &at, double cost, double local) {
    auto exchanged = [&](int a, int b) {
      Placement after = at;
      for (Atoms &dim : after.dims)
        for (int &atom : dim)
          atom = atom == a ? b : atom == b ? a : atom;
      return after;
    };
    auto permute = [&](const Placement &after, llvm::ArrayRef<int> moved) {
      offer(at, cost, {StepKind::Permute, -1, -1, {}, after, local}, moved);
    };
    for (size_t d = 0; d < at.dims.size(); ++d)
      for (size_t i = 0; i < at.dims[d].size(); ++i) {
        int a = at.dims[d][i];
        if (i + 1 < at.dims[d].size()) {
          Placement after = at;
          std::swap(after.dims[d][i], after.dims[d][i + 1]);
          permute(after, {a, at.dims[d][i + 1]});
        }
        for (int b = 0; b < int(sizes.size()); ++b)
          // Atoms that are partial or taken hold different values, so they stay where they are. At
          // least one of the two must be an atom of the target; otherwise the swap leads no closer
          // to it.
          if (b != a && sizes[b] == sizes[a] && !llvm::is_contained(at.partial, b) &&
              !llvm::is_contained(taken, b) && (to.uses(b) || to.uses(a)))
            permute(exchanged(a, b), {a, b});
      }
  }

  /// Combines partial values: an all_reduce over any subset of the atoms that the target does not
  /// leave partial (ring cost 2 * local * (n - 1) / n), or a reduce_scatter of one of them onto any
  /// dim (half of that).
  void reduce(const Placement &at, double cost, double local) {
    Atoms open; // atoms that are partial here but not in the target
    for (int atom : at.partial)
      if (!llvm::is_contained(to.partial, atom))
        open.push_back(atom);
    // All subsets, because one all_reduce over two atoms sends less than two all_reduces.
    for (unsigned subset = 1; subset < (1u << open.size()); ++subset) {
      Placement after = at;
      Atoms taken;
      for (auto [i, atom] : llvm::enumerate(open))
        if (subset >> i & 1) {
          taken.push_back(atom);
          llvm::erase(after.partial, atom);
        }
      double n = shardCountOf(taken, sizes);
      double bytes = allReduceFactor(taken, owned) * local * (n - 1) / n;
      offer(at, cost, {StepKind::AllReduce, -1, -1, taken, after, bytes}, taken);
    }
    for (int atom : open)
      for (size_t d = 0; d < at.dims.size(); ++d) {
        Placement after = at;
        llvm::erase(after.partial, atom);
        after.dims[d].push_back(atom);
        double n = sizes[atom];
        offer(at, cost,
              {StepKind::ReduceScatter, int64_t(d), -1, {atom}, after, local * (n - 1) / n}, atom);
      }
  }
};

/// Merges neighbouring steps of one kind on the same dims, and permutes that follow each other.
///   all_gather y on 0, all_gather x on 0   ->   all_gather x, y on 0
void mergeSteps(ReshardPlan &plan) {
  llvm::SmallVector<ReshardStep> merged;
  for (ReshardStep &step : plan.steps) {
    bool same = !merged.empty() && merged.back().kind == step.kind &&
                merged.back().dim == step.dim && merged.back().toDim == step.toDim &&
                step.kind != StepKind::AllReduce;
    // An all_to_all moves the minor atom first, so x, y of one dim would arrive as y, x. Such steps
    // stay apart.
    if (!same || step.kind == StepKind::AllToAll) {
      merged.push_back(std::move(step));
      continue;
    }
    ReshardStep &last = merged.back();
    if (step.kind == StepKind::AllGather) // the minor atom was gathered first
      last.atoms.insert(last.atoms.begin(), step.atoms.begin(), step.atoms.end());
    else
      last.atoms.append(step.atoms.begin(), step.atoms.end());
    last.after = step.after;
    if (step.kind == StepKind::Permute)
      last.wireBytes = std::max(last.wireBytes, step.wireBytes);
    else
      last.wireBytes += step.wireBytes;
    last.cost =
        step.kind == StepKind::Permute ? std::max(last.cost, step.cost) : last.cost + step.cost;
  }
  plan.steps = std::move(merged);
  for (const ReshardStep &step : plan.steps) {
    plan.wireBytes += step.wireBytes;
    plan.cost += step.cost;
  }
}

/// A plan without search, for placements with so many atoms that the search gives up. If all dims
/// keep their numbers of shards, the plan is one permute. Otherwise it combines partial values,
/// gathers each dim down to the atoms that both placements begin with, and slices. Returns nothing
/// if a value would have to become partial.
///   [8, 8] {x, y}, {z} -> {x, z}, {}    all_gather y on 0, all_gather z on 1, all_slice z on 0
std::optional<ReshardPlan> plainPlan(llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                     llvm::ArrayRef<int64_t> sizes, const Placement &from,
                                     const Placement &to, llvm::ArrayRef<Link> links,
                                     llvm::ArrayRef<int> owned) {
  ReshardPlan plan;
  Placement at = from;
  auto isKept = [&](int atom) { return llvm::is_contained(to.partial, atom); };
  if (llvm::count_if(from.partial, isKept) != int64_t(to.partial.size()))
    return std::nullopt;
  auto add = [&](StepKind kind, int64_t dim, llvm::ArrayRef<int> atoms, double wireBytes) {
    // A permute names no atoms, and waits for the slowest of all.
    double cost = slowestLink(atoms, links).priced(wireBytes);
    plan.steps.push_back({kind, dim, -1, Atoms(atoms.begin(), atoms.end()), at, wireBytes, cost});
    plan.wireBytes += wireBytes;
    plan.cost += cost;
  };
  auto bytes = [&] { return *localBytes(shape, elementBytes, sizes, at); };
  // With equal shard counts in each dim, every device keeps a shard of the same shape.
  bool keepsShards =
      from.partial == to.partial &&
      llvm::all_of(llvm::zip_equal(from.dims, to.dims), [&](const auto &dims) {
        return shardCountOf(std::get<0>(dims), sizes) == shardCountOf(std::get<1>(dims), sizes);
      });
  if (keepsShards) {
    at = to;
    add(StepKind::Permute, -1, {}, bytes());
    return plan;
  }
  Atoms open;
  llvm::copy_if(from.partial, std::back_inserter(open), [&](int atom) { return !isKept(atom); });
  if (!open.empty()) {
    double n = shardCountOf(open, sizes);
    at.partial = to.partial;
    add(StepKind::AllReduce, -1, open, allReduceFactor(open, owned) * bytes() * (n - 1) / n);
  }
  for (size_t d = 0; d < at.dims.size(); ++d) {
    // The atoms behind the common prefix go away.
    auto both = std::mismatch(from.dims[d].begin(), from.dims[d].end(), to.dims[d].begin(),
                              to.dims[d].end());
    Atoms gone(both.first, from.dims[d].end());
    if (gone.empty())
      continue;
    double local = bytes();
    at.dims[d].truncate(at.dims[d].size() - gone.size());
    add(StepKind::AllGather, d, gone, local * double(shardCountOf(gone, sizes) - 1));
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

/// Without atoms, the slowest of all links.
// Slices send nothing, so they take no time.
double timeOf(const ReshardPlan &plan, llvm::ArrayRef<Link> links) {
  double time = 0;
  for (const ReshardStep &step : plan.steps)
    if (step.wireBytes > 0)
      time += slowestLink(step.atoms, links).timeOf(step.wireBytes);
  return time;
}

Link slowestLink(llvm::ArrayRef<int> atoms, llvm::ArrayRef<Link> links) {
  if (links.empty())
    return {};
  Link slowest = links[atoms.empty() ? 0 : atoms.front()];
  for (int atom : atoms)
    slowest = slowest.slowest(links[atom]);
  if (atoms.empty())
    for (const Link &link : links)
      slowest = slowest.slowest(link);
  return slowest;
}

int64_t shardCountOf(llvm::ArrayRef<int> atoms, llvm::ArrayRef<int64_t> atomSizes) {
  return llvm::product_of(llvm::map_range(atoms, [&](int atom) { return atomSizes[atom]; }));
}

std::optional<double> localBytes(llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                 llvm::ArrayRef<int64_t> atomSizes, const Placement &placement) {
  double bytes = elementBytes;
  for (auto [size, atoms] : llvm::zip_equal(shape, placement.dims)) {
    int64_t shards = shardCountOf(atoms, atomSizes);
    if (size % shards)
      return std::nullopt;
    bytes *= double(size / shards);
  }
  return bytes;
}

/// Runs the search and reads the plan backwards from the target.
std::optional<ReshardPlan> planReshard(llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                       llvm::ArrayRef<int64_t> atomSizes, const Placement &from,
                                       const Placement &to, llvm::ArrayRef<int> taken,
                                       llvm::ArrayRef<Link> links, llvm::ArrayRef<int> owned) {
  ReshardPlan plan;
  if (from == to)
    return plan;
  if (!localBytes(shape, elementBytes, atomSizes, from) ||
      !localBytes(shape, elementBytes, atomSizes, to))
    return std::nullopt;
  Search search{shape, elementBytes, atomSizes, to, taken, links, owned, {}, {}};
  search.nodes[from] = {};
  search.queue.emplace(0, from);
  while (!search.queue.empty() && search.nodes.size() < kMaxPlacements) {
    auto [cost, at] = search.queue.top();
    search.queue.pop();
    auto &node = search.nodes[at];
    // The queue may hold older, more expensive entries for the same placement.
    if (node.done)
      continue;
    node.done = true;
    if (at == to)
      break;
    search.expand(at, cost);
  }
  plan.searched = search.nodes.size();
  auto found = search.nodes.find(to);
  if (found == search.nodes.end() || !found->second.done) {
    std::optional<ReshardPlan> plain =
        plainPlan(shape, elementBytes, atomSizes, from, to, links, owned);
    if (plain)
      plain->searched = search.nodes.size();
    return plain;
  }
  for (Placement at = to; !(at == from); at = search.nodes[at].previous)
    plan.steps.push_back(search.nodes[at].step);
  std::reverse(plan.steps.begin(), plan.steps.end());
  mergeSteps(plan);
  return plan;
}

} // namespace spmd
