// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the public passes write beside shardings when they are asked: from which annotation every
// axis comes (sdy.sharding_origins), and which step carried it from where to where
// (sdy.propagation_edges). Sharding.md d17. (--explain tells more, from a history.)
#pragma once
#include "compiler/propagation/graph.h"
#include "compiler/sharding/annotation_origins.h"
#include "llvm/ADT/DenseSet.h"

namespace spmd {

class DebugInfo {
public:
  /// To be built before sharding groups are told their common sharding: that is no annotation.
  /// Names constraints and manual computations, if origins are asked for.
  DebugInfo(mlir::ModuleOp module, const PropagationOptions &options);

  /// A visit gives a new sharding to the tensors with their bit set; `before` is the projection as
  /// it was.
  void record(const PropagationGraph &graph, const Node &node, const Projection &before,
              const Projection &after, llvm::ArrayRef<bool> changed, int mesh);
  void write();

private:
  void writeEdges();

  mlir::ModuleOp module;
  bool edges;
  std::optional<AnnotationOrigins> origins;
  // A return's are main's.
  llvm::MapVector<mlir::Operation *, llvm::SmallVector<sdy::PropagationOneStepAttr>> steps;
  // Source and target.
  llvm::DenseSet<std::tuple<mlir::Operation *, sdy::AxisRefAttr, std::pair<unsigned, unsigned>>>
      known;
  int64_t stepCount = 0;
};

} // namespace spmd
