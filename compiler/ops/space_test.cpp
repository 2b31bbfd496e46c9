// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iteration spaces of ops, as text.
#include "compiler/ops/program_text.h"
#include "compiler/ops/rule.h"
#include "dialects/stablehlo/stablehlo.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace spmd;

// The space of an op as IterationSpace::print writes it.
static std::string spaceOf(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Rules::of(op).space(op).print(os);
  return text;
}

// Batch, lhs free, rhs free and contracted dims, in this order.
TEST(Space, DotGeneralHasBatchFreeAndReducedDims) {
  ProgramText program(R"(
    func.func @main(%a: tensor<2x3x4xf32>, %b: tensor<2x4x5xf32>) -> tensor<2x3x5xf32> {
      %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1]
          : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
      return %0 : tensor<2x3x5xf32>
    })");
  EXPECT_EQ(spaceOf(program.first<stablehlo::DotGeneralOp>()),
            "dims d0:parallel=2 d1:parallel=3 d2:parallel=5 d3:reduction=4\n"
            "operands (d0, d1, d2, d3) -> (d0, d1, d3) (d0, d1, d2, d3) -> (d0, d3, d2)\n"
            "results (d0, d1, d2, d3) -> (d0, d1, d2)\n");
}

// A scalar predicate has no dims to index.
TEST(Space, ScalarOperandsAreIndexedByNothing) {
  ProgramText program(R"(
    func.func @main(%p: tensor<i1>, %a: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.select %p, %a, %a : tensor<i1>, tensor<4xf32>
      return %0 : tensor<4xf32>
    })");
  EXPECT_EQ(spaceOf(program.first<stablehlo::SelectOp>()),
            "dims d0:parallel=4\n"
            "operands (d0) -> () (d0) -> (d0) (d0) -> (d0)\n"
            "results (d0) -> (d0)\n");
}

// Window element k (of 3) at output o reads input o * 2 + k - 1.
TEST(Space, WindowsAreAffine) {
  ProgramText program(R"(
    func.func @main(%a: tensor<8xf32>, %z: tensor<f32>) -> tensor<4xf32> {
      %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>,
          padding = dense<[[1, 0]]> : tensor<1x2xi64>}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %m = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %m : tensor<f32>
      }) : (tensor<8xf32>, tensor<f32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    })");
  EXPECT_EQ(spaceOf(program.first<stablehlo::ReduceWindowOp>()),
            "dims d0:parallel=4 d1:reduction=3\n"
            "operands (d0, d1) -> (d0 * 2 + d1 - 1) (d0, d1) -> ()\n"
            "results (d0, d1) -> (d0)\n");
}

// The dim that stays, 5, is not part of the division.
TEST(Space, ReshapeDividesInsideItsGroupOnly) {
  ProgramText program(R"(
    func.func @main(%a: tensor<6x5xf32>) -> tensor<2x3x5xf32> {
      %0 = stablehlo.reshape %a : (tensor<6x5xf32>) -> tensor<2x3x5xf32>
      return %0 : tensor<2x3x5xf32>
    })");
  EXPECT_EQ(spaceOf(program.first<stablehlo::ReshapeOp>()),
            "dims d0:parallel=2 d1:parallel=3 d2:parallel=5\n"
            "operands (d0, d1, d2) -> (d0 * 3 + d1, d2)\n"
            "results (d0, d1, d2) -> (d0, d1, d2)\n");
}
