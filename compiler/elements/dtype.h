// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime's name of an MLIR element type. It is apart from runtime/dtype.h, because the runtime
// does not know MLIR.
#pragma once
#include "mlir/IR/BuiltinTypes.h"
#include "runtime/dtype.h"
#include <optional>

namespace spmd {

/// Nothing for types that buffers do not hold: 4-bit and quantized ones.
std::optional<rt::DType> dtypeOf(mlir::Type element);

} // namespace spmd
