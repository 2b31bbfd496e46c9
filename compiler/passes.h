// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declarations of all passes of compiler/passes.td: `createFoo()`, option structs `FooOptions`, and
// `registerSpmdPasses()` for spmd-opt. A pass's .cpp defines GEN_PASS_DEF_FOO and includes passes.h.inc itself.
#pragma once
#include "compiler/propagation/options.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include <memory>

namespace spmd {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "compiler/passes.h.inc"
} // namespace spmd
