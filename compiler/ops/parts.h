// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors whose elements do not fit a register: complex and quantized ones. Each is represented by
// tensors of plain elements, its parts. The facet `parts` rewrites an op on such elements as ops on
// their parts; these functions serve it.
#pragma once
#include "compiler/ops/rule.h"

namespace spmd {

/// The types of the parts. Nothing for plain types.
///   tensor<4xcomplex<f32>>               tensor<4xf32> (real), tensor<4xf32> (imaginary)
///   tensor<4x!quant.uniform<i8:f32, ..>> tensor<4xi8>
llvm::SmallVector<mlir::Type, 2> partTypes(mlir::Type type);

/// Zeros of the type of `v`: the imaginary part of real numbers.
mlir::Value zerosLike(mlir::OpBuilder &b, mlir::Value v);

/// One spmd.complex_part of the function with this op name for each of `count` parts of the result.
PartValues functionOfParts(mlir::OpBuilder &b, mlir::Location loc, llvm::StringRef function,
                           mlir::ValueRange operands, unsigned count = 2);
/// The facet `parts` of ops with `emitComplex`.
std::optional<PartValues> functionOnParts(mlir::Operation *op, mlir::OpBuilder &b,
                                          llvm::ArrayRef<PartValues> operands);

/// A bilinear op as four ops on real tensors, or as two if one operand is real (has one part).
PartValues bilinearOnParts(mlir::Operation *op, mlir::OpBuilder &b, const PartValues &l,
                           const PartValues &r);

/// The real numbers that stored integers of the quantized type stand for, and the inverse. Values
/// of other types stay.
mlir::Value dequantizedPart(mlir::OpBuilder &b, mlir::Location loc, mlir::Value part,
                            mlir::Type type);
mlir::Value quantizedPart(mlir::OpBuilder &b, mlir::Location loc, mlir::Value real,
                          mlir::Type type);
/// The facet `parts` on quantized elements of ops that dequantize: on stored integers, dequantizes
/// the operands, applies the op, quantizes the result. Nothing for ops with regions or with several
/// results.
std::optional<PartValues> dequantizedOnParts(mlir::Operation *op, mlir::OpBuilder &b,
                                             llvm::ArrayRef<PartValues> operands);

} // namespace spmd
