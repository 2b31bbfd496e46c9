// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The attributes of sdy: what each must satisfy alone, and the small questions and edits that their
// classes offer.
#include "dialects/sdy/sdy.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;

#include "dialects/sdy/enums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/sdy/attrs.cpp.inc"

namespace spmd::sdy {

void SdyDialect::addAttrs() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/sdy/attrs.cpp.inc"
      >();
}

// Propagation keeps sizes of axes in 32 bits.
constexpr int64_t kMostDevices = std::numeric_limits<int32_t>::max();

LogicalResult MeshAxisAttr::verify(function_ref<InFlightDiagnostic()> emitError, StringRef name,
                                   int64_t size) {
  if (size < 1)
    return emitError() << "axis \"" << name << "\" has size " << size << "; it must be at least 1";
  return success();
}

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

size_t MeshAttr::getAxisIndex(StringRef axisName) const {
  return llvm::find_if(getAxes(), [&](MeshAxisAttr axis) { return axis.getName() == axisName; }) -
         getAxes().begin();
}

bool MeshAttr::hasAxis(StringRef axisName) const {
  return getAxisIndex(axisName) < getAxes().size();
}

int64_t MeshAttr::getAxisSize(StringRef axisName) const {
  size_t index = getAxisIndex(axisName);
  assert(index < getAxes().size() && "the mesh has the axis");
  return getAxes()[index].getSize();
}

int64_t MeshAttr::getTotalSize() const {
  return std::accumulate(getAxes().begin(), getAxes().end(), int64_t(1),
                         [](int64_t total, MeshAxisAttr axis) { return total * axis.getSize(); });
}

std::optional<int64_t> MeshAttr::getMaximalDeviceId() const {
  return isMaximal() ? std::optional(getDeviceIds().front()) : std::nullopt;
}

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

DimensionShardingAttr DimensionShardingAttr::withAxes(ArrayRef<AxisRefAttr> axes) const {
  return get(getContext(), axes, getIsClosed(), getPriority());
}

DimensionShardingAttr DimensionShardingAttr::withClosed(bool isClosed) const {
  return get(getContext(), getAxes(), isClosed, getPriority());
}

DimensionShardingAttr DimensionShardingAttr::sliceShardingAxes(size_t start, size_t count) const {
  return withAxes(getAxes().slice(start, count));
}

DimensionShardingAttr DimensionShardingAttr::dropFrontShardingAxes(size_t count) const {
  return withAxes(getAxes().drop_front(count));
}

DimensionShardingAttr DimensionShardingAttr::takeFrontShardingAxes(size_t count) const {
  return withAxes(getAxes().take_front(count));
}

bool TensorShardingAttr::anyOfAxisRef(std::function<bool(AxisRefAttr)> predicate) const {
  // By reference: llvm::any_of would copy the predicate for each list.
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

bool TensorShardingAttr::emptyAxes() const {
  return getReplicatedAxes().empty() && getUnreducedAxes().empty() &&
         llvm::all_of(getDimShardings(), [](DimensionShardingAttr dim) { return dim.emptyAxes(); });
}

bool TensorShardingAttr::isFullyReplicated() const {
  return getUnreducedAxes().empty() &&
         llvm::all_of(getDimShardings(), [](DimensionShardingAttr dim) { return dim.emptyAxes(); });
}

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

static TensorShardingAttr emptySharding(MLIRContext *ctx, int64_t rank, Attribute meshOrRef,
                                        bool isClosed) {
  SmallVector<DimensionShardingAttr> dims(
      rank, DimensionShardingAttr::get(ctx, ArrayRef<AxisRefAttr>(), isClosed));
  return TensorShardingAttr::get(ctx, meshOrRef, dims);
}

TensorShardingAttr TensorShardingAttr::getFullyClosed(MLIRContext *ctx, int64_t rank,
                                                      Attribute meshOrRef) {
  return emptySharding(ctx, rank, meshOrRef, true);
}

TensorShardingAttr TensorShardingAttr::getFullyClosed(MLIRContext *ctx, int64_t rank,
                                                      StringRef meshName) {
  return emptySharding(ctx, rank, FlatSymbolRefAttr::get(ctx, meshName), true);
}

TensorShardingAttr TensorShardingAttr::getFullyOpen(MLIRContext *ctx, int64_t rank,
                                                    Attribute meshOrRef) {
  return emptySharding(ctx, rank, meshOrRef, false);
}

TensorShardingAttr TensorShardingAttr::getFullyOpen(MLIRContext *ctx, int64_t rank,
                                                    StringRef meshName) {
  return emptySharding(ctx, rank, FlatSymbolRefAttr::get(ctx, meshName), false);
}

TensorShardingAttr TensorShardingAttr::getFullyClosedLike(TensorShardingAttr s) {
  return getFullyClosed(s.getContext(), s.getRank(), s.getMeshOrRef());
}

TensorShardingAttr TensorShardingAttr::getFullyOpenLike(TensorShardingAttr s) {
  return getFullyOpen(s.getContext(), s.getRank(), s.getMeshOrRef());
}

TensorShardingAttr
TensorShardingAttr::withDimShardings(ArrayRef<DimensionShardingAttr> dims) const {
  return get(getContext(), getMeshOrRef(), dims, getReplicatedAxes(), getUnreducedAxes(),
             getReductionKind());
}

TensorShardingAttr TensorShardingAttr::closeShardingDims() const {
  return withDimShardings(llvm::map_to_vector(getDimShardings(), [](DimensionShardingAttr d) {
    // Nothing is left that could have a turn.
    return d.emptyAxes() ? d.withClosed(true).dropPriority() : d.withClosed(true);
  }));
}

TensorShardingAttr TensorShardingAttr::replaceDimSharding(int64_t dim,
                                                          DimensionShardingAttr sharding) const {
  SmallVector<DimensionShardingAttr> dims(getDimShardings());
  dims[dim] = sharding;
  return withDimShardings(dims);
}

TensorShardingAttr TensorShardingAttr::replaceReplicatedAxes(ArrayRef<AxisRefAttr> axes) const {
  return get(getContext(), getMeshOrRef(), getDimShardings(), axes, getUnreducedAxes(),
             getReductionKind());
}

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

bool TensorShardingAttr::areDimAxesEqual(TensorShardingAttr other) const {
  return llvm::equal(
      getDimShardings(), other.getDimShardings(),
      [](DimensionShardingAttr l, DimensionShardingAttr r) { return l.getAxes() == r.getAxes(); });
}

bool TensorShardingAttr::isEquivalent(TensorShardingAttr other) const {
  if (isFullyReplicated() && other.isFullyReplicated())
    return true;
  return getMeshOrRef() == other.getMeshOrRef() && getUnreducedAxes() == other.getUnreducedAxes() &&
         (getUnreducedAxes().empty() || getReductionKind() == other.getReductionKind()) &&
         areDimAxesEqual(other);
}

RankedTensorType TensorShardingAttr::getLocalTensorType(RankedTensorType global,
                                                        MeshAttr mesh) const {
  SmallVector<int64_t> shape(global.getShape());
  for (auto [size, dim] : llvm::zip_equal(shape, getDimShardings()))
    if (!ShapedType::isDynamic(size))
      size = llvm::divideCeil(size, dim.getShardedSize(mesh));
  return RankedTensorType::get(shape, global.getElementType(), global.getEncoding());
}

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

bool TensorMappingAttr::containsFactor(int64_t factor) const {
  return llvm::any_of(getDimMappings(), [&](DimMappingAttr dim) {
    return llvm::is_contained(dim.getFactorIndices(), factor);
  });
}

bool OpShardingRuleAttr::isPassThroughFactor(int64_t factor) const {
  return !isReductionFactor(factor) && !isNeedReplicationFactor(factor) &&
         !isPermutationFactor(factor);
}

SmallVector<int64_t> OpShardingRuleAttr::getTensorSizes(TensorMappingAttr mapping) const {
  return llvm::map_to_vector(mapping.getDimMappings(), [&](DimMappingAttr dim) {
    int64_t size = 1;
    for (int64_t factor : dim.getFactorIndices())
      size *= getFactorSize(factor);
    return size;
  });
}

bool ManualAxesAttr::containsAxis(StringRef name) const {
  return llvm::any_of(getValue(), [&](StringAttr axis) { return axis.getValue() == name; });
}

} // namespace spmd::sdy
