// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// At the borders of functions, calls and manual computations every shard has the same size: where a dim is not divided evenly, its
// sharding is cut to the longest leading part that does.
//   dim of 4 as {"x", "y"}, x=2, y=4  ->  {"x", "y":(1)2}
#include "compiler/passes.h"
#include "dialects/sdy/sdy.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <numeric>

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_UPDATENONDIVISIBLEINPUTOUTPUTSHARDINGS
#include "compiler/passes.h.inc"

namespace {

sdy::DimensionShardingAttr cutToDivide(sdy::DimensionShardingAttr dim, int64_t size, sdy::MeshAttr mesh) {
  if (size % dim.getShardedSize(mesh) == 0)
    return dim;
  SmallVector<sdy::AxisRefAttr> axes;
  int64_t left = size;
  for (sdy::AxisRefAttr axis : dim.getAxes()) {
    int64_t axisSize = axis.getSize(mesh), part = std::gcd(axisSize, left);
    if (part == 1)
      break;
    if (part != axisSize) {
      axes.push_back(sdy::AxisRefAttr::get(dim.getContext(), axis.getName(), axis.getSubAxisPreSize(), part));
      break;
    }
    axes.push_back(axis);
    left /= part;
  }
  return sdy::DimensionShardingAttr::get(dim.getContext(), axes, dim.getIsClosed());
}

struct UpdateNonDivisible : impl::UpdateNonDivisibleInputOutputShardingsBase<UpdateNonDivisible> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    auto cut = [&](Type type, sdy::TensorShardingAttr sharding) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      sdy::MeshAttr mesh = sharding && tensor && tensor.hasStaticShape() ? sharding.getMesh(symbols) : sdy::MeshAttr();
      if (!mesh)
        return sharding;
      SmallVector<sdy::DimensionShardingAttr> dims;
      for (auto [dim, size] : llvm::zip_equal(sharding.getDimShardings(), tensor.getShape()))
        dims.push_back(cutToDivide(dim, size, mesh));
      return ArrayRef(dims) == sharding.getDimShardings() ? sharding : sharding.withDimShardings(dims);
    };
    auto cutList = [&](sdy::TensorShardingPerValueAttr list, TypeRange types) {
      return sdy::TensorShardingPerValueAttr::get(
          &getContext(), llvm::map_to_vector(llvm::zip_equal(types, list.getShardings()), [&](auto pair) {
            return cut(std::get<0>(pair), std::get<1>(pair));
          }));
    };
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
        if (sdy::TensorShardingAttr sharding = sdy::getFuncArgSharding(function, i))
          sdy::setFuncArgSharding(function, i, cut(type, sharding));
      for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
        if (sdy::TensorShardingAttr sharding = sdy::getFuncResultSharding(function, i))
          sdy::setFuncResultSharding(function, i, cut(type, sharding));
      function.walk([&](Operation *op) {
        if (auto manual = dyn_cast<sdy::ManualComputationOp>(op)) {
          manual.setInShardingsAttr(cutList(manual.getInShardings(), manual.getTensors().getTypes()));
          manual.setOutShardingsAttr(cutList(manual.getOutShardings(), manual.getResultTypes()));
        } else if (isa<func::CallOp>(op)) {
          if (sdy::TensorShardingPerValueAttr list = sdy::getShardingPerValue(op))
            sdy::setShardings(op, cutList(list, op->getResultTypes()));
        }
      });
    }
  }
};

} // namespace
} // namespace spmd
