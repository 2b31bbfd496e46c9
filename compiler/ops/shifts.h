// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What slices, paddings and concatenations share where they move rows along a split dim: a slice
// that begins at row 3 is a shift by -3, which is a padding of negative width.
#pragma once
#include "compiler/ops/localize.h"
#include "compiler/ops/rule.h"
#include "mlir/IR/Builders.h"

namespace spmd::ops {

/// The rule of propagation: dims of equal size pass through. All others get a permutation factor of
/// the operand's size, which is blocked in conservative propagation.
std::optional<ShardingRule> resizeRule(mlir::Operation *op, const RuleOptions &options);

/// How a local program moves the rows of one dim.
struct DimMove {
  /// Above 1: a row of the shorter side is so many rows of the longer one, which stay together.
  int64_t stride = 1;
  /// Reduction: each device gives the rows that it holds, and the result is whole.
  FactorKind kind = FactorKind::PassThrough;
};
/// The rule of partition.
///   every second row of [4, 8] along dim 1 -> ([i, jk])->([i, j]) with k=2 whole
///   two rows of [4, 8] along dim 0         -> ([i, j])->([k, j]) with i reduced, k=2 whole
ShardingRule localRule(mlir::Operation *op, llvm::function_ref<DimMove(int64_t dim)> moveOf);

/// A scalar whose bits are zero. A quantized one is written as its stored integer.
mlir::Value zero(mlir::OpBuilder &b, mlir::Location loc, mlir::Type element);

/// `value` with zeros before and behind it, placed as `sharding`; negative numbers cut rows off.
mlir::Value shift(mlir::OpBuilder &b, mlir::Location loc, mlir::Value value,
                  llvm::ArrayRef<int64_t> low, llvm::ArrayRef<int64_t> high,
                  sdy::TensorShardingAttr sharding);

/// Rows before `end` of dim `dim` of `value`, and those of `otherwise` from there on. All is placed
/// as `sharding`, which may be null.
mlir::Value before(mlir::OpBuilder &b, mlir::Location loc, int64_t dim, int64_t end,
                   mlir::Value value, mlir::Value otherwise, sdy::TensorShardingAttr sharding);

/// Puts `fill`, a scalar, into an operand, from row `end` of dim `dim` on.
void fillFrom(mlir::OpOperand &operand, mlir::Value fill, mlir::OpBuilder &b, int64_t dim,
              int64_t end);

/// A start index of an op on global tensors, clamped to [0, limit] as the op does, as i32.
mlir::Value clampedStart(LocalizeContext &c, mlir::Value start, int64_t limit);
/// Where a window of `size` elements lies on a shard of `held` elements: as near to its global
/// start as fits. A window longer than the shard is cut to the shard.
struct PlacedWindow {
  int64_t size;
  mlir::Value at;    // on the shard
  mlir::Value ahead; // by how much it was moved; bounded where nothing of it is left
};
PlacedWindow placeWindow(LocalizeContext &c, mlir::Value start,
                         llvm::ArrayRef<sdy::AxisRefAttr> axes, int64_t size, int64_t held);
/// The local form of a slice of operand 0 along dims that are sharded and sliced in part: what the
/// device holds of it, and the identity of a sum in place of all other elements. `global` and
/// `sizes` are the shapes of operand and slice, `result` is the local type, and `startOf` gives the
/// start of each dim, a scalar.
///   3 elements from 3 on of [8] in two shards -> [x3, -0, -0] on shard 0, [-0, x4, x5] on shard 1
mlir::Value heldPart(LocalizeContext &c, mlir::RankedTensorType result,
                     llvm::ArrayRef<int64_t> global, llvm::ArrayRef<int64_t> sizes,
                     llvm::function_ref<mlir::Value(int64_t dim)> startOf);

/// Of a value that heldPart() made: what the device holds, with undefined contents in place of all
/// other elements. For devices whose elements nobody reads, or that hold all of them. Other values
/// stay.
mlir::Value withoutIdentities(mlir::Value held);

/// Gives the value the sharding, if that is not null, without its unreduced axes.
mlir::Value placed(mlir::Value value, sdy::TensorShardingAttr sharding);

} // namespace spmd::ops
