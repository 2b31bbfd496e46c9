// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Removes sub-axes from the shardings of the entry function's arguments and results, because other
// frameworks read those and rarely know sub-axes. An open dim, on which nobody insisted, loses its
// first sub-axis and all axes behind it. Closed dims stay. Public Shardy pass.
//   {"a", "x":(1)2, "b", ?}  ->  {"a", ?}
#include "compiler/passes.h"
#include "compiler/sharding/call_graph.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_REMOVESUBAXESININPUTOUTPUTSHARDINGS
#include "compiler/passes.h.inc"

namespace {

/// The sharding with each open dim cut before its first sub-axis.
sdy::TensorShardingAttr withoutSubAxes(sdy::TensorShardingAttr sharding) {
  SmallVector<sdy::DimensionShardingAttr> dims(sharding.getDimShardings());
  for (sdy::DimensionShardingAttr &dim : dims) {
    ArrayRef<sdy::AxisRefAttr> axes = dim.getAxes();
    auto firstPart =
        llvm::find_if(axes, [](sdy::AxisRefAttr axis) { return !!axis.getSubAxisInfo(); });
    if (!dim.getIsClosed() && firstPart != axes.end())
      dim = dim.withAxes(axes.take_front(firstPart - axes.begin()));
  }
  return sharding.withDimShardings(dims);
}

struct RemoveSubAxes : impl::RemoveSubAxesInInputOutputShardingsBase<RemoveSubAxes> {
  /// Only arguments and results of the entry function change; shardings inside keep their sub-axes.
  void runOnOperation() override {
    bool changed = false;
    if (func::FuncOp entry = entryFunctionOf(getOperation()))
      sdy::transformShardings(entry, [&](sdy::TensorShardingAttr sharding) {
        sdy::TensorShardingAttr cut = withoutSubAxes(sharding);
        changed |= cut != sharding;
        return cut;
      });
    if (!changed)
      markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace spmd
