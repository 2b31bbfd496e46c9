// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batches a function: the door of this room for the frontend. The pass spmd-batch is the same for
// text (docs/batching.md).
#pragma once
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include <optional>
#include <string>

namespace spmd {

struct BatchSpec {
  int64_t size = 0; // of the batch, at least 1
  /// Per argument of the function the position of the batch dim in the batched argument; negative
  /// numbers count from its end, and nothing means that all entries share the argument. One entry
  /// stands for all arguments.
  llvm::SmallVector<std::optional<int64_t>> in{0};
  /// The same per result. A result without a batch dim must not depend on a batched argument.
  llvm::SmallVector<std::optional<int64_t>> out{0};
  std::string axis;                        // names the batch for markers such as spmd.psum
  llvm::SmallVector<std::string> meshAxes; // that split the batch in shardings and constraints
};

/// Adds the function `name`, public, behind `function`: `function` on a batch of arguments. Its
/// callees get private batched forms. `function` stays. Fails with an error at the op that has no
/// batched form, or at the function where the options do not fit to it.
///   @f(tensor<4xf32>, tensor<f32>) -> tensor<4xf32>, size 8, in 0 and nothing, out 1
///   -> @f_batched(tensor<8x4xf32>, tensor<f32>) -> tensor<4x8xf32>
mlir::FailureOr<mlir::func::FuncOp> batchFunction(mlir::func::FuncOp function, llvm::StringRef name,
                                                  const BatchSpec &spec,
                                                  mlir::SymbolTable &symbols);

} // namespace spmd
