// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns groups of ops around a matmul (block_group.h) into spmd.blocks: a loop over blocks whose
// body has the ops of the group on the shapes of one block. Separate from block_group.cpp, which
// finds the groups.
#include "compiler/ops/rule.h"
#include "compiler/optimize/block_group.h"
#include "compiler/passes.h"
#include "compiler/structure/views.h"
#include "dialects/spmd/spmd.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"
#include "llvm/ADT/MapVector.h"

namespace spmd {
#define GEN_PASS_DEF_RUNBYBLOCKS
#include "compiler/passes.h.inc"
} // namespace spmd

using namespace mlir;

namespace spmd {
namespace {

/// Builds the spmd.blocks of one group.
class BlocksBuilder {
public:
  /// `gone` receives the ops that are erased.
  BlocksBuilder(const BlockGroup &group, Block &block, DenseSet<Operation *> &gone)
      : group(group), block(block), gone(gone) {
    for (const BlockGroup::Loop &loop : group.loops)
      counts.push_back(loop.count);
  }

  /// Returns false if no place in the block is behind all operands of the group and before all its
  /// readers.
  bool run() {
    collectInputs();
    if (!findPlace())
      return false;
    OpBuilder b(place);
    SmallVector<Value> operands;
    SmallVector<Attribute> reads, writes;
    for (auto &[input, argument] : inputs) {
      operands.push_back(input.first);
      reads.push_back(input.second);
    }
    SmallVector<Type> types;
    for (Value output : group.outputs) {
      types.push_back(output.getType());
      writes.push_back(b.getDenseI64ArrayAttr(group.cutOfResult(output)));
    }
    Location loc = group.members.front()->getLoc();
    auto blocks = ir::BlocksOp::create(b, loc, types, operands, b.getDenseI64ArrayAttr(counts),
                                       b.getI64IntegerAttr(group.serial), b.getArrayAttr(reads),
                                       b.getArrayAttr(writes));
    Block &body = blocks.getBody().emplaceBlock();
    for (auto &[input, argument] : inputs)
      argument = body.addArgument(
          part(input.first.getType(), cast<DenseI64ArrayAttr>(input.second).asArrayRef()),
          input.first.getLoc());
    inside.setInsertionPointToEnd(&body);
    SmallVector<Value> yielded;
    for (Value output : group.outputs)
      yielded.push_back(emit(output));
    ir::YieldOp::create(inside, loc, yielded);
    shareEqual(blocks);
    replace(blocks);
    return true;
  }

private:
  using Input = std::pair<Value, Attribute>; // a value and its cut (a DenseI64ArrayAttr)
  const BlockGroup &group;
  Block &block;
  DenseSet<Operation *> &gone;
  SmallVector<int64_t> counts;
  llvm::MapVector<Input, Value> inputs;
  Operation *place = nullptr;
  OpBuilder inside{block.getParentOp()->getContext()};
  DenseMap<Value, Value> made; // result of a member -> its block in the body

  /// The type of one block of a value.
  Type part(Type whole, ArrayRef<int64_t> cut) const {
    auto type = cast<RankedTensorType>(whole);
    SmallVector<int64_t> shape(type.getShape());
    for (auto [size, loop] : llvm::zip_equal(shape, cut))
      size /= loop < 0 ? 1 : counts[loop];
    return RankedTensorType::get(shape, type.getElementType());
  }

  /// A constant with one value in all elements; it gets the shape of a block instead of being an
  /// input.
  static bool isSplat(Value value) {
    DenseElementsAttr elements;
    return matchPattern(value, m_Constant(&elements)) && elements.isSplat();
  }
  /// An operand from outside and its cut. A value that is cut in two ways is two inputs.
  Input inputOf(Operation *op, unsigned operand) const {
    return {op->getOperand(operand),
            DenseI64ArrayAttr::get(op->getContext(), group.cutOfOperand(op, operand))};
  }

  /// Collects the values from outside in the order in which members read them.
  void collectInputs() {
    for (Operation *op : group.members)
      for (auto [i, operand] : llvm::enumerate(op->getOperands()))
        if (!group.contains(operand) && !isSplat(operand))
          inputs.try_emplace(inputOf(op, i), Value());
  }

  /// Finds the place before the first reader of the outputs. Producers of inputs that stand later
  /// move up, if they and all that they depend on are free of side effects and not in the group.
  bool findPlace() {
    place = block.getTerminator();
    for (Value output : group.outputs)
      findReader(output);
    llvm::SetVector<Operation *> late;
    SmallVector<Operation *> open;
    // Lists a producer in `late` if it stands behind `place`.
    auto demand = [&](Value value) {
      Operation *def = value.getDefiningOp();
      if (def && def->getBlock() == &block && !def->isBeforeInBlock(place) && late.insert(def))
        open.push_back(def);
    };
    for (auto &[input, argument] : inputs)
      demand(input.first);
    while (!open.empty()) {
      Operation *op = open.pop_back_val();
      if (op->getNumRegions() || !isMemoryEffectFree(op) || group.members.contains(op))
        return false;
      for (Value operand : op->getOperands())
        demand(operand);
    }
    SmallVector<Operation *> order(late.begin(), late.end());
    llvm::sort(order, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
    for (Operation *op : order)
      op->moveBefore(place);
    return true;
  }

  /// Moves `place` up to the first reader of a value. A member that is a view of it passes the
  /// readers on.
  void findReader(Value value) {
    for (Operation *user : value.getUsers()) {
      if (group.members.contains(user)) {
        if (viewOf(user->getResult(0)))
          findReader(user->getResult(0));
      } else if (Operation *at = block.findAncestorOpInBlock(*user); at->isBeforeInBlock(place)) {
        place = at;
      }
    }
  }

  /// Emits the block of a member's result, after the blocks of its operands.
  Value emit(Value value) {
    if (Value done = made.lookup(value))
      return done;
    Operation *op = value.getDefiningOp();
    IRMapping mapping;
    for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
      if (group.contains(operand)) {
        mapping.map(operand, emit(operand));
      } else if (!isSplat(operand)) {
        mapping.map(operand, inputs.lookup(inputOf(op, i)));
      } else {
        DenseElementsAttr elements;
        matchPattern(operand, m_Constant(&elements));
        auto type = cast<RankedTensorType>(part(operand.getType(), group.cutOfOperand(op, i)));
        Operation *constant = inside.clone(*operand.getDefiningOp());
        constant->setAttr("value", elements.resizeSplat(type));
        constant->getResult(0).setType(type);
        mapping.map(operand, constant->getResult(0));
      }
    }
    // A value that both sides of a matmul read with different cuts has two blocks, so operands are
    // set by position.
    Operation *copy = inside.clone(*op, mapping);
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      if (!group.contains(operand) && !isSplat(operand))
        copy->setOperand(i, inputs.lookup(inputOf(op, i)));
    copy->getResult(0).setType(
        cast<RankedTensorType>(part(value.getType(), group.cutOfResult(value))));
    return made[value] = copy->getResult(0);
  }

  /// Merges equal ops in the body. The backward part recomputes values of the forward part; if both
  /// are in one group, they are computed once.
  static void shareEqual(ir::BlocksOp blocks) {
    IRRewriter rewriter(blocks.getContext());
    DominanceInfo dominance(blocks);
    eliminateCommonSubExpressions(rewriter, dominance, blocks);
    // Broadcasts and other movements are cloned for each reader, so that no kernel writes them to
    // memory for another one.
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(blocks.getBody().front())))
      if (Rules::of(&op).index && !viewOf(op.getResult(0)))
        for (OpOperand &use : llvm::make_early_inc_range(llvm::drop_begin(op.getUses())))
          use.set(OpBuilder(&op).clone(op)->getResult(0));
  }

  /// Replaces the outputs of the group and erases its ops. Ops that were only copied stay if others
  /// read them.
  void replace(ir::BlocksOp blocks) {
    OpBuilder after(blocks->getBlock(), std::next(blocks->getIterator()));
    for (auto [output, result] : llvm::zip_equal(group.outputs, blocks.getOutputs()))
      replaceOutside(output, result, after);
    // Users are erased before their operands. Copied members stay if ops outside read them.
    SmallVector<Operation *> dead(group.members.begin(), group.members.end());
    for (bool changed = true; changed;) {
      changed = false;
      for (Operation *&op : dead)
        if (op && op->use_empty()) {
          gone.insert(op);
          op->erase();
          op = nullptr;
          changed = true;
        }
    }
  }

  /// Replaces a value for all readers outside of the group. Views inside the group are cloned for
  /// their readers outside.
  void replaceOutside(Value value, Value result, OpBuilder &after) {
    for (Operation *user : llvm::make_early_inc_range(value.getUsers()))
      if (group.members.contains(user) && viewOf(user->getResult(0))) {
        Value view = user->getResult(0);
        bool isRead = llvm::any_of(view.getUsers(), [&](Operation *reader) {
          return !group.members.contains(reader) || viewOf(reader->getResult(0));
        });
        if (!isRead)
          continue;
        IRMapping mapping;
        mapping.map(value, result);
        replaceOutside(view, after.clone(*user, mapping)->getResult(0), after);
      }
    value.replaceUsesWithIf(
        result, [&](OpOperand &use) { return !group.members.contains(use.getOwner()); });
  }
};

struct RunByBlocks : impl::RunByBlocksBase<RunByBlocks> {
  /// Visits every seed. A seed that is still there after its group was built has readers outside,
  /// which may form the next group, so it is visited again.
  void runOnOperation() override {
    SmallVector<Operation *> seeds;
    getOperation().walk([&](Operation *op) {
      if (BlockGroup::isSeed(op))
        seeds.push_back(op);
    });
    BlockLimits limits;
    DenseSet<Operation *> gone;
    for (size_t i = 0; i < seeds.size();) {
      Operation *seed = seeds[i];
      BlockGroup group(seed, limits);
      if (gone.contains(seed) || !group.grow() ||
          !BlocksBuilder(group, *seed->getBlock(), gone).run())
        ++i; // a group was not built; otherwise visits the same seed again
    }
  }
};

} // namespace
} // namespace spmd
