// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reference interpreter: runs any module on tensors by the facet `eval` of its ops, on one
// device or on N pretend ones. It is the oracle of tests, written for clarity; it shares no code
// with generated kernels or the runtime.
#pragma once
#include "compiler/ops/eval.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <vector>

namespace spmd {

struct InterpretOptions {
  int64_t replicas = 1;
  int64_t partitions = 1;
  /// Regions and calls may nest this deep; a deeper program is refused (calls of a function by
  /// itself do not end).
  int64_t maxCallDepth = 1000;
};

/// Runs `main` on one device. A program that is not partitioned yet may hold sdy ops: annotations
/// do nothing, and a manual computation runs on all devices of its mesh. Errors carry the location
/// of the op that failed; a check that does not hold is one.
llvm::Expected<std::vector<Tensor>> interpret(mlir::func::FuncOp main, llvm::ArrayRef<Tensor> args,
                                              const InterpretOptions &options);

/// Runs `main` on replicas * partitions devices, args and results by flattened device id.
llvm::Expected<std::vector<std::vector<Tensor>>>
interpretOnDevices(mlir::func::FuncOp main, llvm::ArrayRef<std::vector<Tensor>> args,
                   const InterpretOptions &options);

/// Prints an error as diagnostics at the locations that it carries; the number of errors.
unsigned emitErrors(llvm::Error error, mlir::Location fallback);

} // namespace spmd
