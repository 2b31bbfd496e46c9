// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Passes on the carried values of loops: those that nothing changes or reads and numbers that equal
// another go away, and initial values are not shared.
#include "compiler/optimize/recompute.h"
#include "compiler/passes.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/op_sets.h"
#include "compiler/structure/residual_buffers.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_TIDYLOOPS
#define GEN_PASS_DEF_FRESHRESIDUALBUFFERS
#include "compiler/passes.h.inc"
namespace {

// Removes carried values from loops that do not change or that nothing reads. JAX threads constants
// and weights through every scan.

using Loop = stablehlo::WhileOp;

/// Rebuilds the loop without the carried values marked in `drop`, and adjusts the index of its
/// counter. Dropped values may have no uses except in each other's next values.
void dropCarried(Loop loop, const llvm::BitVector &drop) {
  Operation *op = loop;
  Operation *yield = op->getRegion(1).front().getTerminator();
  yield->eraseOperands(drop);
  for (Region &region : op->getRegions())
    region.front().eraseArguments(drop);
  OperationState state(op->getLoc(), op->getName());
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    if (!drop[i]) {
      state.operands.push_back(operand);
      state.types.push_back(operand.getType());
    }
  state.attributes = op->getDiscardableAttrDictionary();
  if (auto counter = op->getAttrOfType<IntegerAttr>(ir::kCounterAttr)) {
    int64_t index = counter.getInt();
    if (drop[index]) {
      state.attributes.erase(ir::kCounterAttr);
    } else {
      // The counter moves down by the number of dropped values before it.
      int64_t before = 0;
      for (int64_t i = 0; i < index; ++i)
        before += drop[i];
      state.attributes.set(ir::kCounterAttr, Builder(op).getI64IntegerAttr(index - before));
    }
  }
  state.addRegion();
  state.addRegion();
  Operation *slim = OpBuilder(op).create(state);
  for (auto [from, to] : llvm::zip_equal(op->getRegions(), slim->getRegions()))
    to.takeBody(from);
  unsigned next = 0;
  for (auto [i, result] : llvm::enumerate(op->getResults()))
    if (!drop[i])
      result.replaceAllUsesWith(slim->getResult(next++));
  op->erase();
}

/// Finds carried values that the body passes on unchanged, and lets body, condition and users of
/// the loop read the initial value. Returns them.
///   while(i, w) { .. use(w) .. yield i + 1, w }   ->   use(initial w)
llvm::BitVector readUnchangedFromOutside(Loop loop) {
  Operation *op = loop;
  Block &body = op->getRegion(1).front();
  llvm::BitVector unchanged(op->getNumOperands());
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (body.getTerminator()->getOperand(i) == body.getArgument(i)) {
      unchanged.set(i);
      // The terminator may also return the argument as the next value of another carried value.
      for (Region &region : op->getRegions())
        region.front().getArgument(i).replaceUsesWithIf(op->getOperand(i), [&](OpOperand &use) {
          return use.getOwner() != body.getTerminator() || use.getOperandNumber() != i;
        });
      op->getResult(i).replaceAllUsesWith(op->getOperand(i));
    }
  return unchanged;
}

/// The carried values that are read only by the computation of their own next value. Live are
/// results that are used, values that the condition reads, and operands of ops with side effects;
/// liveness then flows backwards through the body.
llvm::BitVector unread(Loop loop) {
  Operation *op = loop;
  Block &body = op->getRegion(1).front();
  unsigned n = op->getNumOperands();
  llvm::BitVector live(n);
  SmallVector<Value> work;
  DenseSet<Operation *> seen;
  // A carried value that is live makes its next value live.
  auto need = [&](unsigned i) {
    if (!live[i]) {
      live.set(i);
      work.push_back(body.getTerminator()->getOperand(i));
    }
  };
  // An argument of the loop stands for its carried value; any other value is traced to its op.
  auto visit = [&](Value value) {
    if (auto arg = dyn_cast<BlockArgument>(value)) {
      if (arg.getOwner()->getParentOp() == op)
        need(arg.getArgNumber());
    } else {
      work.push_back(value);
    }
  };
  for (unsigned i = 0; i < n; ++i)
    if (!op->getResult(i).use_empty() || !op->getRegion(0).front().getArgument(i).use_empty())
      need(i);
  for (Operation &inner : body.without_terminator())
    if (!isMemoryEffectFree(&inner))
      for (Value result : inner.getOperands())
        visit(result);
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (isa<BlockArgument>(value)) {
      visit(value);
      continue;
    }
    Operation *def = value.getDefiningOp();
    // An op with regions is live as a whole, with all values that its regions use.
    Operation *top = body.findAncestorOpInBlock(*def);
    if (!top || !seen.insert(top).second)
      continue;
    top->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        visit(operand);
    });
  }
  live.flip();
  return live;
}

/// Whether two numbers of a loop's body are equal if the carried values i and j are: the same op on
/// equal operands. Numbers of trips are sums of a few ops; the limit bounds the recursion.
bool areEqual(Value a, Value b, BlockArgument i, BlockArgument j, unsigned mostDeep = 4) {
  if (a == b || (a == i && b == j))
    return true;
  Operation *left = a.getDefiningOp(), *right = b.getDefiningOp();
  return mostDeep && left && right && left->getNumRegions() == 0 && isMemoryEffectFree(left) &&
         OperationEquivalence::isEquivalentTo(
             left, right,
             [&](Value x, Value y) { return success(areEqual(x, y, i, j, mostDeep - 1)); },
             /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations) &&
         cast<OpResult>(a).getResultNumber() == cast<OpResult>(b).getResultNumber();
}

/// Lets all readers of a number that is equal to another one in each trip read that one. A scan
/// counts its trips beside the index that a fori_loop hands to its body; rows that are read by the
/// one and written by the other are the same rows.
///   while(i, j, s) { .. s[i] .. s[j] = .. yield i + 1, j + 1, s' }   ->   .. s[i] .. s[i] = ..
void mergeEqualNumbers(Loop loop) {
  Operation *op = loop;
  Block &body = op->getRegion(1).front();
  auto isNumber = [&](unsigned i) {
    auto type = dyn_cast<RankedTensorType>(op->getOperand(i).getType());
    return type && type.getRank() == 0 && type.getElementType().isInteger();
  };
  auto counter = op->getAttrOfType<IntegerAttr>(ir::kCounterAttr);
  SmallVector<unsigned> numbers; // the counter of the trips first, as the loop refers to it
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (isNumber(i))
      numbers.insert(counter && counter.getInt() == i ? numbers.begin() : numbers.end(), i);
  for (auto [at, j] : llvm::enumerate(numbers))
    for (unsigned i : ArrayRef(numbers).take_front(at)) {
      BlockArgument one = body.getArgument(i), other = body.getArgument(j);
      Attribute a, b;
      if (one.getType() != other.getType() ||
          (op->getOperand(i) != op->getOperand(j) &&
           !(matchPattern(op->getOperand(i), m_Constant(&a)) &&
             matchPattern(op->getOperand(j), m_Constant(&b)) && a == b)) ||
          !areEqual(body.getTerminator()->getOperand(i), body.getTerminator()->getOperand(j), one,
                    other))
        continue;
      for (Region &region : op->getRegions())
        region.front().getArgument(j).replaceAllUsesWith(region.front().getArgument(i));
      op->getResult(j).replaceAllUsesWith(op->getResult(i));
      break;
    }
}

struct TidyLoops : impl::TidyLoopsBase<TidyLoops> {
  /// Visits inner loops first, as they may stop reading values of outer ones.
  void runOnOperation() override {
    for (Loop loop : opsIn<Loop>(getOperation())) {
      mergeEqualNumbers(loop);
      llvm::BitVector drop = readUnchangedFromOutside(loop);
      llvm::BitVector dead = unread(loop);
      dead.reset(drop);
      // Dead values read their initial values now, so the ops that compute their next values are
      // dead, too. Dead code elimination removes those.
      for (unsigned i : dead.set_bits()) {
        Operation *op = loop;
        Block &body = op->getRegion(1).front();
        body.getArgument(i).replaceAllUsesWith(op->getOperand(i));
      }
      drop |= dead;
      if (drop.any())
        dropCarried(loop, drop);
    }
  }
};

// Gives every loop initial values of its own, so that each can be the carried buffer itself. JAX
// starts all residual buffers of a scan from one array of zeros, which CSE shares between all
// loops. Without this pass, every loop would begin with a copy for each buffer. The elements of a
// residual buffer's initial value are never read, so it has undefined contents instead.

/// Whether the value is computed from constants alone, by at most `mostDeep` nested ops. The limit
/// bounds the recursion.
bool isMadeOfConstants(Value value, unsigned mostDeep = 4) {
  Operation *def = value.getDefiningOp();
  return mostDeep && def && isRecomputable(def) &&
         llvm::all_of(def->getOperands(),
                      [&](Value operand) { return isMadeOfConstants(operand, mostDeep - 1); });
}

struct FreshResidualBuffers : impl::FreshResidualBuffersBase<FreshResidualBuffers> {
  /// Residual buffers get undefined contents; other shared initial values that depend on constants
  /// alone are cloned.
  void runOnOperation() override {
    getOperation().walk([&](Operation *loop) {
      if (!isLoop(loop))
        return;
      OpBuilder b(loop);
      for (const ResidualBuffer &buffer : residualBuffersOf(loop))
        if (Value init = loop->getOperand(buffer.carried); !init.getDefiningOp<ir::UndefinedOp>())
          loop->setOperand(buffer.carried,
                           ir::UndefinedOp::create(b, init.getLoc(), init.getType()));
      for (OpOperand &init : loop->getOpOperands())
        if (Value value = init.get(); !value.hasOneUse() && value.getDefiningOp() &&
                                      !value.getDefiningOp()->hasTrait<OpTrait::ConstantLike>() &&
                                      isMadeOfConstants(value))
          init.set(b.clone(*value.getDefiningOp())->getResult(0));
    });
  }
};

} // namespace

} // namespace spmd
