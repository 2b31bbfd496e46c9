// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/kernels/index_algebra.h"
#include "mlir/IR/MLIRContext.h"
#include <gtest/gtest.h>
#include <random>

using namespace mlir;
using namespace spmd;

namespace {

struct IndexAlgebraTest : testing::Test {
  MLIRContext context;
  IndexAlgebra algebra{&context};
};

TEST_F(IndexAlgebraTest, AReshapeOfAReshapeIsTheCounter) {
  AffineExpr x = algebra.newVariable(0, 24);
  Index three = algebra.delinear(x, {2, 3, 4});
  EXPECT_EQ(algebra.linear(three, {2, 3, 4}), x);
  Index two = algebra.delinear(algebra.linear(three, {2, 3, 4}), {6, 4});
  EXPECT_EQ(algebra.linear(two, {6, 4}), x);
}

TEST_F(IndexAlgebraTest, EqualSumsAreEqualExpressions) {
  AffineExpr row = algebra.newVariable(0, 1024), column = algebra.newVariable(0, 2);
  Index at = algebra.delinear(row * 2 + column, {16, 16, 4, 2});
  Index merged = {at[0], at[1], at[2] * 2 + at[3]};
  EXPECT_EQ(algebra.linear(merged, {16, 16, 8}), algebra.simplify(row * 2 + column));
}

TEST_F(IndexAlgebraTest, RowsOfABatchDoNotDependOnColumns) {
  AffineExpr row = algebra.newVariable(0, 18), column = algebra.newVariable(0, 96);
  Index at = algebra.delinear(row * 96 + column, {2, 9, 96});
  EXPECT_EQ(algebra.linear({at[0], at[1]}, {2, 9}), row);
  EXPECT_EQ(at[2], column);
}

TEST_F(IndexAlgebraTest, StridesAreKnownWhereTheyAreConstant) {
  AffineExpr row = algebra.newVariable(0, 8), column = algebra.newVariable(0, 6);
  EXPECT_EQ(algebra.stride(algebra.simplify(row * 6 + column * 3), 1), 3);
  EXPECT_EQ(algebra.stride(algebra.simplify((row * 6 + column) % 5), 1), std::nullopt);
  EXPECT_EQ(algebra.stride(algebra.simplify(row * 6), 1), 0);
}

/// Random expressions: simplified or not, they are the same numbers.
TEST_F(IndexAlgebraTest, SimplifyingKeepsTheNumbers) {
  std::mt19937 random(7);
  auto pick = [&](int n) { return int(random() % n); };
  AffineExpr variables[] = {algebra.newVariable(0, 6), algebra.newVariable(2, 5),
                            algebra.newVariable(0, 4)};
  for (int round = 0; round < 3000; ++round) {
    AffineExpr e = variables[pick(3)];
    for (int step = 0; step < 5; ++step) {
      static const int numbers[] = {2, 3, 4, 6, 12, 24};
      int n = numbers[pick(6)];
      switch (pick(5)) {
      case 0:
        e = e * n + variables[pick(3)];
        break;
      case 1:
        e = e + (e.floorDiv(n)) * n;
        break;
      case 2:
        e = e.floorDiv(n) * 3 + e % n;
        break;
      case 3:
        e = e.floorDiv(n) + variables[pick(3)] * 2;
        break;
      default:
        e = e % n + variables[pick(3)] - 1;
        break;
      }
    }
    AffineExpr s = algebra.simplify(e);
    AffineMap before = AffineMap::get(3, 0, e), after = AffineMap::get(3, 0, s);
    IndexRange range = algebra.range(s);
    for (int i = 0; i < 10; ++i) {
      SmallVector<Attribute> at;
      for (int64_t v : {pick(6), 2 + pick(5), pick(4)})
        at.push_back(IntegerAttr::get(IndexType::get(&context), v));
      SmallVector<Attribute> x, y;
      ASSERT_TRUE(succeeded(before.constantFold(at, x)) && succeeded(after.constantFold(at, y)));
      ASSERT_EQ(x, y);
      int64_t value = cast<IntegerAttr>(y[0]).getInt();
      ASSERT_TRUE(value >= range.low && value <= range.high);
    }
  }
}

} // namespace
