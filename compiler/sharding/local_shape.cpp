// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements local shapes and the extents of shards; local_shape.h shows them by example.
#include "compiler/sharding/local_shape.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace spmd {

/// Dynamic sizes stay dynamic.
int64_t localSize(int64_t globalSize, int64_t shards) {
  return ShapedType::isDynamic(globalSize)
             ? globalSize
             : static_cast<int64_t>(llvm::divideCeil(globalSize, shards));
}

/// tensor<10x8> with [{x}, {}], x=4 -> 3x8. Without a sharding the shape is the global one.
SmallVector<int64_t> localShape(ArrayRef<int64_t> globalShape, const Sharding &sharding) {
  SmallVector<int64_t> shape(globalShape);
  if (sharding)
    for (auto [size, dim] : llvm::zip_equal(shape, sharding.dims))
      size = localSize(size, shardCount(dim.axes));
  return shape;
}

/// Element type and encoding stay.
RankedTensorType localType(RankedTensorType global, const Sharding &sharding) {
  return RankedTensorType::get(localShape(global.getShape(), sharding), global.getElementType(),
                               global.getEncoding());
}

} // namespace spmd
