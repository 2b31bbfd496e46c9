// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the spmd dialect, which optimized programs use beside StableHLO: fusions, library calls,
// asynchronous collectives, and the attributes of counted loops.
#pragma once
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace spmd::ir {
/// Attributes of a stablehlo.while whose number of iterations is known: spmd.trip_count = 12 : i64
/// is that number, spmd.counter = 3 : i64 is the index of the carried value that counts.
inline constexpr llvm::StringLiteral kTripCountAttr = "spmd.trip_count";
inline constexpr llvm::StringLiteral kCounterAttr = "spmd.counter";
/// On a stablehlo.while whose trips are short: all of it is compiled as one kernel.
inline constexpr llvm::StringLiteral kOneKernelAttr = "spmd.one_kernel";
/// In the body of a spmd.kernel: of a reduction, and of a value that a row keeps (see there).
inline constexpr llvm::StringLiteral kAccumulationAttr = "spmd.accumulation";
inline constexpr llvm::StringLiteral kStagedAttr = "spmd.staged";
/// What a step of a kernel computes at each place, so many times its lanes, fits the registers.
inline constexpr int64_t kMostInterleaved = 4;
} // namespace spmd::ir

#include "dialects/spmd/declarations.h.inc"
