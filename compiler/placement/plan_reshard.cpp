// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes a plan of the steps that the search finds (plan_search.h). Equal moves that follow each
// other are merged: the bytes stay the same, and the plan has fewer steps. Where the search gives
// up, a plan without search answers.
#include "compiler/placement/plan_reshard.h"
#include "compiler/placement/plan_search.h"
#include "llvm/ADT/STLExtras.h"
#include <iterator>

namespace spmd {
namespace {

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
  ReshardQuestion question{shape, elementBytes, atomSizes, from, to, taken, links, owned};
  auto steps = cheapestSteps(question, plan.searched);
  if (!steps) {
    std::optional<ReshardPlan> plain =
        plainPlan(shape, elementBytes, atomSizes, from, to, links, owned);
    if (plain)
      plain->searched = plan.searched;
    return plain;
  }
  plan.steps = std::move(*steps);
  mergeSteps(plan);
  return plan;
}

} // namespace spmd
