// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests references to axes, on a mesh "x"=8, "y"=6, "z"=2. "x":(1)2 is the major half of "x",
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

TEST_F(Axes, ReferencesAreNumberedAndNamedAgain) {
  EXPECT_EQ(toAxis(part("x", 2, 4), mesh()), (spmd::Axis{0, 2, 4}));
  EXPECT_EQ(toAxis(axis("y"), mesh()), (spmd::Axis{1, 1, 6}));
  EXPECT_EQ(text(toAttrs({{0, 2, 4}, {1, 1, 6}}, mesh())), "\"x\":(2)4 \"y\"");
  EXPECT_EQ(text(toAttrs(gridOf(mesh()).axes(), mesh())), "\"x\" \"y\" \"z\"");
}

/// A part with pre-size 1 begins like the axis and is shorter, so it comes first.
TEST_F(Axes, MeshOrderPutsAMajorPartBeforeTheAxisAndOthersBehind) {
  SmallVector<AxisRefAttr> axes = {part("x", 1, 2), axis("x"),       part("x", 2, 2),
                                   part("x", 2, 4), part("x", 4, 2), axis("y")};
  EXPECT_TRUE(isSortedInMeshOrder(axes, mesh()));
  EXPECT_TRUE(llvm::is_sorted(axes)); // the names are in this order, too
  std::swap(axes[0], axes[1]);
  EXPECT_FALSE(isSortedInMeshOrder(axes, mesh()));
  EXPECT_FALSE(llvm::is_sorted(axes));
}

TEST_F(Axes, LexicographicOrderIsByName) {
  EXPECT_LT(axis("a"), axis("b"));
  EXPECT_LT(part("b", 1, 2), axis("b"));
  EXPECT_FALSE(axis("b") < axis("b"));
}

/// Without a mesh the size of a whole axis is unknown, and it contains and overlaps all its parts.
TEST_F(Axes, WholeAxesNeedNoMeshToBeCompared) {
  EXPECT_TRUE(axis("x").contains(part("x", 2, 4)));
  EXPECT_TRUE(axis("x").contains(axis("x")));
  EXPECT_FALSE(part("x", 2, 2).contains(axis("x")));
  EXPECT_FALSE(axis("x").contains(axis("y")));
  EXPECT_TRUE(part("x", 2, 4).overlaps(axis("x")));
  EXPECT_FALSE(part("x", 1, 2).overlaps(part("x", 2, 4)));
  EXPECT_TRUE(overlapsAny(part("x", 1, 4), {axis("y"), part("x", 2, 4)}));
  EXPECT_FALSE(overlapsAny(axis("x"), {axis("y")}));
}

TEST_F(Axes, ConsecutivePartsMerge) {
  SmallVector<AxisRefAttr> axes = {axis("z"), part("x", 1, 2)};
  addAxesOrMerge(axes, {part("x", 2, 4), axis("y")}, mesh());
  EXPECT_EQ(text(axes), "\"z\" \"x\" \"y\"");
}

/// The parts "x":(1)4 and "x":(4)2 are neighbours only after sorting.
TEST_F(Axes, SortAndMergeJoinsScatteredParts) {
  SmallVector<AxisRefAttr> axes = {axis("z"), part("x", 4, 2), part("y", 1, 2), part("x", 1, 4)};
  sortAndMergeAxes(axes, mesh());
  EXPECT_EQ(text(axes), "\"x\" \"y\":(1)2 \"z\"");
  EXPECT_TRUE(isSortedInMeshOrder(axes, mesh()));
}

/// "x":(2)2 is the middle of 2 x 2 x 2, so two parts are left over.
TEST_F(Axes, SubtractionMayTearAnAxisApart) {
  EXPECT_EQ(text(subtractAxes({axis("x"), axis("z")}, {part("x", 2, 2)}, mesh())),
            "\"x\":(1)2 \"x\":(4)2 \"z\"");
  EXPECT_EQ(text(subtractAxes({axis("x"), axis("z")}, {axis("x")}, mesh())), "\"z\"");
}

// Device 53 of 8 x 6 x 2 has the coordinates (4, 2, 1).
TEST_F(Axes, GridsHaveThePlacesOfDevices) {
  EXPECT_EQ(gridOf(mesh()).deviceCount(), 96);
  EXPECT_EQ(gridOf(mesh()).position(53, toAxes({axis("z"), axis("y")}, mesh())), 1 * 6 + 2);
}

} // namespace
