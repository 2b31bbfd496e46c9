// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quantized tensors in the reference interpreter. Most ops on them dequantize, compute on floats
// and quantize (dequantize_op_quantize of the StableHLO specification).
#pragma once
#include "compiler/ops/eval.h"

namespace spmd {

bool isQuantized(mlir::Type type);
/// (storage - zero point) * scale, in the expressed type.
Tensor dequantize(const Tensor &value);
/// real / scale + zero point, clamped to the storage range and rounded to nearest even.
Tensor quantize(const Tensor &value, mlir::RankedTensorType type);
/// Evaluates `op` with dequantized operands and quantizes its results. For ops without regions.
llvm::Error evalDequantized(mlir::Operation *op, llvm::ArrayRef<Tensor> in,
                            llvm::MutableArrayRef<Tensor> out, EvalContext &context);

} // namespace spmd
