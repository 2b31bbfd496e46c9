// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// symbol-dce for pipelines whose modules are large and whose dead symbols are few.
#pragma once
#include "mlir/Pass/Pass.h"

namespace spmd {

/// Calls `name` with the symbols that attributes of `op` and of what is in it name, some of them
/// several times; ops for which `isLeftOut` holds are not asked.
void forEachNamedSymbol(mlir::Operation *op, llvm::function_ref<void(mlir::StringAttr)> name,
                        llvm::function_ref<bool(mlir::Operation *)> isLeftOut = nullptr);

/// Removes the private symbols that nothing alive names, as symbol-dce does; where there are none
/// it says that the module is as it was, so that it is not verified again.
std::unique_ptr<mlir::Pass> createDeadSymbols();

} // namespace spmd
