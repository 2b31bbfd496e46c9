// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares all passes of compiler/passes.td: `createFoo()` and the option structs
// `FooOptions`. The file of a pass defines GEN_PASS_DEF_FOO and includes passes.h.inc
// itself.
#pragma once
#include "compiler/propagation/options.h"
#include "compiler/verify/level.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include <memory>

namespace spmd {
#define GEN_PASS_DECL
#include "compiler/passes.h.inc"

/// Registers all passes by name, for spmd-opt.
void registerSpmdPasses();
} // namespace spmd
