// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the attributes at the borders of local functions (local_borders.h).
#include "compiler/partition/local_borders.h"
#include "compiler/ops/localize.h"
#include "compiler/sharding/border.h"
#include "compiler/sharding/border_attrs.h"

using namespace mlir;

namespace spmd {

/// A function that was partitioned before keeps the `spmd.sharding` that it has.
void placeBorders(func::FuncOp func, sdy::MeshAttr mesh) {
  auto place = [&](Type type, NamedAttrList &attrs) {
    auto sharding = dyn_cast_or_null<sdy::TensorShardingAttr>(attrs.erase(sdy::kShardingAttr));
    auto global = dyn_cast<RankedTensorType>(type);
    if (global && !attrs.get(kBorderAttr))
      attrs.set(kBorderAttr, encodeBorder(mesh, sharding, global));
    // pad-dims may have written the border before, in the order of the mesh.
    if (Attribute order = attrs.erase(kDeviceOrderAttr))
      if (auto border = attrs.getNamed(kBorderAttr)) {
        NamedAttrList fields(cast<DictionaryAttr>(border->getValue()));
        fields.set("device_ids", order);
        attrs.set(kBorderAttr, fields.getDictionary(func.getContext()));
      }
    attrs = withoutShardings(attrs.getDictionary(func.getContext()));
  };
  editArgumentAttrs(
      func, [&](unsigned i, NamedAttrList &attrs) { place(func.getArgumentTypes()[i], attrs); });
  editResultAttrs(
      func, [&](unsigned i, NamedAttrList &attrs) { place(func.getResultTypes()[i], attrs); });
}

LogicalResult keepWhole(func::FuncOp func) {
  placeBorders(func, {});
  WalkResult result = func.getBody().walk([](Operation *op) {
    for (Type type : op->getResultTypes())
      if (!isa<RankedTensorType>(type))
        return WalkResult(op->emitError("has a result of type ")
                          << type << "; only tensors are partitioned");
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

void restoreConstants(func::FuncOp func) {
  func.walk([](sdy::ConstantOp op) {
    IRRewriter builder(op);
    auto plain = stablehlo::ConstantOp::create(builder, op.getLoc(), op.getValue());
    plain->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    builder.replaceOp(op, plain.getResult());
  });
}

} // namespace spmd
