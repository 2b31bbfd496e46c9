// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the process groups of collectives from both notations, and verifies them (groups.h). The
// mapping from mesh axes to groups follows the StableHLO specification, section Collective ops.
#include "dialects/stablehlo/groups.h"
#include "dialects/notes.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"
#include <set>

using namespace mlir;

namespace spmd::stablehlo {

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

/// Returns the axes and ids of a mesh of sdy.
static MeshView viewOf(sdy::MeshAttr mesh) {
  MeshView view;
  for (sdy::MeshAxisAttr axis : mesh.getAxes())
    view.axes.push_back({axis.getName().str(), axis.getSize()});
  llvm::append_range(view.deviceIds, mesh.getDeviceIds());
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
  auto ofSdy = dyn_cast_or_null<sdy::MeshAttr>(own);
  return ofSdy ? std::optional(viewOf(ofSdy)) : std::nullopt;
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

// Both kinds of references have a name and, for a part of an axis, its pre-size and its size.
AxisRefAttr axisRefOf(Attribute entry) {
  auto ofSdy = dyn_cast<sdy::AxisRefAttr>(entry);
  if (!ofSdy)
    return dyn_cast<AxisRefAttr>(entry);
  SubAxisInfoAttr part;
  if (sdy::SubAxisInfoAttr info = ofSdy.getSubAxisInfo())
    part = SubAxisInfoAttr::get(entry.getContext(), info.getPreSize(), info.getSize());
  return AxisRefAttr::get(entry.getContext(), ofSdy.getName(), part);
}
SmallVector<AxisRefAttr> axisRefsOf(ReplicaGroupMeshAxesAttr groups) {
  return llvm::map_to_vector(groups.getAxes(), axisRefOf);
}

/// Returns the axis, or the part of one, that a reference names. Nothing where the mesh has no such
/// axis or the factors do not divide it: of "x"=8, "x":(2)2 -> {0, 2, 2}, "x":(2)3 -> nothing.
static std::optional<Axis> partOf(AxisRefAttr ref, const MeshView &mesh) {
  auto whole = llvm::find_if(mesh.axes, [&](auto &axis) { return axis.name == ref.getName(); });
  if (whole == mesh.axes.end())
    return std::nullopt;
  int32_t index = whole - mesh.axes.begin();
  SubAxisInfoAttr part = ref.getSubAxisInfo();
  if (!part)
    return Axis{index, 1, int32_t(whole->size)};
  if (whole->size % (part.getPreSize() * part.getSize()) != 0)
    return std::nullopt;
  return Axis{index, int32_t(part.getPreSize()), int32_t(part.getSize())};
}

/// Returns the axes that groups run along. Nothing where one is not of the mesh, or two are not
/// parts of one split.
static std::optional<AxisList> axesOf(ReplicaGroupMeshAxesAttr groups, const MeshView &mesh) {
  AxisList axes;
  for (AxisRefAttr ref : axisRefsOf(groups)) {
    std::optional<Axis> part = partOf(ref, mesh);
    if (!part || llvm::any_of(axes, [&](Axis other) {
          return overlaps(other, *part) || !canCoexist(other, *part);
        }))
      return std::nullopt;
    axes.push_back(*part);
  }
  return axes;
}

// The whole axis counts where groups run along a part of it.
SmallVector<StringRef> axisNames(Attribute groups) {
  SmallVector<StringRef> names;
  if (auto named = dyn_cast<ReplicaGroupMeshAxesAttr>(groups))
    for (AxisRefAttr axis : axisRefsOf(named))
      names.push_back(axis.getName());
  return names;
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
  std::optional<AxisList> along = axesOf(axes, *mesh);
  return along ? std::optional(shardCount(*along)) : std::nullopt;
}

// A matrix of ids gives its rows. The groups along mesh axes are numbered by the other axes, in
// mesh order.
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
  std::optional<AxisList> along = mesh ? axesOf(axes, *mesh) : std::nullopt;
  if (!along)
    return std::nullopt;
  MeshGrid grid(llvm::map_to_vector(mesh->axes, [](auto &axis) { return axis.size; }),
                mesh->deviceIds);
  return DeviceGroups(grid, *along).list();
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
  for (AxisRefAttr ref : axisRefsOf(axes)) {
    auto axis = llvm::find_if(mesh->axes, [&](auto &a) { return a.name == ref.getName(); });
    if (axis == mesh->axes.end())
      return op->emitOpError("groups processes along axis \"")
             << ref.getName() << "\", which mesh " << axes.getMesh() << " does not have"
             << symbolNotes(op, axes.getMesh());
    if (!partOf(ref, *mesh))
      return op->emitOpError("groups processes along the part (")
             << ref.getSubAxisInfo().getPreSize() << ")" << ref.getSubAxisInfo().getSize()
             << " of axis \"" << ref.getName() << "\", which does not divide its size "
             << axis->size << symbolNotes(op, axes.getMesh());
  }
  if (!axesOf(axes, *mesh))
    return op->emitOpError("groups processes along the axes ")
           << axes.getAxes() << "; no two of them may be one axis or share a part of one"
           << symbolNotes(op, axes.getMesh());
  return success();
}

} // namespace spmd::stablehlo
