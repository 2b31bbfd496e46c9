// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quantized tensors, in the reference interpreter and in the facet `parts`. Most ops on them
// dequantize, compute on floats and quantize (dequantize_op_quantize of the StableHLO
// specification).
#pragma once
#include "compiler/ops/eval.h"

namespace spmd {

bool isQuantized(mlir::Type type);
/// The tensor type of the real numbers that quantized elements stand for; other types stay:
///   tensor<4x!quant.uniform<i8:f32, 0.5>> -> tensor<4xf32>
mlir::Type expressedType(mlir::Type type);
/// Whether an operand or a result of the op is quantized.
bool hasQuantized(mlir::Operation *op);
/// (storage - zero point) * scale, in the expressed type.
Tensor dequantize(const Tensor &value);
/// real / scale + zero point, clamped to the storage range and rounded to nearest even.
Tensor quantize(const Tensor &value, mlir::RankedTensorType type);
/// Evaluates `op` with dequantized operands and quantizes its results. For ops without regions.
llvm::Error evalDequantized(mlir::Operation *op, llvm::ArrayRef<Tensor> in,
                            llvm::MutableArrayRef<Tensor> out, EvalContext &context);

} // namespace spmd
