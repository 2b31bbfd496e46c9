// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the part of a tensor that an op reads or writes, if it lies at a position that the program
// fixes. Scatters of a large window, overwritten rows and gathers of one row ask for it.
#pragma once
#include "dialects/stablehlo/stablehlo.h"
#include <optional>

namespace spmd {

/// Where a window lies in a tensor: for each dim its first index and its size.
struct ConstantWindow {
  llvm::SmallVector<int64_t> start, size;
};

/// Which elements of a tensor a slice reads, if a window of it was written before.
enum class Reads { Written, Old, Both };
Reads readsOf(stablehlo::SliceOp slice, const ConstantWindow &written);

/// The window of a scatter that has only one, at a constant position inside of the operand.
std::optional<ConstantWindow> constantWindow(stablehlo::ScatterOp op);
/// The window that a dynamic_update_slice writes, if all its start indices are constants.
std::optional<ConstantWindow> constantWindow(stablehlo::DynamicUpdateSliceOp op);
/// The window that a gather reads, if it reads only one, at a constant position, where it clamps it
/// to.
std::optional<ConstantWindow> constantWindow(stablehlo::GatherOp op);

/// The one number that all elements of an integer tensor are known to have, also where a loop
/// carries it or where it is broadcast.
std::optional<int64_t> knownInteger(mlir::Value value);

} // namespace spmd
