// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Positions and last uses of values. Positions are counted over the whole program, so that
// the lifetimes of values in nested control flow can be compared.
#include "compiler/codegen/program_steps.h"
#include "compiler/structure/control_flow.h"
#include "dialects/spmd/spmd.h"

using namespace mlir;

namespace spmd {

/// Control flow gets two positions, one before and one after those of its regions:
///   while (1) { cond: add (2), return (3); body: mul (4), return (5) } (6)
void ProgramSteps::number(Block &block) {
  for (Operation &op : block) {
    first[&op] = nextPosition++;
    order.push_back(&op);
    if (isControlFlow(&op))
      for (Region &region : op.getRegions())
        number(region.front());
    last[&op] = isControlFlow(&op) ? nextPosition++ : first[&op];
  }
}

int64_t ProgramSteps::lastStep(Operation *user, Block *home) const {
  Operation *at = user;
  // Climbs to the op of block `home` that contains the user.
  while (at->getBlock() != home)
    at = at->getParentOp();
  return at == user ? 2 * first.lookup(at) + 1 : 2 * last.lookup(at) + 1;
}

/// A view depends on its base and on the indices in memory that give its offset.
static bool dependsOn(const View &view, Value value) {
  return view.base == value ||
         llvm::any_of(view.moving, [&](const MovingIndex &m) { return m.index == value; });
}

/// Returns the views that read the bytes of `value`, or its value as an index. The buffers into
/// which an exchange writes are viewed by the op that awaits it.
SmallVector<Value> ProgramSteps::viewsOf(Value value) const {
  SmallVector<Value> found;
  auto add = [&](Operation *user) {
    for (Value result : user->getResults())
      if (auto it = views.find(result); it != views.end() && dependsOn(it->second, value))
        found.push_back(result);
  };
  for (Operation *user : value.getUsers()) {
    add(user);
    if (auto start = dyn_cast<ir::CollectiveStartOp>(user))
      llvm::for_each(start->getUsers(), add);
  }
  return found;
}

/// Computes the last uses of views before those of their bases, with an explicit stack and
/// each value once: a chain of views may be as long as the program, too long for recursion.
int64_t ProgramSteps::lastUse(Value value) {
  SmallVector<Value> open{value};
  while (!open.empty()) {
    Value at = open.back();
    SmallVector<Value> dependents = viewsOf(at);
    const size_t before = open.size();
    llvm::copy_if(dependents, std::back_inserter(open),
                  [&](Value view) { return !lastUses.contains(view); });
    // Views without a known last use come first; this value is looked at again afterwards.
    if (open.size() > before)
      continue;
    lastUses[at] = lastUseGivenViews(at, dependents);
    open.pop_back();
  }
  return lastUses.at(value);
}

/// Combines the uses of `value` itself with those of its views, whose last uses are known. A
/// view inside of a loop keeps the value alive until the loop ends.
int64_t ProgramSteps::lastUseGivenViews(Value value, ArrayRef<Value> dependents) const {
  Block *home = value.getParentBlock();
  int64_t end = -1;
  for (Operation *user : value.getUsers()) {
    end = std::max(end, lastStep(user, home));
    // A collective reads its operands until the exchange is done.
    if (auto start = dyn_cast<ir::CollectiveStartOp>(user))
      for (Operation *done : start->getUsers())
        end = std::max(end, lastStep(done, home));
  }
  for (Value view : dependents) {
    const int64_t inner = lastUses.at(view);
    end = std::max(end, inner < 0 || view.getParentBlock() == home
                            ? inner
                            : lastStep(view.getDefiningOp(), home));
  }
  return end;
}

Value ProgramSteps::base(Value value) const {
  for (auto it = views.find(value); it != views.end(); it = views.find(value))
    value = it->second.base;
  return value;
}

/// Walks the chain of views; a view of offset 0 without moving indices does not count.
bool ProgramSteps::isMoving(Value value) const {
  for (auto it = views.find(value); it != views.end(); it = views.find(value)) {
    if (!it->second.moving.empty() || it->second.offset)
      return true;
    value = it->second.base;
  }
  return false;
}

} // namespace spmd
