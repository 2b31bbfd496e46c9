// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One description of all collectives of StableHLO, which partition writes and optimize reads.
#pragma once
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace spmd {

enum class ExchangeKind : uint8_t { AllGather, AllReduce, ReduceScatter, AllToAll, Permute };

struct Exchange {
  ExchangeKind kind = ExchangeKind::AllReduce;
  /// For AllReduce and ReduceScatter: the op of the computation, as "stablehlo.add"; empty for
  /// other bodies.
  std::string reducer;
  /// Groups as ids or mesh axes; the (source, target) pairs of a Permute.
  mlir::Attribute groups;
  int64_t dim = 0;       // gathered, scattered or split dim
  int64_t concatDim = 0; // for AllToAll
  int64_t groupSize = 1; // for AllToAll, only to create one; exchangeOf leaves it 1
};

/// The description of `op`, or nothing if it is no collective.
std::optional<Exchange> exchangeOf(mlir::Operation *op);

/// Creates the collective on one tensor and on channel `channel`.
mlir::Value createExchange(mlir::OpBuilder &builder, mlir::Location loc, const Exchange &exchange,
                           mlir::Value input, mlir::Type result, int64_t channel);

} // namespace spmd
