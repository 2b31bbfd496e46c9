// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matmuls of f32 or bf16 matrices by oneDNN; bf16 on CPUs that have instructions for it
// (AVX512-bf16, AMX). oneDNN runs on the calling thread alone.
#pragma once
#include "runtime/kernels/gemm_plan.h"
#include <cstddef>

namespace spmd::rt {

/// Computes the region of one item of the batch, or one of its terms. `adds` says whether it is
/// added to the result or replaces it. lhs and rhs are those after the plan's swap. False where
/// oneDNN does not support the matmul; nothing is written then.
bool runDnnl(const GemmPlan &plan, const GemmRegion &region, bool adds, const std::byte *lhs,
             const std::byte *rhs, std::byte *result);

/// Runs a small matmul of the plan's kind, once per process and kind. On the first one oneDNN
/// generates code, which takes up to 100 ms and creates static objects; an exit() in that time
/// would destroy them while they are in use.
void prepareDnnl(const GemmPlan &plan);

} // namespace spmd::rt
