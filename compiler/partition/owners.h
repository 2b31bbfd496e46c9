// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the owner of partial values: a slice of rows that all lie on one shard is partial over the
// axes of the shards, but one device along them has the whole value. It is broadcast from there,
// which sends half the bytes of a sum.
//   x[5:7] of x: [16] in 4 shards   ->   shard 1 is the owner
#pragma once
#include "compiler/ops/localize.h"
#include "compiler/placement/atoms.h"

namespace spmd {

/// Whether the rows that `op` takes of dim `dim` of operand 0 lie on one of `shards` equal shards.
bool hasOneOwner(mlir::Operation *op, int64_t dim, int64_t shards);

/// The atoms over which the result of `op` is one device's where operand 0 is placed so. `passed`
/// are those over which operand 0 is one device's itself.
Atoms ownedAtoms(mlir::Operation *op, const Placement &operand, llvm::ArrayRef<int> passed,
                 llvm::ArrayRef<int64_t> atomSizes);

/// The same for a value of a program in which partial values are annotated.
Atoms ownedAtoms(mlir::Value value, const AtomTable &atoms);

/// The position of the owner of `value` among the devices that differ along `group`, major first;
/// null if no device owns it along all of these atoms. `localOf` gives the local value of a start
/// index.
///   group x=4, shard 3 of the dim that x splits   ->   [3] : tensor<1xi32>
mlir::Value ownerPosition(mlir::Value value, llvm::ArrayRef<int> group, const AtomTable &atoms,
                          LocalizeContext &c, llvm::function_ref<mlir::Value(mlir::Value)> localOf);

} // namespace spmd
