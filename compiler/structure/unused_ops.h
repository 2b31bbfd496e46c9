// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Erases what transformations of whole functions leave behind.
#pragma once
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace spmd {

/// Erases the ops whose results nobody reads and that have no other effect. A call has none if its
/// callee has none.
void eraseUnused(mlir::Region &region, const mlir::SymbolTable &symbols);
/// The same in all functions.
void eraseUnused(mlir::ModuleOp module, const mlir::SymbolTable &symbols);

} // namespace spmd
