// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The gradient of a case or an if: the same choice between the backward parts of the branches. A
// branch returns what its backward part reads; the others return zeros in its place.
#include "compiler/grad/residuals.h"
#include "compiler/grad/reverse.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {

/// Replaces the op by one whose branches return more values: `added` holds those of each branch.
/// Returns the results that were added, in the order of the branches.
static SmallVector<Value> returnMore(Operation *op, ArrayRef<SmallVector<Value>> added) {
  OperationState state(op->getLoc(), op->getName(), op->getOperands(), op->getResultTypes(),
                       op->getAttrs());
  for (const SmallVector<Value> &values : added)
    state.addTypes(ValueRange(values).getTypes());
  // Every branch returns the values of all: its own, and zeros for the others'.
  for (auto [own, region] : llvm::enumerate(op->getRegions())) {
    Operation *end = region.front().getTerminator();
    OpBuilder b(end);
    SmallVector<Value> returned(end->getOperands());
    for (auto [branch, values] : llvm::enumerate(added))
      for (Value value : values)
        returned.push_back(branch == own ? value : zerosOf(b, op->getLoc(), value.getType()));
    end->setOperands(returned);
    state.addRegion();
  }
  IRRewriter b(op);
  Operation *larger = b.create(state);
  for (auto [from, to] : llvm::zip_equal(op->getRegions(), larger->getRegions()))
    to.takeBody(from);
  unsigned count = op->getNumResults();
  b.replaceOp(op, larger->getResults().take_front(count));
  return SmallVector<Value>(larger->getResults().drop_front(count));
}

LogicalResult Reverse::runBranches(Operation *op, OpBuilder &b, Cotangents &c) {
  Location loc = op->getLoc();
  SmallVector<Value> captured = activeCaptures(op, c), cts;
  for (Value result : op->getResults())
    cts.push_back(c.totals.lookup(result));
  // Cotangents of captured values are summed behind the op, not in its branches: a branch that does
  // not read a value returns zeros for it.
  // Backward parts, which still name values of the branches.
  SmallVector<std::unique_ptr<Region>> parts;
  std::vector<Cotangents> inner(op->getNumRegions());
  for (Cotangents &own : inner)
    own.active = c.active;
  for (auto [region, own] : llvm::zip_equal(op->getRegions(), inner)) {
    Block &branch = region.front();
    propagate(branch, own);
    parts.push_back(std::make_unique<Region>());
    OpBuilder inside = builderAtEnd(parts.back()->emplaceBlock(), op->getContext());
    for (auto [returned, ct] : llvm::zip_equal(branch.getTerminator()->getOperands(), cts))
      addCotangent(inside, loc, own, returned, ct);
    if (failed(run(branch, inside, own)))
      return failure();
  }
  // Captured values without a cotangent in any branch have none.
  llvm::erase_if(captured, [&](Value value) {
    return llvm::none_of(inner, [&](Cotangents &own) { return own.totals.lookup(value); });
  });
  // Each backward branch returns one cotangent per captured value.
  SmallVector<SmallVector<Value>> saved;
  SmallVector<Value> all;
  for (auto [region, part, own] : llvm::zip_equal(op->getRegions(), parts, inner)) {
    OpBuilder inside = builderAtEnd(part->front(), op->getContext());
    SmallVector<Value> given;
    for (Value value : captured) {
      Value total = own.totals.lookup(value);
      given.push_back(total ? total : zerosOf(inside, loc, value.getType()));
    }
    stablehlo::ReturnOp::create(inside, loc, given);
    saved.push_back(recomputeConstants(region.front(), part->front()));
    llvm::append_range(all, saved.back());
  }
  // The predicate is read again, from the forward part.
  OperationState state(loc, op->getName(), op->getOperands(), ValueRange(captured).getTypes());
  for (size_t i = 0; i < parts.size(); ++i)
    state.addRegion();
  SmallVector<Value> kept = all.empty() ? SmallVector<Value>() : returnMore(op, saved);
  // Only the branch that runs reads what it has saved.
  for (auto [from, to] : llvm::zip_equal(all, kept))
    for (auto &part : parts)
      replaceUsesIn(part->front(), from, to);
  Operation *back = b.create(state);
  for (auto [part, region] : llvm::zip_equal(parts, back->getRegions()))
    region.takeBody(*part);
  for (auto [value, result] : llvm::zip_equal(captured, back->getResults()))
    addCotangent(b, loc, c, value, result);
  return success();
}

} // namespace spmd
