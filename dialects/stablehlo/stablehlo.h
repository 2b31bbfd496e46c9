// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stablehlo dialect: all ops, attributes and types.
#pragma once
#include "dialects/sdy/interfaces.h"
#include "dialects/stablehlo/infer.h"
#include "dialects/stablehlo/traits.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/stablehlo/declarations.h.inc"
