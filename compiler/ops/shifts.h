// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What slices, paddings and concatenations share where they move rows along a split dim: a slice
// that begins at row 3 is a shift by -3, which is a padding of negative width.
#pragma once
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
  FactorKind kind = FactorKind::PassThrough;
};
/// The rule of partition.
///   every second row of [4, 8] along dim 1 -> ([i, jk])->([i, j]) with k=2 whole
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
/// Whether the value is a constant of zero bits, which -0.0 is not.
bool isZeroBits(mlir::Value value);

/// Gives the value the sharding, if that is not null, without its unreduced axes.
mlir::Value placed(mlir::Value value, sdy::TensorShardingAttr sharding);

} // namespace spmd::ops
