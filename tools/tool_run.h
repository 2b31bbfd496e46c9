// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a compiled program once on devices of this process, on global arrays.
#pragma once
#include "mlir/IR/BuiltinOps.h"
#include "runtime/array.h"
#include "runtime/program.h"
#include "runtime/workers.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace spmd::tool {

/// Returns the results of one run. `arguments` holds one array for each argument of the
/// program.
llvm::Expected<std::vector<rt::Array>>
runOnce(rt::Program program, llvm::ArrayRef<rt::Array> arguments, rt::Workers &workers);

/// Gives every axis of every mesh the size 1, so that the module runs on one device. Fails
/// with a diagnostic where a body has local shapes (sdy.manual_computation), which would not
/// fit.
mlir::LogicalResult placeOnOneDevice(mlir::ModuleOp module);

} // namespace spmd::tool
