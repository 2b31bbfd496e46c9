// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Origins and edges of shardings, collected while propagation runs and written at its end.
#include "compiler/propagation/debug_info.h"
#include "compiler/sharding/origins.h"
#include "dialects/sdy/data_flow.h"
#include <map>

using namespace mlir;

namespace spmd {

DebugInfo::DebugInfo(PropagationGraph &graph) : graph(graph), ownNames(graph.places.size()), origins(graph.places.size()) {
  if (graph.options.debugOrigins)
    nameSources();
  graph.module.walk([&](Operation *op) { // what passes before have written
    if (auto edges = op->getAttrOfType<sdy::PropagationEdgesAttr>(sdy::kPropagationEdgesAttr))
      for (sdy::PropagationOneStepAttr step : edges.getValue())
        stepCount = std::max(stepCount, step.getStepIndex() + 1);
  });
}

void DebugInfo::nameSources() {
  nameShardingOrigins(graph.module);
  for (auto [place, name] : llvm::zip_equal(graph.places, ownNames))
    name = place.value ? originName(place.value) : "output: " + std::to_string(place.result);
  // What sdy-apply-sharding-constraints has moved has its origin already.
  for (auto [place, list] : llvm::zip_equal(graph.places, origins)) {
    if (!place.sharding || !place.value)
      continue;
    DictionaryAttr names;
    if (auto result = dyn_cast<OpResult>(place.value)) {
      auto given = result.getOwner()->getAttrOfType<ArrayAttr>(sdy::kShardingOriginsAttr);
      if (given && result.getResultNumber() < given.size())
        names = dyn_cast<DictionaryAttr>(given[result.getResultNumber()]);
    } else if (auto argument = cast<BlockArgument>(place.value)) {
      if (auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()))
        names = function.getArgAttrOfType<DictionaryAttr>(argument.getArgNumber(), sdy::kShardingOriginsAttr);
    }
    for (const DimSharding &dim : place.sharding.dims)
      for (Axis axis : dim.axes)
        if (auto name = names ? names.getAs<StringAttr>(originKey(graph.meshes.toAttr(place.sharding.mesh, axis))) : StringAttr(); name && name != "self")
          list.push_back({axis, name.str()});
  }
}

std::string DebugInfo::nameOf(int place, Axis axis) const {
  for (const Origin &origin : origins[place])
    if (overlaps(origin.axis, axis))
      return origin.name;
  return ownNames[place];
}

void DebugInfo::record(const Node &node, const Projection &before, const Projection &after, ArrayRef<bool> changed, int mesh) {
  struct Move {
    unsigned source;
    SmallVector<unsigned> targets;
  };
  std::map<Axis, Move> moves;
  for (size_t t = 0; t < changed.size(); ++t) {
    if (!changed[t] || node.places[t] < 0)
      continue;
    for (size_t f = 0; f < node.rule->factors.size(); ++f) {
      ArrayRef<Axis> old = before.tensors[t].factors[f].axes;
      for (Axis axis : after.tensors[t].factors[f].axes) {
        if (llvm::is_contained(old, axis))
          continue;
        auto holds = [&](const TensorProjection &tensor) {
          return llvm::any_of(tensor.factors[f].axes, [&](Axis has) { return contains(has, axis); });
        };
        const auto *source = llvm::find_if(before.tensors, holds);
        if (source == before.tensors.end())
          continue;
        unsigned s = source - before.tensors.begin();
        auto [it, isNew] = moves.try_emplace(axis, Move{s, {}});
        if (it->second.source != t && !llvm::is_contained(it->second.targets, t))
          it->second.targets.push_back(t);
        if (graph.options.debugOrigins && node.places[s] >= 0)
          origins[node.places[t]].push_back({axis, nameOf(node.places[s], axis)});
      }
    }
  }
  if (moves.empty() || !graph.options.debugEdges)
    return;
  MLIRContext *context = graph.module.getContext();
  auto end = [&](unsigned t) {
    size_t operands = node.rule->operands.size();
    return t < operands ? sdy::EdgeValueRefAttr::get(context, sdy::EdgeNodeType::OPERAND, t)
                        : sdy::EdgeValueRefAttr::get(context, sdy::EdgeNodeType::RESULT, t - operands);
  };
  SmallVector<sdy::AxisToPropagationDetailsAttr> entries;
  for (auto &[axis, move] : moves)
    entries.push_back(sdy::AxisToPropagationDetailsAttr::get(context, graph.meshes.toAttr(mesh, axis), end(move.source),
                                                             llvm::map_to_vector(move.targets, end)));
  auto step = sdy::PropagationOneStepAttr::get(context, stepCount++, entries);
  (node.kind == Node::Return ? returnSteps : steps[&node]).push_back(step);
}

DictionaryAttr DebugInfo::originsOf(int number) const {
  MLIRContext *context = graph.module.getContext();
  const Place &place = graph.places[number];
  NamedAttrList list;
  if (!place.sharding)
    return DictionaryAttr::get(context);
  // Ops without a name of their own cannot say "self": they are listed by result.
  bool isNamed = !place.value || isa<BlockArgument>(place.value) ||
                 isa<sdy::ShardingConstraintOp, sdy::DataFlowEdgeOp>(place.value.getDefiningOp());
  for (const DimSharding &dim : place.sharding.dims)
    for (Axis axis : dim.axes) {
      std::string name = nameOf(number, axis);
      if (isNamed && name == ownNames[number])
        name = "self";
      list.set(originKey(graph.meshes.toAttr(place.sharding.mesh, axis)), StringAttr::get(context, name));
    }
  return list.getDictionary(context);
}

void DebugInfo::writeOrigins() {
  MLIRContext *context = graph.module.getContext();
  llvm::MapVector<Operation *, SmallVector<Attribute>> lists;
  for (auto [number, place] : llvm::enumerate(graph.places)) {
    DictionaryAttr dictionary = originsOf(number);
    if (dictionary.empty())
      continue;
    if (!place.value) {
      place.function.setResultAttr(place.result, sdy::kShardingOriginsAttr, dictionary);
    } else if (auto argument = dyn_cast<BlockArgument>(place.value)) {
      if (auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp()))
        function.setArgAttr(argument.getArgNumber(), sdy::kShardingOriginsAttr, dictionary);
    } else if (Operation *op = place.value.getDefiningOp(); isa<sdy::ShardingConstraintOp, sdy::DataFlowEdgeOp>(op)) {
      op->setAttr(sdy::kShardingOriginsAttr, dictionary);
    } else {
      SmallVector<Attribute> &list = lists[op];
      list.resize(op->getNumResults(), DictionaryAttr::get(context));
      list[cast<OpResult>(place.value).getResultNumber()] = dictionary;
    }
  }
  for (auto &[op, list] : lists)
    op->setAttr(sdy::kShardingOriginsAttr, ArrayAttr::get(context, list));
  // Manual axes come from the manual computation itself; inside, the shardings do not show them.
  for (const Node &node : graph.nodes) {
    if (!node.manual || !node.targetIsInside)
      continue;
    NamedAttrList own(node.op->getAttrOfType<DictionaryAttr>(sdy::kShardingOriginsAttr));
    for (const DimSharding &dim : node.manual->dims)
      for (Axis axis : dim.axes)
        own.set(originKey(graph.meshes.toAttr(node.manual->mesh, axis)), StringAttr::get(context, "self"));
    node.op->setAttr(sdy::kShardingOriginsAttr, own.getDictionary(context));
  }
}

void DebugInfo::writeEdges() {
  MLIRContext *context = graph.module.getContext();
  for (auto &[node, list] : steps) {
    SmallVector<sdy::PropagationOneStepAttr> all;
    if (auto before = node->op->getAttrOfType<sdy::PropagationEdgesAttr>(sdy::kPropagationEdgesAttr))
      llvm::append_range(all, before.getValue());
    llvm::append_range(all, list);
    node->op->setAttr(sdy::kPropagationEdgesAttr, sdy::PropagationEdgesAttr::get(context, all));
  }
  if (returnSteps.empty())
    return;
  // All of main's results share one list, on the first of them.
  auto main = cast<func::FuncOp>(graph.returnNodes.front().op->getParentOp());
  main.setResultAttr(0, sdy::kPropagationEdgesAttr, sdy::PropagationEdgesAttr::get(context, returnSteps));
}

void DebugInfo::write() {
  if (graph.options.debugOrigins)
    writeOrigins();
  if (graph.options.debugEdges)
    writeEdges();
}

} // namespace spmd
