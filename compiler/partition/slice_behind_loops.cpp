// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves slices of a split dim out of loops. A loop that saves the row of one device in every trip,
// as a pipeline saves what its last stage makes, would send it to all devices in every trip. The
// loop saves the whole split value instead, which takes no more memory where a device holds no more
// rows than were saved. Behind the loop the rows are sliced once, and only those that are used.
//   while: save x[3:4], x placed {"pipe"}   ->   while: save x;   saved[:, 3:4]
#include "compiler/passes.h"
#include "compiler/sharding/local_shape.h"
#include "compiler/structure/residual_buffers.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_SLICEBEHINDLOOPS
#include "compiler/passes.h.inc"
namespace {

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// The type with another dim in front.
RankedTensorType stackedType(RankedTensorType row, int64_t trips) {
  SmallVector<int64_t> shape(row.getShape());
  shape.insert(shape.begin(), trips);
  return row.clone(shape);
}
/// The sharding of rows that are stacked: the dim in front is whole.
sdy::TensorShardingAttr stackedSharding(sdy::TensorShardingAttr row) {
  SmallVector<sdy::DimensionShardingAttr> dims(row.getDimShardings());
  dims.insert(dims.begin(), sdy::DimensionShardingAttr::get(row.getContext(), {}, true));
  return sdy::TensorShardingAttr::get(row.getContext(), row.getMeshOrRef(), dims);
}

/// The bytes of one device's part, up to the size of an element.
double localElements(RankedTensorType type, sdy::TensorShardingAttr sharding, Operation *user) {
  double elements = type.getNumElements();
  for (sdy::DimensionShardingAttr dim : sharding.getDimShardings())
    elements /= double(dim.getShardedSize(sdy::getMesh(sharding, user)));
  return elements;
}

/// The slice whose elements a trip saves, through ops that only add or drop dims of size 1; null if
/// they come from anything else. All rows that it takes are neighbours.
stablehlo::SliceOp savedSlice(Value update) {
  Operation *op = update.getDefiningOp();
  while (op && op->getNumOperands() == 1 && !isa<stablehlo::SliceOp>(op)) {
    auto from = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
    auto withoutOnes = [](RankedTensorType type) {
      return llvm::to_vector(
          llvm::make_filter_range(type.getShape(), [](int64_t size) { return size != 1; }));
    };
    bool keepsOrder =
        isa<stablehlo::ReshapeOp>(op) ||
        (isa<stablehlo::BroadcastInDimOp>(op) &&
         llvm::is_sorted(cast<stablehlo::BroadcastInDimOp>(op).getBroadcastDimensions()));
    if (!keepsOrder || !from || withoutOnes(from) != withoutOnes(typeOf(op->getResult(0))))
      return {};
    op = op->getOperand(0).getDefiningOp();
  }
  auto slice = dyn_cast_or_null<stablehlo::SliceOp>(op);
  bool isDense = slice && llvm::all_of(slice.getStrides(), [](int64_t s) { return s == 1; });
  return isDense ? slice : stablehlo::SliceOp();
}

/// One loop and its saved slices.
class SliceMover {
public:
  /// The body is the second region of a while, behind the condition.
  explicit SliceMover(Operation *loop) : loop(loop), body(loop->getRegion(1).front()) {}

  /// Moves all slices that may. Buffers do not depend on each other, so their list stays valid.
  bool run() {
    bool changed = false;
    for (const ResidualBuffer &buffer : residualBuffersOf(loop)) {
      stablehlo::SliceOp slice = savedSlice(buffer.update);
      if (!slice || slice->getBlock() != &body ||
          !keepsMemory(slice, loop->getResult(buffer.carried)))
        continue;
      saveWhole(slice, buffer.carried);
      changed = true;
    }
    return changed;
  }

private:
  Operation *loop;
  Block &body;

  /// Whether a slice along split dims saves no memory: a device holds as little of the operand.
  bool keepsMemory(stablehlo::SliceOp slice, Value saved) const {
    sdy::TensorShardingAttr before = sdy::getSharding(saved),
                            row = sdy::getSharding(slice.getOperand());
    if (!before || !row || !row.getUnreducedAxes().empty())
      return false;
    // A slice along dims that are whole everywhere sends nothing, so it stays.
    bool isSplit = false;
    for (auto [dim, whole, part] :
         llvm::zip_equal(row.getDimShardings(), typeOf(slice.getOperand()).getShape(),
                         slice.getType().getShape())) {
      int64_t shards = dim.getShardedSize(sdy::getMesh(row, loop));
      isSplit |= whole != part && shards > 1;
      if (whole % shards)
        return false; // padding would be saved, too
    }
    auto now = typeOf(saved);
    RankedTensorType after = stackedType(typeOf(slice.getOperand()), now.getDimSize(0));
    return isSplit &&
           localElements(after, stackedSharding(row), loop) <= localElements(now, before, loop);
  }

  /// Carries the operands of the slice in place of the slices.
  void saveWhole(stablehlo::SliceOp slice, unsigned carried) {
    Value row = slice.getOperand(), result = loop->getResult(carried);
    RankedTensorType before = typeOf(result),
                     after = stackedType(typeOf(row), before.getDimSize(0));
    sdy::TensorShardingAttr old = sdy::getSharding(result),
                            sharding = stackedSharding(sdy::getSharding(row));
    // Every row is written, so the initial value is never read.
    OpBuilder b(loop);
    auto initial =
        stablehlo::ConstantOp::create(b, loop->getLoc(), cast<ElementsAttr>(b.getZeroAttr(after)));
    sdy::setShardings(initial, {sharding});
    loop->setOperand(carried, initial);
    for (Region &region : loop->getRegions())
      region.front().getArgument(carried).setType(after);
    result.setType(after);
    sdy::setSharding(result, sharding);
    // The same row as before is written, now of the larger buffer.
    auto write =
        body.getTerminator()->getOperand(carried).getDefiningOp<stablehlo::DynamicUpdateSliceOp>();
    b.setInsertionPoint(write);
    Value update = asRow(b, write.getLoc(), row);
    Value next =
        writeRow(b, write.getLoc(), body.getArgument(carried), update, write.getStartIndices()[0]);
    sdy::setShardings(update.getDefiningOp(), {sharding});
    sdy::setShardings(next.getDefiningOp(), {sharding});
    // The start indices that are zero are new constants.
    for (Value index : ValueRange(next.getDefiningOp()->getOperands()).drop_front(3))
      if (Operation *made = index.getDefiningOp(); made && !sdy::getSharding(index))
        sdy::setShardings(made, {sdy::TensorShardingAttr::getFullyClosed(b.getContext(), 0,
                                                                         sharding.getMeshOrRef())});
    body.getTerminator()->setOperand(carried, next);
    write.erase();
    sliceSaved(slice, result, before, old);
  }

  /// Slices the saved values for their users. A user that takes only some trips gets just those.
  void sliceSaved(stablehlo::SliceOp slice, Value saved, RankedTensorType wanted,
                  sdy::TensorShardingAttr sharding) {
    for (OpOperand &use : llvm::make_early_inc_range(saved.getUses())) {
      auto user = dyn_cast<stablehlo::SliceOp>(use.getOwner());
      bool takesTrips = user && user.getStrides()[0] == 1 &&
                        user.getType().getShape().drop_front() == wanted.getShape().drop_front();
      OpBuilder b(use.getOwner());
      int64_t from = takesTrips ? user.getStartIndices()[0] : 0,
              to = takesTrips ? user.getLimitIndices()[0] : wanted.getDimSize(0);
      Value part = slicedSaved(b, slice, saved, from, to);
      SmallVector<int64_t> shape(wanted.getShape());
      shape[0] = to - from;
      Value made = stablehlo::ReshapeOp::create(b, slice.getLoc(), wanted.clone(shape), part);
      sdy::setShardings(made.getDefiningOp(), {sharding});
      if (!takesTrips) {
        use.set(made);
        continue;
      }
      // The new slice takes these trips already.
      user.replaceAllUsesWith(made);
      user.erase();
    }
  }

  /// What `slice` takes of each of the trips [from, to), whole along the dims that it cuts.
  static Value slicedSaved(OpBuilder &b, stablehlo::SliceOp slice, Value saved, int64_t from,
                           int64_t to) {
    SmallVector<int64_t> start = {from}, limit = {to}, strides = {1};
    llvm::append_range(start, slice.getStartIndices());
    llvm::append_range(limit, slice.getLimitIndices());
    llvm::append_range(strides, slice.getStrides());
    RankedTensorType type = stackedType(slice.getType(), to - from);
    Value part = stablehlo::SliceOp::create(b, slice.getLoc(), type, saved, start, limit, strides);
    sdy::TensorShardingAttr sharding = sdy::getSharding(saved);
    SmallVector<sdy::DimensionShardingAttr> dims(sharding.getDimShardings());
    for (auto [dim, before, after] :
         llvm::zip_equal(dims, typeOf(saved).getShape(), type.getShape()))
      if (before != after)
        dim = sdy::DimensionShardingAttr::get(b.getContext(), {}, true);
    sdy::setShardings(part.getDefiningOp(), {sdy::TensorShardingAttr::get(
                                                b.getContext(), sharding.getMeshOrRef(), dims)});
    return part;
  }
};

/// Manual computations are left alone: types there are local, and the program moves rows itself.
struct SliceBehindLoops : impl::SliceBehindLoopsBase<SliceBehindLoops> {
  void runOnOperation() override {
    bool changed = false;
    SmallVector<Operation *> loops; // slices behind them are erased, so the walk ends first
    getOperation().walk([&](stablehlo::WhileOp loop) {
      if (!loop->getParentOfType<sdy::ManualComputationOp>())
        loops.push_back(loop);
    });
    for (Operation *loop : loops)
      changed |= SliceMover(loop).run();
    if (!changed)
      markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace spmd
