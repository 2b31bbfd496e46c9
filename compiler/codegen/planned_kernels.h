// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The plans of the kernels of a program. Equal kernels have one plan and one code.
#pragma once
#include "compiler/codegen/buffers.h"
#include "compiler/codegen/kernel_compiler.h"
#include "llvm/ADT/StringMap.h"

namespace spmd {

class PlannedKernels {
public:
  /// Of the first of all kernels that are equal.
  struct Planned {
    FusionPlan plan;
    // Indices in Program::kernels; none where all of them are in loop kernels.
    llvm::SmallVector<uint32_t> kernels;
  };
  /// Hands the kernels of `main` to the compiler, but for those whose code is part of a loop's.
  /// Fails with a diagnostic where a fusion has no loops.
  mlir::LogicalResult add(mlir::func::FuncOp main, KernelCompiler &compiler);
  /// The plan of a kernel in `main`.
  const Planned &of(ir::KernelOp kernel) const { return *byOp.find(kernel)->second; }

  /// The results of any op that may or must take over the bytes of an operand. Library routines
  /// that work in place and updates of a part must; other kernels may, where their plan says so.
  llvm::SmallVector<Sharing> sharing(mlir::Operation *op) const;
  /// The memory that any op needs while it runs.
  uint64_t scratchBytes(mlir::Operation *op) const;

private:
  llvm::StringMap<Planned> byStructure;
  llvm::DenseMap<mlir::Operation *, const Planned *> byOp;
};

} // namespace spmd
