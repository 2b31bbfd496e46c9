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
  EXPECT_FALSE(isEvenlySharded({10, 7, 12}, sharding));
  EXPECT_TRUE(isEvenlySharded({8, 7, 12}, sharding));
  EXPECT_EQ(localShape({5}, Sharding()), (llvm::SmallVector<int64_t>{5}));
}

/// 10 rows over 4 devices are 3 + 3 + 3 + 1; of 3 rows over 4 devices the last device gets none.
TEST(LocalShape, LastShardsHoldTheRest) {
  EXPECT_EQ(shardExtent(10, 4, 1), (Extent{3, 6}));
  EXPECT_EQ(shardExtent(10, 4, 3), (Extent{9, 10}));
  EXPECT_EQ(shardExtent(3, 4, 3).size(), 0);
}

} // namespace
} // namespace spmd
