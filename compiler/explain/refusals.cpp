// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Repeats the checks of the propagation strategies on the final shardings, to find which of them an
// axis failed.
#include "compiler/explain/refusals.h"

using namespace mlir;

namespace spmd {
namespace {

/// The place of a refusal, with the axis that stands in the way on the dim of factor `f`.
Spot rivalAt(const Refusal &refusal, unsigned tensor, int64_t f, Axis axis) {
  return {refusal.node->places[tensor], *dimWithFactor(refusal.node->rule->tensor(tensor), f),
          axis};
}

/// The reasons outside of the tensor itself: its mesh, a blocked factor, a barrier, and what other
/// tensors of the op have at position `i` of the factor's axes.
std::optional<Refusal::Reason> reasonAround(const PropagationGraph &graph,
                                            const Projection &projection, size_t i,
                                            Refusal &refusal) {
  const Node &node = *refusal.node;
  const Axis axis = refusal.wish.axis;
  const int64_t f = refusal.factor;
  const AxisList &own = projection.tensors[refusal.tensor].factors[f].axes;
  // Shardings on meshes of different kinds do not mix.
  int wishMesh = graph.places[refusal.wish.place].sharding.mesh,
      ownMesh = graph.places[node.places[refusal.tensor]].sharding.mesh;
  if (ownMesh >= 0 && graph.meshes.kind(wishMesh) != graph.meshes.kind(ownMesh))
    return Refusal::MeshesDiffer;
  // The dim has another axis where the neighbour's list goes on.
  if (i < own.size() && !isPrefix(own[i], axis)) {
    refusal.rival = Spot{node.places[refusal.tensor], refusal.dim, own[i]};
    return Refusal::OtherAxis;
  }
  if (node.rule->factors[f].blocked)
    return Refusal::Blocked;
  // Only barriers restrict directions. A barrier has one operand and one result, so the source
  // decides which direction is needed.
  Direction needed =
      projection.isOperand(refusal.source) ? Direction::FORWARD : Direction::BACKWARD;
  if ((node.allowed & needed) == Direction::NONE)
    return Refusal::Barrier;
  // A tensor that has neither a prefix nor an extension of the axis at this position stops the
  // list.
  for (auto [t, third] : llvm::enumerate(projection.tensors)) {
    const AxisList &axes = third.factors[f].axes;
    if (i < axes.size() && node.places[t] >= 0 && !isPrefix(axes[i], axis) &&
        !isPrefix(axis, axes[i])) {
      refusal.rival = rivalAt(refusal, t, f, axes[i]);
      return Refusal::Disagreement;
    }
  }
  return std::nullopt;
}

/// The reasons in the tensor itself, where the axis would follow the axes `before` it: the limits
/// of the factor (of several, the first in this order is named), then other dims that use the axis.
std::optional<Refusal::Reason> reasonInTensor(const TensorProjection &tensor, ArrayRef<Axis> before,
                                              Refusal &refusal) {
  const Axis axis = refusal.wish.axis;
  const int64_t f = refusal.factor;
  const FactorSharding &sharding = tensor.factors[f];
  refusal.fits = fitsFactor(axis, before, tensor, f, refusal.node->rule->factors[f]);
  if (refusal.fits != axis) {
    if (overlapsAny(axis, tensor.replicated))
      return Refusal::Replicated;
    if (overlapsAny(axis, tensor.unreduced))
      return Refusal::Unreduced;
    if (!sharding.overflow.empty())
      return Refusal::Overflow;
    return sharding.closed ? Refusal::Closed : Refusal::Uneven;
  }
  // The axis fits the factor, but another dim of the tensor may use it.
  refusal.fits = freeOfOtherFactors(axis, tensor, f);
  if (refusal.fits == axis)
    return std::nullopt;
  for (auto [g, other] : llvm::enumerate(tensor.factors))
    for (const AxisList &axes : {other.axes, other.overflow})
      for (Axis theirs : axes)
        // Parts of an axis may exclude each other without sharing a step, such as (1)2 and (3)2
        // of 6.
        if (int64_t(g) != f && (overlaps(theirs, axis) || !canCoexist(theirs, axis)) &&
            !refusal.rival)
          refusal.rival = rivalAt(refusal, refusal.tensor, g, theirs);
  return Refusal::OtherDim;
}

/// Finds the reason by repeating the checks of the strategies in their order, and with it the rival
/// or the part of the axis that would fit.
Refusal::Reason reasonOf(const PropagationGraph &graph, const Projection &projection,
                         Refusal &refusal) {
  const AxisList &wished = projection.tensors[refusal.source].factors[refusal.factor].axes;
  size_t i = llvm::find(wished, refusal.wish.axis) - wished.begin();
  if (auto reason = reasonAround(graph, projection, i, refusal))
    return *reason;
  if (auto reason = reasonInTensor(projection.tensors[refusal.tensor],
                                   ArrayRef<Axis>(wished).take_front(i), refusal))
    return *reason;
  bool isSideways = refusal.node->priority == OpPriority::Elementwise &&
                    projection.isOperand(refusal.tensor) && projection.isOperand(refusal.source);
  return isSideways ? Refusal::Sideways : Refusal::NotTaken;
}

/// Compares the axes of each factor with those of the other tensors. If another tensor goes on
/// where this tensor's list ends or differs, its next axis is a refusal.
void addRefusals(const Provenance &provenance, const Node &node, unsigned tensor,
                 std::vector<Refusal> &refusals) {
  SmallVector<Sharding, 4> shardings = provenance.shardingsOf(node, INT_MAX);
  Projection projection(*node.rule, pointersTo(shardings));
  for (auto [d, factors] : llvm::enumerate(node.rule->tensor(tensor).dims))
    for (int64_t f : factors) {
      const AxisList &own = projection.tensors[tensor].factors[f].axes;
      for (auto [s, other] : llvm::enumerate(projection.tensors)) {
        const AxisList &wished = other.factors[f].axes;
        if (node.places[s] < 0 || node.places[s] == node.places[tensor] ||
            isPrefix(ArrayRef<Axis>(wished), own))
          continue;
        // The number of axes that both lists have in common.
        size_t i = 0;
        while (i < own.size() && i < wished.size() && own[i] == wished[i])
          ++i;
        if (i == wished.size())
          continue;
        Refusal refusal{
            .dim = unsigned(d),
            .wish = {node.places[s], *dimWithFactor(node.rule->tensor(s), f), wished[i]},
            .node = &node,
            .factor = f,
            .tensor = tensor,
            .source = unsigned(s),
            .reason = Refusal::NotTaken,
            .rival = std::nullopt,
            .fits = std::nullopt};
        refusal.reason = reasonOf(provenance.graph, projection, refusal);
        bool isKnown = llvm::any_of(refusals, [&](const Refusal &known) {
          return known.dim == refusal.dim && known.wish.axis == refusal.wish.axis &&
                 known.reason == refusal.reason;
        });
        if (!isKnown)
          refusals.push_back(refusal);
      }
    }
}

} // namespace

/// Looks at every node that sees the place, for every tensor of the node that is the place.
std::vector<Refusal> refusalsOf(const Provenance &provenance, int place) {
  std::vector<Refusal> out;
  for (const Node *node : provenance.nodesOf(place))
    for (auto [t, other] : llvm::enumerate(node->places))
      if (other == place)
        addRefusals(provenance, *node, t, out);
  return out;
}

/// Compares how the two axes arrived: first user priorities and annotations, then, if both stood
/// before the op in the same visit, the order of the aggressive strategy, then op priorities, then
/// time.
Verdict verdictOf(const Provenance &provenance, const Refusal &refusal) {
  SmallVector<Arrival> winners = provenance.arrivals(*refusal.rival),
                       losers = provenance.arrivals(refusal.wish);
  if (winners.empty() || losers.empty())
    return {Verdict::CameFirst};
  const Arrival &winner = winners.front(), &loser = losers.front();
  Phase first = winner.phase, second = loser.phase;
  if (first.priority < second.priority)
    return {Verdict::UserPriority, first.priority, second.priority};
  if (winner.kind == Arrival::Annotated)
    return {Verdict::IsAnnotated};
  // The op chose between the two in one visit: the winner came through it, and the loser was there
  // before.
  if (winner.node == refusal.node && loser.visit < winner.visit) {
    const ShardingRule &rule = *refusal.node->rule;
    SmallVector<Sharding, 4> shardings = provenance.shardingsOf(*refusal.node, winner.visit);
    Projection projection(rule, pointersTo(shardings));
    const TensorProjection &won = projection.tensors[winner.source],
                           &lost = projection.tensors[refusal.source];
    // The order in which propagateAggressive sorts its candidates.
    if (int64_t l = tensorSize(rule, won), r = tensorSize(rule, lost); l > r)
      return {Verdict::LargerTensor, l, r};
    if (int64_t l = shardCount(won.factors[winner.factor].axes),
        r = shardCount(lost.factors[refusal.factor].axes);
        refusal.node->priority == OpPriority::Elementwise && l > r)
      return {Verdict::MoreShards, l, r};
    if (winner.source < refusal.source)
      return {Verdict::EarlierTensor, winner.source, refusal.source};
    if (winner.factor < refusal.factor)
      return {Verdict::EarlierFactor, winner.factor, refusal.factor};
  }
  if (int turn = std::max(second.level, firstLevelOf(*refusal.node, refusal.factor));
      first.level >= 0 && first.level < turn)
    return {Verdict::OpPriority, first.level, turn};
  return {Verdict::CameFirst};
}

} // namespace spmd
