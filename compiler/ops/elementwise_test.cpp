// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Costs of elements.
#include "compiler/ops/elementwise.h"
#include "compiler/ops/program_text.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"
#include "gtest/gtest.h"

using namespace spmd;

namespace {

// Costs are kept for later programs on the same thread. A complex function has the name of the op
// on real numbers, and its cost must not be used for that op in such a program.
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

// Nor is division of integers that of floats: it guards against zero and overflow.
TEST(ArithmeticWork, DoesNotDependOnWhatWasAskedBefore) {
  for (const char *types : {"f32 i32", "i32 f32", "f64 i64", "i64 f64"}) {
    auto [first, second] = llvm::StringRef(types).split(' ');
    auto workOf = [](llvm::StringRef type) {
      std::string tensor = ("tensor<8x" + type + ">").str();
      ProgramText program("func.func @main(%a: " + tensor + ") -> " + tensor +
                          " {\n%0 = stablehlo.divide %a, %a : " + tensor +
                          "\nreturn %0 : " + tensor + "\n}");
      return arithmeticWork(program.first<stablehlo::DivOp>());
    };
    double firstWork = workOf(first), secondWork = workOf(second);
    EXPECT_GT(first.starts_with("i") ? firstWork : secondWork,
              first.starts_with("i") ? secondWork : firstWork)
        << types;
  }
}

} // namespace
