// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What one device holds of a sharded tensor. Every dim is cut into equal shards of ceil(size /
// shards) elements; where the size does not divide, the last shards end in padding or are nothing
// but padding.
#pragma once
#include "compiler/sharding/shardings.h"

namespace spmd {

/// Elements of a dim on one device, padding included: 10 over 4 devices -> 3.
int64_t localSize(int64_t globalSize, int64_t shards);
llvm::SmallVector<int64_t> localShape(llvm::ArrayRef<int64_t> globalShape,
                                      const Sharding &sharding);
mlir::RankedTensorType localType(mlir::RankedTensorType global, const Sharding &sharding);

/// The rows of a dim that shard number `shard` really has: 10 over 4 -> [0, 3) [3, 6) [6, 9) [9,
/// 10); 3 over 4 -> shard 3 is empty.
struct Extent {
  int64_t begin = 0;
  int64_t end = 0;
  int64_t size() const { return end - begin; }
  bool operator==(const Extent &) const = default;
};
Extent shardExtent(int64_t globalSize, int64_t shards, int64_t shard);

/// Whether every dim divides evenly.
bool isEvenlySharded(llvm::ArrayRef<int64_t> globalShape, const Sharding &sharding);

} // namespace spmd
