// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// StableHLO's collectives as one description: what partition writes and what optimize reads.
#pragma once
#include "dialects/spmd/spmd.h"
#include "mlir/IR/Builders.h"
#include <optional>

namespace spmd {

struct Exchange {
  ir::CollectiveKind kind = ir::CollectiveKind::AllReduce;
  /// Of AllReduce and ReduceScatter: the op that the computation consists of; None for any other
  /// body.
  ir::CombineKind combine = ir::CombineKind::None;
  /// Groups as ids or mesh axes; of a Permute the (source, target) pairs.
  mlir::Attribute groups;
  int64_t dim = 0;       // gathered, scattered, split
  int64_t concatDim = 0; // of AllToAll
  int64_t groupSize = 1; // of AllToAll, to make one; not filled in by exchangeOf
};

/// What `op` exchanges, or nothing where it is no collective.
std::optional<Exchange> exchangeOf(mlir::Operation *op);

/// The collective on one tensor, on channel `channel`.
mlir::Value createExchange(mlir::OpBuilder &builder, mlir::Location loc, const Exchange &exchange,
                           mlir::Value input, mlir::Type result, int64_t channel);

} // namespace spmd
