// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/batch/batch.h"
#include "compiler/ops/program_text.h"
#include <gtest/gtest.h>

namespace spmd {
namespace {

TEST(BatchFunction, AddsTheBatchedFunctionAndLeavesTheFunction) {
  ProgramText text("func.func @main(%x: tensor<4xf32>, %y: tensor<f32>) -> tensor<4xf32> {\n"
                   "  %0 = stablehlo.sine %x : tensor<4xf32>\n"
                   "  return %0 : tensor<4xf32>\n"
                   "}\n");
  mlir::SymbolTable symbols(*text.module);
  BatchSpec spec;
  spec.size = 8;
  spec.in = {0, std::nullopt};
  spec.out = {1};
  auto made = batchFunction(text.main(), "many", spec, symbols);
  ASSERT_TRUE(succeeded(made));
  std::string type;
  llvm::raw_string_ostream(type) << made->getFunctionType();
  EXPECT_EQ(type, "(tensor<8x4xf32>, tensor<f32>) -> tensor<4x8xf32>");
  EXPECT_EQ(symbols.lookup("many"), made->getOperation());
  EXPECT_TRUE(made->isPublic());
  EXPECT_EQ(text.main().getArgumentTypes()[0],
            mlir::RankedTensorType::get({4}, mlir::Float32Type::get(&text.context)));
}

} // namespace
} // namespace spmd
