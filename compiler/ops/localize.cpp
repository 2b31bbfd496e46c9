// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The methods of LocalizeContext that only build ops; the others are in the partition stage.
#include "compiler/ops/localize.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {

// Index of the shard times its size: shard 2 of 4 elements each starts at 8.
Value LocalizeContext::shardOffset(ArrayRef<sdy::AxisRefAttr> axes, int64_t localSize) {
  auto type = RankedTensorType::get({}, builder.getI32Type());
  auto constant = [&](int64_t value) -> Value {
    return stablehlo::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(type, builder.getI32IntegerAttr(value)));
  };
  if (axes.empty())
    return constant(0);
  return stablehlo::MulOp::create(builder, loc, shardIndex(axes), constant(localSize));
}

// Dims that are whole start at 0.
// A device with 4 of 16 rows takes dynamic_slice(whole, shard * 4, sizes = [4, ..]).
Value LocalizeContext::sliceOwnPart(
    Value whole, RankedTensorType local,
    llvm::function_ref<ArrayRef<sdy::AxisRefAttr>(int64_t)> axesOfDim) {
  SmallVector<Value> starts;
  for (int64_t d = 0; d < local.getRank(); ++d)
    starts.push_back(shardOffset(axesOfDim(d), local.getDimSize(d)));
  return stablehlo::DynamicSliceOp::create(builder, loc, local, whole, starts,
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
      if (isa<sdy::ShardingConstraintOp, sdy::ReshardOp, sdy::PropagationBarrierOp>(inner)) {
        inner->replaceAllUsesWith(inner->getOperands());
        inner->erase();
      }
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

} // namespace spmd
