// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For tests: parses a program from text and finds its first op of a class.
#pragma once
#include "dialects/register.h"
#include "dialects/source.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"

namespace spmd {

struct ProgramText {
  explicit ProgramText(llvm::StringRef text) {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    module = parseSource(text, "test.mlir", &context);
  }
  template <class Op> Op first() {
    Op found;
    module->walk([&](Op op) {
      if (!found)
        found = op;
    });
    return found;
  }
  mlir::func::FuncOp main() { return module->lookupSymbol<mlir::func::FuncOp>("main"); }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace spmd
