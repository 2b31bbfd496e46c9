// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops carry only what changes and is read: JAX threads constants and weights through every scan.
#include "compiler/passes.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"

namespace spmd {
#define GEN_PASS_DEF_TIDYLOOPS
#include "compiler/passes.h.inc"
} // namespace spmd

using namespace mlir;

namespace spmd {
namespace {

using Loop = stablehlo::WhileOp;

/// The carried values of `loop` without those marked in `drop`; uses of dropped ones must be gone,
/// but for each other.
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

/// Carried values that the body passes on unchanged: body and condition read the initial value.
llvm::BitVector readUnchangedFromOutside(Loop loop) {
  Operation *op = loop;
  Block &body = op->getRegion(1).front();
  llvm::BitVector unchanged(op->getNumOperands());
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (body.getTerminator()->getOperand(i) == body.getArgument(i)) {
      unchanged.set(i);
      // Also where the body's end reads it as the next value of another one.
      for (Region &region : op->getRegions())
        region.front().getArgument(i).replaceUsesWithIf(op->getOperand(i), [&](OpOperand &use) {
          return use.getOwner() != body.getTerminator() || use.getOperandNumber() != i;
        });
      op->getResult(i).replaceAllUsesWith(op->getOperand(i));
    }
  return unchanged;
}

/// Carried values that are read by nothing but what computes their own next value.
llvm::BitVector unread(Loop loop) {
  Operation *op = loop;
  Block &body = op->getRegion(1).front();
  unsigned n = op->getNumOperands();
  llvm::BitVector live(n);
  SmallVector<Value> work;
  DenseSet<Operation *> seen;
  auto need = [&](unsigned i) {
    if (!live[i]) {
      live.set(i);
      work.push_back(body.getTerminator()->getOperand(i));
    }
  };
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

struct TidyLoops : impl::TidyLoopsBase<TidyLoops> {
  void runOnOperation() override {
    SmallVector<Loop> loops; // inner ones first
    getOperation().walk([&](Loop loop) { loops.push_back(loop); });
    for (Loop loop : loops) {
      llvm::BitVector drop = readUnchangedFromOutside(loop);
      llvm::BitVector dead = unread(loop);
      dead.reset(drop);
      // What only dead values read can go with them: the body's dead ops are left to dead code
      // elimination.
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

} // namespace
} // namespace spmd
