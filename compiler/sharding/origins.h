// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of the places where shardings come from, as the debugging attribute sdy.sharding_origins
// gives them:
//   "input: 0"  "output: 1"  "constraint_0"  "mc_0_input: 0"  "mc_0_output: 1"
// Other ops have the name that they carry, and ": 0".
#pragma once
#include "dialects/sdy/sdy.h"

namespace spmd {

/// Numbers the constraints and manual computations that have no sdy.sharding_origin_name yet, in
/// the order of the walk.
void nameShardingOrigins(mlir::ModuleOp module);

/// What others call a value whose sharding they took over; a data-flow edge speaks for its owner.
std::string originName(mlir::Value value);

/// The axis as the attribute's dictionaries name it: a, b:(1)2.
std::string originKey(sdy::AxisRefAttr axis);

/// {axis = name, ...} over the axes of all dims.
mlir::DictionaryAttr originsOf(sdy::TensorShardingAttr sharding, llvm::StringRef name);

} // namespace spmd
