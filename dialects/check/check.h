// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the check dialect: ops such as check.expect_eq and check.expect_close, with which a
// program tests its own results. The form and meaning are those of the check dialect of the
// StableHLO project's test suite.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace spmd::check {
// The defaults of expect_close.
inline constexpr int64_t kMaxUlpDifference = 3, kMinUlpDifference = 0;
} // namespace spmd::check

#include "dialects/check/declarations.h.inc"
