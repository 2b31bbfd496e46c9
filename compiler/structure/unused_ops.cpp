// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds ops without users, from the end of each block, and functions whose calls have no effect.
#include "compiler/structure/unused_ops.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace spmd {

/// Whether running the op has no effect but its results. A call has none if its callee has none; a
/// function that calls itself may not end. `open` are the callees on the way to this op.
static bool isPure(Operation *op, const SymbolTable &symbols, SmallVector<StringRef> &open) {
  // func.call declares no effects, so MLIR would keep each one.
  auto call = dyn_cast<func::CallOp>(op);
  if (!call)
    return isMemoryEffectFree(op);
  auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
  if (!callee || callee.isExternal() || llvm::is_contained(open, call.getCallee()))
    return false;
  open.push_back(call.getCallee());
  bool answer = llvm::all_of(callee.getBody().front().without_terminator(),
                             [&](Operation &inner) { return isPure(&inner, symbols, open); });
  open.pop_back();
  return answer;
}
static bool isPure(Operation *op, const SymbolTable &symbols) {
  SmallVector<StringRef> open;
  return isPure(op, symbols, open);
}

// From the end, as an op that goes makes others unused.
void eraseUnused(Region &region, const SymbolTable &symbols) {
  for (Block &block : region)
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      if (op.use_empty() && !op.hasTrait<OpTrait::IsTerminator>() && op.getNumResults() != 0 &&
          isPure(&op, symbols)) {
        op.erase();
        continue;
      }
      for (Region &inner : op.getRegions())
        eraseUnused(inner, symbols);
    }
}

void eraseUnused(ModuleOp module, const SymbolTable &symbols) {
  for (func::FuncOp each : module.getOps<func::FuncOp>())
    eraseUnused(each.getBody(), symbols);
}

} // namespace spmd
