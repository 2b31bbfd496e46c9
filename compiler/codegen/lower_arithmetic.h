// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowers single arith and math ops to LLVM instructions. The types of elements in registers are in
// element_memory.h, functions like exp in vector_math.h. Separate, because the loops of kernels
// (lower_loops.h) and functions of scalars (scalar_function.h) share it.
#pragma once
#include "mlir/IR/Operation.h"
#include "llvm/IR/IRBuilder.h"

namespace spmd {

/// Appends the instructions of `op`, which is an arith or math op, a vector.bitcast or
/// vector.reduction, or a func.call: that calls a function of libm by its name for double. Returns
/// the result, or null for any other op. Operands have the lanes of `operands`, and the result has
/// `lanes`; of the types of `op` only the elements count. May add blocks: the builder then stands
/// at the end of the last one.
llvm::Value *lowerArithmetic(llvm::IRBuilder<> &b, mlir::Operation *op,
                             llvm::ArrayRef<llvm::Value *> operands, unsigned lanes);

} // namespace spmd
