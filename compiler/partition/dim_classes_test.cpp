// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/partition/dim_classes.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace spmd;

namespace {

struct DimClassesTest : testing::Test {
  MLIRContext context;
  Block block;
  DimClasses classes;
  Value value(ArrayRef<int64_t> shape) {
    auto type = RankedTensorType::get(shape, Builder(&context).getF32Type());
    return block.addArgument(type, UnknownLoc::get(&context));
  }
};

TEST_F(DimClassesTest, UnitedDimsArePaddedAlike) {
  Value x = value({6, 5}), y = value({6}), z = value({6});
  EXPECT_TRUE(classes.unite(6, {{x, 0}, {y, 0}}));
  classes.split(y, 0, 4);
  EXPECT_EQ(classes.paddedSize(x, 0), 8);
  EXPECT_EQ(classes.paddedSize(x, 1), 5);
  EXPECT_EQ(classes.paddedSize(z, 0), 6);
  // A later split of the same class needs a common multiple.
  classes.split(x, 0, 3);
  EXPECT_EQ(classes.paddedSize(y, 0), 12);
}

TEST_F(DimClassesTest, MergedDimsGrowByWholeSteps) {
  Value heads = value({6, 64}), merged = value({384}), alone = value({4});
  EXPECT_TRUE(classes.unite(6, {{heads, 0}, {merged, 0, 64}}));
  classes.split(heads, 0, 4);
  EXPECT_EQ(classes.paddedSize(merged, 0), 512);
  // Whatever is as long as the merged dim grows by whole steps, too.
  Value other = value({384});
  EXPECT_TRUE(classes.unite(384, {{merged, 0}, {other, 0}}));
  EXPECT_EQ(classes.paddedSize(other, 0), 512);
  // A single dim of a factor of 2 and a minor one of 2 grows by 2.
  EXPECT_TRUE(classes.unite(2, {{alone, 0, 2}}));
  classes.split(alone, 0, 7);
  EXPECT_EQ(classes.paddedSize(alone, 0), 14);
}

TEST_F(DimClassesTest, ExpensiveWishesAreNotGranted) {
  Value x = value({6});
  classes.split(x, 0, 4);
  classes.splitIfCheap(x, 0, 7, 2);
  EXPECT_EQ(classes.paddedSize(x, 0), 8);
  classes.splitIfCheap(x, 0, 3, 2);
  EXPECT_EQ(classes.paddedSize(x, 0), 12);
}

} // namespace
