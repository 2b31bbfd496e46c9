// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Branches over a batch. If all entries take the same branch, the choice stays. Otherwise all
// branches run, and each entry takes the results of its own.
#include "compiler/batch/batcher.h"
#include "compiler/structure/gradient_attributes.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace spmd {

/// The batch dim of each result: that of the first branch that returns a batched value.
static SmallVector<int64_t> commonDims(ArrayRef<SmallVector<Batched>> returned, unsigned count) {
  SmallVector<int64_t> dims(count, Batched::kNone);
  for (unsigned i = 0; i < count; ++i)
    for (const SmallVector<Batched> &branch : llvm::reverse(returned))
      if (branch[i].isBatched())
        dims[i] = branch[i].dim;
  return dims;
}

// The branches must return one type, so that what one of them has batched is copied by the others.
LogicalResult Batcher::runBranches(Operation *op, OpBuilder &b) {
  // A region owns its block, also where a later branch is refused.
  SmallVector<std::unique_ptr<Region>> made;
  SmallVector<SmallVector<Batched>> returned;
  OpBuilder inside(op->getContext());
  for (Region &region : op->getRegions()) {
    made.push_back(std::make_unique<Region>());
    inside.setInsertionPointToEnd(&made.back()->emplaceBlock());
    FailureOr<SmallVector<Batched>> own = runRegion(region, inside);
    if (failed(own))
      return failure();
    returned.push_back(*own);
  }
  SmallVector<int64_t> resultDims = commonDims(returned, op->getNumResults());
  OperationState state(op->getLoc(), op->getName().getStringRef());
  state.addOperands(of(op->getOperand(0)).value);
  for (auto [result, dim] : llvm::zip_equal(op->getResults(), resultDims))
    state.addTypes(batchedType(result.getType(), dim, size));
  state.addAttributes(attributesWithoutSharding(op));
  for (auto [region, from, own] : llvm::zip_equal(made, op->getRegions(), returned)) {
    Operation *terminator = from.front().getTerminator();
    inside.setInsertionPointToEnd(&region->front());
    SmallVector<Value> values;
    for (auto [value, dim] : llvm::zip_equal(own, resultDims))
      values.push_back(put(op, inside, value, dim));
    OperationState end(terminator->getLoc(), terminator->getName(), values, TypeRange(),
                       terminator->getAttrs());
    inside.create(end);
    state.addRegion()->takeBody(*region);
  }
  mapResults(op, b.create(state)->getResults(), resultDims);
  return success();
}

/// Runs branch k for all entries. Entries that do not take it read what it reads as constants:
/// their gradient there may be no number, 0 / 0 for example, and must not reach the value. (JAX
/// does the same, for the reason of its issue 1052.)
///   {1 / x}  ->  1 / select(k is taken, x, stop_gradient(x))
FailureOr<SmallVector<Batched>> Batcher::runTaken(Operation *op, unsigned k,
                                                  ArrayRef<Value> isTaken, OpBuilder &b) {
  Region &region = op->getRegion(k);
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(region, captured);
  SmallVector<std::pair<Value, Batched>> before;
  for (Value value : captured) {
    const Batched own = of(value);
    const Type element = getElementTypeOrSelf(value.getType());
    if (isTaken.empty() || !own.isBatched() || !isa<FloatType, ComplexType>(element))
      continue; // all entries take an only branch
    Operation *still =
        stablehlo::ConvertOp::create(b, op->getLoc(), own.value.getType(), own.value);
    still->setAttr(kStopGradientAttr, b.getStringAttr(""));
    // The last branch is taken where no other one is.
    const bool isLast = k == isTaken.size();
    Value read = isLast ? own.value : still->getResult(0);
    for (unsigned i = 0; i < isTaken.size(); ++i)
      if (isLast || i == k)
        read = choose(op, b, isTaken[i], isLast ? still->getResult(0) : own.value, read, own.dim);
    before.push_back({value, own});
    map(value, {read, own.dim});
  }
  FailureOr<SmallVector<Batched>> returned = runRegion(region, b);
  for (auto [value, own] : before)
    map(value, own);
  return returned;
}

/// case (i) {a} {b} {c} with i [8] -> select(i == 0, a, select(i == 1, b, c)), where a, b and c are
/// computed for all entries.
LogicalResult Batcher::runChoice(Operation *op, OpBuilder &b) {
  if (failed(refuseEffects(op)))
    return failure();
  // A predicate takes the first branch, the number k branch k, and all others the last one.
  // An index out of range takes the last one, too (StableHLO specification, case).
  Value selector = of(op->getOperand(0)).value;
  bool isPredicate = getElementTypeOrSelf(selector).isInteger(1);
  Batching g(op, b, size, values);
  SmallVector<Value> isTaken;
  for (unsigned k = 0; k + 1 < op->getNumRegions(); ++k)
    isTaken.push_back(isPredicate ? selector : compare(g.of(selector), "EQ", double(k)).value);
  SmallVector<SmallVector<Batched>> returned;
  for (unsigned k = 0; k < op->getNumRegions(); ++k) {
    FailureOr<SmallVector<Batched>> own = runTaken(op, k, isTaken, b);
    if (failed(own))
      return failure();
    returned.push_back(*own);
  }
  SmallVector<int64_t> resultDims = commonDims(returned, op->getNumResults());
  SmallVector<Value> results;
  for (auto [i, dim] : llvm::enumerate(resultDims)) {
    if (!isa<RankedTensorType>(op->getResult(i).getType()))
      return op->emitOpError("has no batched form: it returns a token, and entries of the batch "
                             "take different branches");
    // Branches may return different values although none of them is batched.
    if (dim == Batched::kNone && returned.size() > 1)
      dim = 0;
    Value chosen = put(op, b, returned.back()[i], dim);
    for (unsigned k = isTaken.size(); k-- > 0;)
      chosen = choose(op, b, isTaken[k], put(op, b, returned[k][i], dim), chosen, dim);
    results.push_back(chosen);
  }
  mapResults(op, results, resultDims);
  return success();
}

} // namespace spmd
