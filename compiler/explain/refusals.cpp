// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the axes of neighbours that a place did not get, the reason for each, and why the axis that
// the place has was preferred. The file is apart from provenance.cpp, which follows the axes that
// did come.
#include "compiler/explain/provenance.h"

using namespace mlir;

namespace spmd {

/// Looks at every node that sees the place, for every tensor of the node that is the place.
std::vector<Refusal> Provenance::refusals(int place) const {
  std::vector<Refusal> out;
  for (const Node *node : nodesOf(place))
    for (auto [t, other] : llvm::enumerate(node->places))
      if (other == place)
        addRefusals(*node, t, out);
  return out;
}

/// Compares the axes of each factor with those of the other tensors. If another tensor goes on
/// where this tensor's list ends or differs, its next axis is a refusal.
void Provenance::addRefusals(const Node &node, unsigned tensor,
                             std::vector<Refusal> &refusals) const {
  SmallVector<Sharding, 4> shardings = shardingsOf(node, INT_MAX);
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
        explainRefusal(node, projection, refusal);
        bool isKnown = llvm::any_of(refusals, [&](const Refusal &known) {
          return known.dim == refusal.dim && known.wish.axis == refusal.wish.axis &&
                 known.reason == refusal.reason;
        });
        if (!isKnown)
          refusals.push_back(refusal);
      }
    }
}

/// Finds the reason by repeating the checks of the strategies in their order: meshes, the dim's own
/// axis, a blocked factor, a barrier, other tensors, then fitsFactor and freeOfOtherFactors.
void Provenance::explainRefusal(const Node &node, const Projection &projection,
                                Refusal &refusal) const {
  int64_t f = refusal.factor;
  const Factor &factor = node.rule->factors[f];
  const TensorProjection &tensor = projection.tensors[refusal.tensor];
  const AxisList &own = tensor.factors[f].axes,
                 &wished = projection.tensors[refusal.source].factors[f].axes;
  size_t i = llvm::find(wished, refusal.wish.axis) - wished.begin();
  ArrayRef<Axis> before = ArrayRef<Axis>(wished).take_front(i);
  Axis axis = refusal.wish.axis;
  auto because = [&](Refusal::Reason reason) { refusal.reason = reason; };

  // Shardings on meshes of different kinds do not mix.
  int wishMesh = graph.places[refusal.wish.place].sharding.mesh,
      ownMesh = graph.places[node.places[refusal.tensor]].sharding.mesh;
  if (ownMesh >= 0 && graph.meshes.kind(wishMesh) != graph.meshes.kind(ownMesh))
    return because(Refusal::MeshesDiffer);
  // The dim has another axis where the neighbour's list goes on.
  if (i < own.size() && !isPrefix(own[i], axis)) {
    refusal.rival = Spot{node.places[refusal.tensor], refusal.dim, own[i]};
    return because(Refusal::OtherAxis);
  }
  if (factor.blocked)
    return because(Refusal::Blocked);
  // Only barriers restrict directions. A barrier has one operand and one result, so the source
  // decides which direction is needed.
  bool isOperand = projection.isOperand(refusal.tensor);
  Direction needed =
      projection.isOperand(refusal.source) ? Direction::FORWARD : Direction::BACKWARD;
  if ((node.allowed & needed) == Direction::NONE)
    return because(Refusal::Barrier);

  // A tensor that has neither a prefix nor an extension of the axis at this position stops the
  // list.
  for (auto [t, third] : llvm::enumerate(projection.tensors)) {
    const AxisList &axes = third.factors[f].axes;
    if (i < axes.size() && node.places[t] >= 0 && !isPrefix(axes[i], axis) &&
        !isPrefix(axis, axes[i])) {
      refusal.rival = Spot{node.places[t], *dimWithFactor(node.rule->tensor(t), f), axes[i]};
      return because(Refusal::Disagreement);
    }
  }

  // The limits of the factor itself; of several, the first in this order is named.
  std::optional<Axis> fits = fitsFactor(axis, before, tensor, f, factor);
  refusal.fits = fits;
  if (fits != axis) {
    if (overlapsAny(axis, tensor.replicated))
      return because(Refusal::Replicated);
    if (overlapsAny(axis, tensor.unreduced))
      return because(Refusal::Unreduced);
    if (!tensor.factors[f].overflow.empty())
      return because(Refusal::Overflow);
    return because(tensor.factors[f].closed ? Refusal::Closed : Refusal::Uneven);
  }
  // The axis fits the factor, but another dim of the tensor may use it.
  refusal.fits = freeOfOtherFactors(axis, tensor, f);
  if (refusal.fits != axis) {
    for (auto [g, other] : llvm::enumerate(tensor.factors))
      for (const AxisList &axes : {other.axes, other.overflow})
        for (Axis theirs : axes)
          // Parts of an axis may exclude each other without sharing a step, such as (1)2 and (3)2
          // of 6.
          if (int64_t(g) != f && (overlaps(theirs, axis) || !canCoexist(theirs, axis)) &&
              !refusal.rival)
            refusal.rival = Spot{node.places[refusal.tensor],
                                 *dimWithFactor(node.rule->tensor(refusal.tensor), g), theirs};
    return because(Refusal::OtherDim);
  }
  if (node.priority == OpPriority::Elementwise && isOperand && projection.isOperand(refusal.source))
    return because(Refusal::Sideways);
}

/// Compares how the two axes arrived: first user priorities and annotations, then, if both stood
/// before the op in the same visit, the order of the aggressive strategy, then op priorities, then
/// time.
Verdict Provenance::verdict(const Refusal &refusal) const {
  SmallVector<Arrival> winners = arrivals(*refusal.rival), losers = arrivals(refusal.wish);
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
    SmallVector<Sharding, 4> shardings = shardingsOf(*refusal.node, winner.visit);
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
