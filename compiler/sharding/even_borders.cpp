// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/sharding/even_borders.h"
#include <numeric>

using namespace mlir;

namespace spmd {
namespace {

sdy::DimensionShardingAttr cutDim(sdy::DimensionShardingAttr dim, int64_t size,
                                  sdy::MeshAttr mesh) {
  if (size % dim.getShardedSize(mesh) == 0)
    return dim;
  SmallVector<sdy::AxisRefAttr> axes;
  int64_t left = size;
  for (sdy::AxisRefAttr axis : dim.getAxes()) {
    int64_t axisSize = axis.getSize(mesh), part = std::gcd(axisSize, left);
    if (part == 1)
      break;
    if (part != axisSize) {
      axes.push_back(
          sdy::AxisRefAttr::get(dim.getContext(), axis.getName(), axis.getSubAxisPreSize(), part));
      break;
    }
    axes.push_back(axis);
    left /= part;
  }
  return sdy::DimensionShardingAttr::get(dim.getContext(), axes, dim.getIsClosed());
}

} // namespace

sdy::TensorShardingAttr cutToDivide(sdy::TensorShardingAttr sharding, Type type,
                                    const SymbolTable &symbols, bool onlyOpen) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  sdy::MeshAttr mesh =
      sharding && tensor && tensor.hasStaticShape() ? sharding.getMesh(symbols) : sdy::MeshAttr();
  if (!mesh || mesh.isMaximal()) // one device holds all of it; there are no dims
    return sharding;
  SmallVector<sdy::DimensionShardingAttr> dims;
  for (auto [dim, size] : llvm::zip_equal(sharding.getDimShardings(), tensor.getShape()))
    dims.push_back(onlyOpen && dim.getIsClosed() ? dim : cutDim(dim, size, mesh));
  return ArrayRef(dims) == sharding.getDimShardings() ? sharding : sharding.withDimShardings(dims);
}

bool cutBordersToDivide(func::FuncOp function, const SymbolTable &symbols, bool onlyOpen) {
  bool changed = false;
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    if (sdy::TensorShardingAttr sharding = sdy::getFuncArgSharding(function, i))
      if (sdy::TensorShardingAttr cut = cutToDivide(sharding, type, symbols, onlyOpen);
          cut != sharding) {
        sdy::setFuncArgSharding(function, i, cut);
        changed = true;
      }
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    if (sdy::TensorShardingAttr sharding = sdy::getFuncResultSharding(function, i))
      if (sdy::TensorShardingAttr cut = cutToDivide(sharding, type, symbols, onlyOpen);
          cut != sharding) {
        sdy::setFuncResultSharding(function, i, cut);
        changed = true;
      }
  return changed;
}

} // namespace spmd
