// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops that keep their split dims split although rows move along them. Each function rewrites
// one op with exchanges between shards, or declines and changes nothing. The pass that calls them
// (resolve_permutation_factors.cpp) makes dims whole where they decline.
#pragma once
#include "compiler/export/halo_exchange.h"

namespace spmd {

/// An op whose values have a common mesh. `sharding` is that of the first operand as the op sees
/// it; the result has the same axes where both share dims.
struct SplitOp {
  mlir::Operation *op;
  sdy::TensorShardingAttr sharding;
  sdy::MeshAttr mesh;
  HaloContext &context;

  mlir::Value operand() const { return op->getOperand(0); }
  mlir::RankedTensorType operandType() const {
    return mlir::cast<mlir::RankedTensorType>(operand().getType());
  }
  mlir::RankedTensorType resultType() const {
    return mlir::cast<mlir::RankedTensorType>(op->getResult(0).getType());
  }
  llvm::ArrayRef<sdy::AxisRefAttr> axes(int64_t dim) const {
    return sharding.getDimSharding(dim).getAxes();
  }
  int64_t shards(int64_t dim) const { return sdy::getShardedSize(axes(dim), mesh); }
};

/// Slices and paddings: the shards get the rows of their neighbours that they need. Returns whether
/// the op can stay split; it is replaced if it has to exchange rows.
bool exchangeRows(const SplitOp &split, const RowMoves &moves);
/// Reversals: every shard reverses its own rows, and the result is on a mesh with the devices in
/// reversed order. Rows are shifted first where the shards are not equal.
bool reverseShards(const SplitOp &split, const RowMoves &moves);

/// Whether the op only gives its operand another shape.
bool isReshape(mlir::Operation *op);
/// Reshapes: groups of dims whose shards do not hold the same elements before and after exchange
/// them, or become whole by reshards of the operand and the result. `canExchange` allows the
/// former.
void resolveReshape(const SplitOp &split, sdy::TensorShardingAttr result, bool canExchange);

} // namespace spmd
