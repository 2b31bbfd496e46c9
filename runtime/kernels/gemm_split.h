// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns matmuls over several dims of a kind, such as heads beside their elements, into plain
// matmuls that a library can run.
#pragma once
#include "runtime/kernels/gemm_plan.h"

namespace spmd::rt {

/// Where the inner dims of m, n and k form matrices that a library multiplies fast, the plan
/// becomes a batch of such matmuls (over the outer dims of m and n), each a sum of `terms` (the
/// outer dims of k). Otherwise the plan stays as it is.
void splitIntoPlain(GemmPlan &plan);

} // namespace spmd::rt
