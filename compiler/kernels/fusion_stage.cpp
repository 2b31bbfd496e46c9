// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses the values that a row stages between two passes over its columns, and sums up the cost of
// the passes.
#include "compiler/kernels/fusion_trace.h"
#include "compiler/machine.h"
#include "compiler/ops/elementwise.h"
#include "llvm/ADT/bit.h"

using namespace mlir;

namespace spmd {

void FusionTrace::demand(unsigned id, unsigned pass, llvm::DenseSet<unsigned> &seen,
                         const llvm::DenseSet<unsigned> &staged) {
  if (!seen.insert(id).second)
    return;
  Node &node = nodes[id];
  uint64_t earlier = node.needed & ((uint64_t(1) << pass) - 1);
  node.needed |= uint64_t(1) << pass;
  if (node.complete || (staged.contains(id) && earlier))
    return;
  for (unsigned operand : node.operands)
    demand(operand, pass, seen, staged);
}

void FusionTrace::stage(const FusionLimits &limits) {
  auto sweep = [&](const llvm::DenseSet<unsigned> &staged) {
    for (Node &n : nodes)
      n.needed = 0;
    for (unsigned pass = 0; pass < std::min(result.passes + 1, 63u); ++pass) {
      llvm::DenseSet<unsigned> seen;
      for (const Goal &goal : goals)
        if (goal.pass == pass)
          demand(goal.node, pass, seen, staged);
    }
  };
  sweep({});
  llvm::DenseSet<unsigned> candidates;
  for (auto [id, n] : llvm::enumerate(nodes))
    if (n.atElement && n.alongColumns && n.hasArithmetic &&
        (limits.staged ? limits.staged->contains(n.value) : n.chain > limits.cheapWork) &&
        llvm::popcount(n.needed) > 1)
      candidates.insert(id);
  sweep(candidates);
  int64_t bytes = 0;
  llvm::DenseSet<unsigned> chosen;
  for (auto [id, n] : llvm::enumerate(nodes)) {
    if (!candidates.contains(id) || llvm::popcount(n.needed) < 2)
      continue;
    unsigned pass = llvm::countr_zero(n.needed);
    // The same value at another form of its index shares the scratch memory.
    auto known = llvm::find_if(result.staged, [&](auto &s) { return s.value == n.value; });
    if (known == result.staged.end()) {
      bytes += kernel.columns() * (bytesInRegister(n.value));
      if (bytes > limits.scratchBytes)
        continue;
      result.staged.push_back({n.value, pass});
    } else {
      known->pass = std::min(known->pass, pass);
    }
    chosen.insert(id);
  }
  sweep(chosen);
}

FusionTrace::Result FusionTrace::finish(const FusionLimits &limits) {
  stage(limits);
  llvm::erase_if(allAccesses, [&](const Access &a) { return a.kernel == kernelIndex; });
  llvm::sort(result.breaks);
  if (result.breaks.size() > 7) { // masks from there on, rather than ever more copies of the loop
    result.penalty += double(result.breaks.size());
    result.breaks.clear();
  }
  for (FusionPlan::Reduction &r : result.reductions)
    if (r.kind == Kind::PrefixScan)
      for (const Node &n : nodes) {
        if (n.value.getDefiningOp() != r.op)
          continue;
        auto staged = llvm::find_if(result.staged, [&](auto &s) { return s.value == n.value; });
        // Later passes read a staged result and carry nothing on.
        r.passes |= n.needed & (staged == result.staged.end() ? ~uint64_t(0)
                                                              : (uint64_t(2) << staged->pass) - 1);
      }
  for (Node &n : nodes)
    if (n.isInput)
      allAccesses.push_back({n.value, kernelIndex,
                             n.needed ? 63 - unsigned(llvm::countl_zero(n.needed)) : 0,
                             n.atElement});
  result.lanes = lanes();
  return result;
}

/// Several registers per step hide the latency of sums over rows; the number is part of their
/// order, so it follows from shapes only. They hide that of functions, too: each is a chain of some
/// twenty instructions (gelu of f32 on one thread: 7.0 -> 6.2 ms).
unsigned FusionTrace::lanes() const {
  int64_t columns = kernel.sizes.back();
  bool hasFunction =
      llvm::any_of(nodes, [](const Node &n) { return n.work >= Machine::functionWork; });
  auto areOnly = [&](std::initializer_list<Kind> kinds) {
    return llvm::all_of(result.reductions,
                        [&](auto &r) { return llvm::is_contained(kinds, r.kind); });
  };
  bool accumulates = !result.reductions.empty();
  int64_t lanes = 16;
  if (accumulates && !hasFunction && areOnly({Kind::Columns}))
    lanes = lanesOfColumnSums();
  else if (accumulates ? !areOnly({Kind::Columns, Kind::OfRows}) : hasFunction)
    lanes = columns >= 256 ? 32 : columns >= 64 ? 16 : 8;
  return std::min<int64_t>(lanes, llvm::bit_floor(uint64_t(std::max<int64_t>(columns, 1))));
}

/// Sums of columns keep their order with any lanes. A step loads inputs and partial sums and stores
/// the latter, so the longer a step is the more loads are under way: as long as all of these fit
/// the vector registers (f32 (4096, 3072) on one thread: 16 lanes 1.71 ms, 64 lanes 1.16 ms). What
/// is left of a row goes few lanes at a time; a row of four steps or more pays for that.
int64_t FusionTrace::lanesOfColumnSums() const {
  int64_t bytes = 0; // of one lane
  for (const Node &n : nodes)
    if (n.isInput && n.alongColumns)
      bytes += bytesInRegister(n.value);
  for (const FusionPlan::Reduction &r : result.reductions)
    for (Value sum : r.op->getResults())
      bytes += bytesInRegister(sum);
  constexpr int64_t kRegisterFile = Machine::vectorRegisters * FusionLimits::kMachine.vectorBytes;
  int64_t most = std::min(kRegisterFile / bytes, kernel.sizes.back() / 4);
  return std::clamp<int64_t>(llvm::bit_floor(uint64_t(most)), 8, 64);
}

} // namespace spmd
