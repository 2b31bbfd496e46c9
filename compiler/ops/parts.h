// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors whose elements do not fit a register: complex and quantized ones. Each is represented by
// tensors of plain elements, its parts. Ops that compute with such elements are rewritten here as
// ops on parts.
#pragma once
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include <optional>

namespace spmd {

using Parts = llvm::SmallVector<mlir::Value, 2>;

/// The types of the parts. Nothing for plain types.
///   tensor<4xcomplex<f32>>               tensor<4xf32> (real), tensor<4xf32> (imaginary)
///   tensor<4x!quant.uniform<i8:f32, ..>> tensor<4xi8>
llvm::SmallVector<mlir::Type, 2> partTypes(mlir::Type type);

/// Whether spmd.complex_part knows the function that an op of this name computes.
bool isComplexFunction(llvm::StringRef opName);

/// Rewrites `op`, which takes or returns complex numbers, as ops on parts. An operand of plain type
/// has itself as its only part. Nothing if the op only moves elements or is not defined on complex
/// numbers.
std::optional<Parts> complexOnParts(mlir::Operation *op, mlir::OpBuilder &b,
                                    llvm::ArrayRef<Parts> operands);

/// The same for an op on quantized numbers: dequantizes the operands, applies the op, quantizes the
/// result.
std::optional<Parts> quantizedOnParts(mlir::Operation *op, mlir::OpBuilder &b,
                                      llvm::ArrayRef<Parts> operands);

/// Complex numbers in memory are pairs: a cast turns tensor<4xcomplex<f32>> into tensor<4x2xf32>
/// and back.
Parts complexFromMemory(mlir::OpBuilder &b, mlir::Value complex);
mlir::Value complexToMemory(mlir::OpBuilder &b, mlir::Location loc, mlir::RankedTensorType type,
                            const Parts &parts);

} // namespace spmd
