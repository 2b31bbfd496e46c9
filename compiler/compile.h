// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles a module to a program: runs the stages in order and measures each.
#pragma once
#include "compiler/options.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "runtime/program.h"
#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace spmd {

struct CompiledProgram {
  rt::Program program;
  std::vector<std::pair<std::string, double>> stageMs; // in order; parsing is not included
  size_t differentKernels = 0;
  std::vector<std::string> remarks; // donations that were not honoured, problems of the cache
};

/// Compiles the module's main and changes the module on the way. With `stopAfter` before
/// Codegen the program is empty, and the module is the output of that stage. Fails after
/// diagnostics were emitted.
mlir::FailureOr<CompiledProgram> compileModule(mlir::ModuleOp module,
                                               const CompileOptions &options);

double millisecondsSince(std::chrono::steady_clock::time_point begin);

/// Replaces the sizes of mesh axes ("data=3,model=2") before any other stage. Fails with a
/// diagnostic where no mesh has such an axis.
mlir::LogicalResult resizeMesh(mlir::ModuleOp module, llvm::StringRef sizes);

/// The number of devices that the module asks for: that of its mesh or, once it is partitioned, of
/// the mesh in its borders; else 1.
int64_t deviceCountOf(mlir::ModuleOp module);

} // namespace spmd
