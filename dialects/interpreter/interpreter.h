// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the interpreter dialect. Its one op, interpreter.run_parallel, lets a test module hold
// programs for several devices. The form is that of StableHLO's interpreter dialect.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"

#include "dialects/interpreter/declarations.h.inc"
