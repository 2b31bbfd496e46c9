// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// interpreter.run_parallel: programs for several devices in one test module.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"

#include "dialects/interpreter/dialect.h.inc"
#define GET_OP_CLASSES
#include "dialects/interpreter/ops.h.inc"
