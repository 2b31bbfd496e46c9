// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matmuls of integers of at most 16 bits with sums of 32 bits, which the built-in backend computes
// by pairs of products.
#pragma once
#include "runtime/kernels/gemm_plan.h"
#include <cstddef>

namespace spmd::rt {

/// Whether the matmul is one of such integers. Their sums are exact, so that the way to compute
/// them decides no bits.
bool suitsPairs(const GemmPlan &plan);
/// Computes the region of one item of the batch, or one of its terms; arguments as those of
/// gemm_backends.h. Any layout.
void runPairs(const GemmPlan &plan, const GemmRegion &region, bool adds, const std::byte *lhs,
              const std::byte *rhs, std::byte *result);

} // namespace spmd::rt
