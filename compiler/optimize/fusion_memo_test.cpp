// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of the fusion memo. Each program is one block. A test puts some of its ops into one or
// several groups, last op first, as the fusion pass does.
#include "compiler/ops/program_text.h"
#include "compiler/optimize/fusion_memo.h"
#include "dialects/stablehlo/stablehlo.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace spmd;

namespace {

/// Puts ops [first, last] of @main into one group and counts how many plans were asked for.
struct Groups {
  FusionMemo memo;
  int asked = 0;

  unsigned build(ProgramText &program, unsigned first, unsigned last) {
    SmallVector<Operation *> ops;
    for (Operation &op : program.first<func::FuncOp>().getBody().front())
      ops.push_back(&op);
    GroupStructure group;
    llvm::SmallPtrSet<Operation *, 8> inside;
    for (unsigned i = last + 1; i-- > first;) {
      bool joined = memo.join(
          group, ops[i], memo.kindOf(ops[i]),
          i == last ? FusionMemo::Way::First : FusionMemo::Way::Planned,
          [&](Operation *user) { return inside.contains(user); }, [&] { return ++asked, true; });
      EXPECT_TRUE(joined);
      inside.insert(ops[i]);
    }
    return group.number;
  }
};

} // namespace

TEST(FusionMemo, EqualLayersArePlannedOnce) {
  ProgramText program(R"(
    func.func @main(%x: tensor<8xf32>, %w: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.multiply %x, %w : tensor<8xf32>
      %1 = stablehlo.tanh %0 : tensor<8xf32>
      %2 = stablehlo.multiply %1, %w : tensor<8xf32>
      %3 = stablehlo.tanh %2 : tensor<8xf32>
      return %3 : tensor<8xf32>
    })");
  Groups groups;
  unsigned later = groups.build(program, 2, 3);
  int asked = groups.asked;
  EXPECT_EQ(groups.build(program, 0, 1), later);
  // The second layer is equal, so no plan is asked for.
  EXPECT_EQ(groups.asked, asked);
}

// x * w and x * x differ in the uses of their inputs only.
TEST(FusionMemo, TheSameInputTwiceIsAnotherStructure) {
  ProgramText program(R"(
    func.func @main(%x: tensor<8xf32>, %w: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
      %0 = stablehlo.multiply %x, %w : tensor<8xf32>
      %1 = stablehlo.multiply %x, %x : tensor<8xf32>
      return %0, %1 : tensor<8xf32>, tensor<8xf32>
    })");
  Groups groups;
  EXPECT_NE(groups.build(program, 0, 0), groups.build(program, 1, 1));
}

// Both groups are negate(tanh(x)), but the second tanh is also returned.
TEST(FusionMemo, AResultThatIsReadOutsideIsAnotherStructure) {
  ProgramText program(R"(
    func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
      %0 = stablehlo.tanh %x : tensor<8xf32>
      %1 = stablehlo.negate %0 : tensor<8xf32>
      %2 = stablehlo.tanh %x : tensor<8xf32>
      %3 = stablehlo.negate %2 : tensor<8xf32>
      return %1, %3, %2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
    })");
  Groups groups;
  EXPECT_NE(groups.build(program, 0, 1), groups.build(program, 2, 3));
}

TEST(FusionMemo, ReducersAreComparedByTheirOps) {
  ProgramText program(R"(
    func.func @main(%x: tensor<8xf32>, %z: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
      %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
      %1 = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
      %2 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
      return %0, %1, %2 : tensor<f32>, tensor<f32>, tensor<f32>
    })");
  Groups groups;
  unsigned sum = groups.build(program, 0, 0);
  EXPECT_NE(groups.build(program, 1, 1), sum);
  EXPECT_EQ(groups.build(program, 2, 2), sum);
}
