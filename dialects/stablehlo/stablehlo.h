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

#include "dialects/stablehlo/dialect.h.inc"
#include "dialects/stablehlo/enums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/stablehlo/attrs.h.inc"
#define GET_TYPEDEF_CLASSES
#include "dialects/stablehlo/types.h.inc"

// control first: the regions of other ops end in its ReturnOp.
#define GET_OP_CLASSES
#include "dialects/stablehlo/control.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/elementwise.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/movement.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/reduction.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/dot.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/convolution.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/indexing.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/collective.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/random.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/linalg.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/quantized.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/dynamic.h.inc"
