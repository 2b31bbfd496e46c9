// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each value that is not a view is a slot with the steps at which it lives; slots that may be one block of memory are
// merged into groups (union-find) while their lifetimes stay disjoint; what cannot be merged is copied. Steps are those of
// program_steps.h.
#include "compiler/codegen/buffers.h"
#include "compiler/codegen/program_steps.h"
#include "compiler/ops/control_flow.h"
#include "compiler/ops/views.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"
#include "runtime/abi.h"

using namespace mlir;

namespace spmd {
namespace {

enum class Home : uint8_t { Arena, Argument, Result, Constant };

struct Group {
  Home home = Home::Arena;
  uint32_t index = 0;  // argument or result
  bool writable = true;
  uint64_t bytes = 0;
  uint64_t offset = 0; // in the arena or among the constants
  SmallVector<Lifetime, 2> lifetimes;
};

} // namespace

class BufferAssigner : ProgramSteps {
public:
  BufferAssigner(func::FuncOp main, const BufferQueries &queries) : main(main), queries(queries) {}

  FailureOr<BufferPlan> run() {
    number(main.front());
    if (failed(makeSlots()))
      return failure();
    measure();
    mergeSharing(/*must=*/true);
    mergeLoops();
    mergeResults();
    mergeSharing(/*must=*/false);
    planReturns();
    layOut();
    return std::move(plan);
  }

private:
  using Slot = unsigned;
  func::FuncOp main;
  const BufferQueries &queries;
  BufferPlan plan;
  DenseMap<Value, Slot> slotOf;               // values that are not views; carried values share one slot
  std::vector<Group> groups;
  std::vector<unsigned> parent; // slot -> group, union-find
  struct Pending {
    Operation *before;
    Value source;       // null: from temporary
    int fromTemporary = -1, toTemporary = -1;
    Slot target = 0;
    Type type;
  };
  std::vector<Pending> pending;
  std::vector<std::pair<Operation *, Slot>> scratchSlots;
  std::vector<Slot> temporaries;

  //===-- slots ---------------------------------------------------------------------------------------===//

  Slot newSlot(uint64_t bytes) {
    parent.push_back(parent.size());
    groups.push_back({});
    groups.back().bytes = bytes;
    return parent.size() - 1;
  }
  unsigned find(Slot slot) {
    while (parent[slot] != slot)
      slot = parent[slot] = parent[parent[slot]];
    return slot;
  }
  Group &groupOf(Slot slot) { return groups[find(slot)]; }

  Slot slot(Value value) const { return slotOf.lookup(base(value)); }

  FailureOr<Slot> slotFor(Value value) {
    std::optional<uint64_t> bytes = bufferBytes(value.getType());
    if (!bytes) {
      emitError(value.getLoc()) << "has type " << value.getType() << ", which generated code keeps in no buffer";
      return failure();
    }
    return slotOf[value] = newSlot(*bytes);
  }

  LogicalResult makeSlots() {
    for (BlockArgument arg : main.getArguments()) {
      FailureOr<Slot> s = slotFor(arg);
      if (failed(s))
        return failure();
      auto donor = main.getArgAttrOfType<BoolAttr>(arg.getArgNumber(), "jax.buffer_donor");
      bool donated = main.getArgAttr(arg.getArgNumber(), "tf.aliasing_output") || (donor && donor.getValue());
      groups[*s].home = Home::Argument;
      groups[*s].index = arg.getArgNumber();
      groups[*s].writable = donated;
    }
    for (Operation *op : order) {
      if (Operation *loop = isLoop(op) ? op : nullptr) {
        for (auto [i, result] : llvm::enumerate(loop->getResults())) {
          FailureOr<Slot> s = slotFor(result);
          if (failed(s))
            return failure();
          for (Region &region : loop->getRegions())
            slotOf[region.front().getArgument(i)] = *s;
        }
        continue;
      }
      for (Value result : op->getResults()) {
        if (isa<ir::HandleType>(result.getType()))
          continue;
        if (std::optional<View> view = viewOf(result)) {
          views[result] = *view;
          continue;
        }
        FailureOr<Slot> s = slotFor(result);
        if (failed(s))
          return failure();
        if (auto constant = dyn_cast<stablehlo::ConstantOp>(op); constant && failed(addConstant(constant, groups[*s])))
          return failure();
      }
      if (uint64_t bytes = queries.scratchBytes(op)) {
        Slot s = newSlot(bytes);
        groups[s].lifetimes = {{2 * first[op], 2 * last[op] + 1}};
        scratchSlots.push_back({op, s});
      }
    }
    return success();
  }

  LogicalResult addConstant(stablehlo::ConstantOp op, Group &group) {
    plan.constants.resize(llvm::alignTo(plan.constants.size(), rt::kBufferAlignment));
    group.home = Home::Constant;
    group.writable = false;
    group.offset = plan.constants.size();
    return appendElements(op, plan.constants);
  }

  //===-- lifetimes -----------------------------------------------------------------------------------------------------===//

  void addLife(Slot s, int64_t begin, int64_t end) {
    groups[s].lifetimes.push_back({begin, std::max(begin, end)});
  }

  /// Fills the lifetimes of all groups; each still is one slot.
  void measure() {
    constexpr int64_t kForever = INT64_MAX / 4;
    for (BlockArgument arg : main.getArguments()) {
      Slot s = slotOf[arg];
      addLife(s, 0, groups[s].writable ? lastUse(arg) : kForever);
    }
    for (Operation *op : order) {
      if (Operation *loop = isLoop(op) ? op : nullptr) {
        Operation *bodyEnd = loop->getRegion(1).front().getTerminator();
        for (auto [i, result] : llvm::enumerate(loop->getResults())) {
          Slot s = slotOf[result];
          int64_t read = 2 * first[op];
          for (Region &region : loop->getRegions())
            read = std::max(read, lastUse(region.front().getArgument(i)));
          addLife(s, 2 * first[op] + 1, read);
          // Holds the next value from the body's end on (a copy is earlier: moveOut) until the result's last use.
          int64_t end = std::max(2 * last[op] + 1, lastUse(result));
          if (groups[s].lifetimes.back().end >= 2 * first[bodyEnd])
            groups[s].lifetimes.back().end = end;
          else
            addLife(s, 2 * first[bodyEnd] + 2, end);
        }
        continue;
      }
      for (Value result : op->getResults()) {
        if (isa<ir::HandleType>(result.getType()) || views.count(result))
          continue;
        Slot s = slotOf[result];
        if (groups[s].home == Home::Constant)
          continue;
        int64_t begin = 2 * first[op] + 1;
        if (auto done = dyn_cast<ir::CollectiveDoneOp>(op))
          begin = 2 * first[done.getHandle().getDefiningOp()] + 1;
        addLife(s, begin, lastUse(result));
        if (isControlFlow(op)) // a branch writes it at its end
          groups[s].lifetimes.back() = {2 * last[op], std::max(2 * last[op] + 1, lastUse(result))};
      }
    }
  }

  //===-- merging ---------------------------------------------------------------------------------------------------------===//

  /// Makes two groups one where they never hold different things at one step; at step pair `inPlaceAt` (an op's position) a
  /// reader and a writer of the same elements may meet.
  bool merge(Slot a, Slot b, int64_t inPlaceAt = -1) {
    unsigned x = find(a), y = find(b);
    if (x == y)
      return true;
    Group &l = groups[x], &r = groups[y];
    if (l.bytes != r.bytes || !l.writable || !r.writable || (l.home != Home::Arena && r.home != Home::Arena))
      return false;
    SmallVector<Lifetime, 2> left = l.lifetimes;
    if (inPlaceAt >= 0)
      for (Lifetime &life : left)
        if (life.end == 2 * inPlaceAt + 1 && life.begin <= 2 * inPlaceAt)
          life.end = 2 * inPlaceAt;
    if (overlap(left, r.lifetimes))
      return false;
    left.append(r.lifetimes.begin(), r.lifetimes.end());
    llvm::sort(left, [](Lifetime p, Lifetime q) { return p.begin < q.begin; });
    SmallVector<Lifetime, 2> joined;
    for (Lifetime life : left)
      if (!joined.empty() && life.begin <= joined.back().end + 1)
        joined.back().end = std::max(joined.back().end, life.end);
      else
        joined.push_back(life);
    unsigned into = l.home != Home::Arena ? x : y, from = into == x ? y : x;
    groups[into].lifetimes = std::move(joined);
    groups[from].lifetimes.clear();
    parent[from] = into;
    return true;
  }

  void copyInto(Operation *before, Value source, Slot target) {
    pending.push_back({before, source, -1, -1, target, source.getType()});
  }

  void mergeSharing(bool must) {
    for (Operation *op : order)
      for (Sharing sharing : queries.sharing(op)) {
        if (sharing.mustShare != must)
          continue;
        Value input = op->getOperand(sharing.operand), output = op->getResult(sharing.result);
        bool same = bufferBytes(input.getType()) == bufferBytes(output.getType()) && !isMoving(input) &&
                    !isSeenOtherwise(op, sharing) && merge(slot(input), slotOf.lookup(output), first[op]);
        if (must && !same) {
          // The window is written into a copy: the output's bytes begin to live before the op.
          copyInto(op, input, slotOf.lookup(output));
          for (Lifetime &life : groupOf(slotOf.lookup(output)).lifetimes)
            if (life.begin == 2 * first[op] + 1)
              life.begin = 2 * first[op];
        }
      }
  }
  /// Does `op` read the bytes that it would overwrite through another operand, a view, too, and not just where it writes?
  bool isSeenOtherwise(Operation *op, const Sharing &sharing) {
    unsigned shared = find(slot(op->getOperand(sharing.operand)));
    return llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
      if (operand.getOperandNumber() == sharing.operand || isa<ir::HandleType>(operand.get().getType()) ||
          find(slot(operand.get())) != shared)
        return false;
      return isMoving(operand.get()) || llvm::none_of(queries.sharing(op), [&](const Sharing &other) {
        return other.operand == operand.getOperandNumber() && other.result == sharing.result && !other.mustShare;
      });
    });
  }
  /// `value` is made in `target`: what is there was read for the last time before, or by the very op at the same elements.
  bool mergeMade(Value value, Slot target, Operation *end) {
    if (merge(slot(value), target, first[end]))
      return true;
    auto made = dyn_cast<OpResult>(base(value));
    return made && llvm::any_of(queries.sharing(made.getOwner()), [&](const Sharing &sharing) {
      Value input = made.getOwner()->getOperand(sharing.operand);
      return sharing.result == made.getResultNumber() && !isMoving(input) && find(slot(input)) == find(target) &&
             !isSeenOtherwise(made.getOwner(), sharing) && merge(target, slot(value), first[made.getOwner()]);
    });
  }

  void mergeLoops() {
    for (Operation *op : order) {
      if (Operation *loop = isLoop(op) ? op : nullptr) {
        Block &body = loop->getRegion(1).front();
        joinYields(body.getTerminator(), loop->getResults(), &body);
        for (auto [init, result] : llvm::zip_equal(loop->getOperands(), loop->getResults()))
          if (isMoving(init) || !merge(slot(init), slotOf.lookup(result), first[op]))
            copyInto(op, init, slotOf.lookup(result));
      } else if (isControlFlow(op)) {
        for (Region &region : op->getRegions())
          joinYields(region.front().getTerminator(), op->getResults(), nullptr);
      }
    }
  }

  /// Values that a block returns become the op's results: by being made there, else by copies at the block's end. Copies
  /// whose target another copy still reads go through temporaries.
  void joinYields(Operation *terminator, ValueRange results, Block *loopBody) {
    SmallVector<std::pair<Value, Slot>> moves;
    for (auto [operand, result] : llvm::zip_equal(terminator->getOperands(), results)) {
      Slot target = slotOf.lookup(result);
      if (slot(operand) == target && !isMoving(operand))
        continue; // an argument that is passed on
      bool isOwn = operand.getParentBlock() == terminator->getBlock() && !isa<BlockArgument>(base(operand));
      if (isOwn && !isMoving(operand) && mergeMade(operand, target, terminator))
        continue;
      moves.push_back({operand, target});
    }
    for (auto [operand, target] : moves) {
      bool isRead = llvm::any_of(moves, [&, t = target, o = operand](auto &other) {
        return other.first != o && find(slot(other.first)) == find(t);
      });
      moveOut(terminator, operand, target, isRead);
    }
    finishMoves();
  }

  std::vector<Pending> deferred;
  void moveOut(Operation *before, Value source, Slot target, bool throughTemporary) {
    for (Lifetime &life : groupOf(target).lifetimes) // written while other operands are still read
      if (life.begin == 2 * first[before] + 2)
        life.begin = 2 * first[before];
    if (!throughTemporary) {
      copyInto(before, source, target);
      return;
    }
    Slot temporary = newSlot(groups[find(target)].bytes);
    groups[temporary].lifetimes = {{2 * first[before], 2 * first[before] + 1}};
    temporaries.push_back(temporary);
    int index = temporaries.size() - 1;
    pending.push_back({before, source, -1, index, 0, source.getType()});
    deferred.push_back({before, Value(), index, -1, target, source.getType()});
  }
  void finishMoves() {
    pending.insert(pending.end(), deferred.begin(), deferred.end());
    deferred.clear();
  }

  //===-- results ---------------------------------------------------------------------------------------------------------===//

  SmallVector<Slot> resultSlots; // where each result has to be in the end

  void mergeResults() {
    Operation *ret = main.front().getTerminator();
    plan.argumentAlias.assign(main.getNumArguments(), -1);
    plan.resultAlias.assign(ret->getNumOperands(), -1);
    for (BlockArgument arg : main.getArguments())
      if (auto alias = main.getArgAttrOfType<IntegerAttr>(arg.getArgNumber(), "tf.aliasing_output"))
        claim(arg, alias.getInt(), ret);
    for (auto [i, operand] : llvm::enumerate(ret->getOperands())) {
      Slot target;
      if (int32_t arg = plan.resultAlias[i]; arg >= 0) {
        target = slotOf[main.getArgument(arg)];
      } else {
        target = newSlot(*bufferBytes(operand.getType()));
        groups[target].home = Home::Result;
        groups[target].index = i;
      }
      resultSlots.push_back(target);
      if (!isMoving(operand) && !isa<BlockArgument>(base(operand)))
        mergeMade(operand, target, ret);
    }
  }

  /// Result `result` takes over the argument's buffer where that has its bytes.
  void claim(BlockArgument arg, int64_t result, Operation *ret) {
    unsigned i = arg.getArgNumber();
    auto refuse = [&](const Twine &why) {
      plan.remarks.push_back(("argument " + Twine(i) + " is donated to result " + Twine(result) + " but " + why).str());
      groups[slotOf[arg]].writable = false;
    };
    if (result < 0 || result >= ret->getNumOperands())
      return refuse("there is no such result");
    if (ret->getOperand(result).getType() != arg.getType())
      return refuse("their local types differ; the result gets a buffer of its own");
    if (plan.resultAlias[result] >= 0)
      return refuse("that result already has the buffer of argument " + Twine(plan.resultAlias[result]));
    plan.argumentAlias[i] = result;
    plan.resultAlias[result] = i;
  }

  void planReturns() {
    Operation *ret = main.front().getTerminator();
    SmallVector<std::pair<Value, Slot>> moves;
    for (auto [operand, target] : llvm::zip_equal(ret->getOperands(), resultSlots))
      if (isMoving(operand) || find(slot(operand)) != find(target))
        moves.push_back({operand, target});
    for (auto [operand, target] : moves) {
      bool isRead = llvm::any_of(ret->getOperands(), [&, t = target, o = operand](Value other) {
        return other != o && find(slot(other)) == find(t);
      });
      moveOut(ret, operand, target, isRead);
    }
    finishMoves();
  }

  //===-- offsets ------------------------------------------------------------------------------------------------------===//

  Place placeOf(Slot s) {
    const Group &group = groupOf(s);
    constexpr rt::Space kSpaces[] = {rt::Space::Arena, rt::Space::Argument, rt::Space::Result, rt::Space::Constant};
    return {{kSpaces[int(group.home)], group.index, group.offset}, groups[s].bytes, {}};
  }

  void layOut() {
    SmallVector<ArenaBlock> blocks;
    SmallVector<unsigned> of;
    for (unsigned g = 0; g < groups.size(); ++g)
      if (find(g) == g && groups[g].home == Home::Arena) {
        blocks.push_back({groups[g].bytes, groups[g].lifetimes});
        of.push_back(g);
      }
    ArenaPlan arena = planArena(blocks, rt::kBufferAlignment);
    plan.arenaBytes = arena.bytes;
    for (auto [g, offset] : llvm::zip_equal(of, arena.offsets))
      groups[g].offset = offset;
    for (auto [value, s] : slotOf)
      plan.places[value] = placeOf(s);
    for (auto [op, s] : scratchSlots)
      plan.scratches[op] = placeOf(s);
    // Views in program order: bases come first.
    for (Operation *op : order)
      for (Value result : op->getResults())
        if (auto it = views.find(result); it != views.end()) {
          Place at = plan.places[it->second.base];
          at.address.offset += it->second.offset;
          at.bytes = *bufferBytes(result.getType());
          for (const MovingIndex &moving : it->second.moving) {
            auto type = cast<RankedTensorType>(moving.index.getType());
            at.dynamic.push_back({plan.places[moving.index].address, *bufferType(type.getElementType()), moving.limit,
                                  moving.strideBytes});
          }
          plan.places[result] = at;
        }
    for (const Pending &copy : pending) {
      PlannedCopy out{copy.before, {}, {}};
      out.source = copy.fromTemporary >= 0 ? placeOf(temporaries[copy.fromTemporary]) : plan.places[copy.source];
      out.target = copy.toTemporary >= 0 ? placeOf(temporaries[copy.toTemporary]) : placeOf(copy.target);
      out.source.bytes = out.target.bytes = *bufferBytes(copy.type);
      plan.copies[copy.before].push_back(out);
    }
  }
};

FailureOr<BufferPlan> BufferPlan::make(func::FuncOp main, const BufferQueries &queries) {
  return BufferAssigner(main, queries).run();
}

Place BufferPlan::place(Value value) const {
  auto it = places.find(value);
  assert(it != places.end() && "every value of the program has a place");
  return it->second;
}
Place BufferPlan::scratch(Operation *op) const { return scratches.lookup(op); }
ArrayRef<PlannedCopy> BufferPlan::copiesBefore(Operation *op) const {
  auto it = copies.find(op);
  return it == copies.end() ? ArrayRef<PlannedCopy>() : ArrayRef<PlannedCopy>(it->second);
}

} // namespace spmd
