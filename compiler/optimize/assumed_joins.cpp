// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/optimize/assumed_joins.h"
#include "compiler/ops/elementwise.h"

using namespace mlir;

namespace spmd {

// A reader in a block within this one needs the value in memory, as one in another group does.
std::optional<unsigned> AssumedJoins::onlyGroupOfReaders(Operation *op) const {
  std::optional<unsigned> only;
  for (Operation *user : op->getUsers()) {
    auto it = user->getBlock() == &all.block ? all.groupOf.find(user) : all.groupOf.end();
    if (it == all.groupOf.end() || (only && *only != it->second))
      return std::nullopt;
    only = it->second;
  }
  return only;
}

/// Groups up to these sizes are planned for each op, as most of them end there.
static constexpr size_t kShort = 8;

// If all readers of an elementwise op are in one kernel, that kernel can nearly always compute the
// op as well: its loops stay the same, and each element is asked for as often as before. Where it
// cannot, because some reader asks for an element several times and the work would be done as
// often, settle() finds that out.
bool AssumedJoins::join(Operation *op, unsigned kind) {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0 || !isElementwise(op))
    return false;
  std::optional<unsigned> only = onlyGroupOfReaders(op);
  if (!only || (!joined.empty() && *only != index))
    return false;
  FusionGroups::Group &group = all.groups[*only];
  if (group.isClosed || group.ops.size() < kShort || group.ops.size() >= FusionGroups::mostOps(op))
    return false;
  if (joined.empty()) {
    index = *only;
    before = group.structure;
  }
  all.join(op, kind, index, FusionMemo::Way::Assumed);
  joined.push_back(op);
  return true;
}

// Nothing else was placed in the meantime, so nothing depends on where these ops stand.
SmallVector<Operation *> AssumedJoins::settle() {
  SmallVector<Operation *> ops = std::exchange(joined, {});
  if (ops.empty())
    return {};
  FusionGroups::Group &group = all.groups[index];
  if (all.memo.isKernel(group.structure, [&] { return all.isKernel(group.ops); }))
    return {};
  group.ops.pop_back_n(ops.size());
  for (Operation *op : ops)
    all.groupOf.erase(op);
  group.structure = std::move(before);
  return ops;
}

} // namespace spmd
