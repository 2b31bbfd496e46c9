// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of channels. The collectives of a module are told apart by them, so that passes which add
// some have to know those that are taken.
#pragma once
#include "mlir/IR/BuiltinOps.h"

namespace spmd {

/// The largest channel handle of the module's collectives, whatever ops they are. 0 if there is
/// none.
int64_t lastChannelOf(mlir::ModuleOp module);

} // namespace spmd
