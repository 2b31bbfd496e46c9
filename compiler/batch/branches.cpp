// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Branches over a batch. If all entries take the same branch, the choice stays. Otherwise all
// branches run, and each entry takes the results of its own.
#include "compiler/batch/batcher.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/TypeUtilities.h"

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

LogicalResult Batcher::runChoice(Operation *op, OpBuilder &b) {
  if (failed(refuseEffects(op)))
    return failure();
  SmallVector<SmallVector<Batched>> returned;
  for (Region &region : op->getRegions()) {
    FailureOr<SmallVector<Batched>> own = runRegion(region, b);
    if (failed(own))
      return failure();
    returned.push_back(*own);
  }
  // A predicate takes the first branch, the number k branch k, and all others the last one.
  Value selector = of(op->getOperand(0)).value;
  bool isPredicate = getElementTypeOrSelf(selector).isInteger(1);
  Batching g(op, b, size, values);
  SmallVector<Value> isTaken;
  for (unsigned k = 0; k + 1 < returned.size(); ++k)
    isTaken.push_back(isPredicate ? selector : compare(g.of(selector), "EQ", double(k)).value);
  SmallVector<int64_t> resultDims = commonDims(returned, op->getNumResults());
  SmallVector<Value> results;
  for (auto [i, dim] : llvm::enumerate(resultDims)) {
    if (!isa<RankedTensorType>(op->getResult(i).getType()))
      return op->emitOpError("has no batched form: it returns a token, and entries of the batch "
                             "take different branches");
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
