// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the arithmetic on numbered axes. Axis number 0 has 8 devices, axis number 1 has 4.
#include "dialects/axis.h"
#include <gtest/gtest.h>

namespace spmd {
namespace {

/// x is split into its major half and the four positions inside a half, y into two halves.
constexpr Axis x{0, 1, 8}, xMajor{0, 1, 2}, xMinor{0, 2, 4}, y{1, 1, 4}, yMajor{1, 1, 2},
    yMinor{1, 2, 2};

TEST(Axis, PartsOverlapWhereTheirRangesMeet) {
  EXPECT_TRUE(overlaps(x, xMinor));
  EXPECT_FALSE(overlaps(xMajor, xMinor));
  EXPECT_FALSE(overlaps(x, y));
  EXPECT_TRUE(contains(x, xMinor));
  EXPECT_FALSE(contains(xMinor, x));
}

TEST(Axis, PartsOfDifferentSplitsCannotCoexist) {
  EXPECT_FALSE(canCoexist({0, 1, 2}, {0, 1, 3})); // of an axis of 6
  EXPECT_TRUE(canCoexist({0, 1, 2}, {0, 1, 6}));
  EXPECT_FALSE(canCoexist({0, 1, 2}, {0, 3, 2})); // a gap of 3/2
}

/// x:(1)8 in front of x:(2)4 is x:(1)2; nothing is in front of x itself.
TEST(Axis, PrefixWithoutOverlapKeepsTheFreeMajorPart) {
  EXPECT_EQ(prefixWithoutOverlap(x, xMinor), xMajor);
  EXPECT_EQ(prefixWithoutOverlap(xMinor, x), std::nullopt);
  EXPECT_EQ(prefixWithoutOverlap(y, x), y);
}

/// y of 6 is split 2 x 3 or 3 x 2; (1)3 belongs to the second split.
TEST(Axis, PartsOfDifferentSplitsLeaveNothing) {
  EXPECT_EQ(prefixWithoutOverlap({1, 1, 3}, Axis{1, 1, 2}), std::nullopt);
  EXPECT_EQ(subtractAxes(Axis{1, 1, 3}, Axis{1, 1, 2}), AxisList{});
}

TEST(Axis, CommonPrefixIsTheShorterOne) {
  EXPECT_EQ(commonPrefix(x, xMajor), xMajor);
  EXPECT_EQ(commonPrefix(xMajor, xMinor), std::nullopt);
}

TEST(Axis, RemovingAPrefixLeavesTheRestOfItsLastAxis) {
  EXPECT_EQ(removePrefix({y, x}, {y, xMajor}), AxisList{xMinor});
  EXPECT_EQ(removePrefix({y, x}, AxisList{y}), AxisList{x});
}

/// x:(4)2 ends x and x:(2)4, but x:(2)2 ends neither.
TEST(Axis, RemovingASuffixLeavesTheMajorPartOfItsFirstAxis) {
  EXPECT_EQ(removeSuffix({y, x}, Axis{0, 4, 2}), (AxisList{y, {0, 1, 4}}));
  EXPECT_EQ(removeSuffix({y, x}, {y, x}), AxisList{});
  EXPECT_EQ(removeSuffix({y, x}, Axis{0, 2, 2}), std::nullopt);
  EXPECT_EQ(removeSuffix({x}, {y, x}), std::nullopt);
}

/// x:(2)2 is the middle of 2 x 2 x 2, so two parts are left over.
TEST(Axis, SubtractionMayTearAnAxisApart) {
  EXPECT_EQ(subtractAxes({x, y}, Axis{0, 2, 2}), (AxisList{xMajor, {0, 4, 2}, y}));
  EXPECT_EQ(subtractAxes({x, y}, x), AxisList{y});
}

/// A part of an axis may end the shorter list, but no axis may follow it.
TEST(Axis, ListsArePrefixesUpToAPartOfTheLastAxis) {
  EXPECT_TRUE(isStrictPrefix({x, yMajor}, {x, y}));
  EXPECT_FALSE(isStrictPrefix({x, y}, {x, y}));
  EXPECT_FALSE(isPrefix({xMajor, y}, {x, y}));
}

/// The halves of y in their order are y; sorting brings them into that order.
TEST(Axis, NeighboursMerge) {
  AxisList list{yMajor};
  appendMerged(list, yMinor);
  EXPECT_EQ(list, AxisList{y});
  EXPECT_EQ(sortedMerged({yMinor, x, yMajor}), (AxisList{x, y}));
}

} // namespace
} // namespace spmd
