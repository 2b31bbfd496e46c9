// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups ops into fusions: every op that has loops ends up in one. One walk from the last op of a block to the first; an
// op joins the group of its users where that can be one kernel and where nothing outside of the group needs it earlier.
// Whether a group can be one kernel, and at what cost, is asked of planFusion, once for groups that are alike: code
// generation makes the same plan.
#include "compiler/optimize/fusion_memo.h"
#include "compiler/ops/fusion_plan.h"
#include "compiler/ops/fusion_trace.h"
#include "compiler/ops/rule.h"
#include "compiler/ops/control_flow.h"
#include "compiler/ops/views.h"
#include "compiler/passes.h"
#include "dialects/spmd/spmd.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/SetVector.h"

namespace spmd {
#define GEN_PASS_DEF_FUSE
#include "compiler/passes.h.inc"
} // namespace spmd

using namespace mlir;

namespace spmd {
namespace {

/// A group of more ops than this is not grown: what it saves is long paid for, and plans cost time.
constexpr size_t kMaxGroup = 96;
constexpr int64_t kExpansion = 8;   // an op with so many times the elements of its operand makes much of little
constexpr int64_t kLarge = 1 << 12; // elements from which on it counts how often a value goes through memory
constexpr double kCheapWork = 2;    // what a value may cost that is computed in two kernels instead of written and read
constexpr int64_t kMaxCopies = 16;  // and how many such values a kernel may have
constexpr size_t kMaxSiblings = 16; // groups that are asked whether they read what an op reads: many may, of a value that all use

class BlockFuser {
public:
  BlockFuser(Block &block, FusionMemo &memo) : block(block), memo(memo) {}

  void run() {
    int64_t next = 0;
    for (Operation &op : block)
      position[&op] = next++;
    SmallVector<Operation *> ops; // walked apart from the block, which changes on the way
    for (Operation &op : block)
      ops.push_back(&op);
    for (Operation *op : llvm::reverse(ops))
      if (isOpTriviallyDead(op))
        op->erase();
      else if (isFusible(op) && !staysView(op))
        place(op);
    for (Group &group : groups)
      if (!group.ops.empty())
        build(group);
  }

private:
  struct Group {
    SmallVector<Operation *> ops; // last first while it grows
    int64_t anchor = 0;           // position of its last op: where the kernel will stand
    int64_t copies = 0;           // ops that were made anew for it
    GroupStructure structure;
  };
  Block &block;
  FusionMemo &memo;
  DenseMap<Operation *, int64_t> position;
  std::vector<Group> groups;
  DenseMap<Operation *, unsigned> groupOf;
  DenseSet<Operation *> views; // that stay

  Operation *inBlock(Operation *op) const {
    while (op->getBlock() != &block)
      op = op->getParentOp();
    return op;
  }

  /// Views cost nothing outside of a kernel; they stay where a product, a library call or an exchange reads them, which
  /// then needs no copy.
  bool staysView(Operation *op) {
    if (!isView(op))
      return false;
    auto isTerminator = [&](Operation *user) { return inBlock(user)->hasTrait<OpTrait::IsTerminator>(); };
    bool stays = llvm::all_of(op->getUsers(), isTerminator) || llvm::any_of(op->getUsers(), [&](Operation *user) {
      return !isTerminator(user) && (!isFusible(inBlock(user)) || views.contains(inBlock(user)));
    });
    if (stays)
      views.insert(op);
    return stays;
  }

  /// Constants, iotas and broadcasts of scalars are made anew in every group that reads them.
  static bool isFree(Operation *op) {
    return op->getNumRegions() == 0 && op->getNumResults() == 1 &&
           (op->hasTrait<OpTrait::ConstantLike>() ||
            llvm::all_of(op->getOperands(), [](Value v) { return cast<RankedTensorType>(v.getType()).getRank() == 0; })) &&
           (op->hasTrait<OpTrait::ConstantLike>() ? isSmall(op) : cast<RankedTensorType>(op->getResult(0).getType()).getRank() > 0);
  }
  static bool isSmall(Operation *op) {
    DenseElementsAttr value;
    return matchPattern(op, m_Constant(&value)) && value.isSplat();
  }

  bool isInGroup(Operation *user, unsigned index) const {
    auto it = groupOf.find(inBlock(user));
    return it != groupOf.end() && it->second == index;
  }

  /// The position at which what `user` reads has to be there: that of its kernel. A view can look later, but one that is in a
  /// kernel stands outside of it, too, where others read it.
  int64_t neededAt(Operation *user) const {
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

  /// Adds `op` to the group where that remains one kernel and nothing else needs the op before the kernel stands.
  bool join(Operation *op, unsigned kind, unsigned index, FusionMemo::Way way) {
    Group &group = groups[index];
    auto mayJoin = [&] {
      if (way != FusionMemo::Way::Planned)
        return true;
      SmallVector<Operation *> ops(llvm::reverse(group.ops));
      ops.insert(ops.begin(), op);
      return succeeded(planFusion(FusionBody::of(ops)));
    };
    auto isInside = [&](Operation *user) { return isInGroup(user, index); };
    if (!memo.join(group.structure, op, kind, way, isInside, mayJoin))
      return false;
    group.ops.push_back(op);
    groupOf[op] = index;
    return true;
  }

  /// Much smaller than what the group makes. Only such a value may be made early for kernels that stand later: a large one
  /// would be kept until then (six unrolled layers of bench/memory.py: 794 MiB instead of 731).
  static bool isSmallIn(Operation *op, const Group &group) {
    int64_t largest = 0;
    for (Operation *other : group.ops)
      largest = std::max(largest, elementsOf(other->getResult(0)));
    return elementsOf(op->getResult(0)) * kExpansion <= largest;
  }

  bool joinPlanned(Operation *op, unsigned kind, unsigned index) {
    const Group &group = groups[index];
    bool isSmall = isSmallIn(op, group);
    if (group.ops.size() >= kMaxGroup || llvm::any_of(op->getUsers(), [&](Operation *user) {
          int64_t needed = isSmall ? neededAt(inBlock(user)) : position.lookup(inBlock(user));
          return !isInGroup(user, index) && needed <= group.anchor;
        }))
      return false;
    return join(op, kind, index, FusionMemo::Way::Planned);
  }

  static int64_t elementsOf(Value v) {
    auto tensor = dyn_cast<RankedTensorType>(v.getType()); // not a handle of an exchange
    return tensor ? tensor.getNumElements() : 0;
  }
  static int64_t bytesOf(Value v) {
    return elementsOf(v) * std::max(1u, getElementTypeOrSelf(v.getType()).getIntOrFloatBitWidth() / 8);
  }

  /// Makes many elements of few, a broadcast, or moves few.
  static bool expands(Operation *op) {
    return op->getNumOperands() == 1 && op->getNumResults() == 1 && op->getNumRegions() == 0 && !isElementwise(op) &&
           (elementsOf(op->getResult(0)) >= kExpansion * elementsOf(op->getOperand(0)) || elementsOf(op->getResult(0)) < kLarge);
  }

  bool isReadBy(unsigned index, Value v) const {
    return llvm::any_of(v.getUsers(), [&](Operation *user) {
      return block.findAncestorOpInBlock(*user) && isInGroup(user, index);
    });
  }

  /// May the value stay in memory until a kernel reads it that read what is made of it before? Not what a loop or the caller
  /// wants back in the same place: that would be copied.
  static bool mayLiveOn(Value v) {
    auto argument = dyn_cast<BlockArgument>(v);
    if (!argument)
      return true;
    auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
    return function && !function.getArgAttr(argument.getArgNumber(), "tf.aliasing_output") &&
           !function.getArgAttr(argument.getArgNumber(), "jax.buffer_donor");
  }

  /// Is the op made anew in each of these groups rather than once and written to memory? Where it expands a small value, and
  /// where it is little work on one large value, no larger than its result: that is then read in its place.
  bool isCheaperTwice(Operation *op, ArrayRef<unsigned> candidates) const {
    if (expands(op))
      return true;
    if (!isElementwise(op) || op->getNumResults() != 1 || elementsOf(op->getResult(0)) < kLarge || arithmeticWork(op) > kCheapWork)
      return false;
    Value large;
    for (Value operand : op->getOperands()) {
      Operation *made = operand.getDefiningOp();
      if (operand == large || elementsOf(operand) * kExpansion <= elementsOf(op->getResult(0)) ||
          (made && (expands(made) || isFree(made))))
        continue;
      if (large)
        return false;
      large = operand;
    }
    if (!large)
      return false;
    return llvm::all_of(candidates, [&](unsigned index) {
      return groups[index].copies < kMaxCopies &&
             (isReadBy(index, large) || (mayLiveOn(large) && bytesOf(large) <= bytesOf(op->getResult(0))));
    });
  }

  /// The large values in memory that an op, and what is likely to be computed with it, reads.
  using Reads = llvm::SmallSetVector<Value, 8>; // in an order that is the same in each run
  void collectReads(Value v, SmallPtrSetImpl<void *> &seen, Reads &reads) const {
    if (elementsOf(v) < kLarge || !seen.insert(v.getAsOpaquePointer()).second || seen.size() > kMaxGroup)
      return;
    Operation *op = v.getDefiningOp();
    bool passes = op && op->getBlock() == &block && !groupOf.contains(op) && op->getNumRegions() == 0 &&
                  (isElementwise(op) ? arithmeticWork(op) <= kCheapWork : expands(op) || isFree(op));
    if (!passes) {
      reads.insert(v);
      return;
    }
    for (Value operand : op->getOperands())
      collectReads(operand, seen, reads);
  }

  /// Groups, standing later, that read all large values that `op` reads, of the first few: together they are read once.
  SmallVector<unsigned> siblings(Operation *op) const {
    SmallVector<unsigned> out;
    SmallPtrSet<void *, 16> seen;
    Reads own;
    for (Value operand : op->getOperands())
      collectReads(operand, seen, own);
    if (own.empty())
      return out;
    llvm::SmallDenseSet<unsigned> looked;
    for (Value v : own)
      for (Operation *user : v.getUsers()) {
        auto it = groupOf.find(block.findAncestorOpInBlock(*user));
        if (it == groupOf.end() || groups[it->second].anchor <= position.lookup(op) || !looked.insert(it->second).second)
          continue;
        if (looked.size() > kMaxSiblings)
          return out;
        SmallPtrSet<void *, 16> all;
        Reads theirs;
        for (Operation *inside : groups[it->second].ops)
          for (Value operand : inside->getOperands())
            if (!isInGroup(operand, it->second))
              collectReads(operand, all, theirs);
        if (llvm::all_of(own, [&](Value read) { return theirs.contains(read); }))
          out.push_back(it->second);
      }
    return out;
  }
  bool isInGroup(Value v, unsigned index) const {
    Operation *op = v.getDefiningOp();
    return op && op->getBlock() == &block && isInGroup(op, index);
  }

  void place(Operation *op) {
    unsigned kind = memo.kindOf(op);
    SmallVector<unsigned> candidates; // groups of users, the earliest first
    bool outside = false;
    for (Operation *user : op->getUsers()) {
      auto it = groupOf.find(inBlock(user));
      if (it == groupOf.end())
        outside = true;
      else if (user->getBlock() == &block && !llvm::is_contained(candidates, it->second))
        candidates.push_back(it->second);
      else if (user->getBlock() != &block)
        outside = true;
    }
    bool isCopied = isFree(op) ? outside || candidates.size() > 1
                               : !outside && candidates.size() > 1 && isCheaperTwice(op, candidates);
    if (isCopied && !candidates.empty()) {
      for (unsigned index : candidates)
        cloneInto(op, kind, index);
      if (op->use_empty()) {
        position.erase(op);
        op->erase();
        return;
      }
      start(op, kind);
      return;
    }
    llvm::sort(candidates, [&](unsigned a, unsigned b) { return groups[a].anchor < groups[b].anchor; });
    for (unsigned index : candidates)
      if (joinPlanned(op, kind, index))
        return;
    for (unsigned index : siblings(op))
      if (joinPlanned(op, kind, index))
        return;
    start(op, kind);
  }

  void start(Operation *op, unsigned kind) {
    if (op->hasTrait<OpTrait::ConstantLike>())
      return; // read from memory as it is
    groups.emplace_back();
    groups.back().anchor = position.lookup(op);
    join(op, kind, groups.size() - 1, FusionMemo::Way::First);
  }

  void cloneInto(Operation *op, unsigned kind, unsigned index) {
    Operation *copy = OpBuilder(op).clone(*op);
    position[copy] = position.lookup(op);
    SmallVector<Operation *> own;
    for (Operation *user : op->getUsers())
      if (auto it = groupOf.find(user); it != groupOf.end() && it->second == index)
        own.push_back(user);
    for (Operation *user : own)
      user->replaceUsesOfWith(op->getResult(0), copy->getResult(0));
    // The copy takes the original's place among the values of the group.
    DenseMap<Value, unsigned> &values = groups[index].structure.values;
    if (auto it = values.find(op->getResult(0)); it != values.end()) {
      unsigned number = it->second;
      values.erase(it);
      values[copy->getResult(0)] = number;
    }
    join(copy, kind, index, FusionMemo::Way::Copied);
    ++groups[index].copies;
  }

  static bool isView(Operation *op) { return op->getNumResults() == 1 && viewOf(op->getResult(0)); }

  /// Views of what the kernel reads that others want too are no results of it: those look for themselves.
  void lookFromOutside(ArrayRef<Operation *> ops) {
    DenseSet<Operation *> inside(ops.begin(), ops.end());
    DenseMap<Operation *, Operation *> outside;
    auto isMadeInside = [&](Value v) { return inside.contains(v.getDefiningOp()) && !outside.contains(v.getDefiningOp()); };
    for (Operation *op : ops) {
      if (!isView(op) || llvm::any_of(op->getOperands(), isMadeInside))
        continue;
      IRMapping mapping; // views of views of the group look at the outer ones
      for (Value operand : op->getOperands())
        if (Operation *from = outside.lookup(operand.getDefiningOp()))
          mapping.map(operand, from->getResult(0));
      Operation *outer = outside[op] = OpBuilder(op).clone(*op, mapping);
      for (Value operand : outer->getOperands()) // of a kernel that stands later than the view did
        if (Operation *made = operand.getDefiningOp(); made && made->getBlock() == &block && outer->isBeforeInBlock(made))
          outer->moveAfter(made);
      views.insert(outer);
      op->getResult(0).replaceUsesWithIf(outer->getResult(0), [&](OpOperand &use) {
        return !inside.contains(inBlock(use.getOwner()));
      });
    }
    for (Operation *op : llvm::reverse(ops))
      if (Operation *outer = outside.lookup(op); outer && outer->use_empty()) {
        views.erase(outer);
        outer->erase();
      }
  }

  /// Views that look at the kernel's result from before it.
  void moveViewsAfter(Value result, Operation *fusion) {
    for (Operation *user : llvm::make_early_inc_range(result.getUsers()))
      if (views.contains(user) && user->isBeforeInBlock(fusion)) {
        user->moveAfter(fusion);
        moveViewsAfter(user->getResult(0), user);
      }
  }

  void build(Group &group) {
    SmallVector<Operation *> ops(llvm::reverse(group.ops));
    // A clone shares its original's position, but the two are never in one group.
    llvm::sort(ops, [&](Operation *a, Operation *b) { return position.lookup(a) < position.lookup(b); });
    if (llvm::all_of(ops, isView))
      return; // a kernel would only copy
    lookFromOutside(ops);
    FusionBody body = FusionBody::of(ops);
    SmallVector<Location> locations;
    for (Operation *op : ops)
      locations.push_back(op->getLoc());
    OpBuilder builder(ops.back());
    SmallVector<Type> types;
    for (Value output : body.outputs)
      types.push_back(output.getType());
    auto fusion = ir::FusionOp::create(builder, ops.back()->getLoc(), types, body.inputs);
    Block &inside = fusion.getBody().emplaceBlock();
    IRMapping mapping;
    for (Value input : body.inputs)
      mapping.map(input, inside.addArgument(input.getType(), input.getLoc()));
    OpBuilder inner = OpBuilder::atBlockEnd(&inside);
    for (Operation *op : ops)
      inner.clone(*op, mapping);
    SmallVector<Value> yielded;
    for (Value output : body.outputs)
      yielded.push_back(mapping.lookup(output));
    ir::YieldOp::create(inner, fusion.getLoc(), yielded);
    for (auto [output, result] : llvm::zip_equal(body.outputs, fusion.getResults())) {
      output.replaceAllUsesWith(result);
      moveViewsAfter(result, fusion);
    }
    for (Operation *op : llvm::reverse(ops))
      op->erase();
  }
};

/// A constant spread out before a loop, as JAX leaves those of a scan's body, is made in the kernels of the body that read it:
/// kept, it would be an array as large as an activation that lives as long as the loop runs.
void spreadWhereRead(Operation *module) {
  auto isScalar = [](Value v) { return v.getType() == RankedTensorType::get({}, getElementTypeOrSelf(v)); };
  SmallVector<Operation *> spreads;
  module->walk([&](Operation *op) {
    if (op->getNumOperands() == 1 && op->getNumResults() == 1 && op->getNumRegions() == 0 && Rules::of(op).index &&
        isScalar(op->getOperand(0)) && matchPattern(op->getOperand(0), m_Constant()))
      spreads.push_back(op);
  });
  for (Operation *op : spreads)
    for (OpOperand &use : llvm::make_early_inc_range(op->getUses())) {
      Operation *user = use.getOwner();
      if (user->getBlock() != op->getBlock() && isControlFlow(user->getParentOp()))
        use.set(OpBuilder(user).clone(*op)->getResult(0));
    }
}

struct Fuse : impl::FuseBase<Fuse> {
  void runOnOperation() override {
    spreadWhereRead(getOperation());
    SmallVector<Block *> blocks;
    getOperation().walk([&](Operation *op) {
      bool isControl = isControlFlow(op) || isa<func::FuncOp, ir::BlocksOp>(op);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          if (isControl)
            blocks.push_back(&block);
    });
    FusionMemo memo;
    for (Block *block : blocks)
      BlockFuser(*block, memo).run();
  }
};

} // namespace
} // namespace spmd
