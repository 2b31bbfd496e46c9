// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses the fastest of four ways to compute a matmul, by its types, sizes and strides and by the
// CPU. The choice depends on nothing else, so the same matmul always sums in the same order.
#pragma once
#include "runtime/kernels/gemm_plan.h"

namespace spmd::rt {

/// The backend of a plan. Its sides must be in their final order and `skinny` must be known.
GemmBackend chooseBackend(const GemmPlan &plan);

} // namespace spmd::rt
