// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function of StableHLO text as a kernel that can be called: for tests and benchmarks of code
// generation alone, without the pipeline and the runtime's walk.
#pragma once
#include "compiler/codegen/kernel_compiler.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "runtime/loader.h"

namespace spmd {

class CompiledFusion {
public:
  /// The first function of `text` as one fusion. Fails with the parser's, the plan's or the
  /// compiler's message.
  static llvm::Expected<std::unique_ptr<CompiledFusion>>
  create(llvm::StringRef text, KernelOptions options = {.useCache = false});

  /// Runs all kernels; `buffers` are inputs, then outputs. With pieces > 1 each kernel's iterations
  /// are cut into so many calls, the last first.
  void run(std::vector<void *> buffers, int pieces = 1) const;

  FusionPlan plan;
  KernelObjects objects;
  double compileMs = 0;

private:
  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<rt::Loader> loader;
  std::vector<rt::KernelFn> kernels;
};

} // namespace spmd
