// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the process groups of collectives in both notations (groups.h), and the C++ builders of ops
// with regions.
#include "dialects/stablehlo/groups.h"
#include "dialects/stablehlo/reducer.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace spmd::stablehlo;

namespace {

using Lists = SmallVector<SmallVector<int64_t>>;

struct Groups : testing::Test {
  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> module;
  SymbolTableCollection symbols;
  Groups() {
    context.loadDialect<StablehloDialect, func::FuncDialect>();
    context.allowUnregisteredDialects();
    module = parseSourceString<ModuleOp>(R"(
      "test.mesh"() {sym_name = "listed", stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}], device_ids = dense<[3, 2, 1, 0]> : tensor<4xi64>}} : () -> ()
    )",
                                         &context);
  }
  Attribute parse(StringRef text) { return parseAttribute(text, &context); }
  std::optional<Lists> list(StringRef text) { return listGroups(*module, parse(text), symbols); }
};

// Devices 0 to 7, row-major: device 4 * x + y.
constexpr StringLiteral kMesh =
    "#stablehlo.mesh<axes=[<name = \"x\", size = 2>, <name = \"y\", size = 4>]>";

// The groups along `axes` of `mesh`, in the notation of mesh axes.
std::string along(StringRef mesh, StringRef axes) {
  return ("#stablehlo.replica_group_mesh_axes<mesh = " + mesh + ", axes = [" + axes + "]>").str();
}

// -1 is no member. Groups of different sizes have no common size.
TEST_F(Groups, paddingIsLeftOut) {
  EXPECT_EQ(*list("dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>"), (Lists{{0, 1}, {2}}));
  EXPECT_FALSE(
      groupSize(*module, parse("dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>"), symbols).has_value());
  EXPECT_EQ(groupSize(*module, parse("dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>"), symbols), 2);
}

// Mesh x=2, y=4: devices 0 to 3 differ in y only, devices 0 and 4 in x only.
TEST_F(Groups, alongOneAxis) {
  EXPECT_EQ(*list(along(kMesh, "#stablehlo.axis_ref<name = \"y\">")),
            (Lists{{0, 1, 2, 3}, {4, 5, 6, 7}}));
  EXPECT_EQ(*list(along(kMesh, "#stablehlo.axis_ref<name = \"x\">")),
            (Lists{{0, 4}, {1, 5}, {2, 6}, {3, 7}}));
}

// Axes y, x: the last named axis varies fastest, so device 4 (x = 1) comes right after device 0.
TEST_F(Groups, orderOfAxesIsTheOrderOfMembers) {
  EXPECT_EQ(
      *list(along(kMesh, "#stablehlo.axis_ref<name = \"y\">, #stablehlo.axis_ref<name = \"x\">")),
      (Lists{{0, 4, 1, 5, 2, 6, 3, 7}}));
}

// y=4 splits into 2 * 2. (1)2 is the major half: members are 2 apart. (2)2 is the minor half.
TEST_F(Groups, subAxesAreTheMiddleFactor) {
  EXPECT_EQ(*list(along(kMesh, "#stablehlo.axis_ref<name = \"y\", sub_axis_info = (1)2>")),
            (Lists{{0, 2}, {1, 3}, {4, 6}, {5, 7}}));
  EXPECT_EQ(*list(along(kMesh, "#stablehlo.axis_ref<name = \"y\", sub_axis_info = (2)2>")),
            (Lists{{0, 1}, {2, 3}, {4, 5}, {6, 7}}));
}

// (1)2 and (1)4 of y share devices, so a device would have two places.
TEST_F(Groups, axesDoNotOverlap) {
  EXPECT_FALSE(list(along(kMesh, "#stablehlo.axis_ref<name = \"y\", sub_axis_info = (1)2>, "
                                 "#stablehlo.axis_ref<name = \"y\">"))
                   .has_value());
}

// @listed is an op with JAX's dictionary, whose device ids are in reverse order.
TEST_F(Groups, meshesBySymbol) {
  EXPECT_EQ(*list(along("@listed", "#stablehlo.axis_ref<name = \"y\">")), (Lists{{3, 2}, {1, 0}}));
  EXPECT_FALSE(list(along("@absent", "#stablehlo.axis_ref<name = \"y\">")).has_value());
}

// all_reduce gets its region from a name, while gets empty blocks with arguments, and dot_general
// infers its result type.
TEST_F(Groups, buildersFillRegions) {
  OpBuilder builder(&context);
  builder.setInsertionPointToEnd(module->getBody());
  Location location = builder.getUnknownLoc();
  auto type = RankedTensorType::get({4}, builder.getF32Type());
  Value x = ConstantOp::create(builder, location, DenseElementsAttr::get(type, 1.0f));
  auto reduced =
      AllReduceOp::create(builder, location, ValueRange(x), "stablehlo.add",
                          parse("dense<[[0, 1]]> : tensor<1x2xi64>"), ChannelHandleAttr(), false);
  EXPECT_EQ(reduced.getResult(0).getType(), type);
  EXPECT_EQ(reducerOp(reduced.getComputation())->getStringRef(), "stablehlo.add");
  auto loop = WhileOp::create(builder, location, reduced.getResults());
  EXPECT_EQ(loop.getBody().getNumArguments(), 1u);
  EXPECT_EQ(loop.getCond().getArgument(0).getType(), type);
  auto square = RankedTensorType::get({4, 4}, builder.getF32Type());
  Value a = ConstantOp::create(builder, location, DenseElementsAttr::get(square, 1.0f));
  auto matmul = DotGeneralOp::create(builder, location, a, x,
                                     DotDimensionNumbersAttr::get(&context, {}, {}, {1}, {0}));
  EXPECT_EQ(matmul.getResult().getType(), type);
}

} // namespace
