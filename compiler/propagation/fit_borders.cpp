// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays at the borders of a program are cut evenly. What the user left open is ours to choose: axes that propagation put there
// and that do not divide the dim go again, with those behind them. What the user closed stays as it is written.
#include "compiler/passes.h"
#include "dialects/sdy/sdy.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_FITBORDERS
#include "compiler/passes.h.inc"

namespace {

sdy::TensorShardingAttr fitted(sdy::TensorShardingAttr sharding, Type type, const SymbolTable &symbols) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  sdy::MeshAttr mesh = sharding ? sharding.getMesh(symbols) : nullptr;
  if (!tensor || !mesh || !tensor.hasStaticShape())
    return sharding;
  SmallVector<sdy::DimensionShardingAttr> dims;
  for (auto [size, dim] : llvm::zip_equal(tensor.getShape(), sharding.getDimShardings())) {
    ArrayRef<sdy::AxisRefAttr> axes = dim.getAxes();
    int64_t shards = 1;
    size_t kept = 0;
    while (kept < axes.size() && size % (shards * axes[kept].getSize(mesh)) == 0)
      shards *= axes[kept++].getSize(mesh);
    if (dim.getIsClosed() || kept == axes.size())
      dims.push_back(dim);
    else
      dims.push_back(sdy::DimensionShardingAttr::get(sharding.getContext(), axes.take_front(kept), /*isClosed=*/false,
                                                     dim.getPriority()));
  }
  return sdy::TensorShardingAttr::get(sharding.getContext(), sharding.getMeshOrRef(), dims, sharding.getReplicatedAxes(),
                                      sharding.getUnreducedAxes(), sharding.getReductionKind());
}

struct FitBorders : impl::FitBordersBase<FitBorders> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto func : getOperation().getOps<func::FuncOp>()) {
      for (unsigned i = 0; i < func.getNumArguments(); ++i)
        if (auto sharding = sdy::getFuncArgSharding(func, i))
          sdy::setFuncArgSharding(func, i, fitted(sharding, func.getArgumentTypes()[i], symbols));
      for (unsigned i = 0; i < func.getNumResults(); ++i)
        if (auto sharding = sdy::getFuncResultSharding(func, i))
          sdy::setFuncResultSharding(func, i, fitted(sharding, func.getResultTypes()[i], symbols));
    }
  }
};

} // namespace
} // namespace spmd
