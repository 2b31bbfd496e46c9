// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes a run of equal copies once: a chain as a counted loop, independent copies as ops on all of
// them at once.
#pragma once
#include "compiler/roll/layer_rows.h"
#include "compiler/roll/layer_run.h"

namespace spmd {

/// Whether the copies may become a loop: what differs by copy is a row of a stack, a number of a
/// constant, or a slice that moves evenly, and what is carried or stacked has plain elements.
bool canLoop(const LayerRun &run, const LayerRows &layerRows);
/// Writes the loop behind the run. The ops of the run stay; `layerRows` knows what stands for their
/// results.
void writeLoop(const LayerRun &run, LayerRows &layerRows);

/// Ops of a copy that do not depend on the other ops of the copy, such as the update of one
/// parameter, and the copies of which they become ops on all.
struct CopyPart {
  llvm::SmallVector<size_t> ops; // their places in a copy
  llvm::SmallVector<size_t> copies;
};
/// The parts of a run of independent copies that can be written at once: elementwise ops, and all
/// that differs by copy is cheap to stack or known as a row. The copies have the order of these
/// rows; those whose operands are no rows stay as they are.
std::vector<CopyPart> partsOf(const LayerRun &run, const LayerRows &layerRows, size_t leastCopies);
/// Writes one part behind the run, as writeLoop does the loop.
mlir::LogicalResult writeBatch(const LayerRun &run, const CopyPart &part, LayerRows &layerRows);

/// Whether constants that differ by copy are small and have plain elements.
bool numbersAreFew(const LayerRun &run);
/// The numbers of a constant that differs by copy, in the order of `copies`; null if all are equal.
mlir::DenseElementsAttr numbersByCopy(const LayerRun &run, size_t at,
                                      llvm::ArrayRef<size_t> copies);

} // namespace spmd
