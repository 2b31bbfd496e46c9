// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the public passes write beside shardings when they are asked: from which annotation every axis comes (sdy.sharding_origins), and
// which step carried it from where to where (sdy.propagation_edges). Sharding.md d17. (--explain tells more, from a history.)
#pragma once
#include "compiler/propagation/graph.h"

namespace spmd {

class DebugInfo {
public:
  /// Names constraints and manual computations, if origins are asked for.
  explicit DebugInfo(PropagationGraph &graph);

  /// A visit has changed the tensors with their bit set; `before` is the projection as it was.
  void record(const Node &node, const Projection &before, const Projection &after, llvm::ArrayRef<bool> changed, int mesh);
  void write();

private:
  struct Origin {
    Axis axis;
    std::string name;
  };
  void nameSources();
  std::string nameOf(int place, Axis axis) const;
  mlir::DictionaryAttr originsOf(int place) const;
  void writeOrigins();
  void writeEdges();

  PropagationGraph &graph;
  std::vector<std::string> ownNames; // by place: what others call it
  std::vector<llvm::SmallVector<Origin, 2>> origins;
  llvm::MapVector<const Node *, llvm::SmallVector<sdy::PropagationOneStepAttr>> steps;
  llvm::SmallVector<sdy::PropagationOneStepAttr> returnSteps;
  int64_t stepCount = 0;
};

} // namespace spmd
