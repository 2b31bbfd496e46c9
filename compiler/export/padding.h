// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pads and trims values whose shardings do not divide their dims, and masks padding. Separate from
// pad_for_divisibility.cpp, which decides where that is needed. Padding lies behind the elements of
// a dim: 7 elements over 4 devices are 8, of which the last device's second is padding.
#pragma once
#include "dialects/sdy/sdy.h"
#include "mlir/IR/Builders.h"

namespace spmd {

/// The type with each dim as the next multiple of its number of shards: 8x7 over [{}, {"x"}] of x=4
/// is 8x8. The type itself for a null sharding.
mlir::RankedTensorType paddedType(mlir::RankedTensorType type, sdy::TensorShardingAttr sharding,
                                  sdy::MeshAttr mesh);

/// Builds ops at one place. Results get the sharding that is passed, if it is not null, without its
/// unreduced axes.
struct PaddingBuilder {
  mlir::OpBuilder &b;
  mlir::Location loc;

  /// `value` with zeros behind its elements.
  mlir::Value pad(mlir::Value value, mlir::RankedTensorType type, sdy::TensorShardingAttr sharding);
  /// The first elements of `value`.
  mlir::Value trim(mlir::Value value, mlir::RankedTensorType type,
                   sdy::TensorShardingAttr sharding);
  /// `value` with the scalar `fill` in place of the elements from `sizes[d]` on along each of
  /// `dims`:
  ///   select(iota < size, value, fill)
  mlir::Value mask(mlir::Value value, llvm::ArrayRef<int64_t> dims, llvm::ArrayRef<int64_t> sizes,
                   mlir::Value fill, sdy::TensorShardingAttr sharding);
  /// All of `value` on every device, without padding.
  mlir::Value gather(mlir::Value value, mlir::RankedTensorType type,
                     sdy::TensorShardingAttr sharding);
  /// Pads a value that every device has, and shards it.
  mlir::Value shard(mlir::Value value, mlir::RankedTensorType type,
                    sdy::TensorShardingAttr sharding);
};

} // namespace spmd
