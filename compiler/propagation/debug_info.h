// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects the debug attributes of the propagation passes: from which annotation every axis comes
// (sdy.sharding_origins), and which step carried it from where to where (sdy.propagation_edges).
// They are those of Shardy's options debug-sharding-origins and debug-propagation-edge-sharding.
// --explain works without them, from a history (provenance.h).
#pragma once
#include "compiler/propagation/graph.h"
#include "compiler/sharding/annotation_origins.h"
#include "llvm/ADT/DenseSet.h"

namespace spmd {

class DebugInfo {
public:
  /// To be built before sharding groups get their common shardings, which are no annotations. Names
  /// constraints and manual computations if origins are requested.
  DebugInfo(mlir::ModuleOp module, const PropagationOptions &options);

  /// Records a visit that changes the shardings of the tensors whose bit is set in `changed`.
  /// `before` and `after` are the projections around the visit.
  void record(const PropagationGraph &graph, const Node &node, const Projection &before,
              const Projection &after, llvm::ArrayRef<bool> changed, int mesh);
  /// Writes the collected attributes.
  void write();

private:
  /// The way of one axis in a visit, as tensor numbers of the node.
  struct Move {
    sdy::AxisRefAttr axis;
    unsigned source;
    llvm::SmallVector<unsigned> targets;
  };
  void addStep(const Node &node, llvm::SmallVector<Move> moves);
  void writeEdges();

  mlir::ModuleOp module;
  bool edges;
  std::optional<AnnotationOrigins> origins;
  // The steps by op. Those of a return are written on the results of main.
  llvm::MapVector<mlir::Operation *, llvm::SmallVector<sdy::PropagationOneStepAttr>> steps;
  // The edges that have been recorded: op, axis, source and target.
  llvm::DenseSet<std::tuple<mlir::Operation *, sdy::AxisRefAttr, std::pair<unsigned, unsigned>>>
      known;
  int64_t stepCount = 0;
};

} // namespace spmd
