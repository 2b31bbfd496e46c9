// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses the placement of stacked residual buffers before reshards are inserted. In a residual
// buffer, a loop saves one slice per trip for later. Propagation gives the writer and all readers
// of a buffer one placement, and any of them may have decided it. This file replaces that placement
// by the one of the saved values, so that no trip reshards what it saves.
#pragma once
#include "compiler/placement/atoms.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spmd {

/// Rewrites the shardings of residual buffers, and of ops that only move their elements, so that no
/// trip of a loop reshards the value that it saves. A scan then sends the same bytes as its
/// unrolled form, where each saved value has a placement of its own. A buffer changes only if it
/// starts from a constant, which is produced in any placement, and if no device holds more bytes
/// than before.
///   x placed [{"data"}, {}], written into a residual buffer [{}, {}, {"model"}]
///   -> the residual buffer is [{}, {"data"}, {}]
void placeResidualBuffers(mlir::func::FuncOp func, const AtomTable &atoms);

} // namespace spmd
