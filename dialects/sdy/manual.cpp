// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the conversion of shardings at the operands and results of a manual computation;
// manual.h shows it by example.
#include "dialects/sdy/manual.h"

using namespace mlir;

namespace spmd::sdy {

/// Removes the manual axes from dims, replicated and unreduced axes: <[{"x", "y"}],
/// replicated={"z"}> with manual {"x", "z"} -> <[{"y"}]>.
TensorShardingAttr withoutManualAxes(TensorShardingAttr sharding, ManualAxesAttr manual) {
  auto drop = [&](ArrayRef<AxisRefAttr> axes) {
    return llvm::filter_to_vector(
        axes, [&](AxisRefAttr axis) { return !manual.containsAxis(axis.getName()); });
  };
  SmallVector<DimensionShardingAttr> dims;
  for (DimensionShardingAttr dim : sharding.getDimShardings()) {
    SmallVector<AxisRefAttr> axes(drop(dim.getAxes()));
    std::optional<int64_t> priority = dim.getPriority();
    if (axes.empty() && dim.getIsClosed())
      priority = std::nullopt; // the verifier refuses a priority on a closed dim without axes
    dims.push_back(
        DimensionShardingAttr::get(sharding.getContext(), axes, dim.getIsClosed(), priority));
  }
  return TensorShardingAttr::get(sharding.getContext(), sharding.getMeshOrRef(), dims,
                                 drop(sharding.getReplicatedAxes()),
                                 drop(sharding.getUnreducedAxes()), sharding.getReductionKind());
}

/// <[{"y"}]> with manual {"x"} -> <[{"y"}], replicated={"x"}>. If a dim uses a part of a manual
/// axis, only the other parts become replicated.
TensorShardingAttr mentionManualAxes(TensorShardingAttr sharding, ManualAxesAttr manual,
                                     MeshAttr mesh) {
  SmallVector<AxisRefAttr> replicated(sharding.getReplicatedAxes()), used;
  sharding.forEachAxisRef([&](AxisRefAttr axis) { used.push_back(axis); });
  for (StringAttr axis : manual.getValue())
    if (mesh.hasAxis(axis.getValue()))
      llvm::append_range(
          replicated,
          subtractAxes(AxisRefAttr::get(sharding.getContext(), axis.getValue()), used, mesh));
  if (replicated.size() == sharding.getReplicatedAxes().size())
    return sharding;
  sortAndMergeAxes(replicated, mesh);
  return sharding.replaceReplicatedAxes(replicated);
}

/// inside <[{"y"}]>, outside <[{"x"}]>, manual {"x"} -> <[{"x", "y"}]>. Replicated axes and the
/// reduction are those of `outside`; whether dims are open or closed is that of `inside`.
TensorShardingAttr withManualAxes(TensorShardingAttr inside, TensorShardingAttr outside,
                                  ManualComputationOp op) {
  ManualAxesAttr manual = op.getManualAxes();
  MeshAttr mesh = outside.getMesh(op);
  if (inside.getMesh(op) != mesh)
    return outside;
  // The manual axes of `from`, followed by `rest`.
  auto prepend = [&](ArrayRef<AxisRefAttr> from, ArrayRef<AxisRefAttr> rest) {
    SmallVector<AxisRefAttr> axes;
    for (AxisRefAttr axis : from)
      if (manual.containsAxis(axis.getName()))
        axes.push_back(axis);
    llvm::append_range(axes, rest);
    return axes;
  };
  SmallVector<DimensionShardingAttr> dims;
  for (auto [in, out] : llvm::zip_equal(inside.getDimShardings(), outside.getDimShardings()))
    dims.push_back(in.withAxes(prepend(out.getAxes(), in.getAxes())));
  SmallVector<AxisRefAttr> unreduced =
      prepend(outside.getUnreducedAxes(), inside.getUnreducedAxes());
  sortAndMergeAxes(unreduced, mesh);
  return TensorShardingAttr::get(inside.getContext(), outside.getMeshOrRef(), dims,
                                 outside.getReplicatedAxes(), unreduced,
                                 outside.getReductionKind());
}

/// The manual computation whose block argument the value is; null for other values. The result of a
/// data-flow edge is not a block argument: the edge already holds the sharding of the inside.
static ManualComputationOp computationOf(Value value) {
  auto argument = llvm::dyn_cast<BlockArgument>(value);
  return argument ? llvm::dyn_cast<ManualComputationOp>(argument.getOwner()->getParentOp())
                  : ManualComputationOp();
}

/// Only a block argument without an edge needs the conversion.
TensorShardingAttr getShardingInside(Value value) {
  TensorShardingAttr sharding = getSharding(value);
  ManualComputationOp manual = computationOf(value);
  return sharding && manual ? withoutManualAxes(sharding, manual.getManualAxes()) : sharding;
}

/// The manual axes that in_shardings has for the argument are put back in front of the new ones.
void setShardingInside(Value value, TensorShardingAttr sharding) {
  if (ManualComputationOp manual = computationOf(value))
    if (TensorShardingAttr outside =
            manual.getInSharding(llvm::cast<BlockArgument>(value).getArgNumber()))
      sharding = withManualAxes(sharding, outside, manual);
  setSharding(value, sharding);
}

} // namespace spmd::sdy
