// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function as values and ops that read and make them, with what it would send if each value were
// placed in some way. insert-reshards decides op by op; this graph is what a look at the whole
// function needs (refine_shardings.cpp). Costs follow choose_placement.h and plan_reshard.h, so
// that both agree, up to the versions of values that serve several readers.
#pragma once
#include "compiler/ops/sharding_rule.h"
#include "compiler/partition/choose_placement.h"
#include "compiler/placement/atoms.h"
#include "compiler/placement/reshard_planner.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/IntEqClasses.h"
#include <map>
#include <unordered_map>

namespace spmd {

/// A value as choosePlacement sees it: shape, bytes of an element, placement.
TensorOnMesh onMesh(mlir::Value value, Placement placement);

/// A number for each different placement.
using PlacementId = unsigned;

/// A value with its other names: loops give a carried value one placement.
struct PlacedValue {
  mlir::Value value;
  PlacementId placement = 0; // by propagation, until something better is found
  double trips = 1;          // how often its block runs
  bool mayChange = false;    // neither the program nor a border says where it is
  bool isRemade = false;     // every device makes it as it needs it: constants and the like
  llvm::SmallVector<unsigned, 4> readers;     // ops with a rule
  llvm::SmallVector<unsigned, 1> flowsInto;   // other values, in whose placement it is requested
  llvm::SmallVector<unsigned, 1> flowsFrom;   // values that become this one
  llvm::SmallVector<PlacementId, 1> requests; // by borders, reshards, and ops without a rule
  std::optional<unsigned> maker;              // the op with a rule
};

/// Ops that are split alike where their tensors are placed alike.
struct OpKind {
  mlir::Operation *op; // one of them
  ShardingRule rule;
  bool reducible = false, linear = false;
};

/// How an op is split: where it takes its operands, where its results are then, and what that costs
/// beside the reshards of both.
struct OpSplit {
  llvm::SmallVector<PlacementId, 3> operands, results;
  double own = 0;
};

struct PlacedOp {
  mlir::Operation *op;
  unsigned kind = 0;
  double trips = 1;
  llvm::SmallVector<unsigned, 3> operands, results; // values
  const OpSplit *split = nullptr;                   // with all values where they are now, if known
};

/// Costs are bytes of the default link, as in choose_placement.h.
class PlacementGraph {
public:
  PlacementGraph(mlir::func::FuncOp func, const AtomTable &atoms, ReshardPlans &plans);

  /// What no reshard does.
  static constexpr double kNever = 1e13;

  std::vector<PlacedValue> values;
  std::vector<PlacedOp> ops;
  const AtomTable &atoms;

  PlacementId idOf(const Placement &placement);
  const Placement &placement(PlacementId id) const { return *placements[id]; }
  const OpKind &kindOf(const PlacedOp &op) const { return kinds[op.kind]; }
  mlir::RankedTensorType typeOf(unsigned value) const {
    return mlir::dyn_cast<mlir::RankedTensorType>(values[value].value.getType());
  }

  /// The cheapest split of an op, given where its operands are and its results are wanted.
  const OpSplit &splitOf(const PlacedOp &op, llvm::ArrayRef<PlacementId> operands,
                         llvm::ArrayRef<PlacementId> results);
  /// The same with all values where they are now.
  const OpSplit &splitOf(PlacedOp &op);
  /// Places a value elsewhere.
  void place(unsigned value, PlacementId placement);
  /// What one reshard of a value costs, once; kNever if there is none.
  double costOf(unsigned value, PlacementId from, PlacementId to) {
    return costOf(planOf(value, from, to));
  }
  /// The reshard of a value. Null where nothing is to be done: each device has, or makes, what it
  /// needs.
  std::optional<const ReshardPlan *> planOf(unsigned value, PlacementId from, PlacementId to);
  /// The same for a result of an op, which is made in one placement and wanted in another.
  std::optional<const ReshardPlan *> planOfResult(unsigned value, PlacementId made,
                                                  PlacementId wanted);
  static double costOf(std::optional<const ReshardPlan *> plan) {
    return !plan ? kNever : *plan ? (*plan)->cost : 0;
  }

  /// Calls `visit` with the values that an op or a loop ties to a value.
  void forEachNeighbour(unsigned value, llvm::function_ref<void(unsigned)> visit) const;

  /// The placements that all searches for reshards have met (ReshardPlan::searched).
  size_t searched() const { return planner.searched(); }

  /// The class of a dim: dims that ops run along together.
  unsigned classOf(unsigned value, int64_t dim) const { return classes[firstDim[value] + dim]; }
  /// The values with a dim of a class, in their order.
  llvm::ArrayRef<unsigned> valuesOf(unsigned dimClass) const { return valuesOfClass[dimClass]; }

private:
  struct HashOfNumbers {
    size_t operator()(const std::vector<unsigned> &numbers) const {
      return llvm::hash_combine_range(numbers);
    }
  };

  void visit(mlir::Block &block);
  void visit(mlir::Operation *op, double trips);
  void visitFlow(mlir::Operation *op);
  bool visitWithRule(mlir::Operation *op, double trips);
  unsigned add(mlir::Value value, const Placement &placement, bool mayChange = false);
  void request(mlir::Value value, const Placement &placement);
  void requestAll(mlir::Operation *op);
  std::optional<unsigned> kindOf(mlir::Operation *op);
  void uniteDims();

  ReshardPlanner planner;
  llvm::DenseMap<mlir::Value, unsigned> ids;
  std::map<Placement, PlacementId> placementIds;
  std::vector<const Placement *> placements; // keys of placementIds
  std::vector<OpKind> kinds;
  // Nothing for ops without a rule.
  std::map<std::vector<const void *>, std::optional<unsigned>> kindIds;
  std::unordered_map<std::vector<unsigned>, OpSplit, HashOfNumbers> splits;
  llvm::IntEqClasses classes; // of dims
  std::vector<unsigned> firstDim;
  std::vector<llvm::SmallVector<unsigned>> valuesOfClass;
};

} // namespace spmd
