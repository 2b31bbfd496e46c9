// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An optimised module -> rt::Program: kernels compiled, every value placed, main as a flat list of
// commands.
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
  size_t differentKernels = 0; // compiled or taken from the cache
  std::vector<std::string> remarks;
  std::vector<std::string> ir; // LLVM IR of each object; only with KernelOptions::keepIr
};

/// The program of the module's main. Fails with a diagnostic at the op that has no counterpart in
/// commands; an error of the compiler back end is reported at the module.
mlir::FailureOr<GeneratedProgram> generateProgram(mlir::ModuleOp module,
                                                  const CodegenOptions &options);

} // namespace spmd
