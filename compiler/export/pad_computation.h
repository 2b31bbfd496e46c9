// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pads single ops that compute: constants, ops with a sharding rule, and ops that cannot work on
// padding. Separate from pad_for_divisibility.cpp, which walks a function and handles collectives
// and the flow of values between regions.
#pragma once
#include "compiler/export/padded_types.h"

namespace spmd {

/// Adapts the op to its padded operands and pads its results. Elements of the program do not depend
/// on padding afterwards. Reports an error if that cannot be had.
mlir::LogicalResult padComputation(mlir::Operation *op, PaddedTypes &types);

} // namespace spmd
