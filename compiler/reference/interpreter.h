// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reference interpreter. It runs any module on tensors by the facet `eval` of its ops,
// on one device or on N simulated ones. Tests use it as the oracle. It is written for
// clarity and shares no code with generated kernels or the runtime.
#pragma once
#include "compiler/ops/eval.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <vector>

namespace spmd {

struct InterpretOptions {
  int64_t replicas = 1;
  int64_t partitions = 1;
  /// The depth to which regions and calls may nest. A deeper program is refused, since a
  /// function that calls itself would not end.
  int64_t maxCallDepth = 1000;
};

/// Runs `main` on one device. A program that is not partitioned may hold sdy ops:
/// annotations have no effect, and a manual computation runs on all devices of its mesh.
/// Errors carry the location of the op that failed. A check that does not hold is an error.
llvm::Expected<std::vector<Tensor>> interpret(mlir::func::FuncOp main, llvm::ArrayRef<Tensor> args,
                                              const InterpretOptions &options);

/// Runs `main` on replicas * partitions devices. Arguments and results are indexed by
/// flattened device id.
llvm::Expected<std::vector<std::vector<Tensor>>>
interpretOnDevices(mlir::func::FuncOp main, llvm::ArrayRef<std::vector<Tensor>> args,
                   const InterpretOptions &options);

/// Emits an error as diagnostics at the locations that it carries. Returns their number.
unsigned emitErrors(llvm::Error error, mlir::Location fallback);

} // namespace spmd
