// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compares the shardings of an op's operands and results by the factors of its sharding rule.
#include "compiler/export/shard_checks.h"
#include "compiler/ops/region.h"
#include "compiler/ops/rule.h"
#include "compiler/sharding/projection.h"
#include "dialects/sdy/manual.h"
#include <vector>

using namespace mlir;

namespace spmd {
namespace {

/// The name of operand or result number `tensor` of the rule, for messages. Operands come first in
/// a rule, then results.
std::string nameOf(const ShardingRule &rule, size_t tensor) {
  size_t n = rule.operands.size();
  return tensor < n ? "operand " + std::to_string(tensor) : "result " + std::to_string(tensor - n);
}

class ShardCheck {
public:
  ShardCheck(Operation *op, const ShardingRule &rule, bool hasDeviceForm, MeshTable &meshes)
      : op(op), rule(rule), hasDeviceForm(hasDeviceForm), meshes(meshes) {
    // A value that the program places on a single device is computed by all of them, whole.
    for (size_t t = 0; t < rule.tensorCount(); ++t) {
      sdy::TensorShardingAttr attr = sdy::getShardingInside(valueAt(op, t));
      attrs.push_back(attr && attr.getMesh(op).isMaximal() ? sdy::TensorShardingAttr() : attr);
    }
    for (sdy::TensorShardingAttr attr : attrs)
      shardings.push_back(meshes.read(attr));
  }

  /// Looks at all factors, then at the partial results that sharded reduction factors leave. An op
  /// whose tensors are all whole needs no check.
  LogicalResult run() {
    SmallVector<const Sharding *> pointers;
    for (const Sharding &sharding : shardings) {
      pointers.push_back(&sharding);
      if (sharding && llvm::any_of(sharding.dims, [](auto &dim) { return !dim.axes.empty(); }))
        mesh = sharding.mesh;
    }
    if (mesh < 0)
      return success(); // everything is whole
    Projection projection(rule, pointers, Missing::Closed);
    AxisList reduced;
    for (auto [f, factor] : llvm::enumerate(rule.factors)) {
      FailureOr<AxisList> axes = axesOf(projection, f);
      if (failed(axes))
        return failure();
      if (axes->empty())
        continue;
      if (factor.kind == FactorKind::NeedReplication)
        return needsWhole(f);
      // A permutation factor is a dim along which elements move; device forms look at the ranges.
      bool isReduced = factor.kind == FactorKind::Reduction && !isInResults(rule, f);
      if (factor.kind == FactorKind::Permutation && !hasDeviceForm)
        return needsWhole(f);
      if (isReduced)
        reduced.append(*axes);
    }
    return reduced.empty() ? success() : checkPartial(reduced);
  }

private:
  /// The axes that the factor has in all tensors. Fails where they differ.
  FailureOr<AxisList> axesOf(const Projection &projection, size_t factor) {
    // Every tensor with the factor is compared with the first one that has it.
    std::optional<size_t> first;
    AxisList axes;
    for (auto [t, tensor] : llvm::enumerate(projection.tensors)) {
      const FactorSharding &own = tensor.factors[factor];
      if (!own.present)
        continue;
      // Axes that do not fit the factor evenly still shard it, so they must agree, too.
      AxisList all = own.axes;
      all.append(own.overflow);
      if (!first) {
        first = t;
        axes = all;
      } else if (all != axes && !isExempt(factor)) {
        return op->emitOpError("has shards of ")
               << nameOf(rule, *first) << " and " << nameOf(rule, t)
               << " that do not fit together: " << print(*first) << " and " << print(t)
               << "; sdy-insert-explicit-reshards makes them fit";
      } else if (all.size() > axes.size()) {
        axes = all;
      }
    }
    return axes;
  }
  /// Device forms compare the shards of dims along which they move elements themselves.
  bool isExempt(size_t factor) const {
    return hasDeviceForm && rule.factors[factor].kind == FactorKind::Permutation;
  }
  std::string print(size_t tensor) const {
    std::string text;
    llvm::raw_string_ostream os(text);
    if (attrs[tensor])
      os << attrs[tensor];
    else
      os << "no sharding";
    return text;
  }

  /// The error for a sharded dim that the op needs whole, or along which it moves elements.
  /// It names the first tensor that is sharded along the factor.
  LogicalResult needsWhole(size_t factor) {
    for (size_t t = 0; t < rule.tensorCount(); ++t)
      for (auto [d, dim] : llvm::enumerate(rule.tensor(t).dims))
        if (llvm::is_contained(dim, int64_t(factor)) && attrs[t] &&
            !attrs[t].getDimSharding(d).emptyAxes())
          return op->emitOpError("cannot work on the shards of dim ")
                 << d << " of " << nameOf(rule, t) << ", " << attrs[t]
                 << ": it needs the dim whole";
    return success();
  }

  /// Partial results stay partial, or a collective behind the op combines them.
  LogicalResult checkPartial(const AxisList &reduced) {
    AxisList wanted = sortedMerged(reduced);
    for (OpResult result : op->getResults()) {
      sdy::TensorShardingAttr sharding = sdy::getShardingInside(result);
      // Axes along which the result is annotated as unreduced are combined further behind.
      AxisList left = wanted;
      if (sharding)
        left = sortedMerged(subtractAxes(left, meshes.read(sharding).unreduced));
      if (left.empty())
        continue;
      for (Operation *user : result.getUsers())
        if (failed(checkCombined(result, user, left)))
          return failure();
    }
    return success();
  }
  /// Checks one user of a partial result: it combines exactly the axes `left`, by the reduction
  /// that the op computes.
  LogicalResult checkCombined(OpResult result, Operation *user, const AxisList &left) {
    auto combined = reducedBy(user);
    if (!combined || sortedMerged(combined->first) != left) {
      InFlightDiagnostic error = op->emitOpError("gives partial results along ")
                                 << meshes.print(mesh, left)
                                 << ", which its user does not combine along these axes";
      error.attachNote(user->getLoc()) << "the user";
      return error;
    }
    auto kind = kindOf(result);
    bool isBool = getElementTypeOrSelf(result.getType()).isInteger(1);
    // On i1 a sum is `or`, and so is a maximum.
    auto isOr = [&](std::optional<sdy::ReductionKind> kind) {
      return isBool && (kind == sdy::ReductionKind::SUM || kind == sdy::ReductionKind::MAX);
    };
    if (kind == combined->second || (isOr(kind) && isOr(combined->second)))
      return success();
    InFlightDiagnostic error = op->emitOpError("gives partial results that ");
    if (kind)
      error << "a " << sdy::stringifyReductionKind(*kind) << " combines";
    else
      error << "no collective combines";
    error.attachNote(user->getLoc())
        << "this user takes their " << sdy::stringifyReductionKind(combined->second);
    return error;
  }
  /// How parts of a result combine: as the op says, or as its body combines this result.
  std::optional<sdy::ReductionKind> kindOf(OpResult result) const {
    auto *combine = Rules::of(op).combine;
    if (auto kind = combine ? combine(op) : std::nullopt)
      return kind;
    if (op->getNumRegions() != 1)
      return std::nullopt;
    return reductionKindOfPair(op->getRegion(0), result.getResultNumber());
  }
  /// The axes and the reduction of a collective that combines parts.
  std::optional<std::pair<AxisList, sdy::ReductionKind>> reducedBy(Operation *user) {
    if (!sdy::isCollective(user))
      return std::nullopt;
    // all_reduce lists its axes, reduce_scatter lists them by dim; a sum is the default.
    auto kind = user->getAttrOfType<sdy::ReductionKindAttr>("reduction_kind");
    AxisList axes;
    if (auto list = user->getAttrOfType<sdy::AxisRefListAttr>("reduction_axes"))
      axes = sdy::toAxes(list.getValue(), meshes.mesh(mesh));
    else if (auto lists = user->getAttrOfType<sdy::ListOfAxisRefListsAttr>("reduce_scatter_axes"))
      for (sdy::AxisRefListAttr dim : lists)
        axes.append(sdy::toAxes(dim.getValue(), meshes.mesh(mesh)));
    else
      return std::nullopt;
    return std::pair(axes, kind ? kind.getValue() : sdy::ReductionKind::SUM);
  }

  Operation *op;
  const ShardingRule &rule;
  bool hasDeviceForm;
  MeshTable &meshes;
  int mesh = -1;
  SmallVector<sdy::TensorShardingAttr> attrs;
  std::vector<Sharding> shardings;
};

} // namespace

/// Ops without a rule, and those whose rule the program gives, are taken as they are.
LogicalResult checkShards(Operation *op, bool hasDeviceForm, MeshTable &meshes) {
  // Tokens and dynamic shapes have no shards to compare.
  auto isTensor = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape();
  };
  if (!llvm::all_of(op->getOperandTypes(), isTensor) ||
      !llvm::all_of(op->getResultTypes(), isTensor))
    return success();
  std::optional<ShardingRule> rule = shardingRuleOf(op, {});
  return !rule || rule->custom ? success() : ShardCheck(op, *rule, hasDeviceForm, meshes).run();
}

} // namespace spmd
