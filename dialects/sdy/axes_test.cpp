// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the arithmetic on axes, on a mesh "x"=8, "y"=6, "z"=2. "x":(1)2 is the major half of "x",
// "x":(2)4 the four positions inside a half.
#include "dialects/sdy/sdy.h"
#include "mlir/IR/MLIRContext.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace spmd::sdy;

namespace {

struct Axes : testing::Test {
  Axes() { context.loadDialect<SdyDialect>(); }

  AxisRefAttr axis(StringRef name) { return AxisRefAttr::get(&context, name); }
  // The sub-axis name:(preSize)size.
  AxisRefAttr part(StringRef name, int64_t preSize, int64_t size) {
    return AxisRefAttr::get(&context, name, preSize, size);
  }
  // The mesh "x"=8, "y"=6, "z"=2.
  MeshAttr mesh() {
    auto size = [&](StringRef name, int64_t n) { return MeshAxisAttr::get(&context, name, n); };
    return MeshAttr::get(&context, {size("x", 8), size("y", 6), size("z", 2)});
  }
  // The axes as text, separated by blanks.
  std::string text(ArrayRef<AxisRefAttr> axes) {
    return llvm::join(llvm::map_range(axes, [](AxisRefAttr axis) { return axis.toString(); }), " ");
  }

  MLIRContext context;
};

TEST_F(Axes, SizesComeFromTheMeshOrThePart) {
  EXPECT_EQ(axis("x").getSize(mesh()), 8);
  EXPECT_EQ(part("x", 2, 2).getSize(mesh()), 2);
  EXPECT_EQ(getShardedSize({axis("y"), part("x", 1, 4)}, mesh()), 24);
}

/// A part with pre-size 1 begins like the axis and is shorter, so it comes first.
TEST_F(Axes, MeshOrderPutsAMajorPartBeforeTheAxisAndOthersBehind) {
  SmallVector<AxisRefAttr> axes = {axis("y"),       part("x", 4, 2), axis("x"),
                                   part("x", 2, 4), part("x", 1, 2), part("x", 2, 2)};
  llvm::sort(axes, AxisRefAttr::getMeshComparator(mesh()));
  EXPECT_EQ(text(axes), "\"x\":(1)2 \"x\" \"x\":(2)2 \"x\":(2)4 \"x\":(4)2 \"y\"");
}

TEST_F(Axes, LexicographicOrderIsByName) {
  EXPECT_LT(axis("a"), axis("b"));
  EXPECT_LT(part("b", 1, 2), axis("b"));
  EXPECT_FALSE(axis("b") < axis("b"));
}

TEST_F(Axes, FullAxisContainsItsParts) {
  EXPECT_TRUE(axis("x").contains(part("x", 2, 4)));
  EXPECT_TRUE(axis("x").contains(axis("x")));
  EXPECT_FALSE(axis("x").strictlyContains(axis("x")));
  EXPECT_FALSE(part("x", 2, 2).contains(axis("x")));
  EXPECT_FALSE(axis("x").contains(axis("y")));
}

/// Major parts have the smaller pre-size.
TEST_F(Axes, PrefixIsTheMajorSide) {
  EXPECT_TRUE(part("x", 1, 2).prefixOf(axis("x")));
  EXPECT_TRUE(part("x", 2, 2).strictPrefixOf(part("x", 2, 4)));
  EXPECT_FALSE(part("x", 2, 4).prefixOf(axis("x")));
  EXPECT_TRUE(part("x", 2, 4).suffixOf(axis("x"), mesh()));
  EXPECT_TRUE(part("x", 4, 2).strictSuffixOf(part("x", 2, 4), mesh()));
}

/// (1)2 is the range [1, 2), (2)4 is [2, 8), and (1)4 is [1, 4).
TEST_F(Axes, PartsOverlapWhereTheirRangesDo) {
  EXPECT_FALSE(part("x", 1, 2).overlaps(part("x", 2, 4)));
  EXPECT_TRUE(part("x", 1, 4).overlaps(part("x", 2, 4)));
  EXPECT_EQ(part("x", 1, 4).getOverlap(part("x", 2, 4)), part("x", 2, 2));
  EXPECT_EQ(axis("x").getOverlap(part("x", 2, 2)), part("x", 2, 2));
  EXPECT_EQ(axis("x").getOverlap(axis("y")), std::nullopt);
}

/// "y" has size 6: (1)2 and (2)3 are the split 2 x 3, (1)3 belongs to the split 3 x 2.
TEST_F(Axes, PartsWithoutACommonSplitCannotCoexist) {
  EXPECT_FALSE(part("y", 1, 2).canCoexist(part("y", 1, 3)));
  EXPECT_TRUE(part("y", 1, 2).canCoexist(part("y", 2, 3)));
  EXPECT_FALSE(part("y", 1, 2).canCoexistWithoutOverlap(axis("y")));
  EXPECT_EQ(part("y", 1, 3).getPrefixWithoutOverlap(part("y", 1, 2)), std::nullopt);
}

TEST_F(Axes, WithoutOverlapLeavesTheFreeSide) {
  EXPECT_EQ(axis("x").getPrefixWithoutOverlap(part("x", 4, 2)), part("x", 1, 4));
  EXPECT_EQ(axis("x").getPrefixWithoutOverlap(part("x", 1, 2)), std::nullopt);
  EXPECT_EQ(axis("x").getPrefixWithoutOverlap(axis("y")), axis("x"));
  EXPECT_EQ(axis("x").getSuffixWithoutOverlap(part("x", 1, 2), mesh()), part("x", 2, 4));
  EXPECT_EQ(axis("x").getSuffixWithoutOverlap(part("x", 4, 2), mesh()), std::nullopt);
}

TEST_F(Axes, CommonPrefixIsTheShorterOne) {
  EXPECT_EQ(axis("x").getGreatestCommonPrefix(part("x", 1, 2)), part("x", 1, 2));
  EXPECT_EQ(part("x", 1, 2).getGreatestCommonPrefix(part("x", 2, 2)), std::nullopt);
  EXPECT_EQ(axis("x").removeCommonPrefix(part("x", 1, 2), mesh()), part("x", 2, 4));
  EXPECT_EQ(axis("x").removeCommonPrefix(axis("x"), mesh()), std::nullopt);
}

/// Parts merge only in their order: (2)2 then (4)2, and not (2)2 then (1)2.
TEST_F(Axes, ConsecutivePartsMerge) {
  EXPECT_EQ(part("x", 2, 2).merge(part("x", 4, 2), mesh()), part("x", 2, 4));
  EXPECT_EQ(part("x", 1, 2).merge(part("x", 2, 4), mesh()), axis("x"));
  EXPECT_FALSE(part("x", 2, 2).canMerge(part("x", 1, 2)));
}

/// The parts "x":(1)4 and "x":(4)2 are neighbours only after sorting.
TEST_F(Axes, SortAndMergeJoinsScatteredParts) {
  SmallVector<AxisRefAttr> axes = {axis("z"), part("x", 4, 2), part("y", 1, 2), part("x", 1, 4)};
  sortAndMergeAxes(axes, mesh());
  EXPECT_EQ(text(axes), "\"x\" \"y\":(1)2 \"z\"");
  EXPECT_TRUE(isSortedInMeshOrder(axes, mesh()));
}

TEST_F(Axes, CommonPrefixOfListsMayEndInAPart) {
  EXPECT_EQ(text(getGreatestCommonPrefix({axis("z"), axis("x")},
                                         {axis("z"), part("x", 1, 2), axis("y")})),
            "\"z\" \"x\":(1)2");
  EXPECT_EQ(text(getGreatestCommonPrefix({axis("z")}, {axis("x")})), "");
}

TEST_F(Axes, RemovingAPrefixLeavesTheRestOfItsLastAxis) {
  EXPECT_TRUE(isPrefixOf({axis("z"), part("x", 1, 2)}, {axis("z"), axis("x")}));
  EXPECT_FALSE(isPrefixOf({axis("x")}, {part("x", 1, 2)}));
  EXPECT_EQ(
      text(removePrefix({axis("z"), axis("x"), axis("y")}, {axis("z"), part("x", 1, 2)}, mesh())),
      "\"x\":(2)4 \"y\"");
}

/// "y" is free but stands behind the overlap, so it is left out.
TEST_F(Axes, PrefixOfAListStopsAtTheFirstTakenAxis) {
  EXPECT_EQ(text(getPrefixWithoutOverlap({axis("z"), axis("x"), axis("y")}, {part("x", 4, 2)})),
            "\"z\" \"x\":(1)4");
}

/// "x":(2)2 is the middle of 2 x 2 x 2, so two parts are left over.
TEST_F(Axes, SubtractionMayTearAnAxisApart) {
  EXPECT_EQ(text(subtractAxes({axis("x"), axis("z")}, {part("x", 2, 2)}, mesh())),
            "\"x\":(1)2 \"x\":(4)2 \"z\"");
  EXPECT_EQ(text(subtractAxes({axis("x"), axis("z")}, {axis("x")}, mesh())), "\"z\"");
}

// Device 53 of 8 x 6 x 2 has the coordinates (4, 2, 1). Along "x" it is 4 = 0b100, so its position
// along the major half "x":(1)2 is 1.
TEST_F(Axes, CoordinatesAreRowMajorAndPartsTakeTheirDigit) {
  SmallVector<int64_t> coordinates = getCoordinates(mesh(), 53);
  EXPECT_EQ(coordinates, (SmallVector<int64_t>{4, 2, 1}));
  EXPECT_EQ(getCoordinate(part("x", 1, 2), mesh(), coordinates), 1);
  EXPECT_EQ(getCoordinate(part("x", 2, 4), mesh(), coordinates), 0);
  EXPECT_EQ(getShardIndex({axis("z"), axis("y")}, mesh(), coordinates), 1 * 6 + 2);
}

} // namespace
