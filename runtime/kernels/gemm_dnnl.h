// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matmuls of f32 or bf16 matrices by oneDNN; bf16 on CPUs that have instructions for it
// (AVX512-bf16, AMX). It runs on the calling thread alone.
#pragma once
#include "runtime/kernels/gemm_plan.h"
#include <cstddef>

namespace spmd::rt {

/// The region of one item of the batch, or one term of it, which `adds` to the result or is it; lhs
/// and rhs after the plan's swap. False where
/// oneDNN has no such matmul after all: nothing is written then.
bool runDnnl(const GemmPlan &plan, const GemmRegion &region, bool adds, const std::byte *lhs,
             const std::byte *rhs, std::byte *result);

/// Runs a small matmul of the plan's kind, once per process and kind: oneDNN generates code with
/// the first one, for up to 100 ms, and makes static objects meanwhile, which an exit() in that
/// time would destroy under its hands.
void prepareDnnl(const GemmPlan &plan);

} // namespace spmd::rt
