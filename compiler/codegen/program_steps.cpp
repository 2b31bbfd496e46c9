// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/program_steps.h"
#include "compiler/ops/control_flow.h"
#include "dialects/spmd/spmd.h"

using namespace mlir;

namespace spmd {

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
  while (at->getBlock() != home)
    at = at->getParentOp();
  return at == user ? 2 * first.lookup(at) + 1 : 2 * last.lookup(at) + 1;
}

static bool dependsOn(const View &view, Value value) {
  return view.base == value || llvm::any_of(view.moving, [&](const MovingIndex &m) { return m.index == value; });
}

int64_t ProgramSteps::lastUse(Value value) const {
  Block *home = value.getParentBlock();
  int64_t end = -1;
  for (Operation *user : value.getUsers()) {
    end = std::max(end, lastStep(user, home));
    if (auto start = dyn_cast<ir::CollectiveStartOp>(user)) // sources are read until the exchange is done
      for (Operation *done : start->getUsers())
        end = std::max(end, lastStep(done, home));
    for (Value result : user->getResults())
      if (auto it = views.find(result); it != views.end() && dependsOn(it->second, value))
        end = std::max(end, lastUseFrom(result, home));
  }
  return end;
}

int64_t ProgramSteps::lastUseFrom(Value view, Block *home) const {
  int64_t inner = lastUse(view);
  if (inner < 0 || view.getParentBlock() == home)
    return inner;
  return lastStep(view.getDefiningOp(), home);
}

Value ProgramSteps::base(Value value) const {
  for (auto it = views.find(value); it != views.end(); it = views.find(value))
    value = it->second.base;
  return value;
}

bool ProgramSteps::isMoving(Value value) const {
  for (auto it = views.find(value); it != views.end(); it = views.find(value)) {
    if (!it->second.moving.empty() || it->second.offset)
      return true;
    value = it->second.base;
  }
  return false;
}

} // namespace spmd
