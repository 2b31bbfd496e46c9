// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the fixed point: the worklist and the visit of one node. The preconditions of
// propagation are checked at the end of the file.
#include "compiler/propagation/propagate.h"
#include "compiler/propagation/debug_info.h"
#include "dialects/notes.h"

using namespace mlir;

namespace spmd {

namespace {

/// The sharding as the outside of a manual computation has it: inside [{"y"}], manual [{"x"}] ->
/// [{"x", "y"}]. Manual axes come first in each dim.
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

/// The inverse of addManual.
Sharding removeManual(const Sharding &outside, const Sharding &manual) {
  if (!outside)
    return outside;
  Sharding inside = outside;
  // Compares the numbers of the axes and not their ranges: a manual axis is manual as a whole, and
  // the range of an axis of size 1 is empty.
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

/// Runs one strategy to its fixed point.
class Propagator {
public:
  /// Sizes of axes are looked up once per mesh: conservative propagation asks for them at every
  /// node.
  Propagator(PropagationGraph &graph, bool aggressive, DirectionOf direction)
      : graph(graph), aggressive(aggressive), direction(direction), queued(graph.nodes.size()) {
    for (size_t m = 0; m < graph.meshes.size(); ++m)
      axisSizes.push_back(llvm::map_to_vector<4>(
          graph.meshes.mesh(m).getAxes(), [](sdy::MeshAxisAttr axis) { return axis.getSize(); }));
    if (graph.history)
      graph.history->phase.aggressive = aggressive;
  }

  // Visits the returns of main, then all nodes until nothing changes, then the returns again.
  void run() {
    for (Node &node : graph.returnNodes)
      visit(node);
    // The worklist is a stack with the first node of the module on top. A change is therefore
    // followed up at once, before the walk over the module goes on.
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
  /// Whether the op of a node is dead and goes now. A dead op counts as a user until its first
  /// visit after all its own users have gone; then its operands may have a single use, and their
  /// ops are visited again.
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

  // Puts a node on the worklist. The node that is being visited is not added, as in MLIR's
  // rewriter.
  void push(int n) {
    if (queued[n] || n == current)
      return;
    queued[n] = true;
    worklist.push_back(n);
  }

  /// The number of the mesh that all shardings agree on, or -1. An empty mesh agrees with any
  /// other. Nothing propagates on a maximal mesh.
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

  /// Whether the last visit changed nothing, and a visit with these directions would see the same
  /// shardings again. If not, the node remembers this visit.
  bool isKnown(Node &node, ArrayRef<Direction> directions) {
    constexpr size_t kMost = 30; // factors: 2 bits for each and 2 for the strategy fit 64 bits
    // The first bits tell the strategies apart.
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

  // One step of propagation at a node: projects its shardings to factors, extends them by the
  // strategy, and writes the changed tensors back.
  void visit(Node &node) {
    static const Sharding kNone;
    if (!node.rule)
      return;
    size_t count = node.places.size();
    // The directions by factor: those of the node that the caller allows, none for blocked factors.
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
    // An edge of a manual computation sees its target from the other side.
    Sharding target;
    if (node.manual) {
      target = asNodeSees(node, *shardings.back());
      shardings.back() = &target;
    }
    Projection projection(*node.rule, shardings);
    // Axes that are manual around a place cannot be used there.
    for (auto [t, around] : llvm::enumerate(node.taken))
      if (around && graph.meshes.kind(around.mesh) == graph.meshes.kind(mesh))
        projection.tensors[t].replicated.append(around.replicated);
    SmallVector<bool, 4> changed(count, false);
    PropagationStep step{
        *node.rule, projection, directions, node.priority == OpPriority::Elementwise,
        // Only an op can introduce a split; edges and results of main pass on existing ones.
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
      projection.tensors[t].replicated = shardings[t]->replicated; // without the manual axes
      update(node, t, shardingAfter(node, t, projection, mesh));
    }
    if (graph.history)
      ++graph.history->visits;
  }

  // The new sharding of a tensor, in the form that its place holds.
  static Sharding shardingAfter(const Node &node, size_t tensor, const Projection &projection,
                                int mesh) {
    Sharding sharding = unprojectTensor(node.rule->tensor(tensor), node.rule->factors,
                                        projection.tensors[tensor], mesh);
    return node.manual && tensor + 1 == node.places.size() ? asPlaceHolds(node, sharding)
                                                           : sharding;
  }

  /// Records the visit as a propagation step if it changes the sharding of any place. Factors may
  /// change while all shardings stay as they are, for example if the part of a dim is not full;
  /// such a visit is no step.
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

  /// Whether writing the place would remove priorities from its annotation. Such a change counts as
  /// a step, too.
  static bool losesPriorities(const Place &place) {
    if (place.dirty || !place.sharding)
      return false;
    sdy::TensorShardingAttr attr = place.written();
    return attr && llvm::any_of(attr.getDimShardings(), [](sdy::DimensionShardingAttr dim) {
             return dim.getPriority().has_value();
           });
  }

  // Whether two shardings have the same dims. A missing sharding is the same as an open one.
  static bool isSame(const Sharding &old, const Sharding &sharding) {
    return old ? old.dims == sharding.dims
               : sharding == Sharding::open(sharding.mesh, sharding.dims.size());
  }

  // Writes a new sharding to a place and to all members of its sharding group.
  void update(const Node &node, unsigned tensor, const Sharding &sharding) {
    int number = node.places[tensor], group = graph.places[number].group;
    if (group < 0)
      return updateOne(node, tensor, number, sharding);
    // All members of a group have the same sharding. If the manual axes of one member exclude the
    // new sharding, no member takes it.
    for (int member : graph.groups[group])
      if (auto it = graph.manualOf.find(member);
          it != graph.manualOf.end() && !it->second.agreesWith(sharding))
        return;
    updateOne(node, tensor, number, sharding);
    for (int member : graph.groups[group])
      updateOne(node, tensor, member, sharding);
  }

  // Writes a new sharding to one place and queues the nodes that see it.
  void updateOne(const Node &node, unsigned tensor, int number, const Sharding &sharding) {
    Place &place = graph.places[number];
    if (isSame(place.sharding, sharding)) {
      // The same sharding is written again, which removes the priorities of the annotation.
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
  SmallVector<SmallVector<int64_t, 4>> axisSizes; // sizes of the axes, by mesh
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

/// Only results of ops are checked for dynamic shapes and tuples, as in Shardy. Block arguments
/// alone do not stop propagation.
LogicalResult checkForPropagation(ModuleOp module) {
  std::map<int64_t, sdy::ShardingGroupOp> groups; // the first member of each
  WalkResult walk = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto group = dyn_cast<sdy::ShardingGroupOp>(op)) {
      sdy::ShardingGroupOp first = groups.try_emplace(group.getGroupId(), group).first->second;
      bool isElsewhere = first->getParentOfType<sdy::ManualComputationOp>() !=
                         group->getParentOfType<sdy::ManualComputationOp>();
      if (isElsewhere ||
          sdy::getTensorRank(first.getInput()) != sdy::getTensorRank(group.getInput())) {
        op->emitOpError() << "puts a value of type " << group.getInput().getType() << " into group "
                          << int64_t(group.getGroupId()) << ", which has values "
                          << (isElsewhere ? "in another manual computation" : "of another rank")
                          << factNote("the first value is here, of type", first.getLoc(),
                                      first.getInput().getType());
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
