// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quantized tensors of the reference meaning (section 2.3 of the StableHLO digest). Most ops on
// them mean: dequantize, do it on floats, quantize.
#pragma once
#include "compiler/ops/eval.h"

namespace spmd {

bool isQuantized(mlir::Type type);
/// (storage - zero point) * scale, in the expressed type.
Tensor dequantize(const Tensor &value);
/// Rounds to nearest even what divide, add and clamp give.
Tensor quantize(const Tensor &value, mlir::RankedTensorType type);
/// `op` with its quantized operands as floats and its results quantized; for ops without regions.
llvm::Error evalDequantized(mlir::Operation *op, llvm::ArrayRef<Tensor> in,
                            llvm::MutableArrayRef<Tensor> out, EvalContext &context);

} // namespace spmd
