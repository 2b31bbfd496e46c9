// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime's name of an MLIR element type. This is the only place that translates one into the
// other.
#pragma once
#include "mlir/IR/BuiltinTypes.h"
#include "runtime/dtype.h"
#include <optional>

namespace spmd {

/// Nothing for types that buffers do not hold: 4-bit and quantized ones.
std::optional<rt::DType> dtypeOf(mlir::Type element);

} // namespace spmd
