// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the process groups of collectives from both notations, and verifies them (groups.h). The
// mapping from mesh axes to groups follows the StableHLO specification, section Collective ops.
#include "dialects/stablehlo/groups.h"
#include "dialects/notes.h"
#include "dialects/stablehlo/stablehlo.h"
#include <set>

using namespace mlir;

namespace spmd::stablehlo {

int64_t MeshView::axisSize(StringRef name) const {
  auto axis = llvm::find_if(axes, [&](const Axis &a) { return a.name == name; });
  return axis == axes.end() ? 0 : axis->size;
}

/// Returns the axes and ids of a #stablehlo.mesh.
static MeshView viewOf(MeshAttr mesh) {
  MeshView view;
  for (MeshAxisAttr axis : mesh.getAxes())
    view.axes.push_back({axis.getName().str(), axis.getSize()});
  if (DenseIntElementsAttr ids = mesh.getDeviceIds())
    for (const APInt &id : ids.getValues<APInt>())
      view.deviceIds.push_back(id.getSExtValue());
  return view;
}

/// Returns the axes and ids of the dictionary that JAX puts on mesh ops; nothing where the
/// dictionary has another form:
///   {axes = [{name = "x", size = 2 : i64}, ..], device_ids = dense<..>}
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

/// Returns the axes and ids of a mesh attribute of another dialect, such as sdy, read from the
/// attribute's text, so that this dialect includes no other:
///   `<["x"=2, "y"=4], device_ids=[1, 0, ..]>`
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

/// Returns the mesh that an attribute states or names, without checking its sizes. A mesh op is
/// asked for the dictionary `stablehlo.mesh` first, then for its attribute `mesh`.
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

/// Returns the number of devices of a mesh. Nothing where sizes and device ids do not make a mesh:
/// nobody has verified those of a dictionary or of another dialect.
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

/// Returns (pre, size) of an axis reference, where the axis has pre * size * rest devices. Nothing
/// where the mesh has no such axis or the factors do not divide it:
///   "x" of size 8 -> (1, 8)    "x":(2)2 of size 8 -> (2, 2)
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

// A row with padding (-1) has another size than the others, so the groups have no common size.
// Along mesh axes the size is the product of the named axes or parts.
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

// A matrix of ids gives its rows. For mesh axes, each device finds its group and its place in it by
// its coordinates. Mesh "x"=2, "y"=2, axes ["y"]: device 3 is at (1, 1), so it has place 1 in group
// 1.
std::optional<SmallVector<SmallVector<int64_t>>> listGroups(Operation *from, Attribute groups,
                                                            SymbolTableCollection &symbols) {
  SmallVector<SmallVector<int64_t>> lists;
  if (auto ids = dyn_cast<DenseIntElementsAttr>(groups)) {
    if (ids.getType().getRank() != 2)
      return std::nullopt;
    if (ids.empty()) // tensor<Nx0xi64> has no ids for any N: its rows are not made into lists
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
  // A device's place in its group is the number that its coordinates along the named axes form, in
  // the order in which the axes are named. The other coordinates, in mesh order, form the number of
  // the group.
  for (int64_t device = 0; device < count; ++device) {
    int64_t place = 0, group = 0;
    SmallVector<int64_t> rest; // the device's coordinate along each axis of the mesh
    for (int64_t left = count, i = 0; i < int64_t(mesh->axes.size()); ++i) {
      left /= mesh->axes[i].size;
      rest.push_back(device / left % mesh->axes[i].size);
    }
    // The parts (pre, size) of each axis that references name.
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
      // The factors of the axis that lie between the named parts, from the major end, count for the
      // group: axis 8 with the part (2)2 leaves a factor of 2 above and of 2 below.
      for (auto [pre, part] : taken[i]) {
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

// Rank 2, ids of 0 or more, each once, without gaps under GroupRules::dense. -1 pads a short row
// where sizes may differ:
//   [[0, 1], [2, -1]] passes for all_reduce, fails for all_gather
LogicalResult verifyGroups(Operation *op, Attribute groups, GroupRules rules) {
  auto ids = dyn_cast<DenseIntElementsAttr>(groups);
  if (!ids)
    return success();
  if (ids.getType().getRank() != 2)
    return op->emitOpError("has replica_groups of type ")
           << ids.getType() << "; it is a matrix, a row for each group";
  // A splat of -1 takes a few bytes of text for any number of entries, so it is refused before the
  // loop: a walk over 2^60 entries would not end. Splats of other numbers fail at their second
  // entry.
  if (!rules.equalSizes && ids.isSplat() && !ids.empty() && ids.getSplatValue<APInt>().isAllOnes())
    return op->emitOpError("has nothing but -1 in replica_groups; -1 pads a short row");
  // std::set, because a DenseSet reserves two values for itself, and the text may state any number.
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

// Passes for a matrix of ids, and for a mesh op of a kind whose axes cannot be read.
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
    return success();
  for (auto ref : axes.getAxes().getAsRange<AxisRefAttr>()) {
    int64_t size = mesh->axisSize(ref.getName());
    if (size == 0)
      return op->emitOpError("groups processes along axis \"")
             << ref.getName() << "\", which mesh " << axes.getMesh() << " does not have"
             << symbolNotes(op, axes.getMesh());
    if (!partOf(ref, *mesh))
      return op->emitOpError("groups processes along the part (")
             << ref.getSubAxisInfo().getPreSize() << ")" << ref.getSubAxisInfo().getSize()
             << " of axis \"" << ref.getName() << "\", which does not divide its size " << size
             << symbolNotes(op, axes.getMesh());
  }
  return success();
}

} // namespace spmd::stablehlo
