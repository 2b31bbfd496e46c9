// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows axes through the history back to annotations, and finds all annotations that hold an
// axis. refusals.cpp has the axes that did not come.
#include "compiler/explain/provenance.h"

using namespace mlir;

namespace spmd {

/// x:(1)4 and x:(2)4 -> x:(2)2.
std::optional<Axis> sharedPart(Axis l, Axis r) {
  if (!overlaps(l, r))
    return std::nullopt;
  int32_t begin = std::max(l.pre, r.pre), end = std::min(l.end(), r.end());
  return Axis{l.index, begin, end / begin};
}

std::optional<unsigned> dimWithFactor(const TensorFactors &tensor, int64_t factor) {
  for (auto [d, factors] : llvm::enumerate(tensor.dims))
    if (llvm::is_contained(factors, factor))
      return d;
  return std::nullopt;
}

SmallVector<const Sharding *, 4> pointersTo(ArrayRef<Sharding> shardings) {
  return llvm::map_to_vector<4>(shardings, [](const Sharding &sharding) { return &sharding; });
}

/// Indexes the changes, the returns and the edges into manual computations by place.
Provenance::Provenance(const PropagationGraph &graph)
    : graph(graph), history(*graph.history), changesOf(graph.places.size()) {
  for (auto [i, change] : llvm::enumerate(history.changes))
    changesOf[change.place].push_back(i);
  for (const Node &node : graph.returnNodes)
    for (int place : node.places)
      returnsOf[place].push_back(&node);
  for (const Node &node : graph.nodes)
    if (node.manual && node.targetIsInside)
      edgesIntoManual[node.places.back()] = &node;
}

/// The sharding of a place before a visit.
Sharding Provenance::shardingAt(int place, int visit) const {
  if (place < 0)
    return {};
  for (int c : llvm::reverse(changesOf[place]))
    if (history.changes[c].visit < visit)
      return history.changes[c].after;
  return history.initial[place];
}

/// The shardings of a node's places before a visit, in the form that the node sees.
SmallVector<Sharding, 4> Provenance::shardingsOf(const Node &node, int visit) const {
  SmallVector<Sharding, 4> out;
  for (int place : node.places)
    out.push_back(shardingAt(place, visit));
  if (node.manual)
    out.back() = asNodeSees(node, out.back());
  return out;
}

/// The axes of a dim before a visit, each with the change that added it. Propagation only appends
/// to the axes of a dim, so a change adds the difference of the two lists.
SmallVector<Provenance::Piece, 4> Provenance::pieces(int place, unsigned dim, int visit) const {
  auto axesOf = [dim](const Sharding &sharding) {
    return sharding ? sharding.dims[dim].axes : AxisList();
  };
  SmallVector<Piece, 4> out;
  AxisList before = axesOf(history.initial[place]);
  for (Axis axis : before)
    out.push_back({axis, -1});
  for (int c : changesOf[place]) {
    const Change &change = history.changes[c];
    if (change.visit >= visit)
      break;
    AxisList after = axesOf(change.after);
    bool isAppended = isPrefix(before, after);
    if (!isAppended ||
        (!change.node && after != before)) { // a user priority withheld or restored the dim's axes
      out.clear();
      before.clear();
    }
    for (Axis axis : removePrefix(after, before))
      out.push_back({axis, c});
    before = std::move(after);
  }
  return out;
}

/// One arrival per part that came by itself.
SmallVector<Arrival> Provenance::arrivals(const Spot &spot, int visit) const {
  SmallVector<Arrival> out;
  // Ops outside a manual computation also see the manual axes of a body's argument, which are
  // annotated by in_shardings.
  if (const Node *edge = edgesIntoManual.lookup(spot.place))
    for (Axis axis : edge->manual->dims[spot.dim].axes)
      if (std::optional<Axis> part = sharedPart(axis, spot.axis))
        out.push_back({.spot = {spot.place, spot.dim, *part}});
  for (Piece piece : pieces(spot.place, spot.dim, visit)) {
    std::optional<Axis> part = sharedPart(piece.axis, spot.axis);
    if (!part)
      continue;
    Arrival arrival{.spot = {spot.place, spot.dim, *part}};
    if (piece.change < 0) {
      out.push_back(arrival);
      continue;
    }
    // A change without a node restored a dim of a user priority, so the axis is annotated.
    const Change &change = history.changes[piece.change];
    arrival.phase = change.phase;
    arrival.visit = change.visit;
    if (!change.node)
      out.push_back(arrival);
    else
      addSources(change, arrival.spot, out);
  }
  return out;
}

/// Appends the arrivals that a change explains. If the change was made for another member of the
/// sharding group, the source is that member. Otherwise it is the largest tensor of the node that
/// had the axis before.
void Provenance::addSources(const Change &change, const Spot &spot,
                            SmallVectorImpl<Arrival> &arrivals) const {
  const Node &node = *change.node;
  Arrival arrival{.spot = spot,
                  .kind = Arrival::Step,
                  .phase = change.phase,
                  .node = &node,
                  .tensor = change.tensor,
                  .visit = change.visit,
                  .before = change.visit};
  if (int mate = node.places[change.tensor]; mate != change.place) {
    arrival.kind = Arrival::Group;
    arrival.from = {mate, spot.dim, spot.axis};
    ++arrival.before; // the other member changed in the same visit
    arrivals.push_back(arrival);
    return;
  }
  SmallVector<Sharding, 4> before = shardingsOf(node, change.visit);
  Projection projection(*node.rule, pointersTo(before));
  Sharding after = change.after;
  if (node.manual && change.tensor + 1 == node.places.size()) {
    after = asNodeSees(node, after);
    // A value that leaves a body has its manual axes outside, even if a user priority has withheld
    // them until this change. They count as annotated.
    if (!node.targetIsInside)
      for (Axis axis : node.manual->dims[spot.dim].axes)
        if (std::optional<Axis> part = sharedPart(axis, spot.axis))
          arrivals.push_back({.spot = {spot.place, spot.dim, *part},
                              .phase = change.phase,
                              .visit = change.visit});
  }
  const TensorFactors &tensor = node.rule->tensor(change.tensor);
  TensorProjection own = projectTensor(tensor, node.rule->factors, after);
  for (int64_t f : tensor.dims[spot.dim])
    for (Axis axis : own.factors[f].axes) {
      std::optional<Axis> part = sharedPart(axis, spot.axis);
      if (!part)
        continue;
      // The largest tensor that has the part on the factor, as in the aggressive strategy.
      std::optional<int64_t> best; // rules may state any size
      for (auto [s, other] : llvm::enumerate(projection.tensors)) {
        // Only tensors that had the whole part before the visit can be its source.
        bool has = llvm::any_of(other.factors[f].axes,
                                [&](Axis theirs) { return contains(theirs, *part); });
        int64_t size = tensorSize(*node.rule, other);
        if (s == change.tensor || node.places[s] < 0 || !has || (best && size <= *best))
          continue;
        best = size;
        arrival.source = s;
        arrival.from = {node.places[s], *dimWithFactor(node.rule->tensor(s), f), *part};
      }
      // Without assertions, an axis that has no source ends its chain here.
      assert(best && "an axis comes from another tensor of the op");
      if (!best)
        continue;
      arrival.factor = f;
      arrival.spot.axis = *part;
      arrivals.push_back(arrival);
    }
}

/// Follows the first part of each axis back to an annotation.
std::pair<Arrival, int> Provenance::origin(const Arrival &arrival) {
  // Chains have long tails in common. The result is therefore recorded for every spot on the way.
  using Key = std::tuple<int, unsigned, Axis, int>;
  SmallVector<Key> path;
  std::pair<Arrival, int> end{arrival, 0};
  while (end.first.kind != Arrival::Annotated) {
    const Arrival &at = end.first;
    Key key{at.spot.place, at.spot.dim, at.spot.axis, at.visit};
    if (auto it = origins.find(key); it != origins.end()) {
      end = it->second;
      break;
    }
    path.push_back(key);
    SmallVector<Arrival> earlier = arrivals(at.from, at.before);
    assert(!earlier.empty() && "what was passed on was there");
    end.first = earlier.empty() ? Arrival{.spot = at.from} : earlier.front();
  }
  for (const Key &key : llvm::reverse(path)) {
    ++end.second;
    origins[key] = end;
  }
  return end;
}

/// Builds disjoint sets of (place, dim, axis) that are connected by a factor of a node or by a
/// sharding group, and collects the annotations of each set.
void Provenance::findHolders() {
  // Unites the entries of a node that have one axis on one factor.
  auto join = [&](const Node &node) {
    if (!node.rule) // a dead op
      return;
    SmallVector<Sharding, 4> shardings = shardingsOf(node, INT_MAX);
    Projection projection(*node.rule, pointersTo(shardings));
    for (size_t f = 0; f < node.rule->factors.size(); ++f) {
      DenseMap<int32_t, Entry> first; // by axis
      for (auto [t, tensor] : llvm::enumerate(projection.tensors))
        if (tensor.factors[f].present && node.places[t] >= 0)
          for (Axis axis : tensor.factors[f].axes) {
            Entry own{node.places[t], *dimWithFactor(node.rule->tensor(t), f), axis.index};
            sharing.unionSets(first.try_emplace(axis.index, own).first->second, own);
          }
    }
  };
  for (const Node &node : graph.nodes)
    join(node);
  for (const Node &node : graph.returnNodes)
    join(node);
  // Members of a sharding group share all axes, dim by dim.
  for (const auto &group : graph.groups)
    for (int member : group)
      for (auto [d, dim] : llvm::enumerate(graph.places[member].sharding.dims))
        for (Axis axis : dim.axes)
          sharing.unionSets(Entry(group.front(), d, axis.index), Entry(member, d, axis.index));
  auto addAnnotations = [&](int place, const Sharding &sharding) {
    for (auto [d, dim] : llvm::enumerate(sharding.dims))
      for (Axis axis : dim.axes)
        annotations[sharing.getOrInsertLeaderValue({place, d, axis.index})].push_back(
            {place, unsigned(d), axis});
  };
  for (auto [place, sharding] : llvm::enumerate(history.initial)) {
    addAnnotations(place, sharding);
    if (const Node *edge = edgesIntoManual.lookup(place))
      addAnnotations(place, *edge->manual);
  }
}

/// The annotations in the set of the spot.
ArrayRef<Spot> Provenance::holders(const Spot &spot) {
  if (sharing.empty())
    findHolders();
  auto leader = sharing.findLeader({spot.place, spot.dim, spot.axis.index});
  if (leader == sharing.member_end())
    return {};
  return annotations[*leader];
}

/// The nodes that see a place, each once, in the order of the program; returns of main last.
SmallVector<const Node *> Provenance::nodesOf(int place) const {
  SmallVector<int, 4> numbers = graph.places[place].nodes;
  llvm::sort(numbers);
  numbers.erase(llvm::unique(numbers), numbers.end());
  SmallVector<const Node *> out =
      llvm::map_to_vector(numbers, [&](int n) { return &graph.nodes[n]; });
  if (auto it = returnsOf.find(place); it != returnsOf.end())
    out.append(it->second);
  return out;
}

} // namespace spmd
