// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Residual buffers: what the trips of a loop leave behind for later, one slice each. Propagation
// gives a residual buffer one placement for its writers and all its readers, and any of them may
// have decided it; partition gives it that of what is written.
#pragma once
#include "compiler/placement/atoms.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spmd {

/// Rewrites the shardings of residual buffers, and of what merely moves their elements, so that no
/// trip of a loop has to reshard what it saves: a scan then sends what its unrolled form sends,
/// where each saved value is a value of its own.
///   x placed [{"data"}, {}], written into a residual buffer [{}, {}, {"model"}]
///   -> the residual buffer is [{}, {"data"}, {}]
/// Only where the residual buffer starts from a constant (nothing has to be moved for it) and no
/// device holds more than before.
void placeResidualBuffers(mlir::func::FuncOp func, const AtomTable &atoms);

} // namespace spmd
