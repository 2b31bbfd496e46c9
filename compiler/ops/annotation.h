// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Custom calls that say something of a value and do not change it.
#pragma once
#include "dialects/stablehlo/stablehlo.h"

namespace spmd::ops {

/// Whether the results are the operands, as those of @annotate_device_placement, which names the
/// memory of a value, and of @LayoutConstraint.
bool isAnnotation(stablehlo::CustomCallOp op);

} // namespace spmd::ops
