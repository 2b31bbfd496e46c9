// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the custom call @ApproxTopK, which JAX makes of approx_max_k and approx_min_k, says.
#pragma once
#include "dialects/stablehlo/stablehlo.h"
#include <optional>

namespace spmd::ops {

/// Whether the call is an ApproxTopK with as many initial values as operands.
bool isApproxTopK(stablehlo::CustomCallOp op);
/// The dim along which it selects, beside the op or in its own configuration, if it states one that
/// the operand has.
std::optional<int64_t> selectedDim(stablehlo::CustomCallOp op);

} // namespace spmd::ops
