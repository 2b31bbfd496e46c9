// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the member functions that attrs.td declares: the verifier of each attribute, and the
// queries and edits that the attribute classes offer. The checks here need the attribute alone;
// verify.cpp holds those that need the mesh or the type of the value.
#include "dialects/sdy/syntax.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;

#include "dialects/sdy/definitions.cpp.inc"

namespace spmd::sdy {

/// An axis has at least one device.
LogicalResult MeshAxisAttr::verify(function_ref<InFlightDiagnostic()> emitError, StringRef name,
                                   int64_t size) {
  if (size < 1)
    return emitError() << "axis \"" << name << "\" has size " << size << "; it must be at least 1";
  return success();
}

/// A sub-axis (m)k has m >= 1 and k >= 2, and m*k fits 64 bits. Whether m*k divides the size of its
/// axis is checked in verify.cpp, where the mesh is known.
LogicalResult SubAxisInfoAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t preSize,
                                      int64_t size) {
  if (preSize < 1)
    return emitError() << "a sub-axis has pre-size " << preSize << "; it must be at least 1";
  if (size < 2)
    return emitError() << "a sub-axis has size " << size << "; it must be at least 2";
  if (int64_t end; llvm::MulOverflow(preSize, size, end))
    return emitError() << "the sub-axis (" << preSize << ")" << size << " is larger than any axis";
  return success();
}

/// Accepts the two forms of a mesh. Without axes, the mesh is empty or has the one device id of a
/// maximal mesh. With axes, their names differ, the number of devices is at most kMostDevices, and
/// the device ids are absent or a permutation of 0 .. devices-1:
///   <["a"=2, "b"=2], device_ids=[0, 2, 1, 3]>
LogicalResult MeshAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<MeshAxisAttr> axes, ArrayRef<int64_t> deviceIds) {
  for (int64_t id : deviceIds)
    if (id < 0)
      return emitError() << "device id " << id << " of a mesh is negative";
  if (axes.empty()) {
    if (deviceIds.size() > 1)
      return emitError() << "a mesh without axes has " << deviceIds.size()
                         << " device ids; it may have one";
    return success();
  }
  // Every partial product is checked, so that the product of the sizes cannot overflow.
  llvm::SmallDenseSet<StringRef> names;
  int64_t total = 1;
  for (MeshAxisAttr axis : axes) {
    if (!names.insert(axis.getName()).second)
      return emitError() << "a mesh has two axes named \"" << axis.getName() << "\"";
    if (llvm::MulOverflow(total, axis.getSize(), total) || total > kMostDevices)
      return emitError() << "a mesh has more than " << kMostDevices << " devices";
  }
  if (deviceIds.empty())
    return success();
  if (total != static_cast<int64_t>(deviceIds.size()))
    return emitError() << "a mesh of " << total << " devices lists " << deviceIds.size()
                       << " device ids";
  SmallVector<int64_t> sorted(deviceIds);
  llvm::sort(sorted);
  for (auto [expected, id] : llvm::enumerate(sorted))
    if (id != static_cast<int64_t>(expected))
      return emitError() << "the device ids of a mesh of " << total << " devices must be 0 to "
                         << total - 1 << " in some order; " << expected << " is missing";
  return success();
}

/// The position of an axis in the mesh; the number of axes if there is none of that name.
size_t MeshAttr::getAxisIndex(StringRef axisName) const {
  return llvm::find_if(getAxes(), [&](MeshAxisAttr axis) { return axis.getName() == axisName; }) -
         getAxes().begin();
}

/// Whether the mesh has an axis of this name. An axis reference may name one that it does not have
/// until the verifier has seen the sharding.
bool MeshAttr::hasAxis(StringRef axisName) const {
  return getAxisIndex(axisName) < getAxes().size();
}

int64_t MeshAttr::getAxisSize(StringRef axisName) const {
  size_t index = getAxisIndex(axisName);
  assert(index < getAxes().size() && "the mesh has the axis");
  return getAxes()[index].getSize();
}

/// <["a"=2, "b"=4]> -> 8.
int64_t MeshAttr::getTotalSize() const {
  return std::accumulate(getAxes().begin(), getAxes().end(), int64_t(1),
                         [](int64_t total, MeshAxisAttr axis) { return total * axis.getSize(); });
}

/// Whether two meshes have the same axes and device order. With `ignoreDeviceOrder` the axes
/// suffice, but a maximal mesh never equals an empty one.
bool MeshAttr::equals(MeshAttr other, bool ignoreDeviceOrder) const {
  if (*this == other)
    return true;
  return other && ignoreDeviceOrder && getAxes() == other.getAxes() &&
         isMaximal() == other.isMaximal();
}

int64_t DimensionShardingAttr::getShardedSize(MeshAttr mesh) const {
  return sdy::getShardedSize(getAxes(), mesh);
}

DimensionShardingAttr DimensionShardingAttr::dropPriority() const {
  return get(getContext(), getAxes(), getIsClosed(), {});
}

/// {"a", ?}p1 with the axes "b" -> {"b", ?}p1.
DimensionShardingAttr DimensionShardingAttr::withAxes(ArrayRef<AxisRefAttr> axes) const {
  return get(getContext(), axes, getIsClosed(), getPriority());
}

DimensionShardingAttr DimensionShardingAttr::withClosed(bool isClosed) const {
  return get(getContext(), getAxes(), isClosed, getPriority());
}

/// Whether `predicate` holds for any axis of the sharding. It is called for the axes of the dims
/// first, then for the replicated and the unreduced axes, in their printed order.
bool TensorShardingAttr::anyOfAxisRef(std::function<bool(AxisRefAttr)> predicate) const {
  // The inner lambda captures `predicate` by reference: llvm::any_of would copy it for each list.
  auto anyOf = [&](ArrayRef<AxisRefAttr> axes) {
    return llvm::any_of(axes, [&](AxisRefAttr axis) { return predicate(axis); });
  };
  return llvm::any_of(getDimShardings(),
                      [&](DimensionShardingAttr dim) { return anyOf(dim.getAxes()); }) ||
         anyOf(getReplicatedAxes()) || anyOf(getUnreducedAxes());
}

void TensorShardingAttr::forEachAxisRef(std::function<void(AxisRefAttr)> callback) const {
  anyOfAxisRef([&](AxisRefAttr axis) { return callback(axis), false; });
}

/// Whether the sharding names no axis at all. Dims may be open or closed.
bool TensorShardingAttr::emptyAxes() const {
  return getReplicatedAxes().empty() && getUnreducedAxes().empty() &&
         llvm::all_of(getDimShardings(), [](DimensionShardingAttr dim) { return dim.emptyAxes(); });
}

/// Unlike emptyAxes, this is true for a sharding with replicated axes, which only forbid further
/// sharding.
bool TensorShardingAttr::isFullyReplicated() const {
  return getUnreducedAxes().empty() &&
         llvm::all_of(getDimShardings(), [](DimensionShardingAttr dim) { return dim.emptyAxes(); });
}

/// Whether no dim may be sharded further.
bool TensorShardingAttr::isFullyClosed() const {
  return llvm::all_of(getDimShardings(),
                      [](DimensionShardingAttr dim) { return dim.getIsClosed(); });
}

MeshAttr TensorShardingAttr::getMesh(const SymbolTable &symbolTable) const {
  return getMeshAttr(symbolTable, getMeshOrRef());
}

MeshAttr TensorShardingAttr::getMesh(Operation *op) const {
  return getMeshAttr(op, getMeshOrRef());
}

/// A sharding without axes whose dims are all closed, or all open.
static TensorShardingAttr emptySharding(MLIRContext *ctx, int64_t rank, Attribute meshOrRef,
                                        bool isClosed) {
  SmallVector<DimensionShardingAttr> dims(
      rank, DimensionShardingAttr::get(ctx, ArrayRef<AxisRefAttr>(), isClosed));
  return TensorShardingAttr::get(ctx, meshOrRef, dims);
}

/// A sharding of closed dims without axes: the value is replicated, and stays so.
TensorShardingAttr TensorShardingAttr::getFullyClosed(MLIRContext *ctx, int64_t rank,
                                                      Attribute meshOrRef) {
  return emptySharding(ctx, rank, meshOrRef, true);
}

TensorShardingAttr TensorShardingAttr::getFullyOpen(MLIRContext *ctx, int64_t rank,
                                                    Attribute meshOrRef) {
  return emptySharding(ctx, rank, meshOrRef, false);
}

TensorShardingAttr TensorShardingAttr::getFullyClosedLike(TensorShardingAttr s) {
  return getFullyClosed(s.getContext(), s.getRank(), s.getMeshOrRef());
}

TensorShardingAttr TensorShardingAttr::getFullyOpenLike(TensorShardingAttr s) {
  return getFullyOpen(s.getContext(), s.getRank(), s.getMeshOrRef());
}

/// The same sharding with other dims; replicated and unreduced axes stay.
TensorShardingAttr
TensorShardingAttr::withDimShardings(ArrayRef<DimensionShardingAttr> dims) const {
  return get(getContext(), getMeshOrRef(), dims, getReplicatedAxes(), getUnreducedAxes(),
             getReductionKind());
}

/// The sharding with all dims closed: [{"a", ?}p1, {?}p1] -> [{"a"}p1, {}].
TensorShardingAttr TensorShardingAttr::closeShardingDims() const {
  return withDimShardings(llvm::map_to_vector(getDimShardings(), [](DimensionShardingAttr d) {
    // A closed dim without axes must not have a priority (verifyDims in verify.cpp).
    return d.emptyAxes() ? d.withClosed(true).dropPriority() : d.withClosed(true);
  }));
}

TensorShardingAttr TensorShardingAttr::replaceReplicatedAxes(ArrayRef<AxisRefAttr> axes) const {
  return get(getContext(), getMeshOrRef(), getDimShardings(), axes, getUnreducedAxes(),
             getReductionKind());
}

/// Replaces the unreduced axes and keeps the reduction. Without unreduced axes the reduction
/// becomes a sum, so that equal shardings are equal attributes.
TensorShardingAttr TensorShardingAttr::replaceUnreducedAxes(ArrayRef<AxisRefAttr> axes) const {
  return replaceUnreducedAxes(axes, axes.empty() ? ReductionKind::SUM : getReductionKind());
}

TensorShardingAttr TensorShardingAttr::replaceUnreducedAxes(ArrayRef<AxisRefAttr> axes,
                                                            ReductionKind kind) const {
  return get(getContext(), getMeshOrRef(), getDimShardings(), getReplicatedAxes(), axes, kind);
}

TensorShardingAttr TensorShardingAttr::replaceMesh(Attribute meshOrRef) const {
  return get(getContext(), meshOrRef, getDimShardings(), getReplicatedAxes(), getUnreducedAxes(),
             getReductionKind());
}

/// Whether dims are split alike; that they are open or closed does not count.
bool TensorShardingAttr::areDimAxesEqual(TensorShardingAttr other) const {
  return llvm::equal(
      getDimShardings(), other.getDimShardings(),
      [](DimensionShardingAttr l, DimensionShardingAttr r) { return l.getAxes() == r.getAxes(); });
}

/// Two shardings without sharded dims and unreduced axes are equivalent even on different meshes.
bool TensorShardingAttr::isEquivalent(TensorShardingAttr other) const {
  if (isFullyReplicated() && other.isFullyReplicated())
    return true;
  return getMeshOrRef() == other.getMeshOrRef() && getUnreducedAxes() == other.getUnreducedAxes() &&
         (getUnreducedAxes().empty() || getReductionKind() == other.getReductionKind()) &&
         areDimAxesEqual(other);
}

/// Dynamic dims stay dynamic: tensor<10x?xf32> with [{"a"}, {"b"}], a=4 -> tensor<3x?xf32>.
RankedTensorType TensorShardingAttr::getLocalTensorType(RankedTensorType global,
                                                        MeshAttr mesh) const {
  SmallVector<int64_t> shape(global.getShape());
  for (auto [size, dim] : llvm::zip_equal(shape, getDimShardings()))
    if (!ShapedType::isDynamic(size))
      size = llvm::divideCeil(size, dim.getShardedSize(mesh));
  return RankedTensorType::get(shape, global.getElementType(), global.getEncoding());
}

/// The same list with another sharding for one value.
TensorShardingPerValueAttr
TensorShardingPerValueAttr::replaceValueSharding(int64_t index, TensorShardingAttr sharding) const {
  SmallVector<TensorShardingAttr> shardings(getShardings());
  shardings[index] = sharding;
  return get(getContext(), shardings);
}

TensorShardingPerValueAttr
TensorShardingPerValueAttr::getFullyOpen(MLIRContext *ctx, TypeRange types, Attribute meshOrRef) {
  return get(ctx, llvm::map_to_vector(types, [&](Type type) {
               return TensorShardingAttr::getFullyOpen(ctx, getTensorRank(type), meshOrRef);
             }));
}

TensorShardingPerValueAttr
TensorShardingPerValueAttr::getOpenWithShardingAtIndex(MLIRContext *ctx, TypeRange types,
                                                       int64_t index, TensorShardingAttr sharding) {
  return getFullyOpen(ctx, types, sharding.getMeshOrRef()).replaceValueSharding(index, sharding);
}

/// [i, jk] contains the factors 0, 1 and 2.
bool TensorMappingAttr::containsFactor(int64_t factor) const {
  return llvm::any_of(getDimMappings(), [&](DimMappingAttr dim) {
    return llvm::is_contained(dim.getFactorIndices(), factor);
  });
}

bool ManualAxesAttr::containsAxis(StringRef name) const {
  return llvm::any_of(getValue(), [&](StringAttr axis) { return axis.getValue() == name; });
}

} // namespace spmd::sdy
