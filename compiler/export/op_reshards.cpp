// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the reshards around one op: reads its shardings factor by factor, lets common_axes.h
// choose, and writes the choice as reshards of operands and results.
#include "compiler/export/op_reshards.h"
#include "compiler/export/initial_values.h"
#include "compiler/ops/region.h"
#include "dialects/sdy/manual.h"

using namespace mlir;

namespace spmd {
namespace {

/// Whether the value has no axes, neither on dims nor as unreduced ones. A value without a sharding
/// is whole.
bool isWhole(const Sharding &sharding) {
  return sharding.unreduced.empty() &&
         llvm::all_of(sharding.dims, [](const DimSharding &dim) { return dim.axes.empty(); });
}

int64_t elementsOf(Value value) { return cast<ShapedType>(value.getType()).getNumElements(); }

/// The mesh of most shardings that split a value, or that leave one unreduced; among equals the one
/// that is the first to have so many. Without such shardings, the first mesh with axes. -1 if a
/// mesh has other axes than the others, or is a single device.
int commonMesh(ArrayRef<Sharding> shardings, const MeshTable &meshes) {
  int any = -1;
  std::pair<int, int> best = {-1, 0};     // mesh, number of shardings
  SmallVector<std::pair<int, int>> votes; // the same of each mesh so far
  for (const Sharding &sharding : shardings) {
    if (!sharding)
      continue;
    if (any < 0 || meshes.isEmpty(any))
      any = sharding.mesh;
    if (!meshes.isEmpty(sharding.mesh) &&
        !meshes.mesh(any).equals(meshes.mesh(sharding.mesh), /*ignoreDeviceOrder=*/true))
      return -1;
    if (isWhole(sharding))
      continue;
    auto vote = llvm::find_if(votes, [&](auto &vote) { return vote.first == sharding.mesh; });
    if (vote == votes.end())
      vote = votes.insert(votes.end(), {sharding.mesh, 0});
    if (++vote->second > best.second)
      best = *vote;
  }
  if (any < 0 || meshes.isMaximal(any))
    return -1;
  return best.second ? best.first : any;
}

/// Whether no data moves between the shardings of one value. Meshes of several names may have the
/// same devices.
bool isSame(const Sharding &l, const Sharding &r, const MeshTable &meshes) {
  if (isWhole(l) || isWhole(r))
    return isWhole(l) && isWhole(r);
  auto axesOf = [](const DimSharding &dim) { return ArrayRef<Axis>(dim.axes); };
  return meshes.kind(l.mesh) == meshes.kind(r.mesh) && l.unreduced == r.unreduced &&
         llvm::equal(llvm::map_range(l.dims, axesOf), llvm::map_range(r.dims, axesOf));
}

/// Inserts the reshards that bring the tensors of the op to the common axes: those of operands
/// before the op, those of results behind it, both in order. A factor loses the axes that one of
/// its tensors holds as replicated or unreduced, so that no sharding has an axis twice.
bool write(const ProjectedOp &projected, CommonAxes &common, MeshTable &meshes) {
  Operation *op = projected.op;
  if (common.isKept && llvm::all_of(projected.shardings, [&](const Sharding &sharding) {
        return !sharding || meshes.kind(sharding.mesh) == meshes.kind(projected.mesh);
      }))
    return false;
  for (auto [f, axes] : llvm::enumerate(common.factors))
    for (const TensorProjection &tensor : projected.projection.tensors)
      if (tensor.factors[f].present) { // unreduced and replicated axes stay so
        axes = withoutOverlap(axes, tensor.unreduced);
        axes = withoutOverlap(axes, tensor.replicated);
      }
  bool changed = false;
  auto wantedAt = [&](size_t t) -> sdy::TensorShardingAttr { // null: nothing moves
    Sharding wanted =
        withCommonAxes(projected.rule, t, projected.projection, common, projected.mesh);
    bool moves = !isSame(wanted, projected.shardings[t], meshes);
    changed |= moves;
    return moves ? meshes.write(wanted) : sdy::TensorShardingAttr();
  };
  for (OpOperand &operand : op->getOpOperands())
    if (sdy::TensorShardingAttr wanted = wantedAt(operand.getOperandNumber()))
      reshardOperand(operand, wanted);
  // Each stands right behind the op, so the last one is made first.
  for (OpResult result : llvm::reverse(op->getResults()))
    if (auto wanted = wantedAt(op->getNumOperands() + result.getResultNumber()))
      reshardResult(result, wanted);
  return changed;
}

/// The axes on which the op's tensors agree, without regard to those that a tensor holds as
/// replicated or unreduced.
CommonAxes choose(const ProjectedOp &projected, const MeshTable &meshes) {
  SmallVector<int64_t> sizes = llvm::map_to_vector(tensorsOf(projected.op), elementsOf);
  auto names = llvm::map_to_vector(meshes.mesh(projected.mesh).getAxes(),
                                   [](sdy::MeshAxisAttr axis) { return axis.getName(); });
  return chooseCommonAxes(projected.rule, projected.projection, sizes, names);
}

/// How the partial results that the op's devices have are combined; nothing where no all_reduce
/// does that.
std::optional<sdy::ReductionKind> reductionOf(OpResult result) {
  Operation *op = result.getOwner();
  const OpRules &facets = Rules::of(op);
  if (!facets.combine)
    return std::nullopt;
  // Several results may be combined by different ops: a sum and a maximum in one pass over the
  // data.
  if (op->getNumResults() > 1 && op->getNumRegions() == 1)
    return reductionKindOfPair(op->getRegion(0), result.getResultNumber());
  return facets.combine(op);
}

/// The axes of the reduced factors.
SmallVector<sdy::AxisRefAttr> reducedAxes(const ProjectedOp &projected, const CommonAxes &common,
                                          const MeshTable &meshes) {
  SmallVector<sdy::AxisRefAttr> axes;
  for (auto [f, factor] : llvm::enumerate(projected.rule.factors))
    if (factor.kind == FactorKind::Reduction)
      for (Axis axis : common.factors[f])
        axes.push_back(meshes.toAttr(projected.mesh, axis));
  return axes;
}

} // namespace

SmallVector<Value> tensorsOf(Operation *op) {
  SmallVector<Value> values(op->getOperands());
  llvm::append_range(values, op->getResults());
  return values;
}

void reshardOperand(OpOperand &operand, sdy::TensorShardingAttr to, At at) {
  OpBuilder b(operand.getOwner());
  if (at == At::Definition)
    b.setInsertionPointAfterValue(operand.get());
  operand.set(sdy::ReshardOp::create(b, operand.get().getLoc(), operand.get().getType(),
                                     operand.get(), to));
}

/// A result without a sharding is expected whole.
void reshardResult(OpResult result, sdy::TensorShardingAttr made) {
  sdy::TensorShardingAttr expected = sdy::getSharding(result);
  if (!expected)
    expected = sdy::TensorShardingAttr::getFullyClosedLike(made);
  sdy::setSharding(result, made);
  OpBuilder b(result.getContext());
  b.setInsertionPointAfterValue(result);
  auto reshard = sdy::ReshardOp::create(b, result.getLoc(), result.getType(), result, expected);
  result.replaceAllUsesExcept(reshard.getResult(), reshard);
}

/// A value without a sharding counts as whole, and its dims as closed: nothing follows from it.
std::optional<ProjectedOp> projectOp(Operation *op, MeshTable &meshes) {
  std::optional<ShardingRule> rule = shardingRuleOf(op, {});
  if (!rule || rule->custom)
    return std::nullopt;
  auto shardings = llvm::map_to_vector<0>(
      tensorsOf(op), [&](Value value) { return meshes.read(sdy::getShardingInside(value)); });
  int mesh = commonMesh(shardings, meshes);
  if (mesh < 0)
    return std::nullopt;
  auto pointers = llvm::map_to_vector(shardings, [](const Sharding &s) { return &s; });
  Projection projection(*rule, pointers, Missing::Closed);
  return ProjectedOp{op, std::move(*rule), std::move(shardings), mesh, std::move(projection)};
}

/// Does not reduce: without the full version the next compiler adds partial sums.
bool agree(Operation *op, MeshTable &meshes) {
  std::optional<ProjectedOp> projected = projectOp(op, meshes);
  if (!projected)
    return false;
  CommonAxes common = choose(*projected, meshes);
  return write(*projected, common, meshes);
}

/// A result without a sharding is whole, on the mesh of the op. The all_reduce stands between the
/// op and the reshard of its result, so that the reshard moves reduced values.
bool agreeAndReduce(Operation *op, MeshTable &meshes) {
  std::optional<ProjectedOp> projected = projectOp(op, meshes);
  if (!projected)
    return false;
  // The rule does not know how results are combined. It becomes stricter here only, so that
  // propagation still treats all reductions alike.
  auto kinds = llvm::map_to_vector(op->getResults(), reductionOf);
  if (!llvm::all_of(kinds, [](auto kind) { return kind.has_value(); }))
    for (Factor &factor : projected->rule.factors)
      if (factor.kind == FactorKind::Reduction)
        factor.kind = FactorKind::NeedReplication;
  CommonAxes common = choose(*projected, meshes);
  bool changed = write(*projected, common, meshes);
  SmallVector<sdy::AxisRefAttr> axes = reducedAxes(*projected, common, meshes);
  if (axes.empty())
    return changed;
  changed |= countInitsOnce(op);
  // Reversed, because each new op is inserted right behind the op, in front of the previous one.
  for (OpResult result : llvm::reverse(op->getResults())) {
    sdy::TensorShardingAttr sharding = sdy::getSharding(result);
    if (!sharding)
      sharding = meshes.write(Sharding::closed(projected->mesh, sdy::getTensorRank(result)));
    changed |= reducePartialSums(result, axes, sharding, kinds[result.getResultNumber()]);
  }
  return changed;
}

/// It applies if the operands agree, and if exactly one dim of the result has the axes of the
/// contracted dim where an operand has other axes. The matmul then produces the operand's sharding,
/// and its partial sums are reduced and scattered afterwards. It does not apply if the result has
/// more elements than that operand, as moving the operand is then cheaper.
bool keepMatmulLocal(Operation *op, MeshTable &meshes) {
  std::optional<ProjectedOp> projected = projectOp(op, meshes);
  if (!projected)
    return false;
  const auto &tensors = projected->projection.tensors;
  const auto &lhs = tensors[0].factors, &rhs = tensors[1].factors, &out = tensors[2].factors;
  CommonAxes common;
  AxisList contracted;
  std::optional<size_t> conflict;
  size_t from = 0;
  for (auto [f, factor] : llvm::enumerate(projected->rule.factors)) {
    if (lhs[f].present && rhs[f].present && lhs[f].axes != rhs[f].axes)
      return false;
    common.factors.push_back(lhs[f].present ? lhs[f].axes : rhs[f].axes);
    if (factor.kind == FactorKind::Reduction)
      contracted.append(lhs[f].axes);
    if (!out[f].present || common.factors[f].empty() || out[f].axes == common.factors[f])
      continue;
    if (conflict)
      return false;
    conflict = f;
    from = lhs[f].present ? 0 : 1;
  }
  if (!conflict || contracted.empty() || out[*conflict].axes != contracted ||
      elementsOf(op->getResult(0)) > elementsOf(op->getOperand(from)))
    return false;
  auto overlapsConflict = [&](Axis axis) { return overlapsAny(axis, common.factors[*conflict]); };
  for (auto [f, axes] : llvm::enumerate(common.factors))
    if (f != *conflict && out[f].present) {
      axes = out[f].axes;
      if (llvm::any_of(axes, overlapsConflict))
        return false;
    }
  Sharding made =
      withCommonAxes(projected->rule, 2, projected->projection, common, projected->mesh);
  reshardResult(op->getResult(0), meshes.write(made));
  return true;
}

/// Other results need nothing: the next compiler adds partial sums of values that are annotated as
/// whole. If the operands disagree on the axes of a reduced factor, it is open which axes the op
/// sums over, and nothing is reduced.
bool reduceAnnotated(Operation *op, MeshTable &meshes) {
  auto isPartial = [](OpResult result) { return !unreducedAxes(sdy::getSharding(result)).empty(); };
  if (sdy::isCollective(op) || llvm::none_of(op->getResults(), isPartial))
    return false;
  std::optional<ProjectedOp> projected = projectOp(op, meshes);
  if (!projected)
    return false;
  CommonAxes common;
  for (size_t f = 0; f < projected->rule.factors.size(); ++f) {
    const AxisList *axes = nullptr;
    for (const TensorProjection &tensor : projected->projection.tensors) {
      if (projected->rule.factors[f].kind != FactorKind::Reduction || !tensor.factors[f].present)
        continue;
      if (axes && *axes != tensor.factors[f].axes)
        return false;
      axes = &tensor.factors[f].axes;
    }
    common.factors.push_back(axes ? *axes : AxisList());
  }
  bool changed = false;
  for (OpResult result : llvm::reverse(op->getResults())) // each stands right behind the op
    if (isPartial(result))
      changed |= reducePartialSums(result, reducedAxes(*projected, common, meshes),
                                   sdy::getSharding(result));
  return changed;
}

} // namespace spmd
