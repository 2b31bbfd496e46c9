// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime's name of an MLIR element type. It is apart from runtime/dtype.h, because the runtime
// does not know MLIR.
#pragma once
#include "mlir/IR/BuiltinTypes.h"
#include "runtime/dtype.h"
#include <optional>

namespace spmd {

/// i1 -> Pred, ui8 -> U8, i32 -> S32, complex<f32> -> C64. Nothing for types that buffers do not
/// hold: integers of other widths, index and quantized ones.
std::optional<rt::DType> dtypeOf(mlir::Type element);

} // namespace spmd
