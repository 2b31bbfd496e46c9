// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Residuals that a loop saves of weights which it gathers. A scan over layers gathers the weights
// of one layer in each trip. What it saves of them for the backward part would be the weights of
// all layers, whole on each device: what the split of the weights was to avoid. Apart from
// shrink_residuals.cpp, since it decides what is sent.
#pragma once
#include "compiler/placement/atoms.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spmd {

/// Lets loops gather again what another loop has gathered and saved. A residual buffer is read no
/// more if
///   - each trip writes a row of a value from outside of the loop to it, unchanged but for
///     conversions, the order of its dims and its placement,
///   - a device holds more bytes of what is saved than of that row,
///   - all its readers are loops that read one row in a trip.
/// Requires complete shardings. A step sends these rows once more, and devices hold one of them at
/// a time, as with a checkpoint of the layer.
///   while: %w = reshard(%weights[i]) whole; save %w    while: use(%saved[j])
///   ->   while: %w = reshard(%weights[i]) whole        while: use(reshard(%weights[j]) whole)
void gatherAgain(mlir::func::FuncOp func, const AtomTable &atoms);

} // namespace spmd
