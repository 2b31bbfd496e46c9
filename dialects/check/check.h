// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The expectations of self-checking programs: check.expect_eq, check.expect_close, ...
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/check/dialect.h.inc"
#define GET_OP_CLASSES
#include "dialects/check/ops.h.inc"
