// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generates the rt::Program of an optimized module: compiles the kernels, places every
// value in memory, and flattens main to a list of commands.
#pragma once
#include "compiler/codegen/kernel_compiler.h"
#include "mlir/IR/BuiltinOps.h"
#include "runtime/program.h"

namespace spmd {

struct CodegenOptions {
  KernelOptions kernels;
};

struct GeneratedProgram {
  rt::Program program;
  size_t differentKernels = 0; // compiled, or taken from the cache
  std::vector<std::string> remarks;
  std::vector<std::string> ir; // LLVM IR of each object; only with KernelOptions::keepIr
};

/// Generates the program of the module's main. Fails with a diagnostic at the op that no
/// command can express; an error of the compiler back end is reported at main.
mlir::FailureOr<GeneratedProgram> generateProgram(mlir::ModuleOp module,
                                                  const CodegenOptions &options);

} // namespace spmd
