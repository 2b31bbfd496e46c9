// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a transformation of the compiler on a function of a trace that is not finished. main and the
// open parts have no end yet, which passes over a module rely on. So the function and what it calls
// are copied into a module of their own, and what was made of them moves back.
#include "compiler/frontend/trace/traced_call.h"
#include "dialects/source.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringSet.h"

namespace spmd {
inline namespace frontend {

using mlir::func::FuncOp;

/// Moves the functions of `from` that `to` lacks, under new names where those are taken. `known`
/// are names of functions that both have.
static void moveFunctions(mlir::ModuleOp from, mlir::ModuleOp to, const llvm::StringSet<> &known) {
  mlir::SymbolTable source(from), target(to);
  for (FuncOp function : llvm::make_early_inc_range(from.getOps<FuncOp>()))
    if (!known.contains(function.getName()) && target.lookup(function.getName()))
      (void)source.renameToUnique(function, {&target});
  for (FuncOp function : llvm::make_early_inc_range(from.getOps<FuncOp>()))
    if (!known.contains(function.getName())) {
      function->remove();
      to.push_back(function);
    }
}

/// Callees come along and are dropped again: transformations leave them as they are.
FuncOp transformed(Trace &trace, FuncOp function,
                   llvm::function_ref<FuncOp(mlir::ModuleOp module, FuncOp copy)> make) {
  mlir::OwningOpRef<mlir::ModuleOp> module(mlir::ModuleOp::create(function.getLoc()));
  // Meshes are named by shardings of the functions.
  for (mlir::Operation &op : *trace.moduleOp().getBody())
    if (!llvm::isa<FuncOp>(op))
      module->push_back(op.clone());
  llvm::StringSet<> known;
  for (mlir::Operation *op : reachableFrom(function)) {
    module->push_back(op->clone());
    known.insert(llvm::cast<FuncOp>(op).getName());
  }
  std::string errors;
  mlir::ScopedDiagnosticHandler handler(trace.mlirContext(), [&](mlir::Diagnostic &diagnostic) {
    errors += (errors.empty() ? "" : "\n") + locationText(diagnostic.getLocation()) + ": " +
              diagnostic.str();
    return mlir::success();
  });
  FuncOp made = make(*module, module->lookupSymbol<FuncOp>(function.getName()));
  if (!made)
    throw Error(errors);
  // What was made takes the place of the function, which only this call used.
  known.erase(function.getName());
  if (made.getName() != function.getName())
    module->lookupSymbol<FuncOp>(function.getName()).erase();
  function.erase();
  made.setPrivate();
  moveFunctions(*module, trace.moduleOp(), known);
  return made;
}

} // namespace frontend
} // namespace spmd
