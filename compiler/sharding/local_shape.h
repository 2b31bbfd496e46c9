// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes the part of a sharded tensor that one device holds. Every dim is cut into equal shards
// of ceil(size / shards) elements. If the number of shards does not divide the size, the last
// shards end in padding or consist of padding only.
#pragma once
#include "compiler/sharding/shardings.h"

namespace spmd {

/// The elements of a dim on one device, padding included: 10 over 4 devices -> 3.
int64_t localSize(int64_t globalSize, int64_t shards);
llvm::SmallVector<int64_t> localShape(llvm::ArrayRef<int64_t> globalShape,
                                      const Sharding &sharding);
mlir::RankedTensorType localType(mlir::RankedTensorType global, const Sharding &sharding);

/// The rows of a dim that a shard holds without its padding, as [begin, end).
struct Extent {
  int64_t begin = 0;
  int64_t end = 0;
  int64_t size() const { return end - begin; }
  bool operator==(const Extent &) const = default;
};
/// The rows of shard number `shard`: 10 over 4 -> [0, 3) [3, 6) [6, 9) [9, 10). Of 3 over 4, shard
/// 3 is empty.
Extent shardExtent(int64_t globalSize, int64_t shards, int64_t shard);

/// Whether the number of shards divides the size of every dim.
bool isEvenlySharded(llvm::ArrayRef<int64_t> globalShape, const Sharding &sharding);

} // namespace spmd
