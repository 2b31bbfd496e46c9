// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the versions of each value: the value itself and its reshards, each in its own placement. A
// user asks for a placement and gets the version that is cheapest to reach, so that one reshard
// serves several users.
#pragma once
#include "compiler/ops/sharding_rule.h"
#include "compiler/placement/atoms.h"
#include "compiler/placement/reshard_planner.h"

namespace spmd {

/// How the parts of a partial value are combined; SUM if there is no sharding.
sdy::ReductionKind reductionOf(sdy::TensorShardingAttr sharding);
sdy::ReductionKind reductionOf(mlir::Value value);

class ValueVersions {
public:
  ValueVersions(const AtomTable &atoms, ReshardPlans &plans)
      : atoms(atoms), planner(plans, atoms.sizes(), atoms.links()) {}

  /// Registers that `value` is produced in this placement.
  void define(mlir::Value value, const Placement &placement);
  /// Registers that `value` is another name of `other`.
  void alias(mlir::Value value, mlir::Value other, const Placement &placement);
  Placement placement(mlir::Value value) const { return placementOf.lookup(value); }
  /// The atoms over which a partial value is one device's (owners.h).
  llvm::ArrayRef<int> owned(mlir::Value value) const {
    auto family = familyOf.find(value);
    return family == familyOf.end() ? llvm::ArrayRef<int>() : families[family->second].owned;
  }

  /// The cost of the reshard that gives a version in this placement (ReshardPlan::cost); nothing if
  /// there is no way.
  /// `manual` are the axes of the manual computations around the user.
  std::optional<double> cost(mlir::Value value, const Placement &placement,
                             llvm::ArrayRef<int> manual);
  /// The plan of that reshard; null where nothing is to be sent or there is no way.
  const ReshardPlan *plan(mlir::Value value, const Placement &placement,
                          llvm::ArrayRef<int> manual);
  /// The version of `value` in this placement. A new version is inserted right before `user`. If
  /// the value comes from outside a region op around `user`, it is inserted before that op, so that
  /// a loop does not reshard it in every trip. Returns null after an error at `user` if there is no
  /// way to the placement.
  mlir::Value request(mlir::Value value, const Placement &placement, mlir::Operation *user,
                      sdy::ReductionKind kind, llvm::ArrayRef<int> manual);

  /// Whether the op can be repeated wherever its result is needed, if its operands, scalars at
  /// most, are no partial sums: constants, iotas, broadcasts of scalars.
  static bool isRemadeOfScalars(mlir::Operation *op);

private:
  struct Version {
    mlir::Value value;
    Placement placement;
  };
  bool isRemade(mlir::Value value) const;
  bool isFree(mlir::Value value, const Placement &placement) const;
  llvm::SmallVector<mlir::Operation *> wideningOf(mlir::Value value) const;
  mlir::Value sourceOf(mlir::Operation *op) const;
  struct View {
    llvm::SmallVector<mlir::Operation *, 2> ops; // the last one first
    llvm::SmallVector<Placement, 2> placements;  // of their results
    Placement source;                            // of what the first one reads
  };
  std::optional<View> viewOf(mlir::Value value, const Placement &placement);
  const ReshardPlan *viewPlan(mlir::Value value, const Placement &placement,
                              llvm::ArrayRef<int> manual);
  mlir::Value viewed(mlir::Value value, const Placement &placement, mlir::Operation *user,
                     sdy::ReductionKind kind, llvm::ArrayRef<int> manual);
  const ReshardPlan *narrowPlan(mlir::Value value, const Placement &placement,
                                llvm::ArrayRef<int> manual);
  mlir::Value widened(mlir::Value value, const Placement &placement, mlir::Operation *user,
                      sdy::ReductionKind kind, llvm::ArrayRef<int> manual);
  void addVersion(mlir::Value value, mlir::Value made, const Placement &placement);
  Version *cheapest(mlir::Value value, const Placement &placement, sdy::ReductionKind kind,
                    llvm::ArrayRef<int> manual);

  const AtomTable &atoms;
  ReshardPlanner planner;
  struct Family {
    llvm::SmallVector<Version, 2> versions;
    Atoms owned; // of all versions
  };
  std::vector<Family> families;
  llvm::DenseMap<mlir::Value, unsigned> familyOf;
  llvm::DenseMap<mlir::Operation *, std::optional<ShardingRule>> ruleOf; // of views
  llvm::DenseMap<mlir::Value, Placement> placementOf;
};

} // namespace spmd
