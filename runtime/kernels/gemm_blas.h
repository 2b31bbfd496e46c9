// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matmuls that OpenBLAS takes as they lie in memory: f32 and f64, one dim each of m, n and k, a
// stride of 1 in each array. It runs on the calling thread alone.
#pragma once
#include "runtime/kernels/gemm_plan.h"
#include <cstddef>

namespace spmd::rt {

/// The region of one item of the batch, or one term of it, which `adds` to the result or is it; lhs
/// and rhs after the plan's swap.
void runBlas(const GemmPlan &plan, const GemmRegion &region, bool adds, const std::byte *lhs,
             const std::byte *rhs, std::byte *result);

} // namespace spmd::rt
