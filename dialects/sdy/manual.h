// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts shardings between the inside and the outside of a manual computation. Outside, the
// sharding of an operand or result names manual and free axes; inside, manual axes do not exist.
//   in_shardings=[<@mesh, [{"x", "y"}]>] manual_axes={"x"} (%a)
//   %a is sharded by {"y"} for the ops of the body
// The rule that manual axes come first in a dim is Shardy's (sdy.manual_computation).
#pragma once

#include "dialects/sdy/sdy.h"

namespace spmd::sdy {

/// The sharding as the body sees it: [{"x", "y"}] with manual "x" -> [{"y"}].
TensorShardingAttr withoutManualAxes(TensorShardingAttr sharding, ManualAxesAttr manual);
/// The sharding of the body as it is written outside: per dim the manual axes of `outside`, then
/// the axes of `inside`. If `inside` is on another mesh, the result is `outside`.
TensorShardingAttr withManualAxes(TensorShardingAttr inside, TensorShardingAttr outside,
                                  ManualComputationOp op);
/// Adds the manual axes that the sharding does not name to its replicated axes, so that propagation
/// cannot put them into a dim.
TensorShardingAttr mentionManualAxes(TensorShardingAttr sharding, ManualAxesAttr manual,
                                     MeshAttr mesh);
/// The sharding of a value as the ops in the same region see it; null if it has none.
TensorShardingAttr getShardingInside(mlir::Value value);
/// Writes the sharding of a value as the ops in the same region see it. An argument of a manual
/// computation keeps its manual axes.
void setShardingInside(mlir::Value value, TensorShardingAttr sharding);

} // namespace spmd::sdy
