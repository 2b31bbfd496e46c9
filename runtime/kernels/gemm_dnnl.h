// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of bf16 matrices by oneDNN, on CPUs that have instructions for them (AVX512-bf16, AMX);
// on others oneDNN 2.6 refuses and our own panels in f32 are the way. It runs on the calling thread
// alone.
#pragma once
#include "runtime/kernels/gemm_plan.h"
#include <cstddef>

namespace spmd::rt {

/// Whether the product is one for it on this CPU.
bool dnnlTakes(const GemmPlan &plan);

/// The region of one item of the batch; lhs and rhs after the plan's swap. Takes f32 too. False
/// where oneDNN has no such product after all: nothing is written then.
bool runDnnl(const GemmPlan &plan, const GemmRegion &region, const std::byte *lhs,
             const std::byte *rhs, std::byte *result);

} // namespace spmd::rt
