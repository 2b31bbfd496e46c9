// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Changes to programs of the sharding language: to their text, which may make them ill-formed, and
// to their IR, which mostly leaves them well-formed.
#pragma once
#include "dialects/sdy/sdy.h"
#include "mlir/IR/BuiltinOps.h"
#include <random>
#include <string>

namespace spmd::fuzz {

using Random = std::mt19937_64;

/// A number in [0, bound).
inline uint64_t below(Random &random, uint64_t bound) { return random() % bound; }

/// One small change: an axis, a `?`, a priority, a number, a line, a byte.
void mutateText(std::string &text, Random &random);

/// One small change: a sharding on some value, a constraint, a barrier or a group behind it,
/// another operand of its type.
void mutateModule(mlir::ModuleOp module, Random &random);
/// One small change at manual computations: an op goes into one, axes and shardings of one change,
/// a sum over mesh axes in it.
void mutateManual(mlir::ModuleOp module, Random &random);

/// A sharding on one of the module's meshes, each axis at most once; null where there is no mesh.
sdy::TensorShardingAttr randomSharding(mlir::ModuleOp module, int64_t rank, Random &random);

} // namespace spmd::fuzz
