// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The versions of a value: the value itself and its reshards, each placed in its own way, of which
// whoever needs the value takes the cheapest one.
#pragma once
#include "compiler/placement/atoms.h"
#include "compiler/placement/reshard_planner.h"

namespace spmd {

/// How parts of a partial value are combined.
sdy::ReductionKind reductionOf(sdy::TensorShardingAttr sharding);
sdy::ReductionKind reductionOf(mlir::Value value);

class ValueVersions {
public:
  explicit ValueVersions(const AtomTable &atoms) : atoms(atoms), planner(atoms.sizes()) {}

  /// `value` is made with this placement.
  void define(mlir::Value value, const Placement &placement);
  /// `value` is one more name of `other`.
  void alias(mlir::Value value, mlir::Value other, const Placement &placement);
  Placement placement(mlir::Value value) const { return placementOf.lookup(value); }

  /// Bytes that a device sends for a version that is placed like this; nothing where there is no
  /// way to one. `manual`: axes of the computations around the user.
  std::optional<double> cost(mlir::Value value, const Placement &placement,
                             llvm::ArrayRef<int> manual);
  /// The version of `value` that is placed like this, made if there is none: right before `user`,
  /// or before the region op around it where the value comes from outside (so never once per
  /// iteration). Null, after an error at `user`, where there is no way to one.
  mlir::Value request(mlir::Value value, const Placement &placement, mlir::Operation *user,
                      sdy::ReductionKind kind, llvm::ArrayRef<int> manual);

private:
  struct Version {
    mlir::Value value;
    Placement placement;
  };
  Version *cheapest(mlir::Value value, const Placement &placement, sdy::ReductionKind kind,
                    llvm::ArrayRef<int> manual);

  const AtomTable &atoms;
  ReshardPlanner planner;
  std::vector<llvm::SmallVector<Version, 2>> families;
  llvm::DenseMap<mlir::Value, unsigned> familyOf;
  llvm::DenseMap<mlir::Value, Placement> placementOf;
};

} // namespace spmd
