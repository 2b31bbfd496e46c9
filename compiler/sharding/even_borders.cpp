// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the shortening of shardings; even_borders.h shows it by example.
#include "compiler/sharding/even_borders.h"
#include <numeric>

using namespace mlir;

namespace spmd {
namespace {

/// The longest leading part of the dim's axes that divides `size`. An axis that does not fit as a
/// whole is cut to the greatest common divisor with the size that is left, and ends the list:
///   12 as {"a", "b"}, a=2, b=4 -> 12/2 = 6 left, gcd(4, 6) = 2 -> {"a", "b":(1)2}
sdy::DimensionShardingAttr cutDim(sdy::DimensionShardingAttr dim, int64_t size,
                                  sdy::MeshAttr mesh) {
  if (size % dim.getShardedSize(mesh) == 0)
    return dim;
  SmallVector<sdy::AxisRefAttr> axes;
  // The size that the axes before have not divided yet.
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

/// The shortest leading part of the dim's axes whose shards are as short as those of all.
sdy::DimensionShardingAttr cutPadding(sdy::DimensionShardingAttr dim, int64_t size,
                                      sdy::MeshAttr mesh) {
  int64_t wanted = llvm::divideCeil(size, dim.getShardedSize(mesh)), shards = 1;
  SmallVector<sdy::AxisRefAttr> axes;
  for (sdy::AxisRefAttr axis : dim.getAxes()) {
    if (int64_t(llvm::divideCeil(size, shards)) == wanted)
      break;
    int64_t axisSize = axis.getSize(mesh), part = 2;
    while (axisSize % part || int64_t(llvm::divideCeil(size, shards * part)) != wanted)
      if (++part > axisSize)
        break;
    bool isWhole = part >= axisSize;
    axes.push_back(isWhole ? axis
                           : sdy::AxisRefAttr::get(dim.getContext(), axis.getName(),
                                                   axis.getSubAxisPreSize(), part));
    shards *= isWhole ? axisSize : part;
  }
  return sdy::DimensionShardingAttr::get(dim.getContext(), axes, dim.getIsClosed());
}

/// The longest leading part of whole axes whose number of shards divides `size`:
///   4 as {"x", "y"}, x=2, y=4  ->  {"x"}        4 as {"y":(1)2}  ->  {}
sdy::DimensionShardingAttr cutAxes(sdy::DimensionShardingAttr dim, int64_t size,
                                   sdy::MeshAttr mesh) {
  int64_t shards = 1;
  ArrayRef<sdy::AxisRefAttr> axes = dim.getAxes().take_while([&](sdy::AxisRefAttr axis) {
    shards *= axis.getSize(mesh);
    return !axis.getSubAxisInfo() && size % shards == 0;
  });
  return axes.size() == dim.getAxes().size() ? dim : dim.withAxes(axes);
}

using CutDim = sdy::DimensionShardingAttr (*)(sdy::DimensionShardingAttr dim, int64_t size,
                                              sdy::MeshAttr mesh);

/// The same attribute comes back if no dim changed, so that callers can compare.
sdy::TensorShardingAttr cutDims(sdy::TensorShardingAttr sharding, Type type,
                                const SymbolTable &symbols, bool onlyOpen, CutDim cut) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  sdy::MeshAttr mesh =
      sharding && tensor && tensor.hasStaticShape() ? sharding.getMesh(symbols) : sdy::MeshAttr();
  if (!mesh || mesh.isMaximal()) // on a maximal mesh the sharding has no dims
    return sharding;
  SmallVector<sdy::DimensionShardingAttr> dims;
  for (auto [dim, size] : llvm::zip_equal(sharding.getDimShardings(), tensor.getShape()))
    dims.push_back(onlyOpen && dim.getIsClosed() ? dim : cut(dim, size, mesh));
  return ArrayRef(dims) == sharding.getDimShardings() ? sharding : sharding.withDimShardings(dims);
}

/// Attributes are written only where a sharding changed: each write builds a new list of all of
/// them.
bool cutBorders(func::FuncOp function, const SymbolTable &symbols, bool onlyOpen, CutDim cut) {
  bool changed = false;
  auto cutAll = [&](TypeRange types, auto get, auto set) {
    for (auto [i, type] : llvm::enumerate(types)) {
      sdy::TensorShardingAttr before = get(function, i),
                              after = cutDims(before, type, symbols, onlyOpen, cut);
      if (after != before) {
        set(function, i, after);
        changed = true;
      }
    }
  };
  cutAll(function.getArgumentTypes(), sdy::getFuncArgSharding, sdy::setFuncArgSharding);
  cutAll(function.getResultTypes(), sdy::getFuncResultSharding, sdy::setFuncResultSharding);
  return changed;
}

} // namespace

sdy::TensorShardingAttr cutToDivide(sdy::TensorShardingAttr sharding, Type type,
                                    const SymbolTable &symbols, bool onlyOpen) {
  return cutDims(sharding, type, symbols, onlyOpen, cutDim);
}

sdy::TensorShardingAttr cutUselessAxes(sdy::TensorShardingAttr sharding, Type type,
                                       const SymbolTable &symbols, bool onlyOpen) {
  return cutDims(sharding, type, symbols, onlyOpen, cutPadding);
}

sdy::TensorShardingPerValueAttr cutToDivide(sdy::TensorShardingPerValueAttr list, TypeRange types,
                                            const SymbolTable &symbols, bool onlyOpen) {
  auto cut = [&](auto pair) {
    return cutToDivide(std::get<0>(pair), std::get<1>(pair), symbols, onlyOpen);
  };
  return sdy::TensorShardingPerValueAttr::get(
      list.getContext(), llvm::map_to_vector(llvm::zip_equal(list.getShardings(), types), cut));
}

bool cutBordersToDivide(func::FuncOp function, const SymbolTable &symbols) {
  return cutBorders(function, symbols, /*onlyOpen=*/false, cutDim);
}

bool cutUselessAxes(func::FuncOp function, const SymbolTable &symbols) {
  return cutBorders(function, symbols, /*onlyOpen=*/true, cutPadding);
}

bool cutUnevenAxes(func::FuncOp function, const SymbolTable &symbols) {
  return cutBorders(function, symbols, /*onlyOpen=*/false, cutAxes);
}

} // namespace spmd
