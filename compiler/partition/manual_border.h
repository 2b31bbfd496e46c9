// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Translates shardings to placements where the plain translation does not fit: axes that do not
// divide a dim are left out, and inside a manual computation its manual axes are left out, as the
// types there are local to these axes. Used by insert-reshards and lower-reshards.
#pragma once
#include "compiler/placement/atoms.h"

namespace spmd {

/// The placement of a sharding. In each dim, the first axis that does not divide it is left out,
/// with all axes behind it.
Placement dividing(const AtomTable &atoms, sdy::TensorShardingAttr sharding, mlir::Type type);

/// The atoms of all axes that are manual at `op`, those of outer manual computations included.
Atoms manualAtomsAround(const AtomTable &atoms, mlir::Operation *op);

/// The placement as the ops next to `op` see it: without the axes of all manual computations around
/// `op`.
Placement insideManual(const AtomTable &atoms, mlir::Operation *op, Placement placement);

} // namespace spmd
