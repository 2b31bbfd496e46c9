// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The worklist and one visit of a node.
#include "compiler/propagation/propagate.h"
#include "compiler/propagation/debug_info.h"

using namespace mlir;

namespace spmd {

namespace {

/// As the outside of a manual computation sees the edge's target: manual axes first.
Sharding addManual(const Sharding &inside, const Sharding &manual) {
  if (!inside)
    return inside;
  Sharding outside = inside;
  for (auto [dim, manualDim] : llvm::zip_equal(outside.dims, manual.dims)) {
    AxisList axes = manualDim.axes;
    appendMerged(axes, dim.axes);
    dim.axes = std::move(axes);
  }
  outside.replicated.append(manual.replicated);
  outside.replicated = sortedMerged(outside.replicated);
  outside.unreduced.append(manual.unreduced);
  outside.unreduced = sortedMerged(outside.unreduced);
  return outside;
}

Sharding removeManual(const Sharding &outside, const Sharding &manual) {
  if (!outside)
    return outside;
  Sharding inside = outside;
  // By name: manual axes are whole ones, and one of size 1 overlaps nothing.
  auto isManual = [&](ArrayRef<Axis> axes) {
    return [axes](Axis axis) {
      return llvm::any_of(axes, [&](Axis other) { return other.index == axis.index; });
    };
  };
  for (auto [dim, manualDim] : llvm::zip_equal(inside.dims, manual.dims))
    llvm::erase_if(dim.axes, isManual(manualDim.axes));
  llvm::erase_if(inside.replicated, isManual(manual.replicated));
  llvm::erase_if(inside.unreduced, isManual(manual.unreduced));
  return inside;
}

} // namespace

Sharding asNodeSees(const Node &node, const Sharding &target) {
  return node.targetIsInside ? addManual(target, *node.manual) : removeManual(target, *node.manual);
}

Sharding asPlaceHolds(const Node &node, const Sharding &target) {
  return node.targetIsInside ? removeManual(target, *node.manual) : addManual(target, *node.manual);
}

namespace {

class Propagator {
public:
  Propagator(PropagationGraph &graph, bool aggressive, DirectionOf direction)
      : graph(graph), aggressive(aggressive), direction(direction), queued(graph.nodes.size()) {
    for (size_t m = 0; m < graph.meshes.size(); ++m)
      axisSizes.push_back(llvm::map_to_vector<4>(
          graph.meshes.mesh(m).getAxes(), [](sdy::MeshAxisAttr axis) { return axis.getSize(); }));
    if (graph.history)
      graph.history->phase.aggressive = aggressive;
  }

  void run() {
    for (Node &node : graph.returnNodes)
      visit(node);
    // Last in, first out, starting at the top: a change is followed up before the walk goes on.
    worklist.clear();
    std::fill(queued.begin(), queued.end(), false);
    bool hasDead = !graph.deadOps.empty();
    for (int n = graph.nodes.size() - 1; n >= 0; --n)
      if (!hasDead || !graph.deadOps.isGone(graph.nodes[n].op))
        push(n);
    while (!worklist.empty()) {
      int n = worklist.pop_back_val();
      queued[n] = false;
      current = n;
      if (!hasDead || !goes(graph.nodes[n]))
        visit(graph.nodes[n]);
    }
    current = -1;
    for (Node &node : graph.returnNodes)
      visit(node);
  }

private:
  /// A dead op is taken away when its turn comes and its users have gone.
  bool goes(Node &node) {
    if (graph.deadOps.isGone(node.op))
      return true;
    if (node.losesUsers)
      graph.recountUses(node);
    if (!graph.deadOps.canGo(node.op))
      return false;
    graph.deadOps.remove(node.op, [&](Operation *source) {
      if (int n = graph.nodeOf(source); n >= 0)
        push(n);
    });
    return true;
  }

  void push(int n) {
    if (queued[n] || n == current)
      return;
    queued[n] = true;
    worklist.push_back(n);
  }

  /// The mesh that a node's shardings agree on, an empty mesh giving way to any other; -1: none.
  int commonMesh(ArrayRef<const Sharding *> shardings) const {
    int common = -1;
    for (const Sharding *sharding : shardings) {
      if (!*sharding)
        continue;
      int mesh = sharding->mesh;
      if (common < 0 || graph.meshes.isEmpty(common))
        common = mesh;
      else if (!graph.meshes.isEmpty(mesh) && graph.meshes.kind(mesh) != graph.meshes.kind(common))
        return -1;
    }
    return common >= 0 && graph.meshes.isMaximal(common) ? -1 : common;
  }

  /// Would a visit see what the last one saw, which left all as it was? If not, the node's memory
  /// is set for this one.
  bool isKnown(Node &node, ArrayRef<Direction> directions) {
    constexpr size_t kMost = 30; // factors that fit in a word, two bits each
    uint64_t allowed = aggressive ? 3 : 1;
    for (Direction direction : directions)
      allowed = allowed << 2 | uint64_t(direction);
    bool known = directions.size() <= kMost && node.lastAllowed == allowed &&
                 llvm::all_of(node.places, [&](int place) {
                   return place < 0 || graph.changedAt[place] < node.lastVisit;
                 });
    node.lastAllowed = allowed;
    node.lastVisit = ++graph.clock;
    return known;
  }

  void visit(Node &node) {
    static const Sharding kNone;
    if (!node.rule)
      return;
    size_t count = node.places.size();
    SmallVector<Direction, 8> directions;
    for (size_t f = 0; f < node.rule->factors.size(); ++f)
      directions.push_back(node.rule->factors[f].blocked ? Direction::NONE
                                                         : node.allowed & direction(node, f));
    if (isKnown(node, directions) ||
        llvm::all_of(directions, [](Direction d) { return d == Direction::NONE; }))
      return;
    SmallVector<const Sharding *, 4> shardings;
    for (int place : node.places)
      shardings.push_back(place < 0 ? &kNone : &graph.places[place].sharding);
    int mesh = commonMesh(shardings);
    if (mesh < 0)
      return;
    Sharding target;
    if (node.manual) {
      target = asNodeSees(node, *shardings.back());
      shardings.back() = &target;
    }
    Projection projection(*node.rule, shardings);
    for (auto [t, around] : llvm::enumerate(node.taken))
      if (around && graph.meshes.kind(around.mesh) == graph.meshes.kind(mesh))
        projection.tensors[t].replicated.append(around.replicated);
    SmallVector<bool, 4> changed(count, false);
    PropagationStep step{
        *node.rule, projection, directions, node.priority == OpPriority::Elementwise,
        // Only an op could split anew; edges and what main returns pass on what is split already.
        graph.options.conservative && node.kind == Node::Rule ? axisSizes[mesh]
                                                              : ArrayRef<int64_t>()};
    std::optional<Projection> before;
    if (graph.debug)
      before = projection;
    aggressive ? propagateAggressive(step, changed) : propagateBasic(step, changed);
    if (graph.debug)
      recordForDebug(node, *before, projection, changed, shardings, mesh);
    for (size_t t = 0; t < count; ++t) {
      if (!changed[t] || node.places[t] < 0)
        continue;
      projection.tensors[t].replicated = shardings[t]->replicated; // without what is taken
      update(node, t, shardingAfter(node, t, projection, mesh));
    }
    if (graph.history)
      ++graph.history->visits;
  }

  static Sharding shardingAfter(const Node &node, size_t tensor, const Projection &projection,
                                int mesh) {
    Sharding sharding = unprojectTensor(node.rule->tensor(tensor), node.rule->factors,
                                        projection.tensors[tensor], mesh);
    return node.manual && tensor + 1 == node.places.size() ? asPlaceHolds(node, sharding)
                                                           : sharding;
  }

  /// Factors may have changed and all shardings that are written back not: that is no step.
  void recordForDebug(const Node &node, const Projection &before, Projection after,
                      ArrayRef<bool> changed, ArrayRef<const Sharding *> shardings, int mesh) {
    for (size_t t = 0; t < changed.size(); ++t) {
      after.tensors[t].replicated = shardings[t]->replicated;
      if (!changed[t] || node.places[t] < 0)
        continue;
      const Place &place = graph.places[node.places[t]];
      if (!isSame(place.sharding, shardingAfter(node, t, after, mesh)) || losesPriorities(place))
        return graph.debug->record(graph, node, before, after, changed, mesh);
    }
  }

  /// Whether a place that is written again then is without the priorities of its annotation.
  static bool losesPriorities(const Place &place) {
    if (place.dirty || !place.sharding)
      return false;
    sdy::TensorShardingAttr attr = place.value
                                       ? sdy::getSharding(place.value)
                                       : sdy::getFuncResultSharding(place.function, place.result);
    return attr && llvm::any_of(attr.getDimShardings(), [](sdy::DimensionShardingAttr dim) {
             return dim.getPriority().has_value();
           });
  }

  static bool isSame(const Sharding &old, const Sharding &sharding) {
    return old ? old.dims == sharding.dims
               : sharding == Sharding::open(sharding.mesh, sharding.dims.size());
  }

  void update(const Node &node, unsigned tensor, const Sharding &sharding) {
    int number = node.places[tensor], group = graph.places[number].group;
    if (group < 0)
      return updateOne(node, tensor, number, sharding);
    // Members are placed alike: what one of them cannot take none takes.
    for (int member : graph.groups[group])
      if (auto it = graph.manualOf.find(member);
          it != graph.manualOf.end() && !it->second.agreesWith(sharding))
        return;
    updateOne(node, tensor, number, sharding);
    for (int member : graph.groups[group])
      updateOne(node, tensor, member, sharding);
  }

  void updateOne(const Node &node, unsigned tensor, int number, const Sharding &sharding) {
    Place &place = graph.places[number];
    if (isSame(place.sharding, sharding)) {
      // Written again, without the priorities that were its annotation's.
      place.dirty |= bool(place.sharding);
      return;
    }
    place.sharding = sharding;
    place.dirty = true;
    graph.changedAt[number] = ++graph.clock;
    if (History *history = graph.history.get())
      history->changes.push_back(
          {number, &node, tensor, history->visits, history->phase, sharding});
    for (int n : place.nodes)
      push(n);
  }

  PropagationGraph &graph;
  bool aggressive;
  DirectionOf direction;
  SmallVector<SmallVector<int64_t, 4>> axisSizes; // by mesh
  SmallVector<int, 0> worklist;
  std::vector<bool> queued;
  int current = -1;
};

} // namespace

void propagate(PropagationGraph &graph, Strategy strategy, DirectionOf direction) {
  if (strategy != Strategy::Aggressive)
    Propagator(graph, false, direction).run();
  if (strategy != Strategy::Basic)
    Propagator(graph, true, direction).run();
}

LogicalResult checkForPropagation(ModuleOp module) {
  std::map<int64_t, sdy::ShardingGroupOp> groups; // the first member of each
  WalkResult walk = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto group = dyn_cast<sdy::ShardingGroupOp>(op)) {
      sdy::ShardingGroupOp first = groups.try_emplace(group.getGroupId(), group).first->second;
      bool isElsewhere = first->getParentOfType<sdy::ManualComputationOp>() !=
                         group->getParentOfType<sdy::ManualComputationOp>();
      if (isElsewhere ||
          sdy::getTensorRank(first.getInput()) != sdy::getTensorRank(group.getInput())) {
        auto diag = op->emitOpError()
                    << "puts a value of type " << group.getInput().getType() << " into group "
                    << int64_t(group.getGroupId()) << ", which has values "
                    << (isElsewhere ? "in another manual computation" : "of another rank");
        diag.attachNote(first.getLoc())
            << "the first value is here, of type " << first.getInput().getType();
        return WalkResult::interrupt();
      }
    }
    for (Value result : op->getResults()) {
      auto shaped = dyn_cast<ShapedType>(result.getType());
      if (shaped && !shaped.hasStaticShape()) {
        op->emitError() << "result " << cast<OpResult>(result).getResultNumber() << " has the type "
                        << shaped << "; shardings are propagated through static shapes only";
        return WalkResult::interrupt();
      }
      if (isa<TupleType>(result.getType())) {
        op->emitError() << "result " << cast<OpResult>(result).getResultNumber() << " is a tuple, "
                        << result.getType() << "; shardings are propagated through tensors only";
        return WalkResult::interrupt();
      }
    }
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  return success();
}

} // namespace spmd
