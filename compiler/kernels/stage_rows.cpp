// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Row staging: a row keeps what later passes over it would recompute, such as the exponentials of a
// softmax, in scratch memory of the iteration.
#include "compiler/kernels/fusion_planner.h"
#include "compiler/kernels/kernel_techniques.h"
#include "llvm/ADT/bit.h"

using namespace mlir;

namespace spmd {

/// Marks what `pass` needs for this node, with values staged by an earlier pass as they are.
void FusionTrace::demand(unsigned id, unsigned pass, llvm::DenseSet<unsigned> &seen,
                         const llvm::DenseSet<unsigned> &staged) {
  if (!seen.insert(id).second)
    return;
  TraceNode &node = nodes[id];
  uint64_t earlier = node.needed & ((uint64_t(1) << pass) - 1);
  node.needed |= uint64_t(1) << pass;
  if (node.complete || (staged.contains(id) && earlier))
    return;
  for (unsigned operand : node.operands)
    demand(operand, pass, seen, staged);
}

/// Sets TraceNode::needed, the passes in which each node is needed.
void FusionTrace::findNeeded(const llvm::DenseSet<unsigned> &staged) {
  for (TraceNode &n : nodes)
    n.needed = 0;
  for (unsigned pass = 0; pass < std::min(result.passes + 1, 63u); ++pass) {
    llvm::DenseSet<unsigned> seen;
    for (const Goal &goal : goals)
      if (goal.pass == pass)
        demand(goal.node, pass, seen, staged);
  }
}

/// Stages values that several passes need at the element where the loops stand and that cost more
/// than a load. Of nested ones (exp(x) and exp(x) + 1) the inner one may no longer be needed twice.
llvm::DenseSet<unsigned> FusionTrace::chooseStaged() {
  llvm::DenseSet<unsigned> candidates, chosen;
  for (auto [id, n] : llvm::enumerate(nodes))
    if (n.atElement && n.alongColumns && n.hasArithmetic &&
        (staging->only ? staging->only->contains(n.value) : n.chain > staging->limits.cheapWork) &&
        llvm::popcount(n.needed) > 1)
      candidates.insert(id);
  findNeeded(candidates);
  int64_t bytes = 0;
  for (auto [id, n] : llvm::enumerate(nodes)) {
    if (!candidates.contains(id) || llvm::popcount(n.needed) < 2)
      continue;
    unsigned pass = llvm::countr_zero(n.needed);
    // The same value at another form of its index shares the scratch memory.
    auto known = llvm::find_if(result.staged, [&](auto &s) { return s.value == n.value; });
    if (known == result.staged.end()) {
      bytes += kernel.columns() * bytesInRegister(n.value);
      if (bytes > staging->limits.scratchBytes)
        continue;
      result.staged.push_back({n.value, pass});
    } else {
      known->pass = std::min(known->pass, pass);
    }
    chosen.insert(id);
  }
  return chosen;
}

FusionTrace::Result FusionTrace::finish() {
  findNeeded({});
  if (staging)
    findNeeded(chooseStaged());
  llvm::erase_if(allAccesses, [&](const TraceAccess &a) { return a.kernel == kernelIndex; });
  llvm::sort(result.breaks);
  if (result.breaks.size() > 7) { // masks from there on, rather than ever more copies of the loop
    result.penalty += double(result.breaks.size());
    result.breaks.clear();
  }
  for (FusionPlan::Reduction &r : result.reductions)
    if (r.kind == Kind::PrefixScan)
      for (const TraceNode &n : nodes) {
        if (n.value.getDefiningOp() != r.op)
          continue;
        auto staged = llvm::find_if(result.staged, [&](auto &s) { return s.value == n.value; });
        // Later passes read a staged result and carry nothing on.
        r.passes |= n.needed & (staged == result.staged.end() ? ~uint64_t(0)
                                                              : (uint64_t(2) << staged->pass) - 1);
      }
  for (TraceNode &n : nodes) {
    result.hasFunction |= n.work >= Machine::functionWork;
    if (n.isInput && n.alongColumns)
      result.bytesOfLane += bytesInRegister(n.value);
    if (n.isInput)
      allAccesses.push_back({n.value, kernelIndex,
                             n.needed ? 63 - unsigned(llvm::countl_zero(n.needed)) : 0,
                             n.atElement});
  }
  return result;
}

FailureOr<SmallVector<FusionTrace::Result, 0>>
FusionPlanner::traceNests(const FusionPlan &known, std::optional<FusionTrace::Staging> staging) {
  stored.assign(body.outputs.begin(), body.outputs.end());
  for (const FusionPlan::Store &store : known.stores)
    stored[store.output] = store.value;
  for (const FusionPlan::Reduction &r : known.reductions)
    trace.sources.setKind(r.op, r.kind);
  trace.setStaging(staging);
  SmallVector<FusionTrace::Result, 0> results;
  for (auto [nest, kernel] : llvm::enumerate(known.kernels)) {
    FusionTrace::Result &result = results.emplace_back();
    if (kernel.scatter)
      continue;
    SmallVector<unsigned> outputs;
    for (const FusionPlan::Store &store : known.stores)
      if (store.kernel == nest)
        outputs.push_back(store.output);
    if (failed(loops.tryLoops(kernel, nest, outputs, result)))
      return failure();
    trace.setPieces(known.kernels[0].extent); // of the nests that follow
  }
  return results;
}

/// With staged values, prefix scans stop earlier and inputs are read for the last time earlier, so
/// that more results may take their place.
LogicalResult FusionPlanner::stageRows(FusionPlan &known, const llvm::DenseSet<Value> *only) {
  auto results = traceNests(known, FusionTrace::Staging{limits, only});
  if (failed(results))
    return failure();
  known.staged.clear();
  for (const FusionTrace::Result &result : *results) {
    for (const FusionPlan::Reduction &r : result.reductions)
      for (FusionPlan::Reduction &mine : known.reductions)
        if (mine.op == r.op)
          mine.passes = r.passes;
    llvm::append_range(known.staged, result.staged);
  }
  findShared(body, trace, known);
  return success();
}

bool stageRows(const FusionBody &body, FusionPlan &plan, const llvm::DenseSet<Value> *only) {
  bool hasLanes = llvm::any_of(plan.kernels, [](auto &nest) { return nest.lanes > 1; });
  if (plan.kernels[0].passes < 2 || (hasLanes && !only))
    return false;
  return succeeded(FusionPlanner(body, FusionLimits()).stageRows(plan, only));
}

} // namespace spmd
