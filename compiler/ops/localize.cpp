// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The methods of LocalizeContext that only build ops, and constants, broadcasts and initial values
// of local programs. The other methods are in the partition stage.
#include "compiler/ops/localize.h"
#include "compiler/ops/known_range.h"
#include "compiler/ops/region.h"
#include "dialects/sdy/values.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {

// Index of the shard times its size: shard 2 of 4 elements each starts at 8.
Value LocalizeContext::shardOffset(ArrayRef<sdy::AxisRefAttr> axes, int64_t localSize) {
  auto type = RankedTensorType::get({}, builder.getI32Type());
  auto constant = [&](int64_t value) -> Value {
    return make<stablehlo::ConstantOp>(
        DenseElementsAttr::get(type, builder.getI32IntegerAttr(value)));
  };
  if (axes.empty())
    return constant(0);
  return make<stablehlo::MulOp>(shardIndex(axes), constant(localSize));
}

// Dims that are whole start at 0.
// A device with 4 of 16 rows takes dynamic_slice(whole, shard * 4, sizes = [4, ..]).
Value LocalizeContext::sliceOwnPart(Value whole, RankedTensorType local,
                                    function_ref<ArrayRef<sdy::AxisRefAttr>(int64_t)> axesOfDim) {
  SmallVector<Value> starts;
  for (int64_t d = 0; d < local.getRank(); ++d)
    starts.push_back(shardOffset(axesOfDim(d), local.getDimSize(d)));
  return make<stablehlo::DynamicSliceOp>(local, whole, starts,
                                         builder.getDenseI64ArrayAttr(local.getShape()));
}

// Drops sharding annotations from the clone and from its regions.
Operation *LocalizeContext::cloneLocal(Operation *op, ArrayRef<NamedAttribute> changed) {
  Operation *clone = builder.clone(*op);
  clone->setOperands(operands);
  for (auto [result, type] : llvm::zip(clone->getResults(), resultTypes))
    result.setType(type);
  for (NamedAttribute attr : changed)
    clone->setAttr(attr.getName(), attr.getValue());
  clone->setDiscardableAttrs(withoutShardings(clone->getDiscardableAttrDictionary()));
  // Bodies of reductions and the like compute on elements, which have no sharding.
  for (Region &body : clone->getRegions())
    body.walk([](Operation *inner) {
      inner->setDiscardableAttrs(withoutShardings(inner->getDiscardableAttrDictionary()));
      if (isa<sdy::ShardingConstraintOp, sdy::ReshardOp, sdy::PropagationBarrierOp>(inner))
        IRRewriter(inner).replaceOp(inner, inner->getOperands());
    });
  return clone;
}

// Attributes of other dialects, such as spmd, stay.
DictionaryAttr withoutShardings(DictionaryAttr attrs) {
  auto isOfSdy = [](NamedAttribute attr) { return attr.getName().strref().starts_with("sdy."); };
  if (llvm::none_of(attrs, isOfSdy))
    return attrs;
  SmallVector<NamedAttribute> others(llvm::make_filter_range(attrs, std::not_fn(isOfSdy)));
  return DictionaryAttr::getWithSorted(attrs.getContext(), others);
}

// Looks at ops, and at the argument and result attributes of functions.
bool usesShardings(ModuleOp module) {
  // `speaks` is true for attributes of the sharding dialect.
  auto speaks = [](DictionaryAttr attrs) { return withoutShardings(attrs) != attrs; };
  auto anySpeaks = [&](ArrayAttr lists) {
    return lists && llvm::any_of(lists.getAsRange<DictionaryAttr>(), speaks);
  };
  return module
      ->walk<WalkOrder::PreOrder>([&](Operation *op) {
        auto function = dyn_cast<func::FuncOp>(op);
        bool found = isa_and_nonnull<sdy::SdyDialect>(op->getDialect()) ||
                     speaks(op->getDiscardableAttrDictionary()) ||
                     (function && (anySpeaks(function.getArgAttrsAttr()) ||
                                   anySpeaks(function.getResAttrsAttr())));
        return found ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace ops {

// A bound that the type of the indices cannot hold is no bound: the largest index stands for it.
Value limitIndices(OpBuilder &b, Location loc, Value indices, ArrayRef<int64_t> last,
                   int64_t vectorDim) {
  auto type = cast<RankedTensorType>(indices.getType());
  auto element = cast<IntegerType>(type.getElementType());
  SmallVector<APInt> bounds;
  for (int64_t bound : last)
    bounds.emplace_back(element.getWidth(), std::min(bound, greatestOf(element)));
  SmallVector<int64_t> shape, dims;
  if (vectorDim < type.getRank())
    shape = {int64_t(bounds.size())}, dims = {vectorDim};
  Value bound =
      stablehlo::ConstantOp::create(b, loc, DenseElementsAttr::get(type.clone(shape), bounds));
  if (bound.getType() != type)
    bound = stablehlo::BroadcastInDimOp::create(b, loc, type, bound, b.getDenseI64ArrayAttr(dims));
  Value limited = stablehlo::MinOp::create(b, loc, indices, bound);
  if (sdy::TensorShardingAttr sharding = sdy::getSharding(indices))
    for (Value made : {bound, limited})
      if (made.getType() == type)
        sdy::setSharding(made, sharding.replaceUnreducedAxes({})); // limits of sums, not of parts
  return limited;
}

Value splat(LocalizeContext &c, RankedTensorType type, DenseElementsAttr element) {
  return c.make<stablehlo::ConstantOp>(element.resizeSplat(type));
}
Value splatInteger(LocalizeContext &c, RankedTensorType type, int64_t value) {
  auto element = cast<IntegerType>(type.getElementType());
  APInt bits(element.getWidth(), value, /*isSigned=*/true, /*implicitTrunc=*/true);
  return c.make<stablehlo::ConstantOp>(DenseElementsAttr::get(type, bits));
}
Value broadcast(LocalizeContext &c, Value value, RankedTensorType type, ArrayRef<int64_t> dims) {
  return c.make<stablehlo::BroadcastInDimOp>(type, value, c.builder.getDenseI64ArrayAttr(dims));
}
Value scalarBroadcast(LocalizeContext &c, Value value, RankedTensorType type) {
  return broadcast(c, value, type, {});
}

Value onFirstShard(LocalizeContext &c, ArrayRef<sdy::AxisRefAttr> axes, Value value,
                   Value otherwise) {
  auto i32 = RankedTensorType::get({}, c.builder.getI32Type());
  Value isFirst = c.make<stablehlo::CompareOp>(c.shardIndex(axes), splatInteger(c, i32, 0),
                                               stablehlo::ComparisonDirection::EQ);
  return c.make<stablehlo::SelectOp>(isFirst, value, otherwise);
}

// Does nothing if no results stay partial.
void startOnFirstShard(LocalizeContext &c, Region &body, unsigned first, unsigned end) {
  if (c.partialAxes().empty())
    return;
  for (Value &start : MutableArrayRef(c.operands).slice(first, end - first)) {
    auto type = cast<RankedTensorType>(start.getType());
    DenseElementsAttr identity =
        identityOf(combinerOf(*reductionKindOf(body)), type.getElementType());
    // All shards may start from the identity: a sum that starts from 0.0 may do so more than once.
    if (!isSplatOf(start, identity))
      start = onFirstShard(c, c.partialAxes(), start, splat(c, type, identity));
  }
}

} // namespace ops
} // namespace spmd
