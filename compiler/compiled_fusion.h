// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles a function of StableHLO text as one kernel that can be called. Tests and
// benchmarks of code generation use it without the pipeline and the runtime.
#pragma once
#include "compiler/codegen/kernel_compiler.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "runtime/loader.h"

namespace spmd {

class CompiledFusion {
public:
  /// Compiles the first function of `text` as one fusion. Fails with the message of the
  /// parser, of the planner or of the compiler.
  static llvm::Expected<std::unique_ptr<CompiledFusion>>
  create(llvm::StringRef text, KernelOptions options = {.useCache = false});

  /// Runs all kernels on `buffers`, which are the inputs followed by the outputs. With
  /// pieces > 1 the iterations of each kernel are split into as many calls, and the last
  /// piece runs first, so that a test finds kernels that depend on the order.
  void run(std::vector<void *> buffers, int pieces = 1) const;

  FusionPlan plan;
  KernelObjects objects;

private:
  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<rt::Loader> loader;
  std::vector<rt::KernelFn> kernels;
};

} // namespace spmd
