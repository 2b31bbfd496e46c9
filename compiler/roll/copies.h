// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a run of equal copies once: a chain as a counted loop, independent copies as ops on all of
// them at once.
#pragma once
#include "compiler/roll/layer_rows.h"
#include "compiler/roll/layer_run.h"

namespace spmd {

/// Whether the copies may become a loop: every op can be moved, what differs by copy is a row of a
/// stack, a number of a constant, or a slice that moves evenly, and the results can be stacked.
bool canLoop(const LayerRun &run, const LayerRows &layerRows);
/// Writes the loop behind the run. The ops of the run stay; `stacks` knows what stands for their
/// results.
void writeLoop(const LayerRun &run, LayerRows &layerRows);

/// The order of the copies in which their operands are rows of one stack, if the copies are
/// elementwise and all else that differs by copy is cheap to stack; nothing if they are not.
std::optional<llvm::SmallVector<size_t>> batchOrder(const LayerRun &run,
                                                    const LayerRows &layerRows);
/// Writes ops on all copies behind the run, as writeLoop does the loop.
mlir::LogicalResult writeBatch(const LayerRun &run, llvm::ArrayRef<size_t> order,
                               LayerRows &layerRows);

/// Whether constants that differ by copy are small.
bool numbersAreFew(const LayerRun &run);
/// The numbers of a constant that differs by copy, in the order of `copies`; null if all are equal.
mlir::DenseElementsAttr numbersByCopy(const LayerRun &run, size_t at,
                                      llvm::ArrayRef<size_t> copies);

} // namespace spmd
