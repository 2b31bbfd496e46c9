// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests local shapes and the extents of shards. Mesh axis number 0 has 4 devices, number 1 has 3.
#include "compiler/sharding/local_shape.h"
#include <gtest/gtest.h>

namespace spmd {
namespace {

/// 10 over 4, 7 unsharded, 12 over 2 * 3.
TEST(LocalShape, DimsRoundUp) {
  Sharding sharding = Sharding::open(0, 3);
  sharding.dims[0].axes = {{0, 1, 4}};
  sharding.dims[2].axes = {{0, 1, 2}, {1, 1, 3}};
  EXPECT_EQ(localShape({10, 7, 12}, sharding), (llvm::SmallVector<int64_t>{3, 7, 2}));
  EXPECT_EQ(localShape({5}, Sharding()), (llvm::SmallVector<int64_t>{5}));
}

} // namespace
} // namespace spmd
