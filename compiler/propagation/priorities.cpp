// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Orders propagation in two ways: by the kind of op and factor (op priorities) and by the
// priorities p0, p1, ... that the user wrote on dims. Both follow Shardy's passes
// sdy-op-priority-propagate and sdy-user-priority-propagate.
#include "compiler/propagation/propagate.h"

using namespace mlir;

namespace spmd {

namespace {

/// The number of op-priority levels.
constexpr int kLevels = 5;

/// The directions in which axes may travel along a factor at a level. Each level includes the
/// levels before it.
///   0  pass-through ops whose operands have one use (elementwise ops, reshape, transpose, edges);
///      dynamic_slice and dynamic_update_slice, but forward only
///   1  the same ops with any number of uses
///   2  all ops along pass-through factors, which need no communication; broadcast_in_dim only
///      backward
///   3  all ops along all factors; broadcast_in_dim only backward
///   4  everything
Direction directionAtLevel(const Node &node, size_t factor, int level) {
  if (node.kind == Node::Barrier) // barriers are open at every level, as in jaxlib
    return Direction::BOTH;
  Direction direction = Direction::NONE;
  if (level >= 1 || node.singleUse) {
    if (node.priority == OpPriority::Elementwise || node.priority == OpPriority::PassThrough)
      direction = Direction::BOTH;
    else if (node.priority == OpPriority::DynamicSlice)
      direction = Direction::FORWARD;
  }
  Direction general =
      node.priority == OpPriority::Broadcast ? Direction::BACKWARD : Direction::BOTH;
  if (level >= 3 || (level == 2 && node.rule->factors[factor].kind == FactorKind::PassThrough))
    direction = direction | general;
  return level >= 4 ? Direction::BOTH : direction;
}

} // namespace

/// Every level runs to its own fixed point.
void propagateByOpPriority(PropagationGraph &graph, Strategy strategy) {
  for (int level = 0; level < kLevels; ++level) {
    if (graph.history)
      graph.history->phase.level = level;
    propagate(graph, strategy, [level](const Node &node, size_t factor) {
      return directionAtLevel(node, factor, level);
    });
  }
}

int firstLevelOf(const Node &node, size_t factor) {
  int level = 0;
  while (level + 1 < kLevels && directionAtLevel(node, factor, level) == Direction::NONE)
    ++level;
  return level;
}

/// A dim of a priority above 0 becomes closed and empty, and its axes become replicated:
///   <[{"a"}p1, {"b"}]> -> <[{}, {"b"}], replicated={"a"}> until p1
UserPriorities::UserPriorities(PropagationGraph &graph) : graph(graph) {
  for (auto [number, place] : llvm::enumerate(graph.places)) {
    if (!place.sharding)
      continue;
    for (auto [d, dim] : llvm::enumerate(place.written().getDimShardings())) {
      place.dirty |= dim.getPriority().has_value();
      if (dim.getPriorityOrDefault() == 0)
        continue;
      DimSharding &sharding = place.sharding.dims[d];
      ownReplicated.try_emplace(number, place.sharding.replicated);
      // Closed and empty, the dim neither spreads nor takes axes. As replicated axes, its own axes
      // cannot be taken by another dim.
      place.sharding.replicated.append(sharding.axes);
      waiting.push_back({int(number), unsigned(d), *dim.getPriority(), sharding});
      sharding = {.axes = {}, .closed = true};
    }
    place.sharding.replicated = sortedMerged(place.sharding.replicated);
  }
  llvm::sort(waiting, [](const Dim &l, const Dim &r) {
    return std::tuple(l.priority, l.place, l.dim) < std::tuple(r.priority, r.place, r.dim);
  });
  recordAll();
}

/// Records in the history the current shardings of the places with waiting dims.
void UserPriorities::recordAll() {
  if (History *history = graph.history.get())
    for (auto &[number, own] : ownReplicated)
      history->changes.push_back(
          {number, nullptr, 0, history->visits++, history->phase, graph.places[number].sharding});
}

/// Propagates at p0, then restores the dims of the next priority and propagates again. The
/// replicated axes become the written ones and those of the dims that still wait.
void UserPriorities::run(function_ref<void()> pass) {
  pass();
  for (auto next = waiting.begin(); next != waiting.end();) {
    // All dims of one priority come back together.
    auto begin = next;
    for (; next != waiting.end() && next->priority == begin->priority; ++next) {
      graph.places[next->place].sharding.dims[next->dim] = next->sharding;
      graph.changedAt[next->place] = ++graph.clock;
    }
    for (auto &[number, own] : ownReplicated) {
      // A sharding group may have replaced the replicated axes of the place in the meantime.
      // Written axes that are gone are not restored.
      llvm::erase_if(own, [&](Axis axis) {
        return !overlapsAny(axis, graph.places[number].sharding.replicated);
      });
      AxisList replicated = own;
      for (auto later = next; later != waiting.end(); ++later)
        if (later->place == number)
          replicated.append(later->sharding.axes);
      graph.places[number].sharding.replicated = sortedMerged(replicated);
      graph.changedAt[number] = ++graph.clock;
    }
    if (graph.history)
      graph.history->phase.priority = begin->priority;
    recordAll();
    pass();
  }
}

} // namespace spmd
