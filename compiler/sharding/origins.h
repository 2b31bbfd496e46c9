// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names the annotations from which shardings come, as the debug attribute sdy.sharding_origins of
// Shardy spells them:
//   "input: 0"  "output: 1"  "constraint_0"  "mc_0_input: 0"  "mc_0_output: 1"
// Other ops are called by their sdy.sharding_origin_name, if they have one, and ": 0".
#pragma once
#include "dialects/sdy/sdy.h"

namespace spmd {

/// Gives each constraint and manual computation without an sdy.sharding_origin_name a number, in
/// the order of the walk.
void nameShardingOrigins(mlir::ModuleOp module);

/// The name by which other values refer to the annotation on `value`. The result of a data-flow
/// edge has the name of the edge's owner.
std::string originName(mlir::Value value);

/// The axis as a key of the attribute's dictionaries, without quotes: a, b:(1)2.
std::string originKey(sdy::AxisRefAttr axis);

} // namespace spmd
