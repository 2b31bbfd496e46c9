// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The two sides of a manual computation's border: outside, a value's sharding names manual and free
// axes; inside, manual axes do not exist.
//   in_shardings=[<@mesh, [{"x", "y"}]>] manual_axes={"x"} (%a)
//   %a is sharded by {"y"} for the ops of the body
#pragma once

#include "dialects/sdy/sdy.h"

namespace spmd::sdy {

/// What the body sees of a sharding that is written outside.
TensorShardingAttr withoutManualAxes(TensorShardingAttr sharding, ManualAxesAttr manual);
/// A sharding of the body as it is written outside: per dim the manual axes of `outside`, then the
/// rest. On another mesh than these axes it is none: then it is `outside`.
TensorShardingAttr withManualAxes(TensorShardingAttr inside, TensorShardingAttr outside,
                                  ManualComputationOp op);
/// The sharding with the manual axes that it does not mention as replicated ones, so that no dim
/// can take them.
TensorShardingAttr mentionManualAxes(TensorShardingAttr sharding, ManualAxesAttr manual,
                                     MeshAttr mesh);
/// The sharding of a value as the ops beside it see it; null where it has none.
TensorShardingAttr getShardingInside(mlir::Value value);
/// Writes it: an argument of a manual computation keeps the manual axes that it has.
void setShardingInside(mlir::Value value, TensorShardingAttr sharding);

} // namespace spmd::sdy
