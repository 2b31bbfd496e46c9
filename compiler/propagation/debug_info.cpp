// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects origins and edges while propagation runs and writes them at its end; debug_info.h says
// what they are.
#include "compiler/propagation/debug_info.h"
#include <map>

using namespace mlir;

namespace spmd {

DebugInfo::DebugInfo(ModuleOp module, const PropagationOptions &options)
    : module(module), edges(options.debugEdges) {
  if (options.debugOrigins)
    origins.emplace(module);
  module.walk([&](Operation *op) { // steps go on after those of earlier passes
    if (auto edges = op->getAttrOfType<sdy::PropagationEdgesAttr>(sdy::kPropagationEdgesAttr))
      for (sdy::PropagationOneStepAttr step : edges.getValue())
        stepCount = std::max(stepCount, step.getStepIndex() + 1);
  });
}

/// The axes of all factors of a dim, in order. Unlike in unprojectTensor, a factor that is not full
/// does not end the list.
static AxisList axesOf(ArrayRef<int64_t> dimFactors, const TensorProjection &tensor) {
  AxisList axes;
  for (int64_t f : dimFactors)
    appendMerged(axes, tensor.factors[f].axes);
  return axes;
}

/// The minor-most factor that brings `axis`, or a part of it, to a dim, and the tensor that the
/// axis comes from: the first one that has all axes of the factor, or else the first one that has
/// this axis. If no tensor has it, the second number is the number of tensors.
static std::pair<size_t, unsigned> sourceOf(Axis axis, ArrayRef<int64_t> dimFactors,
                                            const Projection &before,
                                            const TensorProjection &after) {
  for (int64_t f : llvm::reverse(dimFactors)) {
    ArrayRef<Axis> axes = after.factors[f].axes;
    const Axis *part = llvm::find_if(axes, [&](Axis has) { return contains(axis, has); });
    if (part == axes.end())
      continue;
    auto holds = [f](const TensorProjection &tensor, Axis wanted) {
      return llvm::any_of(tensor.factors[f].axes, [&](Axis has) { return contains(has, wanted); });
    };
    const auto *source = llvm::find_if(before.tensors, [&](const TensorProjection &tensor) {
      return llvm::all_of(axes, [&](Axis wanted) { return holds(tensor, wanted); });
    });
    if (source == before.tensors.end())
      source = llvm::find_if(before.tensors,
                             [&](const TensorProjection &tensor) { return holds(tensor, *part); });
    return {f, source - before.tensors.begin()};
  }
  return {0, before.tensors.size()};
}

/// For every axis that a tensor gained: a move source -> targets under the axis and factor, and the
/// name of the source's annotation for the target. One visit is one step.
void DebugInfo::record(const PropagationGraph &graph, const Node &node, const Projection &before,
                       const Projection &after, ArrayRef<bool> changed, int mesh) {
  // For origins, a result of main and the value that it returns are one.
  auto valueOf = [&](unsigned tensor) {
    return graph.places[node.places[node.kind == Node::Return ? 0 : tensor]].value;
  };
  // Moves are sorted by axis, with one move for each factor that got the axis.
  auto byName = [](std::pair<sdy::AxisRefAttr, size_t> l, std::pair<sdy::AxisRefAttr, size_t> r) {
    return l.first == r.first ? l.second < r.second : l.first < r.first;
  };
  std::map<std::pair<sdy::AxisRefAttr, size_t>, Move, decltype(byName)> moves(byName);
  for (size_t t = 0; t < changed.size(); ++t) {
    if (!changed[t] || node.places[t] < 0)
      continue;
    for (ArrayRef<int64_t> dimFactors : node.rule->tensor(t).dims) {
      AxisList old = axesOf(dimFactors, before.tensors[t]);
      for (Axis axis : axesOf(dimFactors, after.tensors[t])) {
        if (llvm::is_contained(old, axis))
          continue;
        // An axis that no tensor of the op had before is not recorded.
        auto [f, s] = sourceOf(axis, dimFactors, before, after.tensors[t]);
        if (s == before.tensors.size())
          continue;
        sdy::AxisRefAttr name = graph.meshes.toAttr(mesh, axis);
        auto [it, isNew] = moves.try_emplace({name, f}, Move{name, s, {}});
        if (it->second.source != t && !llvm::is_contained(it->second.targets, t))
          it->second.targets.push_back(t);
        if (!origins || node.places[s] < 0)
          continue;
        std::string origin = origins->find(valueOf(s), name);
        origins->take(valueOf(t), name, origin.empty() ? ": 0" : origin); // ": 0": no name
      }
    }
  }
  if (!moves.empty() && edges)
    addStep(node, llvm::to_vector(llvm::make_second_range(moves)));
}

/// Records the moves of one visit as the next step of the node's op.
void DebugInfo::addStep(const Node &node, SmallVector<Move> moves) {
  MLIRContext *context = module.getContext();
  // operand-0, operand-1, ..., result-0, ... for the tensors of the rule.
  auto end = [&](unsigned t) {
    size_t operands = node.rule->operands.size();
    return t < operands
               ? sdy::EdgeValueRefAttr::get(context, sdy::EdgeNodeType::OPERAND, t)
               : sdy::EdgeValueRefAttr::get(context, sdy::EdgeNodeType::RESULT, t - operands);
  };
  int64_t number = stepCount++;
  SmallVector<sdy::AxisToPropagationDetailsAttr> entries;
  for (Move &move : moves) {
    // Each edge of an op is recorded once, in its first step. All results of main share one op.
    llvm::erase_if(move.targets, [&](unsigned target) {
      return !known.insert({node.op, move.axis, {move.source, target}}).second;
    });
    if (!move.targets.empty())
      entries.push_back(sdy::AxisToPropagationDetailsAttr::get(
          context, move.axis, end(move.source), llvm::map_to_vector(move.targets, end)));
  }
  if (!entries.empty())
    steps[node.op].push_back(sdy::PropagationOneStepAttr::get(context, number, entries));
}

/// Appends the new steps to those that earlier passes have written on the op.
void DebugInfo::writeEdges() {
  MLIRContext *context = module.getContext();
  // Edges of data-flow edges move to the region ops later (sink_data_flow_edges.cpp).
  for (auto &[op, list] : steps) {
    if (isa<func::ReturnOp>(op)) { // all of main's results share one list, on the first of them
      cast<func::FuncOp>(op->getParentOp())
          .setResultAttr(0, sdy::kPropagationEdgesAttr,
                         sdy::PropagationEdgesAttr::get(context, list));
      continue;
    }
    SmallVector<sdy::PropagationOneStepAttr> all;
    if (auto before = op->getAttrOfType<sdy::PropagationEdgesAttr>(sdy::kPropagationEdgesAttr))
      llvm::append_range(all, before.getValue());
    llvm::append_range(all, list);
    op->setAttr(sdy::kPropagationEdgesAttr, sdy::PropagationEdgesAttr::get(context, all));
  }
}

void DebugInfo::write() {
  if (origins)
    origins->write();
  writeEdges();
}

} // namespace spmd
