// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Effects that the program's values do not show.
#pragma once
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace spmd {

/// Whether the op, or an op in its regions, writes to something that is no value, as a call of a
/// host function with effects does. Such ops keep their order. Exchanges have no such effects.
inline bool hasOutsideEffects(mlir::Operation *op) {
  return op
      ->walk([](mlir::Operation *inner) {
        bool writes = llvm::isa<mlir::MemoryEffectOpInterface>(inner) &&
                      mlir::hasEffect<mlir::MemoryEffects::Write>(inner);
        return writes ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace spmd
