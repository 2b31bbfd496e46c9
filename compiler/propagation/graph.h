// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The module as propagation sees it: places that hold a sharding, and nodes (ops with a rule,
// data-flow edges, barriers) that tie places together. Built once per pass, so that the fixed point
// touches neither attributes nor rules again.
#pragma once
#include "compiler/ops/rule.h"
#include "compiler/propagation/dead_ops.h"
#include "compiler/propagation/history.h"
#include "compiler/propagation/rule_pool.h"
#include "compiler/propagation/strategy.h"
#include "compiler/sharding/call_graph.h"
#include "llvm/ADT/DenseMap.h"

namespace spmd {

class DebugInfo;

struct PropagationOptions {
  bool conservative = false;
  bool keepRules = false;
  bool debugOrigins = false; // sdy.sharding_origins
  bool debugEdges = false;   // sdy.propagation_edges
};

struct Place {
  Sharding sharding;
  mlir::Value value;           // where it is written, or null:
  mlir::func::FuncOp function; // a result of this function
  unsigned result = 0;
  int group = -1; // sharding group
  bool dirty = false;
  llvm::SmallVector<int, 4> nodes; // to be looked at again when the sharding changes
};

/// What cannot change about a place: the manual axes of a manual computation's result, in their
/// dims.
struct ManualAxes {
  Sharding only; // the manual axes of the place's sharding
  llvm::SmallVector<int32_t> axes;

  /// Has `sharding` these axes where they are, and nowhere else?
  bool agreesWith(const Sharding &sharding) const;
};

struct Node {
  enum Kind : uint8_t { Rule, Edge, Barrier, Return };
  mlir::Operation *op;
  Kind kind = Rule;
  OpPriority priority = OpPriority::Other;
  bool singleUse = false;  // no operand that is not a scalar has several uses
  bool losesUsers = false; // an operand has a user that is dead: singleUse changes when that goes
  Direction allowed = Direction::BOTH;
  bool targetIsInside = false;        // of an edge into a manual computation
  const ShardingRule *rule = nullptr; // in the graph's pool; null: only there to be taken away
  llvm::SmallVector<int, 4> places;   // operands, then results; -1: cannot be sharded
  /// An edge into or out of a manual computation: the manual axes of the place outside, else null.
  /// Inside they are not seen.
  std::unique_ptr<const Sharding> manual;
  /// An edge between functions, some of whose places are in manual computations: by place, the axes
  /// that are manual there as replicated ones. No sharding there has them, though a function that
  /// is called from outside, too, may.
  std::vector<Sharding> taken;
  /// What the last visit was allowed to do, and when it was: a visit that sees the same again need
  /// not be made.
  uint64_t lastAllowed = 0;
  unsigned lastVisit = 0;
};

class PropagationGraph {
public:
  PropagationGraph(mlir::ModuleOp module, const PropagationOptions &options);

  /// Writes the shardings that changed (and the rules, if they are kept) into the IR.
  void write();

  int placeOf(mlir::Value value);
  /// From here on every change is written down in `history`.
  void keepHistory();
  mlir::ModuleOp module;
  PropagationOptions options;
  MeshTable meshes;
  std::vector<Place> places;
  std::vector<Node> nodes;       // in pre-order of the module
  std::vector<Node> returnNodes; // main's returned values <-> its results
  std::vector<llvm::SmallVector<int>> groups;
  // By place: members of groups that are results of manual computations.
  llvm::DenseMap<int, ManualAxes> manualOf;
  std::unique_ptr<History> history; // null where nobody asks
  DebugInfo *debug = nullptr;       // null where nobody asks
  DeadOps deadOps;
  unsigned clock = 0;              // counts visits and changes
  std::vector<unsigned> changedAt; // by place

  /// Forgets what has gone since: only live ops count as users.
  void recountUses(Node &node) const;
  /// The node of an op; -1: it has none.
  int nodeOf(mlir::Operation *op) const;

private:
  void addNode(mlir::Operation *op);
  void addEdge(sdy::DataFlowEdgeOp edge);
  void addFuncEdge(sdy::FuncDataFlowEdgeOp edge);
  /// The axes of all manual computations around a value; none: there is no such computation.
  Sharding manualAround(mlir::Value value);
  void addReturn(mlir::func::FuncOp main);
  void addGroups();
  ManualAxes manualAxesOf(sdy::ManualComputationOp manual, const Sharding &sharding) const;
  void addNotifications();
  int addPlace(Place place);
  /// What stands at a value's home. Results of manual computations that own no edge cannot be
  /// sharded by the manual axes: those that their shardings leave out count as replicated.
  Sharding writtenAt(mlir::Value home);

  RulePool rules;
  llvm::DenseMap<mlir::Value, int> placeNumbers;
  llvm::DenseMap<mlir::Operation *, int> nodeNumbers;
  CallGraph calls;
  /// By what flows in: operands of calls, returned values of called functions.
  llvm::DenseMap<mlir::OpOperand *, llvm::SmallVector<mlir::Operation *, 1>> funcEdges;
};

/// The function that programs are entered by: the only one, or @main. Null, with an error, where
/// there are several and none is called main.
mlir::FailureOr<mlir::func::FuncOp> entryFunction(mlir::ModuleOp module);

} // namespace spmd
