// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One description of all collectives of StableHLO, which partition writes and optimize reads.
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
  int64_t dim = 0;       // gathered, scattered or split dim
  int64_t concatDim = 0; // for AllToAll
  int64_t groupSize = 1; // for AllToAll, only to create one; exchangeOf leaves it 1
  /// Of a Broadcast: the positions of the roots, i32 and one for each tensor. Null: the first
  /// member of each group.
  mlir::Value roots;
};

/// The bytes that a device sends where a collective is a ring over groups of `members` devices
/// (runtime/program_stats.h). `bytes` are those of the larger side. Not for a Permute, where they
/// depend on the pairs.
int64_t ringBytes(ir::CollectiveKind kind, int64_t bytes, int64_t members);

/// The description of `op`, or nothing if it is no collective.
std::optional<Exchange> exchangeOf(mlir::Operation *op);

/// The operands of a collective that travel: all but the roots.
mlir::ValueRange sentOperands(mlir::Operation *op, const Exchange &exchange);

/// Creates the collective on one tensor and on channel `channel`.
mlir::Value createExchange(mlir::OpBuilder &builder, mlir::Location loc, const Exchange &exchange,
                           mlir::Value input, mlir::Type result, int64_t channel);

} // namespace spmd
