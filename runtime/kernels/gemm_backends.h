// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ways to compute a matmul besides the built-in panels (gemm.cpp). Each computes the region of
// one item of the batch, or one of its terms, on the calling thread alone. lhs and rhs are those
// after the plan's swap; `adds` says whether the matmul is added to the result or replaces it.
#pragma once
#include "runtime/kernels/gemm_plan.h"
#include <cstddef>

namespace spmd::rt {

/// Matmuls of up to 16 rows with a matrix, of a plan with `skinny`. They run at the speed of
/// reading the matrix, because nothing of it is packed. The matrix is f32, f64 or bf16 (with sums
/// in f32); lhs and the result may have any type and layout.
void runSkinny(const GemmPlan &plan, const GemmRegion &region, const std::byte *lhs,
               const std::byte *rhs, std::byte *result);

/// Matmuls that OpenBLAS can read in place: f32 and f64, one dim each of m, n and k, and a stride
/// of 1 in each array.
void runBlas(const GemmPlan &plan, const GemmRegion &region, bool adds, const std::byte *lhs,
             const std::byte *rhs, std::byte *result);

/// Matmuls of f32, bf16 or int8 matrices by oneDNN; the latter two on CPUs that have instructions
/// for them (AVX512-bf16 and VNNI, AMX). False where oneDNN does not support the matmul; nothing is
/// written then.
bool runDnnl(const GemmPlan &plan, const GemmRegion &region, bool adds, const std::byte *lhs,
             const std::byte *rhs, std::byte *result);

/// Runs a small matmul of the plan's kind, once per process and kind. On the first one oneDNN
/// generates code, which takes up to 100 ms and creates static objects; an exit() in that time
/// would destroy them while they are in use.
void prepareDnnl(const GemmPlan &plan);

} // namespace spmd::rt
