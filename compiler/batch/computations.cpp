// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A manual computation over a batch. Its values get a dim more, which each device has whole, or
// which the mesh axes of the batch split: then the body sees a part of the batch.
#include "compiler/batch/batcher.h"
#include "dialects/sdy/sdy.h"
#include "dialects/sdy/values.h"

using namespace mlir;

namespace spmd {
namespace {

class BatchedComputation {
public:
  BatchedComputation(sdy::ManualComputationOp op, Batcher &outside) : op(op), outside(outside) {}

  /// The axes of the batch that the body does not see, and how many parts they make.
  LogicalResult splitBatch() {
    auto shardings = op.getInShardings().empty() ? op.getOutShardings() : op.getInShardings();
    sdy::MeshAttr mesh = shardings.empty() ? sdy::MeshAttr() : shardings.getSharding(0).getMesh(op);
    isWhole = mesh && op.getManualAxes().getValue().size() == mesh.getAxes().size();
    for (sdy::AxisRefAttr axis : outside.along) {
      if (!op.getManualAxes().containsAxis(axis.getName())) {
        free.push_back(axis);
        continue;
      }
      if (!free.empty()) // manual axes come first in a dim
        return op.emitOpError("has no batched form: it handles the axis '")
               << axis.getName() << "' of the batch, but not '" << free[0].getName()
               << "' before it";
      parts *= axis.getSize(mesh);
    }
    if (outside.size % parts != 0)
      return op.emitOpError("splits a batch of ")
             << outside.size << " entries over " << parts << " devices, which does not divide it";
    if (parts > 1 && outside.module.namesAxis(op))
      return op.emitOpError("has no batched form: it names the axis of a batch that it splits "
                            "over devices");
    return success();
  }
  int64_t partSize() const { return outside.size / parts; }

  /// A value's sharding with the batch at `dim`. What the body does not see stays closed.
  FailureOr<sdy::TensorShardingAttr> with(sdy::TensorShardingAttr sharding, int64_t dim) {
    if (dim == Batched::kNone)
      return sharding;
    if (hasAxes(sharding, outside.along))
      return op.emitOpError("has no batched form: an axis that splits the batch splits a value of "
                            "the op, too");
    sdy::TensorShardingAttr batched = batchedSharding(sharding, dim, outside.along);
    SmallVector<sdy::DimensionShardingAttr> dims(batched.getDimShardings());
    dims[dim] = dims[dim].withClosed(isWhole || !outside.along.empty());
    return batched.withDimShardings(dims);
  }

  sdy::ManualComputationOp op;
  Batcher &outside;
  SmallVector<sdy::AxisRefAttr> free; // along which the body sees the whole batch
  int64_t parts = 1;
  bool isWhole = false; // all axes of the mesh are manual
};

} // namespace

// The body is isolated: its values are those of a program of its own.
LogicalResult Batcher::runComputation(Operation *operation, OpBuilder &b) {
  auto op = dyn_cast<sdy::ManualComputationOp>(operation);
  if (!op)
    return operation->emitOpError("has no batched form: inline it first (--spmd-inline-calls)");
  BatchedComputation computation(op, *this);
  if (failed(computation.splitBatch()))
    return failure();
  SmallVector<Value> operands;
  SmallVector<int64_t> argumentDims, resultDims;
  SmallVector<sdy::TensorShardingAttr> in, out;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    operands.push_back(of(operand).value);
    argumentDims.push_back(dimOf(operand));
    auto sharding = computation.with(op.getInSharding(i), argumentDims.back());
    if (failed(sharding))
      return failure();
    in.push_back(*sharding);
  }
  auto region = std::make_unique<Region>();
  OpBuilder inside(op.getContext());
  inside.setInsertionPointToEnd(&region->emplaceBlock());
  Batcher body(module, computation.partSize(), computation.free);
  body.mapArguments(op.getBody().front(), region->front(), argumentDims);
  FailureOr<SmallVector<Batched>> returned = body.runRegion(op.getBody(), inside);
  if (failed(returned))
    return failure();
  SmallVector<Value> values;
  SmallVector<Type> types;
  for (auto [i, value] : llvm::enumerate(*returned)) {
    values.push_back(value.value);
    resultDims.push_back(value.dim);
    types.push_back(batchedType(op->getResult(i).getType(), value.dim, size));
    auto sharding = computation.with(op.getOutSharding(i), value.dim);
    if (failed(sharding))
      return failure();
    out.push_back(*sharding);
  }
  sdy::ReturnOp::create(inside, op.getLoc(), values);
  auto made = sdy::ManualComputationOp::create(
      b, op.getLoc(), types, operands, sdy::TensorShardingPerValueAttr::get(op.getContext(), in),
      sdy::TensorShardingPerValueAttr::get(op.getContext(), out), op.getManualAxesAttr());
  made.getBody().takeBody(*region);
  mapResults(op, made->getResults(), resultDims);
  return success();
}

} // namespace spmd
