// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Translates between references to axes and numbered axes (axes.h). The member functions of
// AxisRefAttr are here, too.
#include "dialects/sdy/axes.h"
#include <limits>

using namespace mlir;

namespace spmd::sdy {

/// The part of its axis that a reference names, for comparisons that have no mesh: a whole axis,
/// whose size only a mesh tells, ends behind all its parts.
static Axis withoutMesh(AxisRefAttr ref) {
  if (SubAxisInfoAttr part = ref.getSubAxisInfo())
    return {.pre = int32_t(part.getPreSize()), .size = int32_t(part.getSize())};
  return {.size = std::numeric_limits<int32_t>::max()};
}

/// The printed form: "x" or "x":(2)4, with the quotes.
std::string AxisRefAttr::toString() const {
  std::string text = ("\"" + getName() + "\"").str();
  if (SubAxisInfoAttr info = getSubAxisInfo())
    text += ":(" + std::to_string(info.getPreSize()) + ")" + std::to_string(info.getSize());
  return text;
}

int64_t AxisRefAttr::getSize(MeshAttr mesh) const {
  return getSubAxisInfo() ? getSubAxisInfo().getSize() : mesh.getAxisSize(getName());
}

int64_t AxisRefAttr::getSubAxisPreSize() const {
  return getSubAxisInfo() ? getSubAxisInfo().getPreSize() : 1;
}

/// The lexicographic order, which needs no mesh: by name, then as within an axis of a mesh.
bool AxisRefAttr::operator<(const AxisRefAttr &other) const {
  return getName() != other.getName() ? getName() < other.getName()
                                      : withoutMesh(*this) < withoutMesh(other);
}

/// A whole axis contains all its parts, and only another whole axis contains it.
bool AxisRefAttr::contains(AxisRefAttr other) const {
  if (getName() != other.getName() || !getSubAxisInfo() || !other.getSubAxisInfo())
    return getName() == other.getName() && !getSubAxisInfo();
  return spmd::contains(withoutMesh(*this), withoutMesh(other));
}

bool AxisRefAttr::overlaps(AxisRefAttr other) const {
  return getName() == other.getName() && spmd::overlaps(withoutMesh(*this), withoutMesh(other));
}

Axis toAxis(AxisRefAttr ref, MeshAttr mesh) {
  return {int32_t(mesh.getAxisIndex(ref.getName())), int32_t(ref.getSubAxisPreSize()),
          int32_t(ref.getSize(mesh))};
}

AxisList toAxes(ArrayRef<AxisRefAttr> refs, MeshAttr mesh) {
  return llvm::map_to_vector<2>(refs, [&](AxisRefAttr ref) { return toAxis(ref, mesh); });
}

AxisRefAttr toAttr(Axis axis, MeshAttr mesh) {
  MeshAxisAttr whole = mesh.getAxes()[axis.index];
  if (axis.pre == 1 && axis.size == whole.getSize())
    return AxisRefAttr::get(mesh.getContext(), whole.getName());
  return AxisRefAttr::get(mesh.getContext(), whole.getName(), axis.pre, axis.size);
}

SmallVector<AxisRefAttr> toAttrs(ArrayRef<Axis> axes, MeshAttr mesh) {
  return llvm::map_to_vector(axes, [&](Axis axis) { return toAttr(axis, mesh); });
}

MeshGrid gridOf(MeshAttr mesh) {
  return MeshGrid(llvm::map_to_vector<4>(mesh.getAxes(), std::mem_fn(&MeshAxisAttr::getSize)),
                  mesh.getDeviceIds());
}

int64_t getShardedSize(ArrayRef<AxisRefAttr> axes, MeshAttr mesh) {
  return shardCount(toAxes(axes, mesh));
}

bool overlapsAny(AxisRefAttr axis, ArrayRef<AxisRefAttr> axes) {
  return llvm::any_of(axes, [&](AxisRefAttr other) { return axis.overlaps(other); });
}

void addAxesOrMerge(SmallVectorImpl<AxisRefAttr> &axes, ArrayRef<AxisRefAttr> more, MeshAttr mesh) {
  AxisList all = toAxes(axes, mesh);
  appendMerged(all, toAxes(more, mesh));
  axes.assign(toAttrs(all, mesh));
}

void sortAndMergeAxes(SmallVectorImpl<AxisRefAttr> &axes, MeshAttr mesh) {
  axes.assign(toAttrs(sortedMerged(toAxes(axes, mesh)), mesh));
}

bool isSortedInMeshOrder(ArrayRef<AxisRefAttr> axes, MeshAttr mesh) {
  return llvm::is_sorted(toAxes(axes, mesh));
}

SmallVector<AxisRefAttr> subtractAxes(ArrayRef<AxisRefAttr> axes, ArrayRef<AxisRefAttr> others,
                                      MeshAttr mesh) {
  return toAttrs(subtractAxes(toAxes(axes, mesh), toAxes(others, mesh)), mesh);
}

} // namespace spmd::sdy
