// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes custom calls of LAPACK.
#pragma once
#include "dialects/stablehlo/stablehlo.h"

namespace spmd::ops {

/// A call of the routine of LAPACK with this name ("getrf"; orgqr and syevd for complex matrices as
/// well) in the form that JAX writes. The type of the first operand says for which numbers. Options
/// are letters or row numbers by JAX's names: {"uplo", 'L'}.
stablehlo::CustomCallOp
createLapackCall(mlir::OpBuilder &b, mlir::Location loc, llvm::StringRef name,
                 mlir::ValueRange operands,
                 llvm::ArrayRef<std::pair<llvm::StringRef, int64_t>> options = {});

/// The permutation of `rows` rows that swaps [.., k] make, which are counted from 0.
mlir::Value createPermutation(mlir::OpBuilder &b, mlir::Location loc, mlir::Value swaps,
                              int64_t rows);

} // namespace spmd::ops
