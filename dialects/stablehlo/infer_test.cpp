// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the sizes of results (infer.h), and the C++ builders that infer result types.
#include "dialects/stablehlo/infer.h"
#include "dialects/stablehlo/reducer.h"
#include "dialects/stablehlo/stablehlo.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace spmd::stablehlo;

namespace {

// A dynamic size, or no bound.
constexpr int64_t kAny = ShapedType::kDynamic;

// Ops are created in a module, so that tests may verify them.
class Infer : public ::testing::Test {
protected:
  Infer() : builder(&context), loc(builder.getUnknownLoc()) {
    context.loadDialect<StablehloDialect>();
    module = ModuleOp::create(loc);
    builder.setInsertionPointToStart(module->getBody());
  }
  RankedTensorType f32(ArrayRef<int64_t> shape) {
    return RankedTensorType::get(shape, builder.getF32Type());
  }
  Value zeros(ArrayRef<int64_t> shape) {
    return ConstantOp::create(builder, loc, DenseElementsAttr::get(f32(shape), 0.0f));
  }

  MLIRContext context;
  OpBuilder builder;
  Location loc;
  OwningOpRef<ModuleOp> module;
};

// With dilations of 2, 16 elements extend over 31 places and 3 window entries over 5: 31 - 5 + 1 =
// 27.
TEST(Window, CountsThePositionsThatFit) {
  EXPECT_EQ(windowCount(7, {.size = 3, .stride = 2}), 3);
  EXPECT_EQ(windowCount(7, {.size = 3, .stride = 2, .low = 1, .high = 1}), 4);
  EXPECT_EQ(windowCount(2, {.size = 3}), 0);
  EXPECT_EQ(windowCount(0, {.size = 1}), 0);
  EXPECT_EQ(windowCount(16, {.size = 3, .baseDilation = 2, .windowDilation = 2}), 27);
  EXPECT_EQ(windowCount(kAny, {.size = 3}), kAny);
}

// 2x?, bound 8, and ?x?, bounds 4 and 6 -> 2x?, bound 6.
TEST_F(Infer, TheMostSpecificTypeTakesStaticSizesAndTheSmallestBound) {
  Type l = tensorType({2, kAny}, {kAny, 8}, builder.getF32Type());
  Type r = tensorType({kAny, kAny}, {4, 6}, builder.getF32Type());
  EXPECT_EQ(*mostSpecific(loc, {l, r}), tensorType({2, kAny}, {kAny, 6}, builder.getF32Type()));
}

// 2x3 and 2x5 -> 2x?, bound 5: the larger of the two sizes.
TEST_F(Infer, TheLeastSpecificTypeMakesSizesDynamicThatDiffer) {
  EXPECT_EQ(*leastSpecific(loc, {f32({2, 3}), f32({2, 5})}),
            tensorType({2, kAny}, {kAny, 5}, builder.getF32Type()));
}

// Builders without a result type infer it: all operands are 2x3, comparisons give i1.
TEST_F(Infer, ElementwiseOpsNeedNoResultType) {
  Value x = zeros({2, 3});
  EXPECT_EQ(AddOp::create(builder, loc, x, x).getType(), f32({2, 3}));
  EXPECT_EQ(ExpOp::create(builder, loc, x).getType(), f32({2, 3}));
  EXPECT_EQ(ConvertOp::create(builder, loc, x, builder.getI32Type()).getType(),
            RankedTensorType::get({2, 3}, builder.getI32Type()));
  Value p = CompareOp::create(builder, loc, x, x, ComparisonDirection::LT);
  EXPECT_EQ(p.getType(), RankedTensorType::get({2, 3}, builder.getI1Type()));
  EXPECT_EQ(SelectOp::create(builder, loc, p, x, x).getType(), f32({2, 3}));
}

// slice [0:2, 0:3:2] of 2x3 -> 2x2: the stride of 2 keeps columns 0 and 2.
TEST_F(Infer, MovementOpsNeedNoResultType) {
  Value x = zeros({2, 3});
  EXPECT_EQ(TransposeOp::create(builder, loc, x, ArrayRef<int64_t>{1, 0}).getType(), f32({3, 2}));
  EXPECT_EQ(ConcatenateOp::create(builder, loc, ValueRange{x, x}, 0).getType(), f32({4, 3}));
  EXPECT_EQ(SliceOp::create(builder, loc, x, ArrayRef<int64_t>{0, 0}, ArrayRef<int64_t>{2, 3},
                            ArrayRef<int64_t>{1, 2})
                .getType(),
            f32({2, 2}));
  EXPECT_EQ(ConstantOp::create(builder, loc, builder.getF32FloatAttr(1.0f)).getType(), f32({}));
  Value y = BroadcastInDimOp::create(builder, loc, f32({4, 2, 3}), x, ArrayRef<int64_t>{1, 2});
  EXPECT_EQ(y.getType(), f32({4, 2, 3}));
}

// createWith<AddOp> fills the region, and reducerOp recognizes it.
TEST_F(Infer, AReductionIsBuiltFromTheOpOfItsBody) {
  Value x = zeros({2, 3}), z = zeros({});
  auto reduce = ReduceOp::createWith<AddOp>(builder, loc, x, z, {1});
  EXPECT_EQ(reduce.getResult(0).getType(), f32({2}));
  ASSERT_TRUE(reducerOp(reduce.getBody()));
  EXPECT_EQ(reducerOp(reduce.getBody())->getStringRef(), "stablehlo.add");
  EXPECT_TRUE(succeeded(mlir::verify(*module)));
}

// The function gets the arguments in the order accumulators, elements.
TEST_F(Infer, AReductionOfTwoInputsIsBuiltFromAFunction) {
  Value x = zeros({2, 3}), z = zeros({});
  auto reduce =
      ReduceOp::create(builder, loc, ValueRange{x, x}, ValueRange{z, z}, ArrayRef<int64_t>{0, 1},
                       [](OpBuilder &b, Location loc, ValueRange a) {
                         ReturnOp::create(b, loc, ValueRange{a[2], a[1]});
                       });
  EXPECT_EQ(reduce.getNumResults(), 2u);
  EXPECT_TRUE(succeeded(mlir::verify(*module)));
}

} // namespace
