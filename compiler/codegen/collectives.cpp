// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Translates the groups of collectives for the runtime. Groups over mesh axes stay formulas
// over the device id (rt::Groups::digits), so that the program does not grow with the
// number of devices; only groups that the user listed become lists.
#include "compiler/codegen/collectives.h"
#include "compiler/codegen/borders.h"
#include "dialects/stablehlo/groups.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
namespace {

/// Groups over axes of an inline mesh, or parts of axes: digits of the device's number.
FailureOr<rt::Groups> meshGroups(ir::CollectiveStartOp op,
                                 stablehlo::ReplicaGroupMeshAxesAttr attr) {
  auto mesh = dyn_cast<stablehlo::MeshAttr>(attr.getMesh());
  if (!mesh)
    return op.emitError("names the mesh ")
           << attr.getMesh() << "; groups of a program that is run spell their mesh out";
  MeshAxes axes;
  for (stablehlo::MeshAxisAttr axis : mesh.getAxes()) {
    axes.names.push_back(axis.getName().str());
    axes.sizes.push_back(axis.getSize());
  }
  rt::Groups groups;
  for (stablehlo::AxisRefAttr axis : stablehlo::axisRefsOf(attr)) {
    stablehlo::SubAxisInfoAttr part = axis.getSubAxisInfo();
    // The verifier of the attribute has checked that the mesh has such an axis.
    groups.digits.push_back(part ? *axes.digit(axis.getName(), part.getPreSize(), part.getSize())
                                 : *axes.digit(axis.getName()));
  }
  // A mesh may list its devices in another order than 0, 1, 2, ..
  if (DenseIntElementsAttr ids = mesh.getDeviceIds())
    for (const APInt &id : ids.getValues<APInt>())
      groups.deviceOrder.push_back(id.getSExtValue());
  return groups;
}

} // namespace

/// A collective permute has pairs (source, target) where the other kinds have groups.
FailureOr<rt::CollectiveStart> collectiveCommand(ir::CollectiveStartOp op, int64_t deviceCount) {
  rt::CollectiveStart out;
  // The enums of the dialect and of the runtime list the kinds in the same order.
  out.kind = rt::CollectiveKind(int(op.getKind()));
  static_assert(int(ir::CollectiveKind::AllGather) == int(rt::CollectiveKind::AllGather) &&
                int(ir::CollectiveKind::Broadcast) == int(rt::CollectiveKind::Broadcast) &&
                int(ir::CombineKind::None) == int(rt::ReductionKind::None) &&
                int(ir::CombineKind::Or) == int(rt::ReductionKind::Or));
  out.reduction = rt::ReductionKind(int(op.getCombine()));
  out.dim = op.getDim();
  out.concatDim = op.getConcatDim();
  if (auto axes = dyn_cast<stablehlo::ReplicaGroupMeshAxesAttr>(op.getGroups())) {
    FailureOr<rt::Groups> groups = meshGroups(op, axes);
    if (failed(groups))
      return failure();
    out.groups = std::move(*groups);
    return out;
  }
  auto table = dyn_cast<DenseIntElementsAttr>(op.getGroups());
  if (!table || table.getType().getRank() != 2)
    return op.emitError("has groups that are neither a matrix of ids nor mesh axes: ")
           << op.getGroups();
  int64_t columns = table.getType().getDimSize(1);
  // One row per group; for a permute, one row per pair.
  std::vector<std::vector<int64_t>> rows(table.getType().getDimSize(0));
  for (auto [i, id] : llvm::enumerate(table.getValues<APInt>())) {
    if (id.getSExtValue() < 0 || id.getSExtValue() >= deviceCount)
      return op.emitError("names device ")
             << id.getSExtValue() << " but the program has " << deviceCount << " devices";
    rows[i / columns].push_back(id.getSExtValue());
  }
  if (out.kind == rt::CollectiveKind::Permute)
    for (auto &row : rows)
      out.pairs.push_back({row[0], row[1]});
  else
    out.groups.listed = std::move(rows);
  return out;
}

} // namespace spmd
