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

} // namespace spmd
