// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random changes to programs: to their text, which may make them ill-formed, and to their
// IR, which mostly leaves them well-formed.
#pragma once
#include "dialects/sdy/sdy.h"
#include "mlir/IR/BuiltinOps.h"
#include <random>
#include <string>

namespace spmd::fuzz {

using Random = std::mt19937_64;

/// A random number in [0, bound).
inline uint64_t below(Random &random, uint64_t bound) { return random() % bound; }

/// Makes one small change: to an axis, a `?`, a priority, a number, a line or a byte.
void mutateText(std::string &text, Random &random);

/// Makes one small change: a sharding on a value, a constraint, barrier or group behind a
/// value, or another operand of the same type.
void mutateModule(mlir::ModuleOp module, Random &random);
/// Makes one small change to manual computations: wraps an op, changes axes or shardings, or
/// adds a sum over mesh axes.
void mutateManual(mlir::ModuleOp module, Random &random);

/// A random sharding on one of the module's meshes, with each axis at most once; null where
/// there is no mesh.
sdy::TensorShardingAttr randomSharding(mlir::ModuleOp module, int64_t rank, Random &random);

} // namespace spmd::fuzz
