// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places the values in the body of spmd.blocks, as BufferPlan does for those of main: the blocks of
// inputs and outputs, and intermediate values in the memory of the worker that runs a block.
#pragma once
#include "compiler/kernels/fusion_plan.h"
#include "dialects/spmd/spmd.h"
#include "runtime/program.h"

namespace spmd {

class BlockPlaces {
public:
  /// `planOf` returns the plan of a kernel in the body, `operandOf` the place of a whole input or
  /// output. Fails with a diagnostic where an op of the body is neither kernel, matmul nor view.
  static mlir::FailureOr<BlockPlaces>
  of(ir::BlocksOp op, llvm::function_ref<const FusionPlan &(ir::KernelOp)> planOf,
     llvm::function_ref<rt::Operand(mlir::Value)> operandOf);

  const rt::Operand &operand(mlir::Value value) const;
  /// The strides of a value's dims, in elements.
  llvm::SmallVector<int64_t> strides(mlir::Value value) const;
  /// Whether every serial iteration contributes a term to the same elements of an output.
  bool isSummed(ir::DotOp dot) const;
  /// The scratch memory that a kernel may use while it runs.
  const rt::Operand &scratch(mlir::Operation *kernel) const {
    return scratches.find(kernel)->second;
  }

  uint64_t localBytes = 0;

private:
  friend class BlockPlanner;
  /// The location of a value, and its strides in elements, which matmuls need.
  struct Spot {
    rt::Operand place;
    llvm::SmallVector<int64_t> strides;
    int local = -1; // index of a local buffer; -1: in an input or output of the op
  };
  size_t serialLoops = 0;
  llvm::DenseMap<mlir::Value, Spot> spots; // of values that are not views
  llvm::DenseMap<mlir::Operation *, rt::Operand> scratches;
};

} // namespace spmd
