// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matmuls that OpenBLAS can read in place: f32 and f64, one dim each of m, n and k, and a stride of
// 1 in each array. OpenBLAS runs on the calling thread alone.
#pragma once
#include "runtime/kernels/gemm_plan.h"
#include <cstddef>

namespace spmd::rt {

/// Computes the region of one item of the batch, or one of its terms. `adds` says whether it is
/// added to the result or replaces it. lhs and rhs are those after the plan's swap.
void runBlas(const GemmPlan &plan, const GemmRegion &region, bool adds, const std::byte *lhs,
             const std::byte *rhs, std::byte *result);

} // namespace spmd::rt
