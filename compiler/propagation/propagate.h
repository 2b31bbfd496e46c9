// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fixed point: nodes are visited until no sharding grows any more (sharding.md d3).
#pragma once
#include "compiler/propagation/graph.h"
#include "compiler/propagation/options.h"

namespace spmd {

/// How a caller narrows what may travel along a factor of a node.
using DirectionOf = llvm::function_ref<Direction(const Node &node, size_t factor)>;

/// An edge's target as the edge sees it: with the manual axes of the outside, or without them
/// (`node.manual`). And back.
Sharding asNodeSees(const Node &node, const Sharding &target);
Sharding asPlaceHolds(const Node &node, const Sharding &target);

/// Propagates until nothing changes; returned values of main and its results are tied once before
/// and once after.
void propagate(PropagationGraph &graph, Strategy strategy, DirectionOf direction);

/// Op priorities (d7): cheap, certain ops first, a level at a time.
void propagateByOpPriority(PropagationGraph &graph, Strategy strategy);

/// The level from which on op priorities let something pass along the factor.
int firstLevelOf(const Node &node, size_t factor);

/// User priorities (d8): dims marked p0 first, then p1, ... `pass` propagates once.
class UserPriorities {
public:
  /// Takes the priorities off the graph's places.
  explicit UserPriorities(PropagationGraph &graph);
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
  std::vector<Dim> waiting;                    // by ascending priority
  llvm::DenseMap<int, AxisList> ownReplicated; // of the places that have waiting dims
};

/// Fails at what propagation cannot handle: dynamic shapes, tuples, groups of values that cannot be
/// alike.
llvm::LogicalResult checkForPropagation(mlir::ModuleOp module);

/// Members of a sharding group start alike; where their shardings contradict each other, each gets
/// a constraint of its own and the group goes on behind them.
void syncShardingGroups(mlir::ModuleOp module);

} // namespace spmd
