// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds the graph of places and nodes from the IR and writes the shardings back.
#include "compiler/propagation/graph.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/manual.h"

using namespace mlir;

namespace spmd {
namespace {
bool isTensor(Value value) { return isa<RankedTensorType>(value.getType()); }

/// One factor per dim, shared by all tensors.
ShardingRule identityRule(RankedTensorType type, size_t operands) {
  ShardingRule rule;
  TensorFactors tensor;
  for (auto [d, size] : llvm::enumerate(type.getShape())) {
    rule.factors.push_back({.size = size});
    tensor.dims.push_back({static_cast<int64_t>(d)});
  }
  rule.operands.assign(operands, tensor);
  rule.results = {tensor};
  return rule;
}

/// The sharding reduced to its manual axes.
Sharding keepManual(const Sharding &sharding, ArrayRef<int32_t> manual) {
  Sharding kept = sharding;
  auto isFree = [&](Axis axis) { return !llvm::is_contained(manual, axis.index); };
  for (DimSharding &dim : kept.dims)
    llvm::erase_if(dim.axes, isFree);
  llvm::erase_if(kept.replicated, isFree);
  llvm::erase_if(kept.unreduced, isFree);
  return kept;
}

/// The manual computation that has the value, or the owner of its data-flow edge, as a result.
sdy::ManualComputationOp manualComputationOf(Value value) {
  if (auto edge = value.getDefiningOp<sdy::DataFlowEdgeOp>())
    value = edge.getInput();
  return value.getDefiningOp<sdy::ManualComputationOp>();
}
} // namespace
/// Whether a sharding has on each dim exactly the manual axes that the manual computation states,
/// before all free axes.
bool ManualAxes::agreesWith(const Sharding &sharding) const {
  if (!sharding)
    return true;
  Sharding other = keepManual(sharding, axes);
  for (auto [mine, theirs, whole] : llvm::zip_equal(only.dims, other.dims, sharding.dims)) {
    bool comesFirst = whole.axes.size() >= mine.axes.size() &&
                      std::equal(mine.axes.begin(), mine.axes.end(), whole.axes.begin());
    if (mine.axes != theirs.axes || !comesFirst)
      return false;
  }
  return only.unreduced == other.unreduced;
}

/// The function whose arguments and results are borders. Null for a module without functions; an
/// error where there are several and none is main.
FailureOr<func::FuncOp> entryFunction(ModuleOp module) {
  if (func::FuncOp entry = entryFunctionOf(module))
    return entry;
  if (module.getOps<func::FuncOp>().empty())
    return func::FuncOp();
  return module.emitError("the module has several functions, and none is called @main");
}

/// Walks the module in pre-order, because the fixed point visits the nodes in this order.
PropagationGraph::PropagationGraph(ModuleOp module, const PropagationOptions &options)
    : module(module), options(options), meshes(module), deadOps(module), calls(module) {
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    // Values without a node get a place, too, because their priorities must be removed.
    if (auto function = dyn_cast<func::FuncOp>(op))
      for (BlockArgument argument : function.getArguments())
        placeOf(argument);
    else if (op->hasAttr(sdy::kShardingAttr) || isa<sdy::ReshardOp>(op))
      for (Value result : op->getResults())
        placeOf(result);
    if (auto edge = dyn_cast<sdy::DataFlowEdgeOp>(op))
      addEdge(edge);
    else if (auto edge = dyn_cast<sdy::FuncDataFlowEdgeOp>(op))
      addFuncEdge(edge);
    else if (!isa<ModuleOp, func::FuncOp>(op))
      addNode(op);
    // A dead op needs a node even without a rule, because it is removed when it is visited.
    if (!deadOps.empty() && deadOps.isDoomed(op) &&
        nodeNumbers.try_emplace(op, nodes.size()).second)
      nodes.push_back({.op = op});
  });
  FailureOr<func::FuncOp> main = entryFunction(module);
  if (succeeded(main) && *main && !main->isExternal())
    addReturn(*main);
  addGroups();
  addNotifications();
}

void PropagationGraph::recountUses(Node &node) const {
  node.singleUse = llvm::all_of(node.op->getOperands(), [&](Value v) {
    return sdy::getTensorRank(v) == 0 || deadOps.hasOneUse(v);
  });
}

int PropagationGraph::nodeOf(Operation *op) const {
  auto it = nodeNumbers.find(op);
  return it == nodeNumbers.end() ? -1 : it->second;
}

/// Begins the history with the shardings before propagation, one per place.
void PropagationGraph::keepHistory() {
  history = std::make_unique<History>();
  for (Place &place : places) {
    // A sharding on a maximal mesh has no dims; the history needs one per dim of the value.
    bool isOnOneDevice = place.sharding && meshes.isMaximal(place.sharding.mesh);
    int64_t rank = place.value ? sdy::getTensorRank(place.value)
                               : sdy::getTensorRank(place.function.getResultTypes()[place.result]);
    history->initial.push_back(isOnOneDevice ? Sharding::closed(place.sharding.mesh, rank)
                                             : place.sharding);
  }
}

int PropagationGraph::addPlace(Place place) {
  places.push_back(std::move(place));
  changedAt.push_back(0);
  return places.size() - 1;
}

/// The sharding that the text gives to a value. Inside of a manual computation, its manual axes are
/// added: shardings there do not mention them.
Sharding PropagationGraph::writtenAt(Value home) {
  sdy::TensorShardingAttr written = sdy::getShardingInside(home);
  auto manual = home.getDefiningOp<sdy::ManualComputationOp>();
  sdy::MeshAttr mesh = manual && written ? written.getMesh(module) : sdy::MeshAttr();
  return meshes.read(mesh ? sdy::mentionManualAxes(written, manual.getManualAxes(), mesh)
                          : written);
}

/// The number of the place that holds the value's sharding; -1 for values that are no tensors.
/// Values that an edge ties together share the place of the edge's owner.
int PropagationGraph::placeOf(Value value) {
  if (!isTensor(value))
    return -1;
  auto [it, isNew] = placeNumbers.try_emplace(value, -1);
  if (!isNew)
    return it->second;
  Value home = sdy::getShardableValue(value);
  int number = -1;
  if (home && home != value)
    number = placeOf(home);
  else if (home)
    number = addPlace({.sharding = writtenAt(home), .value = home});
  return placeNumbers[value] = number;
}

/// Adds a barrier, or an op with a rule if it has dims or the rules are kept.
void PropagationGraph::addNode(Operation *op) {
  bool hasDims =
      llvm::any_of(op->getOperands(), [](Value v) { return sdy::getTensorRank(v) > 0; }) ||
      llvm::any_of(op->getResults(), [](Value v) { return sdy::getTensorRank(v) > 0; });
  if (!hasDims && !options.keepRules)
    return;
  Node node{.op = op};
  if (auto barrier = dyn_cast<sdy::PropagationBarrierOp>(op)) {
    node.kind = Node::Barrier;
    node.allowed = barrier.getAllowedDirection();
    node.rule = rules.add(identityRule(cast<RankedTensorType>(barrier.getType()), 1));
  } else if (std::optional<ShardingRule> rule =
                 shardingRuleOf(op, {.conservative = options.conservative})) {
    node.rule = rules.add(std::move(*rule));
  } else {
    return;
  }
  node.priority = priorityOf(op);
  recountUses(node);
  node.losesUsers = !deadOps.empty() && llvm::any_of(op->getOperands(), [&](Value v) {
    return sdy::getTensorRank(v) > 0 && llvm::any_of(v.getUsers(), [&](Operation *user) {
             return user != op && deadOps.isDoomed(user);
           });
  });
  for (Value operand : op->getOperands())
    node.places.push_back(placeOf(operand));
  for (Value result : op->getResults())
    node.places.push_back(placeOf(result));
  nodeNumbers[op] = nodes.size();
  nodes.push_back(std::move(node));
}

/// An edge has an identity rule: its sources are operands, the edge itself is the result.
void PropagationGraph::addEdge(sdy::DataFlowEdgeOp edge) {
  auto type = dyn_cast<RankedTensorType>(edge.getType());
  Value owner = sdy::getDataFlowEdgeOwner(edge.getInput());
  if (!type || !owner)
    return;
  Node node{.op = edge, .kind = Node::Edge, .priority = OpPriority::PassThrough};
  SmallVector<Value> sources = sdy::getDataFlowSources(owner);
  node.rule = rules.add(identityRule(type, sources.size()));
  node.singleUse = true; // the verifier demands that an edge is the only user of its input
  for (Value source : sources)
    node.places.push_back(placeOf(source));
  node.places.push_back(placeOf(edge.getResult()));
  Operation *parent =
      isa<BlockArgument>(owner) ? owner.getParentBlock()->getParentOp() : owner.getDefiningOp();
  if (auto manual = dyn_cast<sdy::ManualComputationOp>(parent)) {
    sdy::TensorShardingAttr outside;
    if (auto argument = dyn_cast<BlockArgument>(owner)) {
      outside = manual.getInSharding(argument.getArgNumber());
      node.targetIsInside = true;
    } else {
      outside = manual.getOutSharding(cast<OpResult>(owner).getResultNumber());
    }
    if (Sharding sharding = meshes.read(outside))
      node.manual = std::make_unique<Sharding>(manualAxesOf(manual, sharding).only);
  }
  nodeNumbers[edge] = nodes.size();
  nodes.push_back(std::move(node));
}

/// Walks outwards; every manual computation on the way adds its axes.
Sharding PropagationGraph::manualAround(Value value) {
  Sharding around;
  for (Operation *op = value.getParentBlock()->getParentOp(); op; op = op->getParentOp()) {
    auto manual = dyn_cast<sdy::ManualComputationOp>(op);
    if (!manual)
      continue;
    for (sdy::TensorShardingPerValueAttr side : {manual.getInShardings(), manual.getOutShardings()})
      if (around.mesh < 0 && !side.getShardings().empty())
        around.mesh = meshes.number(side.getShardings().front().getMeshOrRef());
    if (around.mesh >= 0)
      for (StringAttr axis : manual.getManualAxes())
        around.replicated.push_back(
            meshes.wholeAxis(around.mesh, meshes.mesh(around.mesh).getAxisIndex(axis.getValue())));
  }
  return around;
}

/// The sources are the operands of all calls, or the value that the callee returns.
void PropagationGraph::addFuncEdge(sdy::FuncDataFlowEdgeOp edge) {
  auto type = dyn_cast<RankedTensorType>(edge.getType());
  if (!type)
    return;
  SmallVector<OpOperand *> sources;
  if (auto argument = dyn_cast<BlockArgument>(edge.getInput())) {
    for (func::CallOp call : calls.callsOf(cast<func::FuncOp>(argument.getOwner()->getParentOp())))
      sources.push_back(&call->getOpOperand(argument.getArgNumber()));
    // Calls by other ops than func.call have no edges.
  } else if (auto call = edge.getInput().getDefiningOp<func::CallOp>()) {
    unsigned index = cast<OpResult>(edge.getInput()).getResultNumber();
    if (func::FuncOp callee = calls.calleeOf(call))
      sources.push_back(&callee.front().getTerminator()->getOpOperand(index));
  }
  Node node{.op = edge, .kind = Node::Edge, .priority = OpPriority::PassThrough, .singleUse = true};
  node.rule = rules.add(identityRule(type, sources.size()));
  for (OpOperand *source : sources) {
    node.places.push_back(placeOf(source->get()));
    funcEdges[source].push_back(edge);
  }
  node.places.push_back(placeOf(edge.getResult()));
  for (OpOperand *source : sources)
    node.taken.push_back(manualAround(source->get()));
  node.taken.push_back(manualAround(edge.getResult()));
  if (llvm::none_of(node.taken, [](const Sharding &around) { return bool(around); }))
    node.taken.clear();
  nodeNumbers[edge] = nodes.size();
  nodes.push_back(std::move(node));
}

/// Adds a node with an identity rule for every tensor that main returns.
void PropagationGraph::addReturn(func::FuncOp main) {
  Operation *terminator = main.getBody().front().getTerminator();
  for (OpOperand &operand : terminator->getOpOperands()) {
    int from = placeOf(operand.get());
    if (from < 0)
      continue;
    unsigned index = operand.getOperandNumber();
    int to = addPlace({.sharding = meshes.read(sdy::getFuncResultSharding(main, index)),
                       .function = main,
                       .result = index});
    // Open at every op priority, as an edge is.
    Node node{.op = terminator,
              .kind = Node::Return,
              .priority = OpPriority::PassThrough,
              .singleUse = true};
    node.rule = rules.add(identityRule(cast<RankedTensorType>(operand.get().getType()), 1));
    node.places = {from, to};
    returnNodes.push_back(std::move(node));
  }
}

/// The manual axes as numbers of the sharding's mesh, and the part of the sharding that is on them.
ManualAxes PropagationGraph::manualAxesOf(sdy::ManualComputationOp manual,
                                          const Sharding &sharding) const {
  ManualAxes found;
  if (!sharding)
    return found;
  for (StringAttr axis : manual.getManualAxes())
    if (sdy::MeshAttr mesh = meshes.mesh(sharding.mesh); mesh.hasAxis(axis.getValue()))
      found.axes.push_back(mesh.getAxisIndex(axis.getValue()));
  found.only = keepManual(sharding, found.axes);
  return found;
}

/// Collects the places of each group, and the manual axes that its members must keep.
void PropagationGraph::addGroups() {
  std::map<int64_t, int> numbers;
  module.walk([&](sdy::ShardingGroupOp op) {
    int place = placeOf(op.getInput());
    if (place < 0)
      return;
    auto [it, isNew] = numbers.try_emplace(op.getGroupId(), groups.size());
    if (isNew)
      groups.emplace_back();
    groups[it->second].push_back(place);
    places[place].group = it->second;
    if (sdy::ManualComputationOp manual = manualComputationOf(op.getInput()))
      if (ManualAxes axes = manualAxesOf(manual, places[place].sharding); !axes.axes.empty())
        manualOf[place] = std::move(axes);
  });
}

/// The nodes to visit after a change of a place: the op that defines it, its users, and the edges
/// that it flows into. For an edge, the users of its other targets, too.
void PropagationGraph::addNotifications() {
  for (Place &place : places) {
    if (!place.value)
      continue;
    auto add = [&](Operation *op) {
      if (auto it = nodeNumbers.find(op); it != nodeNumbers.end())
        place.nodes.push_back(it->second);
    };
    auto addUses = [&](Value value) {
      for (OpOperand &use : value.getUses()) {
        add(use.getOwner());
        // As in jaxlib, edges on arguments of computations wait for the next sweep.
        Value owner = sdy::getDataFlowOwnerOfSource(use);
        if (owner && !isa<BlockArgument>(owner))
          if (sdy::DataFlowEdgeOp edge = sdy::getDataFlowEdge(owner))
            add(edge);
        if (auto it = funcEdges.find(&use); it != funcEdges.end())
          for (Operation *edge : it->second)
            add(edge);
      }
    };
    Operation *definingOp = place.value.getDefiningOp();
    if (definingOp)
      add(definingOp);
    addUses(place.value);
    auto edge = dyn_cast_or_null<sdy::DataFlowEdgeOp>(definingOp);
    Value owner = sdy::getDataFlowEdgeOwner(edge ? edge.getInput() : place.value);
    if (owner)
      for (Value target : sdy::getNonOwnerTargets(owner))
        addUses(target);
  }
}

/// Writes only places that changed, and rules only on ops that stay.
void PropagationGraph::write() {
  for (Place &place : places) {
    if (!place.dirty)
      continue;
    sdy::TensorShardingAttr attr = meshes.write(place.sharding);
    if (place.value)
      sdy::setShardingInside(place.value, attr);
    else
      sdy::setFuncResultSharding(place.function, place.result, attr);
    place.dirty = false;
  }
  if (options.keepRules) {
    auto name = StringAttr::get(module.getContext(), sdy::kShardingRuleAttr);
    for (Node &node : nodes)
      // The attribute has no form for ops without operands or results, as calls for their effects.
      if (node.kind == Node::Rule && !deadOps.isDoomed(node.op) && node.op->getNumOperands() &&
          node.op->getNumResults())
        node.op->setAttr(name, rules.attrOf(node.rule, module.getContext()));
  }
}

} // namespace spmd
