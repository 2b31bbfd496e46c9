// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The mechanics of groups: joining, copying, and building the kernel.
#include "compiler/optimize/fusion_groups.h"
#include "compiler/structure/neighbours.h"
#include "compiler/structure/prefix_scan.h"
#include "compiler/structure/views.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SmallVectorExtras.h"

using namespace mlir;

namespace spmd {

int64_t elementsOfTensor(Value v) {
  auto tensor = dyn_cast<RankedTensorType>(v.getType());
  return tensor ? tensor.getNumElements() : 0;
}

bool isView(Operation *op) { return op->getNumResults() == 1 && viewOf(op->getResult(0)); }

/// The op of this block that contains `op`.
Operation *FusionGroups::inBlock(Operation *op) const {
  while (op->getBlock() != &block)
    op = op->getParentOp();
  return op;
}

bool FusionGroups::isInGroup(Operation *user, unsigned index) const {
  auto it = groupOf.find(inBlock(user));
  return it != groupOf.end() && it->second == index;
}

/// The position at which the operands of `user` must exist. For an op in a group this is the
/// position of its kernel. A view reads nothing, so its readers count. A view inside a kernel is
/// also cloned outside for readers outside of the kernel.
int64_t FusionGroups::neededAt(Operation *user) const {
  auto it = groupOf.find(user);
  bool isGrouped = it != groupOf.end();
  if (!views.contains(user) && !(isGrouped && isView(user)))
    return isGrouped ? groups[it->second].anchor : position.lookup(user);
  int64_t first = isGrouped ? groups[it->second].anchor : INT64_MAX;
  for (Operation *reader : user->getUsers())
    if (!isGrouped || !isInGroup(reader, it->second))
      first = std::min(first, neededAt(inBlock(reader)));
  return first;
}

bool FusionGroups::isKernel(ArrayRef<Operation *> reversed) {
  SmallVector<Operation *> ops(llvm::reverse(reversed));
  FusionLimits limits;
  limits.repeatedWork = FusionLimits::kStartWork;
  return succeeded(planFusion(FusionBody::of(ops), /*reason=*/nullptr, limits));
}

size_t FusionGroups::mostOps(Operation *op) {
  return getElementTypeOrSelf(op->getResult(0)).isInteger() ? kMaxIntegerGroup : kMaxGroup;
}

/// The memo answers for groups of known structure; only new ones are planned.
bool FusionGroups::join(Operation *op, unsigned kind, unsigned index, FusionMemo::Way way) {
  Group &group = groups[index];
  auto mayJoin = [&] {
    if (way != FusionMemo::Way::Planned)
      return true;
    SmallVector<Operation *> ops(group.ops);
    ops.push_back(op);
    return isKernel(ops);
  };
  auto isInside = [&](Operation *user) { return isInGroup(user, index); };
  if (!memo.join(group.structure, op, kind, way, isInside, mayJoin))
    return false;
  group.ops.push_back(op);
  groupOf[op] = index;
  return true;
}

/// Whether the op's result is much smaller than the group's largest result. Only such a value may
/// be computed early for kernels that stand later, as a large one would occupy memory until then.
/// Measured (bench/memory.py, six unrolled layers): 794 MiB without this limit, 731 MiB with it.
static bool isSmallIn(Operation *op, ArrayRef<Operation *> group) {
  int64_t largest = 0;
  for (Operation *other : group)
    largest = std::max(largest, elementsOfTensor(other->getResult(0)));
  return elementsOfTensor(op->getResult(0)) * kExpansion <= largest;
}

/// For a small result, views are looked through to find when it is needed; for a large one every
/// user counts where it stands.
bool FusionGroups::joinPlanned(Operation *op, unsigned kind, unsigned index) {
  const Group &group = groups[index];
  bool isSmall = isSmallIn(op, group.ops);
  if (group.isClosed || group.ops.size() >= mostOps(op) ||
      llvm::any_of(op->getUsers(), [&](Operation *user) {
        int64_t needed = isSmall ? neededAt(inBlock(user)) : position.lookup(inBlock(user));
        return !isInGroup(user, index) && needed <= group.anchor;
      }))
    return false;
  return join(op, kind, index, FusionMemo::Way::Planned);
}

/// Collects the ops outside of the group that need `op` before its kernel stands: matmuls,
/// exchanges of their results, and views. Fails unless all may run behind the kernel: no other op
/// needs their results there, and their other operands are in use there anyway.
bool FusionGroups::collectEarly(Operation *op, unsigned index,
                                SetVector<Operation *> &early) const {
  const int64_t anchor = groups[index].anchor;
  auto isLater = [&](Operation *user) { return neededAt(inBlock(user)) > anchor; };
  auto isAtHand = [&](Value operand) {
    Operation *made = operand.getDefiningOp();
    return made == op || early.contains(made) || operand.getParentBlock() != &block ||
           llvm::any_of(operand.getUsers(), isLater);
  };
  SmallVector<Operation *> makers{op};
  while (!makers.empty()) {
    Operation *maker = makers.pop_back_val();
    for (Operation *user : maker->getUsers()) {
      if (maker == op && isInGroup(user, index))
        continue;
      if (isInGroup(user, index)) // the kernel needs what is made of its own result
        return false;
      if (isLater(user) || early.contains(user))
        continue;
      if (!isa<ir::DotOp, ir::CollectiveStartOp, ir::CollectiveDoneOp>(user) &&
          !views.contains(user))
        return false;
      early.insert(user);
      makers.push_back(user);
    }
  }
  return llvm::all_of(early, [&](Operation *user) {
    return user->getBlock() == &block && llvm::all_of(user->getOperands(), isAtHand);
  });
}

/// The ops get their new numbers first, because joinPlanned looks at these.
bool FusionGroups::joinBeforeReaders(Operation *op, unsigned kind, unsigned index) {
  SetVector<Operation *> found;
  if (!collectEarly(op, index, found) || found.empty())
    return false;
  SmallVector<std::pair<int64_t, Operation *>> early; // in program order
  for (Operation *user : found)
    early.push_back({std::exchange(position[user], groups[index].anchor + 1), user});
  llvm::sort(early);
  if (!joinPlanned(op, kind, index)) {
    for (auto [before, user] : early)
      position[user] = before;
    return false;
  }
  Operation *last = groups[index].ops[0];
  for (auto [before, user] : early) {
    user->moveAfter(last);
    last = user;
  }
  return true;
}

bool FusionGroups::isInGroup(Value v, unsigned index) const {
  Operation *op = v.getDefiningOp();
  return op && op->getBlock() == &block && isInGroup(op, index);
}

/// The kernel of `into` moves down to the write, so nothing outside may read its results before
/// that.
bool FusionGroups::joinLate(unsigned from, unsigned into) {
  if (groups[from].isClosed)
    return false;
  int64_t anchor = std::max(groups[into].anchor, groups[from].anchor);
  for (Operation *member : groups[into].ops)
    for (Operation *user : member->getUsers())
      if (!isInGroup(user, into) && neededAt(inBlock(user)) <= anchor)
        return false;
  int64_t before = std::exchange(groups[into].anchor, anchor);
  Operation *write = groups[from].ops[0];
  if (!joinPlanned(write, kindOf(write), into)) {
    groups[into].anchor = before;
    return false;
  }
  for (Operation *constant : ArrayRef<Operation *>(groups[from].ops).drop_front())
    join(constant, kindOf(constant), into, FusionMemo::Way::Copied);
  groups[from].ops.clear();
  return true;
}

/// Whether planned as one kernel. Nothing in between may depend on results of `from`.
bool FusionGroups::mergeInto(unsigned into, unsigned from) {
  Group &target = groups[into], &source = groups[from];
  if (target.isClosed || source.isClosed || source.anchor >= target.anchor)
    return false;
  for (Operation *op : source.ops)
    for (Operation *user : op->getUsers())
      if (!isInGroup(user, from) && neededAt(inBlock(user)) <= target.anchor)
        return false;
  auto inputsOf = [](const Group &group) {
    return FusionBody::of(SmallVector<Operation *>(llvm::reverse(group.ops))).inputs;
  };
  auto readsAll = [](ArrayRef<Value> inputs, ArrayRef<Value> of) {
    return llvm::all_of(of, [&](Value v) {
      return elementsOfTensor(v) < kExpansion || llvm::is_contained(inputs, v);
    });
  };
  auto mine = inputsOf(target), others = inputsOf(source);
  return (readsAll(mine, others) || readsAll(others, mine)) && becomeOne(into, from);
}

bool FusionGroups::becomeOne(unsigned into, unsigned from) {
  Group &target = groups[into], &source = groups[from];
  if (target.ops.size() + source.ops.size() > kMaxGroup)
    return false;
  Group both;
  both.ops = source.ops;
  both.ops.append(target.ops);
  SmallVector<Operation *> all = inOrder(both);
  if (failed(planFusion(FusionBody::of(all))))
    return false;
  for (Operation *op : source.ops)
    groupOf[op] = into;
  target.ops.assign(all.rbegin(), all.rend());
  source.ops.clear();
  return true;
}

/// Each part of a complex number is an op of its own, and so is each result. Their groups grow
/// apart from each other, because an op joins the group of its readers. But all of them read the
/// same pairs, and would each read them from memory.
void FusionGroups::mergeOfParts() {
  SmallVector<unsigned> found; // later kernels first
  for (auto [index, group] : llvm::enumerate(groups))
    if (llvm::any_of(group.ops,
                     [](Operation *op) { return takesNeighbour(op) || joinsNeighbours(op); }))
      found.push_back(index);
  for (size_t i = 0; i < found.size(); ++i)
    for (size_t j = i + 1; j < found.size() && !groups[found[i]].ops.empty(); ++j)
      if (!groups[found[j]].ops.empty())
        mergeInto(found[i], found[j]);
}

/// Asks isFusible and the kind of an op, once.
FusionGroups::Known FusionGroups::look(Operation *op) {
  auto [known, isNew] = looked.try_emplace(op);
  // The kind of an op with regions includes its whole body, which is expensive for loops. Loops
  // never fuse, so ops with regions are asked first.
  const bool hasRegions = op->getNumRegions();
  if (isNew && (!hasRegions || isFusible(op))) {
    known->second.kind = memo.kindOf(op);
    known->second.isFusible = hasRegions || memo.isFusibleKind(op, known->second.kind);
  }
  return known->second;
}

void FusionGroups::erase(Operation *op) {
  position.erase(op);
  looked.erase(op);
  op->erase();
}

/// Uses outside of all groups are left out.
DenseMap<unsigned, FusionGroups::Uses> FusionGroups::usesByGroup(Operation *op) const {
  DenseMap<unsigned, Uses> uses;
  for (OpOperand &use : op->getResult(0).getUses())
    if (auto it = groupOf.find(use.getOwner()); it != groupOf.end())
      uses[it->second].push_back(&use);
  return uses;
}

/// Redirects the uses to the copy first, because join() looks at users; undoes that if the copy
/// cannot join.
void FusionGroups::cloneInto(Operation *op, unsigned kind, unsigned index,
                             ArrayRef<OpOperand *> uses, FusionMemo::Way way) {
  Operation *copy = OpBuilder(op).clone(*op);
  position[copy] = position.lookup(op);
  auto hand = [&](Operation *from, Operation *to) {
    for (OpOperand *use : uses)
      use->set(to->getResult(0));
    // The copy takes over the number of the original among the values of the group.
    DenseMap<Value, unsigned> &values = groups[index].structure.values;
    if (auto it = values.find(from->getResult(0)); it != values.end()) {
      unsigned number = it->second;
      values.erase(it);
      values[to->getResult(0)] = number;
    }
  };
  hand(op, copy);
  if (join(copy, kind, index, way)) {
    ++groups[index].copies;
    return;
  }
  hand(copy, op);
  erase(copy);
}

/// Clones views of the kernel's inputs that readers outside use, so that these views are no results
/// of the kernel. A view stays a result if the remaining results would have no loops in common
/// without it:
///   x: 1x129x5 -> view 215x3 -> view 3x215 -> its sum 215
/// The sum and the 3x215 elements are rows of the 215x3 view.
void FusionGroups::lookFromOutside(ArrayRef<Operation *> ops) {
  DenseSet<Operation *> inside(ops.begin(), ops.end());
  DenseMap<Operation *, Operation *> outside;
  auto isMadeInside = [&](Value v) {
    return inside.contains(v.getDefiningOp()) && !outside.contains(v.getDefiningOp());
  };
  for (Operation *op : ops) {
    if (!isView(op) || llvm::any_of(op->getOperands(), isMadeInside))
      continue;
    IRMapping mapping; // a view of a cloned view reads the clone
    for (Value operand : op->getOperands())
      if (Operation *from = outside.lookup(operand.getDefiningOp()))
        mapping.map(operand, from->getResult(0));
    Operation *outer = outside[op] = OpBuilder(op).clone(*op, mapping);
    for (Value operand : outer->getOperands()) // its kernel may stand later than the view did
      if (Operation *made = operand.getDefiningOp();
          made && made->getBlock() == &block && outer->isBeforeInBlock(made))
        outer->moveAfter(made);
    views.insert(outer);
    op->getResult(0).replaceUsesWithIf(outer->getResult(0), [&](OpOperand &use) {
      return !inside.contains(inBlock(use.getOwner()));
    });
  }
  bool isStillPlanned = outside.empty() || succeeded(planFusion(FusionBody::of(ops)));
  for (Operation *op : llvm::reverse(ops))
    if (Operation *outer = outside.lookup(op)) {
      if (!isStillPlanned)
        outer->replaceAllUsesWith(op->getResults());
      if (outer->use_empty()) {
        views.erase(outer);
        outer->erase();
      }
    }
}

/// Moves views of a kernel's result, and views of those, behind the kernel.
void FusionGroups::moveViewsAfter(Value result, Operation *fusion) {
  for (Operation *user : llvm::make_early_inc_range(result.getUsers()))
    if (views.contains(user) && user->isBeforeInBlock(fusion)) {
      user->moveAfter(fusion);
      moveViewsAfter(user->getResult(0), user);
    }
}

/// The constants from which the kernel's prefix scans start and which stand outside of it (for a
/// loop body: at the beginning of the function). They are cloned into the kernel, because its plan
/// looks at their values.
static llvm::SmallSetVector<Operation *, 2> startsOfPrefixScans(ArrayRef<Operation *> ops) {
  llvm::SmallSetVector<Operation *, 2> starts;
  for (Operation *op : ops)
    if (op->getNumRegions() && prefixScan(op))
      for (Value start : op->getOperands().drop_front(op->getNumResults()))
        if (!llvm::is_contained(ops, start.getDefiningOp()))
          starts.insert(start.getDefiningOp());
  return starts;
}

SmallVector<Operation *> FusionGroups::inOrder(const Group &group) const {
  SmallVector<std::tuple<int64_t, size_t, Operation *>> ops;
  for (Operation *op : llvm::reverse(group.ops))
    ops.emplace_back(position.lookup(op), ops.size(), op);
  llvm::sort(ops);
  return llvm::map_to_vector(ops, [](auto &entry) { return std::get<2>(entry); });
}

/// Moves the ops of the group into the body of a new spmd.fusion, with arguments for its inputs and
/// results for its outputs.
ir::FusionOp FusionGroups::build(Group &group) {
  SmallVector<Operation *> ops = inOrder(group);
  if (llvm::all_of(ops, isView))
    return nullptr; // a kernel of views alone would only copy
  lookFromOutside(ops);
  FusionBody body = FusionBody::of(ops);
  auto starts = startsOfPrefixScans(ops);
  llvm::erase_if(body.inputs, [&](Value input) { return starts.contains(input.getDefiningOp()); });
  OpBuilder builder(ops.back());
  auto fusion = ir::FusionOp::create(builder, ops.back()->getLoc(),
                                     ValueRange(body.outputs).getTypes(), body.inputs);
  Block &inside = fusion.getBody().emplaceBlock();
  DenseMap<Value, Value> arguments;
  for (Value input : body.inputs)
    arguments[input] = inside.addArgument(input.getType(), input.getLoc());
  for (Operation *start : starts)
    arguments[start->getResult(0)] = OpBuilder::atBlockEnd(&inside).clone(*start)->getResult(0);
  for (Operation *op : ops) {
    op->moveBefore(&inside, inside.end());
    op->walk([&](Operation *each) {
      for (OpOperand &operand : each->getOpOperands())
        if (Value argument = arguments.lookup(operand.get()))
          operand.set(argument);
    });
  }
  OpBuilder inner = OpBuilder::atBlockEnd(&inside);
  ir::YieldOp::create(inner, fusion.getLoc(), body.outputs);
  for (auto [output, result] : llvm::zip_equal(body.outputs, fusion.getResults())) {
    output.replaceUsesWithIf(
        result, [&](OpOperand &use) { return !fusion->isProperAncestor(use.getOwner()); });
    moveViewsAfter(result, fusion);
  }
  return fusion;
}

} // namespace spmd
