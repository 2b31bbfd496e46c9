// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matmuls of vectors and of small matrices as products of elements that are summed up.
#pragma once
#include "mlir/IR/PatternMatch.h"

namespace spmd {

/// dot_general(x, y) -> reduce(multiply(broadcast(x), broadcast(y))) where the runtime's matmul
/// would take longer: inner and outer products, a vector times a matrix of few rows or columns, and
/// batches of small matrices. Kernels then compute operands and users in the same pass. Sums of f8,
/// f16 and bf16 are f32 to their end, as in the runtime.
void addSmallMatmuls(mlir::RewritePatternSet &patterns);

} // namespace spmd
