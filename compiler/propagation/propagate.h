// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fixed point of propagation: nodes of the graph are visited until no sharding changes any
// more. The passes around it are in run.cpp. The order of visits fixes the result and follows the
// driver of Shardy's propagation (MLIR's greedy rewriter).
#pragma once
#include "compiler/propagation/graph.h"
#include "compiler/propagation/options.h"

namespace spmd {

/// The directions in which a caller lets axes travel along a factor of a node.
using DirectionOf = llvm::function_ref<Direction(const Node &node, size_t factor)>;

/// Converts the sharding of an edge's target between the place that holds it and the edge, which
/// sees the other side of the manual computation: with manual axes, or without them
/// (`node.manual`).
Sharding asNodeSees(const Node &node, const Sharding &target);
Sharding asPlaceHolds(const Node &node, const Sharding &target);

/// Propagates until nothing changes. The values that main returns and its results are tied once
/// before and once after.
void propagate(PropagationGraph &graph, Strategy strategy, DirectionOf direction);

/// Propagates in levels, ops that need no communication first, as Shardy's
/// sdy-op-priority-propagate.
void propagateByOpPriority(PropagationGraph &graph, Strategy strategy);

/// The first level at which op priorities let any axis pass along the factor.
int firstLevelOf(const Node &node, size_t factor);

/// Propagates in the order of the user's priorities, as Shardy's sdy-user-priority-propagate: dims
/// marked p0 or unmarked first, then p1, and so on.
class UserPriorities {
public:
  /// Removes the dims of later priorities from the graph's places until their turn comes.
  explicit UserPriorities(PropagationGraph &graph);
  /// Calls `pass` once per priority, after the dims of that priority have been restored.
  void run(llvm::function_ref<void()> pass);

private:
  struct Dim {
    int place;
    unsigned dim;
    int64_t priority;
    DimSharding sharding;
  };
  void recordAll();
  PropagationGraph &graph;
  std::vector<Dim> waiting;                    // dims of later priorities, in ascending order
  llvm::DenseMap<int, AxisList> ownReplicated; // replicated axes as written, by waiting place
};

/// Fails with a diagnostic at programs that propagation cannot handle: dynamic shapes, tuples, and
/// sharding groups whose values have different ranks or are in different manual computations.
llvm::LogicalResult checkForPropagation(mlir::ModuleOp module);

/// Gives the members of each sharding group one sharding. If their shardings contradict each other,
/// each member gets an open constraint behind it, which takes the place of the member in the group.
void syncShardingGroups(mlir::ModuleOp module);

} // namespace spmd
