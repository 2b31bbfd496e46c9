// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups ops into fusions, each one kernel; every op with loops ends up in one. One walk goes from
// the last op of a block to the first. An op joins the group of its users if both can be one kernel
// and if nothing outside of the group needs the op earlier. planFusion decides whether a group can
// be one kernel and at what cost; code generation makes the same plan, once for equal groups.
//   %a = add %x, %y; %b = tanh %a  ->  %b = spmd.fusion(%x, %y) { add, tanh }
#include "compiler/kernels/at_most_zero.h"
#include "compiler/kernels/update_window.h"
#include "compiler/machine.h"
#include "compiler/ops/elementwise.h"
#include "compiler/optimize/assumed_joins.h"
#include "compiler/optimize/kernel_cse.h"
#include "compiler/optimize/recompute.h"
#include "compiler/optimize/row_writes.h"
#include "compiler/passes.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/neighbours.h"
#include "compiler/structure/op_sets.h"
#include "compiler/structure/views.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_FUSE
#include "compiler/passes.h.inc"
namespace {

// Fewer elements of f32 than half of the first cache holds are too few for memory traffic to
// matter: reader and writer have one half each.
constexpr int64_t kLarge = Machine{}.firstCache / 2 / int64_t(sizeof(float));
// The most arithmetic for an element that is computed in two kernels rather than written and read.
constexpr double kCheapWork = 2;
constexpr int64_t kMaxCopies = 16; // the most such values in a kernel
// The most groups that siblings() looks at; a value that all layers read has many.
constexpr size_t kMaxSiblings = 16;
// How many cheap ops behind a value are looked at, one behind the other, for its last reader.
constexpr int kDeepest = 8;

/// Groups the ops of one block; FusionGroups turns the groups into fusions.
class BlockFuser : FusionGroups {
public:
  BlockFuser(Block &block, FusionMemo &memo) : FusionGroups(block, memo) {}

  /// Returns the kernels of the block.
  SmallVector<ir::FusionOp> run() {
    sinkRowWrites(block);
    SmallVector<Operation *> ops; // walked apart from the block, which changes on the way
    for (Operation &op : block) {
      ops.push_back(&op);
      position[&op] = 2 * ops.size();
    }
    for (Operation *op : llvm::reverse(ops))
      if (isOpTriviallyDead(op))
        erase(op);
      else if (isa<UnrealizedConversionCastOp>(op)) // between complex numbers and pairs
        views.insert(op);
      else if (mayFuse(op))
        placeOrLook(op);
    settle();
    mergeOfParts();
    RowWrites(*this).join();
    SmallVector<ir::FusionOp> built;
    for (Group &group : groups)
      if (ir::FusionOp fusion = group.ops.empty() ? nullptr : build(group))
        built.push_back(fusion);
    return built;
  }

private:
  void placeOrLook(Operation *op) {
    const unsigned kind = kindOf(op);
    if (!isView(op) && (assumed.join(op, kind) || (settle() && assumed.join(op, kind))))
      return;
    settle();
    staysView(op) ? lookWithin(op) : place(op);
  }
  /// Returns false if nothing had joined without a plan. What leaves again is placed by plans.
  bool settle() {
    const bool isOpen = assumed.isOpen();
    llvm::for_each(assumed.settle(), [&](Operation *op) { place(op); });
    return isOpen;
  }
  AssumedJoins assumed{*this};

  /// Views cost nothing outside of a kernel. They stay if a matmul, a library call or an exchange
  /// reads them, as that reader then needs no copy.
  bool staysView(Operation *op) {
    if (!isView(op))
      return false;
    auto isTerminator = [&](Operation *user) {
      return inBlock(user)->hasTrait<OpTrait::IsTerminator>();
    };
    bool stays =
        readsTable(op) || llvm::all_of(op->getUsers(), isTerminator) ||
        llvm::any_of(op->getUsers(), [&](Operation *user) {
          return !isTerminator(user) && (!mayFuse(inBlock(user)) || views.contains(inBlock(user)));
        });
    if (stays)
      views.insert(op);
    return stays;
  }

  /// Copies a view into the kernels that update a row of the viewed residual buffer. A view outside
  /// would be a second reader of the buffer, which then could not be updated in place.
  void lookWithin(Operation *view) {
    SmallVector<unsigned> writers;
    for (Operation *user : view->getUsers())
      if (auto it = groupOf.find(user); it != groupOf.end() &&
                                        !llvm::is_contained(writers, it->second) &&
                                        llvm::any_of(groups[it->second].ops, [&](Operation *op) {
                                          std::optional<UpdateWindow> window = updateWindow(op);
                                          return window && window->whole == view->getOperand(0);
                                        }))
        writers.push_back(it->second);
    if (writers.empty())
      return;
    auto uses = usesByGroup(view);
    for (unsigned index : writers)
      cloneInto(view, kindOf(view), index, uses[index], FusionMemo::Way::Planned);
  }

  /// Constants, iotas and broadcasts of scalars, which are recomputed in every group that reads
  /// them.
  static bool isFree(Operation *op) {
    return op->getNumRegions() == 0 && op->getNumResults() == 1 &&
           (op->hasTrait<OpTrait::ConstantLike>() || llvm::all_of(op->getOperands(), isScalar)) &&
           (op->hasTrait<OpTrait::ConstantLike>() ? isSmall(op) : !isScalar(op->getResult(0)));
  }
  /// Whether the user updates a window of this value.
  static bool isWindowBase(OpOperand *use) {
    std::optional<UpdateWindow> window = updateWindow(use->getOwner());
    return window && window->whole == use->get();
  }
  static bool isSmall(Operation *op) {
    DenseElementsAttr value;
    return matchPattern(op, m_Constant(&value)) && value.isSplat();
  }

  static int64_t bytesOf(Value v) {
    return elementsOfTensor(v) *
           std::max(1u, getElementTypeOrSelf(v.getType()).getIntOrFloatBitWidth() / 8);
  }

  /// Whether the op produces many elements from few (a broadcast) or few elements at all.
  static bool expands(Operation *op) {
    return op->getNumOperands() == 1 && op->getNumResults() == 1 && op->getNumRegions() == 0 &&
           !isElementwise(op) &&
           (elementsOfTensor(op->getResult(0)) >=
                kExpansion * elementsOfTensor(op->getOperand(0)) ||
            elementsOfTensor(op->getResult(0)) < kLarge);
  }

  /// Whether an op of the group reads the value.
  bool isReadBy(unsigned index, Value v) const {
    return llvm::any_of(v.getUsers(), [&](Operation *user) {
      return block.findAncestorOpInBlock(*user) && isInGroup(user, index);
    });
  }

  /// May the operand's lifetime be extended to a kernel that so far read only the result? Not if a
  /// loop or the caller wants a result in the operand's buffer: that result would need a copy.
  static bool mayLiveOn(Value v) {
    auto argument = dyn_cast<BlockArgument>(v);
    if (!argument)
      return true;
    auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
    return function && !function.getArgAttr(argument.getArgNumber(), "tf.aliasing_output") &&
           !function.getArgAttr(argument.getArgNumber(), "jax.buffer_donor");
  }

  /// The large values in memory that an op reads, and the cheap ops that are likely to be computed
  /// with it.
  using Reads = llvm::SmallSetVector<Value, 8>; // a vector, so that the order is deterministic
  /// Collects the large values in memory that the value depends on through cheap ops, which are
  /// likely to end up in the same kernel. With `least`, those with fewer bytes count as in memory,
  /// and so does what exchanges bring.
  void collectReads(Value v, SmallPtrSetImpl<void *> &seen, Reads &reads, int64_t least = 0) const {
    if (elementsOfTensor(v) < kLarge || !seen.insert(v.getAsOpaquePointer()).second ||
        seen.size() > kMaxGroup)
      return;
    Operation *op = v.getDefiningOp();
    bool passes =
        op && bytesOf(v) >= least && op->getBlock() == &block && !groupOf.contains(op) &&
        op->getNumRegions() == 0 &&
        (isElementwise(op) ? arithmeticWork(op) <= kCheapWork : expands(op) || isFree(op));
    if (!passes || (least && isa<ir::CollectiveDoneOp>(op))) {
      reads.insert(v);
      return;
    }
    for (Value operand : op->getOperands())
      collectReads(operand, seen, reads, least);
  }
  Reads readsOf(Operation *op, int64_t least = 0) const {
    SmallPtrSet<void *, 16> seen;
    Reads reads;
    for (Value operand : op->getOperands())
      collectReads(operand, seen, reads, least);
    return reads;
  }

  /// Is the op recomputed in each of these groups rather than computed once and written to memory?
  /// Yes if it expands a small value, or if it is little work on small values and indices, or on
  /// large values that have no more bytes than its result, as those are then read instead.
  ///   %x, %dy: bf16, f32 %p = convert(%x) * convert(%dy)   ->   both readers of %p read %x and %dy
  bool isCheaperTwice(Operation *op, ArrayRef<unsigned> candidates) const {
    if (expands(op) || takesNeighbour(op)) // the kernels of all parts read the whole
      return true;
    if (!isElementwise(op) || op->getNumResults() != 1 ||
        elementsOfTensor(op->getResult(0)) < kLarge || arithmeticWork(op) > kCheapWork)
      return false;
    Reads large;
    for (Value operand : op->getOperands())
      if (Operation *made = operand.getDefiningOp();
          elementsOfTensor(operand) * kExpansion > elementsOfTensor(op->getResult(0)) &&
          !(made && (expands(made) || isFree(made))))
        large.insert(operand);
    // Of several, no group gets more to read: else the terms of a long sum would all live on.
    const bool isSeveral = large.size() > 1;
    if (isSeveral)
      large = readsOf(op, bytesOf(op->getResult(0)));
    return llvm::all_of(candidates, [&](unsigned index) {
      int64_t bytes = 0;
      for (Value v : large)
        if (isSeveral || !isReadBy(index, v))
          bytes += mayLiveOn(v) ? bytesOf(v) : bytesOf(op->getResult(0)) + 1;
      return groups[index].copies < kMaxCopies && bytes <= bytesOf(op->getResult(0));
    });
  }

  /// Later groups that read all large values which `op` reads; in one kernel these are read once.
  SmallVector<unsigned> siblings(Operation *op) const {
    SmallVector<unsigned> out;
    Reads own = readsOf(op);
    if (own.empty())
      return out;
    llvm::SmallDenseSet<unsigned> looked;
    for (Value v : own)
      for (Operation *user : v.getUsers()) {
        auto it = groupOf.find(block.findAncestorOpInBlock(*user));
        if (it == groupOf.end() || groups[it->second].anchor <= position.lookup(op) ||
            !looked.insert(it->second).second)
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
  /// Whether the value, or what cheap ops make of it, is read behind a position.
  /// A chain that is deeper than is looked at counts as one.
  ///   %u read by add, which the op and the group read   ->   not behind the group's kernel
  bool isReadAfter(Value v, int64_t at, int depth = 0) {
    return depth == kDeepest || llvm::any_of(v.getUsers(), [&](Operation *user) {
             Operation *reader = inBlock(user);
             return neededAt(reader) > at || (!groupOf.contains(reader) && mayFuse(reader) &&
                                              isReadAfter(reader->getResult(0), at, depth + 1));
           });
  }
  /// Whether the kernel of the group is the last one to read a value that `op` reads, so that the
  /// result of `op` takes up no more memory there than the value did. Without this condition, two
  /// results of one kernel would be alive where one was read before the other was made (measured
  /// with bench/modes.py: up to 5 % more at the peak of a step of decoding).
  bool endsRead(Operation *op, unsigned index) {
    return llvm::any_of(readsOf(op), [&](Value v) {
      Operation *made = v.getDefiningOp();
      return made && made->getBlock() == &block && bytesOf(v) >= bytesOf(op->getResult(0)) &&
             !isReadAfter(v, groups[index].anchor);
    });
  }

  /// Places one op: copies it into the groups of its users if that is cheaper, else tries the
  /// groups of its users, then siblings, then starts a new group.
  void place(Operation *op) {
    unsigned kind = kindOf(op);
    llvm::SmallSetVector<unsigned, 8> readers;
    bool outside = false;
    for (Operation *user : op->getUsers()) {
      auto it = groupOf.find(inBlock(user));
      if (it == groupOf.end() || user->getBlock() != &block)
        outside = true;
      if (it != groupOf.end() && user->getBlock() == &block)
        readers.insert(it->second);
    }
    SmallVector<unsigned> candidates = readers.takeVector(); // groups of users
    bool isCopied = isFree(op)
                        ? outside || candidates.size() > 1
                        : !outside && candidates.size() > 1 && isCheaperTwice(op, candidates);
    if (isCopied && !candidates.empty()) {
      auto uses = usesByGroup(op);
      for (unsigned index : candidates) {
        // A gather may look up elements of a copy. A copy whose window is written needs a plan:
        // the kernel that produces all of it has other loops.
        bool isLikeAny = isFree(op) && llvm::none_of(uses[index], isWindowBase);
        cloneInto(op, kind, index, uses[index],
                  isLikeAny ? FusionMemo::Way::Copied : FusionMemo::Way::Planned);
      }
      if (op->use_empty())
        return erase(op);
      start(op, kind);
      return;
    }
    joinWrites(op, candidates);
    // The earliest kernel first: it is the one that bounds where the op may stand.
    llvm::sort(candidates,
               [&](unsigned a, unsigned b) { return groups[a].anchor < groups[b].anchor; });
    for (unsigned index : candidates)
      if (joinPlanned(op, kind, index))
        return;
    for (unsigned index : siblings(op))
      if (joinPlanned(op, kind, index) ||
          (endsRead(op, index) && joinBeforeReaders(op, kind, index)))
        return;
    start(op, kind);
  }

  /// Lets users that only write the result of `op` into a row join another group of users, so that
  /// `op` is computed once. Optimizers need this: moments are computed with the parameters.
  void joinWrites(Operation *op, SmallVector<unsigned> &candidates) {
    for (unsigned other : candidates) {
      if (isWrite(groups[other], op))
        continue;
      llvm::erase_if(candidates, [&](unsigned index) {
        return isWrite(groups[index], op) && joinLate(index, other);
      });
      return;
    }
  }

  /// Whether the group holds only the op that writes the result of `op` as a window of a larger
  /// value, and constants.
  static bool isWrite(const Group &group, Operation *op) {
    std::optional<UpdateWindow> window = updateWindow(group.ops[0]);
    return window && window->update.getDefiningOp() == op &&
           llvm::all_of(ArrayRef<Operation *>(group.ops).drop_front(),
                        [](Operation *other) { return other->hasTrait<OpTrait::ConstantLike>(); });
  }

  /// Begins a group with this op.
  void start(Operation *op, unsigned kind) {
    if (op->hasTrait<OpTrait::ConstantLike>())
      return; // a constant is read from memory
    groups.emplace_back();
    groups.back().anchor = position.lookup(op);
    groups.back().isClosed = updatesWhatIsRead(op);
    join(op, kind, groups.size() - 1, FusionMemo::Way::First);
  }
};

struct Fuse : impl::FuseBase<Fuse> {
  /// Block by block. The memo keeps what is known of a group for equal groups of other blocks.
  void runOnOperation() override {
    spreadConstants(getOperation());
    markExpsOfAtMostZero(getOperation());
    SmallVector<Block *> blocks;
    collectBlocks(getOperation(), blocks);
    FusionMemo memo;
    KernelCse cse(memo);
    for (Block *block : blocks)
      cse.run(BlockFuser(*block, memo).run());
  }

  /// Collects the blocks of functions, control flow and spmd.blocks, inner ones first; other
  /// regions belong to their op.
  static void collectBlocks(Operation *parent, SmallVector<Block *> &blocks) {
    for (Region &region : parent->getRegions())
      for (Block &block : region) {
        for (Operation &op : block)
          if (isControlFlow(&op) || isa<func::FuncOp, ir::BlocksOp>(op))
            collectBlocks(&op, blocks);
        if (!isa<ModuleOp>(parent))
          blocks.push_back(&block);
      }
  }
};

} // namespace
} // namespace spmd
