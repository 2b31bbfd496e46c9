// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluates values that follow from the id of the device and from constants alone, such as the
// predicate `axis_index("pipe") == 3`, for each device of a local program. Apart from the analyses
// that ask for them (nonzero_devices.h).
#pragma once
#include "compiler/elements/tensor.h"
#include "mlir/IR/Value.h"

namespace spmd {

/// What each device holds of a value, by the device's id: a tensor with all of its elements, each
/// at least once, in any order. Broadcasts are looked through, so the tensor may be smaller than
/// the value. Empty where the value depends on anything else, such as arguments or collectives, or
/// takes more than a few small ops.
///   compare EQ, partition_id, 2, broadcast to 8x8, of 4 devices   ->   false, false, true, false
std::vector<Tensor> valuesOnDevices(mlir::Value value, int64_t devices);

} // namespace spmd
