// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order in which shardings travel: by kind of op, and by the user's p0, p1, ...
#include "compiler/propagation/propagate.h"

using namespace mlir;

namespace spmd {

namespace {

constexpr int kLevels = 5;

/// What level `level` of d7 lets through, the levels before included.
Direction directionAtLevel(const Node &node, size_t factor, int level) {
  if (node.kind == Node::Barrier) // has no turn to wait for, as in jaxlib
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

UserPriorities::UserPriorities(PropagationGraph &graph) : graph(graph) {
  for (auto [number, place] : llvm::enumerate(graph.places)) {
    if (!place.sharding)
      continue;
    sdy::TensorShardingAttr attr = place.value
                                       ? sdy::getSharding(place.value)
                                       : sdy::getFuncResultSharding(place.function, place.result);
    for (auto [d, dim] : llvm::enumerate(attr.getDimShardings())) {
      place.dirty |= dim.getPriority().has_value();
      if (dim.getPriorityOrDefault() == 0)
        continue;
      DimSharding &sharding = place.sharding.dims[d];
      ownReplicated.try_emplace(number, place.sharding.replicated);
      // Until its turn comes, the dim neither spreads nor takes axes, and nothing else takes its
      // own.
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

/// Into the history: the places whose dims wait, as they are now.
void UserPriorities::recordAll() {
  if (History *history = graph.history.get())
    for (auto &[number, own] : ownReplicated)
      history->changes.push_back(
          {number, nullptr, 0, history->visits++, history->phase, graph.places[number].sharding});
}

void UserPriorities::run(function_ref<void()> pass) {
  pass();
  for (auto next = waiting.begin(); next != waiting.end();) {
    auto begin = next;
    for (; next != waiting.end() && next->priority == begin->priority; ++next) {
      graph.places[next->place].sharding.dims[next->dim] = next->sharding;
      graph.changedAt[next->place] = ++graph.clock;
    }
    for (auto &[number, own] : ownReplicated) {
      // What a group has agreed on in the meantime has taken the place of the axes that were
      // written.
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
