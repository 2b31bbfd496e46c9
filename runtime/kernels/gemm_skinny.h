// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matmuls of up to 16 rows with a matrix. They run at the speed of reading the matrix, because
// nothing of it is packed. The matrix is f32, f64 or bf16 (with sums in f32); lhs and the result
// may have any type and layout.
#pragma once
#include "runtime/kernels/gemm_plan.h"
#include <cstddef>

namespace spmd::rt {

/// Computes the region of one item of the batch of a plan with `skinny`. lhs and rhs are those
/// after the plan's swap.
void runSkinny(const GemmPlan &plan, const GemmRegion &region, const std::byte *lhs,
               const std::byte *rhs, std::byte *result);

} // namespace spmd::rt
