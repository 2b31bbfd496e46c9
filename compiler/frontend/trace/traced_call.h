// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The user's function recorded as a function of the module.
#pragma once
#include "compiler/frontend/include/spmd/transform.h"
#include "compiler/frontend/trace/part.h"

namespace spmd {
inline namespace frontend {

using Values = llvm::SmallVector<mlir::Value>;

/// Whether a leaf has a gradient: it has a value of floating-point or complex numbers.
bool hasGradient(const Tensor &leaf);

struct Recorded {
  mlir::func::FuncOp function;
  Values operands; // of a call: the leaves of the arguments, then what was captured
  Leaves results;  // values of the function
  TreeRef tree;    // of the result, whose leaves `results` are
};
/// Replaces a private function of the trace by what `make` makes of a copy of it, which stands with
/// copies of all that it calls in a module of its own; null: `make` has reported why not. Throws
/// what was reported; the trace is then as before.
mlir::func::FuncOp transformed(
    Trace &trace, mlir::func::FuncOp function,
    llvm::function_ref<mlir::func::FuncOp(mlir::ModuleOp module, mlir::func::FuncOp copy)> make);
/// Records the call. The leaves of its arguments are then values of the function.
Recorded record(Trace &trace, const TracedCall &call);

} // namespace frontend
} // namespace spmd
