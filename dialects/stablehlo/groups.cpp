// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The process groups of collectives (see groups.h).
#include "dialects/stablehlo/groups.h"
#include "dialects/stablehlo/stablehlo.h"
#include <set>

using namespace mlir;

namespace spmd::stablehlo {

int64_t MeshView::axisSize(StringRef name) const {
  auto axis = llvm::find_if(axes, [&](const Axis &a) { return a.name == name; });
  return axis == axes.end() ? 0 : axis->size;
}

static MeshView viewOf(MeshAttr mesh) {
  MeshView view;
  for (MeshAxisAttr axis : mesh.getAxes())
    view.axes.push_back({axis.getName().str(), axis.getSize()});
  if (DenseIntElementsAttr ids = mesh.getDeviceIds())
    for (const APInt &id : ids.getValues<APInt>())
      view.deviceIds.push_back(id.getSExtValue());
  return view;
}

/// `{axes = [{name = "x", size = 2 : i64}, ..], device_ids = dense<..>}`, the dictionary JAX puts
/// on mesh ops.
static std::optional<MeshView> viewOf(DictionaryAttr mesh) {
  MeshView view;
  auto axes = mesh.getAs<ArrayAttr>("axes");
  if (!axes)
    return std::nullopt;
  for (Attribute attribute : axes) {
    auto axis = dyn_cast<DictionaryAttr>(attribute);
    auto name = axis ? axis.getAs<StringAttr>("name") : StringAttr();
    auto size = axis ? axis.getAs<IntegerAttr>("size") : IntegerAttr();
    if (!name || !size)
      return std::nullopt;
    view.axes.push_back({name.str(), size.getInt()});
  }
  auto ids = mesh.getAs<DenseIntElementsAttr>("device_ids");
  if (ids && ids.getNumElements() > kMostDevices)
    return std::nullopt;
  if (ids)
    for (const APInt &id : ids.getValues<APInt>())
      view.deviceIds.push_back(id.getSExtValue());
  return view;
}

/// A mesh attribute of another dialect, by its text: `<["x"=2, "y"=4], device_ids=[1, 0, ..]>`.
static std::optional<MeshView> viewOfText(Attribute mesh) {
  std::string text;
  llvm::raw_string_ostream(text) << mesh;
  StringRef rest = text;
  size_t begin = rest.find("<[");
  if (begin == StringRef::npos)
    return std::nullopt;
  rest = rest.drop_front(begin + 2);
  MeshView view;
  while (rest.consume_front("\"")) {
    size_t end = rest.find("\"=");
    int64_t size;
    if (end == StringRef::npos)
      return std::nullopt;
    StringRef name = rest.take_front(end);
    rest = rest.drop_front(end + 2);
    if (rest.consumeInteger(10, size))
      return std::nullopt;
    view.axes.push_back({name.str(), size});
    rest.consume_front(", ");
  }
  if (!rest.consume_front("]"))
    return std::nullopt;
  if (rest.consume_front(", device_ids=["))
    for (int64_t id; !rest.consumeInteger(10, id); rest.consume_front(", "))
      view.deviceIds.push_back(id);
  return view;
}

static std::optional<MeshView> viewUnchecked(Operation *from, Attribute mesh,
                                             SymbolTableCollection &symbols) {
  if (auto written = dyn_cast<MeshAttr>(mesh))
    return viewOf(written);
  Operation *op = symbols.lookupNearestSymbolFrom(from, cast<SymbolRefAttr>(mesh));
  if (!op)
    return std::nullopt;
  if (auto dictionary = op->getAttrOfType<DictionaryAttr>("stablehlo.mesh"))
    if (std::optional<MeshView> view = viewOf(dictionary))
      return view;
  Attribute own = op->getAttr("mesh");
  if (auto written = dyn_cast_or_null<MeshAttr>(own))
    return viewOf(written);
  return own ? viewOfText(own) : std::nullopt;
}

/// The devices of a mesh; nothing where its sizes and device ids, which a dictionary or another
/// dialect may hold unverified, are no mesh.
static std::optional<int64_t> deviceCount(const MeshView &mesh) {
  int64_t count = 1;
  for (const MeshView::Axis &axis : mesh.axes)
    if (axis.size < 1 || llvm::MulOverflow(count, axis.size, count) || count > kMostDevices)
      return std::nullopt;
  if (!mesh.deviceIds.empty() && int64_t(mesh.deviceIds.size()) != count)
    return std::nullopt;
  return count;
}

std::optional<MeshView> viewMesh(Operation *from, Attribute mesh, SymbolTableCollection &symbols) {
  std::optional<MeshView> view = viewUnchecked(from, mesh, symbols);
  return view && deviceCount(*view) ? view : std::nullopt;
}

/// The middle factor that an axis reference names: axis = pre * size * rest.
static std::optional<std::pair<int64_t, int64_t>> partOf(AxisRefAttr ref, const MeshView &mesh) {
  int64_t whole = mesh.axisSize(ref.getName());
  if (whole <= 0)
    return std::nullopt;
  SubAxisInfoAttr part = ref.getSubAxisInfo();
  if (!part)
    return std::pair<int64_t, int64_t>(1, whole);
  if (whole % (part.getPreSize() * part.getSize()) != 0)
    return std::nullopt;
  return std::pair(part.getPreSize(), part.getSize());
}

std::optional<int64_t> groupSize(Operation *from, Attribute groups,
                                 SymbolTableCollection &symbols) {
  if (auto ids = dyn_cast<DenseIntElementsAttr>(groups)) {
    if (ids.getType().getRank() != 2 || ids.empty() || ids.getNumElements() > kMostDevices ||
        llvm::any_of(ids.getValues<APInt>(), [](const APInt &id) { return id.isNegative(); }))
      return std::nullopt;
    return ids.getType().getDimSize(1);
  }
  auto axes = cast<ReplicaGroupMeshAxesAttr>(groups);
  std::optional<MeshView> mesh = viewMesh(from, axes.getMesh(), symbols);
  if (!mesh)
    return std::nullopt;
  int64_t size = 1;
  for (auto ref : axes.getAxes().getAsRange<AxisRefAttr>()) {
    auto part = partOf(ref, *mesh);
    if (!part)
      return std::nullopt;
    if (llvm::MulOverflow(size, part->second, size))
      return std::nullopt;
  }
  return size;
}

std::optional<SmallVector<SmallVector<int64_t>>> listGroups(Operation *from, Attribute groups,
                                                            SymbolTableCollection &symbols) {
  SmallVector<SmallVector<int64_t>> lists;
  if (auto ids = dyn_cast<DenseIntElementsAttr>(groups)) {
    if (ids.getType().getRank() != 2)
      return std::nullopt;
    if (ids.empty()) // of any number of rows
      return lists;
    lists.resize(ids.getType().getDimSize(0));
    for (auto [i, id] : llvm::enumerate(ids.getValues<APInt>()))
      if (!id.isNegative())
        lists[i / ids.getType().getDimSize(1)].push_back(id.getSExtValue());
    return lists;
  }
  auto axes = cast<ReplicaGroupMeshAxesAttr>(groups);
  std::optional<MeshView> mesh = viewMesh(from, axes.getMesh(), symbols);
  std::optional<int64_t> size = groupSize(from, groups, symbols);
  if (!mesh || !size)
    return std::nullopt;
  const int64_t count = *deviceCount(*mesh);
  lists.resize(count / *size, SmallVector<int64_t>(*size));
  // A device's place in its group are its coordinates along the named axes, in the order named; its
  // group the others.
  for (int64_t device = 0; device < count; ++device) {
    int64_t place = 0, group = 0;
    SmallVector<int64_t> rest; // coordinates, without what the references take
    for (int64_t left = count, i = 0; i < int64_t(mesh->axes.size()); ++i) {
      left /= mesh->axes[i].size;
      rest.push_back(device / left % mesh->axes[i].size);
    }
    // Parts as (pre, size).
    SmallVector<SmallVector<std::pair<int64_t, int64_t>>> taken(mesh->axes.size());
    for (auto ref : axes.getAxes().getAsRange<AxisRefAttr>()) {
      auto part = *partOf(ref, *mesh);
      size_t i = llvm::find_if(mesh->axes, [&](auto &a) { return a.name == ref.getName(); }) -
                 mesh->axes.begin();
      int64_t below = mesh->axes[i].size / part.first / part.second;
      place = place * part.second + rest[i] / below % part.second;
      taken[i].push_back(part);
    }
    for (auto [i, axis] : llvm::enumerate(mesh->axes)) {
      llvm::sort(taken[i]);
      int64_t above = 1, left = axis.size;
      for (auto [pre, part] : taken[i]) { // what lies between the taken parts, from the major end
        int64_t between = pre / above;
        left = axis.size / pre;
        group = group * between + rest[i] / left % between;
        above = pre * part;
      }
      left = axis.size / above;
      group = group * left + rest[i] % left;
    }
    lists[group][place] = mesh->deviceIds.empty() ? device : mesh->deviceIds[device];
  }
  return lists;
}

LogicalResult verifyGroups(Operation *op, Attribute groups, GroupRules rules) {
  auto ids = dyn_cast<DenseIntElementsAttr>(groups);
  if (!ids)
    return success();
  if (ids.getType().getRank() != 2)
    return op->emitOpError("has replica_groups of type ")
           << ids.getType() << "; it is a matrix, a row for each group";
  // One number many times takes a few bytes of text, and years to walk through.
  if (!rules.equalSizes && ids.isSplat() && !ids.empty() && ids.getSplatValue<APInt>().isAllOnes())
    return op->emitOpError("has nothing but -1 in replica_groups; -1 pads a short row");
  // Any number may stand in the text, also those that a DenseSet keeps for itself.
  std::set<int64_t> seen;
  int64_t largest = -1;
  for (const APInt &value : ids.getValues<APInt>()) {
    int64_t id = value.getSExtValue();
    if (id == -1 && !rules.equalSizes)
      continue;
    if (id < 0)
      return op->emitOpError("has id ")
             << id << " in replica_groups; "
             << (rules.equalSizes ? "all groups must have one size and ids are 0 or more"
                                  : "ids are 0 or more, -1 pads a short row");
    if (!seen.insert(id).second)
      return op->emitOpError("has id ") << id << " twice in replica_groups";
    largest = std::max(largest, id);
  }
  if (rules.dense && largest != int64_t(seen.size()) - 1)
    return op->emitOpError("has ") << seen.size() << " ids in replica_groups, the largest is "
                                   << largest << "; they must be 0 to " << int64_t(seen.size()) - 1;
  return success();
}

LogicalResult verifyGroupMesh(Operation *op, Attribute groups, SymbolTableCollection &symbols) {
  auto axes = dyn_cast<ReplicaGroupMeshAxesAttr>(groups);
  if (!axes)
    return success();
  if (auto symbol = dyn_cast<SymbolRefAttr>(axes.getMesh()))
    if (!symbols.lookupNearestSymbolFrom(op, symbol))
      return op->emitOpError("groups processes by the mesh ")
             << symbol << ", which is not in this module";
  std::optional<MeshView> mesh = viewMesh(op, axes.getMesh(), symbols);
  if (!mesh)
    return success(); // an op of another kind, whose axes we cannot see
  for (auto ref : axes.getAxes().getAsRange<AxisRefAttr>()) {
    int64_t size = mesh->axisSize(ref.getName());
    if (size == 0)
      return op->emitOpError("groups processes along axis \"")
             << ref.getName() << "\", which mesh " << axes.getMesh() << " does not have";
    if (!partOf(ref, *mesh))
      return op->emitOpError("groups processes along the part (")
             << ref.getSubAxisInfo().getPreSize() << ")" << ref.getSubAxisInfo().getSize()
             << " of axis \"" << ref.getName() << "\", which does not divide its size " << size;
  }
  return success();
}

} // namespace spmd::stablehlo
