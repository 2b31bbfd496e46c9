// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which of the four ways to compute a matmul is the fastest for its types, sizes and strides on
// this CPU. The same matmul takes the same way wherever it runs: sums keep their order.
#pragma once
#include "runtime/kernels/gemm_plan.h"

namespace spmd::rt {

/// The way of a plan whose sides are swapped as they will stay and whose `skinny` is known.
GemmBackend chooseBackend(const GemmPlan &plan);

} // namespace spmd::rt
