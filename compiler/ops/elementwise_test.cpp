// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Costs of elements.
#include "compiler/ops/elementwise.h"
#include "compiler/ops/program_text.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"
#include "gtest/gtest.h"

using namespace spmd;

namespace {

// Costs are cached by name. A complex function has the name of the op on real numbers, and its cost
// must not be used for that op in a program that is compiled later on the same thread.
TEST(ArithmeticWork, AFunctionOfComplexNumbersIsNotTheOpOfItsName) {
  ProgramText program(
      R"(func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %0 = spmd.complex_part "stablehlo.divide"(%a, %b, %a, %b) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    %1 = stablehlo.divide %a, %b : tensor<8xf32>
    return %0, %1 : tensor<8xf32>, tensor<8xf32>
  })");
  ASSERT_TRUE(program.module);
  EXPECT_GT(arithmeticWork(program.first<ir::ComplexPartOp>()), 20);
  EXPECT_LT(arithmeticWork(program.first<stablehlo::DivOp>()), 10);
}

} // namespace
