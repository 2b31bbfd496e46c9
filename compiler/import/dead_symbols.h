// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Removes dead private symbols, as MLIR's symbol-dce does. Separate because symbol-dce searches all
// attributes of a module; this version avoids that where modules are large and dead symbols are
// few.
#pragma once
#include "mlir/Pass/Pass.h"

namespace spmd {

/// Calls `name` for every symbol that an attribute of `op` or of an op inside it names, possibly
/// several times. Ops for which `isLeftOut` holds are skipped.
void forEachNamedSymbol(mlir::Operation *op, llvm::function_ref<void(mlir::StringAttr)> name,
                        llvm::function_ref<bool(mlir::Operation *)> isLeftOut = nullptr);

/// The pass. If there are no dead symbols it preserves all analyses, so that the module is not
/// verified again.
std::unique_ptr<mlir::Pass> createDeadSymbols();

} // namespace spmd
