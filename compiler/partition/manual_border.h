// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Placements that shardings ask for, as far as they can be had: without axes that do not divide a
// dim, and in the body of a manual computation without its manual axes, which its
// types leave out, too.
#pragma once
#include "compiler/placement/atoms.h"

namespace spmd {

/// The placement that a sharding asks for; axes that do not divide a dim, and all after
/// them, are left out.
Placement dividing(const AtomTable &atoms, sdy::TensorShardingAttr sharding, mlir::Type type);

/// The atoms of all axes that are manual where `op` stands.
Atoms manualAtomsAround(const AtomTable &atoms, mlir::Operation *op);

/// A placement as the ops see it that stand where `op` stands: without the axes of all manual
/// computations around it.
Placement insideManual(const AtomTable &atoms, mlir::Operation *op, Placement placement);

} // namespace spmd
