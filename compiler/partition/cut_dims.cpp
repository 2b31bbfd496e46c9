// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass spmd-cut-dims, and cuts of dims. It rewrites the global program, so that the passes
// behind it choose what is sent: of 64 elements over 4 devices that argmax looks at, 4 candidates.
#include "compiler/partition/cut_dims.h"
#include "compiler/ops/shifts.h"
#include "compiler/passes.h"
#include "dialects/sdy/manual.h"
#include "dialects/sdy/values.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_CUTDIMS
#include "compiler/passes.h.inc"
namespace {

/// The sharding of a value as the ops next to `op` see it: manual axes, which an argument of a
/// manual computation names, do not exist for them.
sdy::TensorShardingAttr shardingNextTo(Operation *op, Value value) {
  sdy::TensorShardingAttr sharding = sdy::getSharding(value);
  // Of all manual computations around it, from the inside.
  for (auto around = op->getParentOfType<sdy::ManualComputationOp>(); sharding && around;
       around = around->getParentOfType<sdy::ManualComputationOp>())
    sharding = sdy::withoutManualAxes(sharding, around.getManualAxesAttr());
  return sharding;
}

/// Whether anything was written: a module that stays as it is is not verified again.
struct Change : RewriterBase::Listener {
  bool isThere = false;
  void notifyOperationInserted(Operation *, OpBuilder::InsertPoint) override { isThere = true; }
};

/// Each op is looked at once: what a pattern writes it cuts itself.
struct CutDims : impl::CutDimsBase<CutDims> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    addCutReductions(patterns);
    addCutTopK(patterns);
    FrozenRewritePatternSet frozen(std::move(patterns));
    Change change;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal()) {
        change.isThere |= cutAssociativeScans(function);
        walkAndApplyPatterns(function, frozen, &change);
      }
    if (!change.isThere)
      markAllAnalysesPreserved();
  }
};

} // namespace

// A value without a sharding is whole.
std::optional<DimCut> DimCut::of(Operation *op, Value value, int64_t dim) {
  sdy::TensorShardingAttr sharding = shardingNextTo(op, value);
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!sharding || !type || !type.hasStaticShape())
    return std::nullopt;
  if (sharding.getDimSharding(dim).getAxes().empty())
    return std::nullopt;
  DimCut cut{dim, type.getDimSize(dim),
             sharding.getDimSharding(dim).getShardedSize(sdy::getMesh(sharding, op)), 0,
             sharding.replaceUnreducedAxes({})};
  cut.piece = llvm::divideCeil(cut.size, cut.shards);
  bool isLocal = bool(op->getParentOfType<sdy::ManualComputationOp>());
  if (cut.shards == 1 || cut.piece < 2 || (isLocal && cut.hasFillers()))
    return std::nullopt;
  return cut;
}

// Axes stay with their dims.
sdy::TensorShardingAttr withDims(sdy::TensorShardingAttr sharding, ArrayRef<int64_t> dims) {
  auto whole = sdy::DimensionShardingAttr::get(sharding.getContext(), {}, /*isClosed=*/true);
  return sharding.withDimShardings(llvm::map_to_vector(
      dims, [&](int64_t d) { return d < 0 ? whole : sharding.getDimSharding(d); }));
}

//   [{}, {"x"}] cut along dim 1 -> [{}, {"x"}, {}]
sdy::TensorShardingAttr DimCut::cutSharding() const {
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(0, sharding.getRank()));
  dims.insert(dims.begin() + dim + 1, -1);
  return withDims(sharding, dims);
}

// The reshape splits a dim whose major part is split, which sends nothing.
Value DimCut::cut(OpBuilder &b, Value value, Value filler) const {
  Location loc = value.getLoc();
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape()), none(type.getRank(), 0), high(none);
  // Fillers lie where padding would: the shards of the dim stay where they are.
  if (hasFillers()) {
    high[dim] = shards * piece - size;
    shape[dim] = shards * piece;
    value = ops::placed(
        stablehlo::PadOp::create(b, loc, type.clone(shape), value, filler, none, high, none),
        sharding);
  }
  shape[dim] = shards;
  shape.insert(shape.begin() + dim + 1, piece);
  return ops::placed(stablehlo::ReshapeOp::create(b, loc, type.clone(shape), value), cutSharding());
}

Value DimCut::join(OpBuilder &b, Value value) const {
  Location loc = value.getLoc();
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + dim + 1);
  shape[dim] = shards * piece;
  value = ops::placed(stablehlo::ReshapeOp::create(b, loc, type.clone(shape), value), sharding);
  if (!hasFillers())
    return value;
  SmallVector<int64_t> starts(shape.size(), 0), strides(shape.size(), 1);
  shape[dim] = size;
  return ops::placed(stablehlo::SliceOp::create(b, loc, value, starts, shape, strides), sharding);
}

} // namespace spmd
