// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shardings at the border of a manual computation.
#include "dialects/sdy/manual.h"

using namespace mlir;

namespace spmd::sdy {

TensorShardingAttr withoutManualAxes(TensorShardingAttr sharding, ManualAxesAttr manual) {
  auto drop = [&](ArrayRef<AxisRefAttr> axes) {
    return llvm::filter_to_vector(axes, [&](AxisRefAttr axis) { return !manual.containsAxis(axis.getName()); });
  };
  SmallVector<DimensionShardingAttr> dims;
  for (DimensionShardingAttr dim : sharding.getDimShardings()) {
    SmallVector<AxisRefAttr> axes(drop(dim.getAxes()));
    std::optional<int64_t> priority = dim.getPriority();
    if (axes.empty() && dim.getIsClosed())
      priority = std::nullopt; // nothing is left that it could concern
    dims.push_back(DimensionShardingAttr::get(sharding.getContext(), axes, dim.getIsClosed(), priority));
  }
  return TensorShardingAttr::get(sharding.getContext(), sharding.getMeshOrRef(), dims, drop(sharding.getReplicatedAxes()),
                                 drop(sharding.getUnreducedAxes()), sharding.getReductionKind());
}

TensorShardingAttr getShardingInside(Value value) {
  TensorShardingAttr sharding = getSharding(value);
  auto argument = llvm::dyn_cast<BlockArgument>(value);
  auto manual = argument ? llvm::dyn_cast<ManualComputationOp>(argument.getOwner()->getParentOp()) : ManualComputationOp();
  return sharding && manual ? withoutManualAxes(sharding, manual.getManualAxes()) : sharding;
}

} // namespace spmd::sdy
