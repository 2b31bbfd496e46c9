// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declarations of all passes of compiler/passes.td: `createFoo()` and option structs `FooOptions`.
// A pass's .cpp defines GEN_PASS_DEF_FOO and includes passes.h.inc itself.
#pragma once
#include "compiler/propagation/options.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include <memory>

namespace spmd {
#define GEN_PASS_DECL
#include "compiler/passes.h.inc"

/// By name, for spmd-opt.
void registerSpmdPasses();
} // namespace spmd
