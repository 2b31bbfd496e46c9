// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matmuls over several dims of a kind, such as heads beside their elements, as plain ones.
#pragma once
#include "runtime/kernels/gemm_plan.h"

namespace spmd::rt {

/// Where the inner dims of m, n and k make matrices that a library multiplies fast, the plan
/// becomes a batch of such matmuls (outer dims of m and n), each a sum of `terms` (outer dims of
/// k). Otherwise it stays as it is.
void splitIntoPlain(GemmPlan &plan);

} // namespace spmd::rt
