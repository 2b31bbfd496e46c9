// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Module in, program out: runs the stages and measures them.
#pragma once
#include "compiler/options.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "runtime/program.h"
#include <string>
#include <utility>
#include <vector>

namespace spmd {

struct CompiledProgram {
  rt::Program program;
  std::vector<std::pair<std::string, double>> stageMs; // in order; the module is parsed before
  size_t differentKernels = 0;
  std::vector<std::string> remarks; // donations that were not honoured, cache troubles
};

/// Compiles the module's main and changes the module on the way. With `stopAfter` before Codegen
/// the program is empty and the module is what that stage made of it. Fails after its diagnostics
/// were emitted.
mlir::FailureOr<CompiledProgram> compileModule(mlir::ModuleOp module,
                                               const CompileOptions &options);

/// Replaces sizes of the axes of the module's meshes ("data=3,model=2"), before anything else.
/// Fails with a diagnostic where no mesh has such an axis.
mlir::LogicalResult resizeMesh(mlir::ModuleOp module, llvm::StringRef sizes);

/// Number of devices that the module asks for: the product of its mesh (or of its borders, once
/// partitioned), else 1.
int64_t deviceCountOf(mlir::ModuleOp module);

} // namespace spmd
