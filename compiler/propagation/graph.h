// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The module as propagation sees it: places, which hold one sharding each, and nodes (ops with a
// rule, data-flow edges, barriers, returns), which tie places together. The graph is built once per
// pass, so that the fixed point touches neither attributes nor rules again.
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

/// The options of the propagation passes; compiler/passes.td describes them.
struct PropagationOptions {
  bool conservative = false;
  bool keepRules = false;
  bool debugOrigins = false; // sdy.sharding_origins
  bool debugEdges = false;   // sdy.propagation_edges
};

struct Place {
  Sharding sharding;
  mlir::Value value;           // the value that holds the sharding; null for a function result
  mlir::func::FuncOp function; // the function whose result this is, if `value` is null
  unsigned result = 0;
  int group = -1;                  // number of the sharding group; -1: none
  bool dirty = false;              // the sharding differs from the IR
  llvm::SmallVector<int, 4> nodes; // the nodes to visit again when the sharding changes

  /// What the IR says.
  sdy::TensorShardingAttr written() const {
    return value ? sdy::getSharding(value) : sdy::getFuncResultSharding(function, result);
  }
};

/// The part of a place's sharding that propagation cannot change: the manual axes of a manual
/// computation's result, each in its dim.
struct ManualAxes {
  Sharding only; // the place's sharding, reduced to its manual axes
  llvm::SmallVector<int32_t> axes;

  /// Whether `sharding` has these axes in the same dims, first in each dim, and nowhere else.
  bool agreesWith(const Sharding &sharding) const;
};

/// What ties places together: an op, a data-flow edge, a barrier, or a return of main.
struct Node {
  enum Kind : uint8_t { Rule, Edge, Barrier, Return };
  mlir::Operation *op;
  Kind kind = Rule;
  OpPriority priority = OpPriority::Other;
  bool singleUse = false;  // no operand that is not a scalar has several uses
  bool losesUsers = false; // an operand has a user that is dead: singleUse changes when that goes
  Direction allowed = Direction::BOTH;
  bool targetIsInside = false;        // whether this is an edge into a manual computation
  const ShardingRule *rule = nullptr; // in the graph's pool; null: a dead op without a rule
  llvm::SmallVector<int, 4> places;   // operands, then results; -1: cannot be sharded
  /// For an edge into or out of a manual computation: the manual axes of the place outside. Null
  /// for other nodes. The place inside has no manual axes.
  std::unique_ptr<const Sharding> manual;
  /// For an edge between functions: by place, the axes of the manual computations around it, as
  /// replicated axes. No sharding at such a place has these axes, but a function that is also
  /// called from outside the computation may use them at its other calls. Empty if no place is in a
  /// manual computation.
  std::vector<Sharding> taken;
  /// The directions and the time of the last visit: a visit that would see the same again is
  /// skipped.
  uint64_t lastAllowed = 0;
  unsigned lastVisit = 0;
};

class PropagationGraph {
public:
  PropagationGraph(mlir::ModuleOp module, const PropagationOptions &options);

  /// Writes the shardings that changed into the IR, and the rules if they are kept.
  void write();

  /// The place of a value, added on the first call; -1 for a value that cannot have a sharding.
  int placeOf(mlir::Value value);
  /// Records every change in `history` from now on.
  void keepHistory();
  mlir::ModuleOp module;
  PropagationOptions options;
  MeshTable meshes;
  std::vector<Place> places;
  std::vector<Node> nodes;                    // in pre-order of the module
  std::vector<Node> returnNodes;              // one per result of main, tied to the returned value
  std::vector<llvm::SmallVector<int>> groups; // the places of each sharding group
  // By place: the members of sharding groups that are results of manual computations.
  llvm::DenseMap<int, ManualAxes> manualOf;
  std::unique_ptr<History> history; // null unless keepHistory was called
  DebugInfo *debug = nullptr;       // null unless debug attributes are requested
  DeadOps deadOps;
  unsigned clock = 0;              // counts visits and changes
  std::vector<unsigned> changedAt; // by place: the clock of the last change

  /// Recomputes singleUse: dead ops that have gone do not count as users.
  void recountUses(Node &node) const;
  /// The number of an op's node; -1 if the op has none.
  int nodeOf(mlir::Operation *op) const;

private:
  void addNode(mlir::Operation *op);
  void addEdge(sdy::DataFlowEdgeOp edge);
  void addFuncEdge(sdy::FuncDataFlowEdgeOp edge);
  /// The axes of all manual computations around a value, as replicated axes; no sharding if there
  /// is none.
  Sharding manualAround(mlir::Value value);
  void addReturn(mlir::func::FuncOp main);
  void addGroups();
  ManualAxes manualAxesOf(sdy::ManualComputationOp manual, const Sharding &sharding) const;
  void addNotifications();
  int addPlace(Place place);
  /// The sharding that the IR has for a place. For a result of a manual computation without an
  /// edge, the manual axes that its sharding does not name are added as replicated: no dim may take
  /// them.
  Sharding writtenAt(mlir::Value home);

  RulePool rules;
  llvm::DenseMap<mlir::Value, int> placeNumbers;
  llvm::DenseMap<mlir::Operation *, int> nodeNumbers;
  CallGraph calls;
  /// The edges that an operand of a call or a returned value of a called function flows into.
  llvm::DenseMap<mlir::OpOperand *, llvm::SmallVector<mlir::Operation *, 1>> funcEdges;
};

/// The function that programs are entered by: the only one, or @main. Null for a module without
/// functions. Fails with an error if there are several functions and none is called main.
mlir::FailureOr<mlir::func::FuncOp> entryFunction(mlir::ModuleOp module);

} // namespace spmd
